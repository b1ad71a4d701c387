"""Simulations of the engine's own classes, a module per group (reference native-classes.md).

Arguments have their names in MuranoPL.
"""
