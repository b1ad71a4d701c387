"""Execution of methods: instructions, runtime objects, exceptions, and simulated native classes.

`session` is the entry point. `machine` runs methods, whose bodies `instructions` compiles;
`construction` creates objects, `natives` connects classes that the engine implements in Python to
their simulations.
"""
