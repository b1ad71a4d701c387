"""Stacks of Heat: merged templates, changes of a push, and outputs of stacks that do not exist."""
