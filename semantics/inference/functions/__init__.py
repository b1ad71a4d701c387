"""The functions that method bodies may call: `functions.txt` declares them, `signatures` reads that."""
