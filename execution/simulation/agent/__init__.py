"""Execution plans: created from templates, and the results that agents return."""
