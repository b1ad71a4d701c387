"""The semantics of code: `inference` analyses it statically, `evaluation` runs expressions."""
