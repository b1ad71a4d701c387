"""Checks method bodies without running them: the names, calls and types in their instructions.

`body_checker` checks the methods of a class. `interpreter` visits the instructions of one in the order
they run, with the state that `variables` keeps; `expressions` infers the type of an expression with
the help of `properties`, `method_calls`, `function_calls`, `creation` and `operators`.
"""
