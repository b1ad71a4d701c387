"""Stacks of Heat: templates merged and kept, what a push changes, and the outputs of a stack that was never made."""
