"""The simulations of the engine's own classes: a module per group of them (reference native-classes.md).

Arguments have the names that they have in MuranoPL.
"""
