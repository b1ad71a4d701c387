"""The semantics of code: `inference` analyses it without running it, `evaluation` runs expressions."""
