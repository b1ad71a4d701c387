"""Execution plans: templates made into the plans that agents get, and what their answers mean."""
