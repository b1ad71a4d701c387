"""Contracts: the typed tree of a contract, and the meaning of each contract function."""
