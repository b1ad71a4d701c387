"""Simulations of the engine's own classes, in a module per class (reference native-classes.md).

A module is named like its class, without namespace and in lower case: `registry.py` imports it when
the class is met. Arguments have their names in MuranoPL.
"""
