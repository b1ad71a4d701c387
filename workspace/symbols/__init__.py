"""The meaning of the names in a package: symbols, the places where they occur, and questions.

`collecting/` reads the occurrences of each kind of file from the results of the phases and of
inference, `index` keeps them; `navigation`, `hover`, `renaming/` and the others answer.
"""
