"""The meaning of expressions: `bodies` and `forms` check them with the values of `abstract`, `evaluation` runs them."""
