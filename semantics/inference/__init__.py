"""What can be told of method bodies without running them: the names, calls and types in their instructions.

`bodies` checks the methods of a class. `interpreter` goes through the instructions of one in the order they run, with
what `variables` knows at each; `expressions` gives the type of an expression, and asks `properties`, `method_calls`,
`function_calls`, `creation` and `operators` about its parts.
"""
