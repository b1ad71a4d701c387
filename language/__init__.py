"""The vocabulary of the language, declared: contracts, entities, the core library."""
