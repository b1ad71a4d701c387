"""The structure of a file: its outline, ranges that fold, and the tokens of its expressions."""
