"""Methods run: instructions, objects at run time, exceptions, and what the engine writes in Python, simulated.

`session` is the way in. `calls` runs methods, whose bodies `instructions` makes ready; `construction` makes objects,
`natives` binds classes that the engine writes in Python to their simulations.
"""
