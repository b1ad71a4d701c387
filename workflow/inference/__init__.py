"""What values expressions give, as far as that is certain; whatever is not known stays silent.

`types` are what is known of a value, `expressions` goes through an expression, and asks `access` about properties,
`methods` and `calls` about calls, `creation` about `new()`. `classes` has what is known of the classes around.
"""
