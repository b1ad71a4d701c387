"""Declares the vocabulary of the language, which knows no phase: contracts, entities, core library."""
