"""The functions that method bodies may call: declared in `functions.txt`, read by `signatures`."""
