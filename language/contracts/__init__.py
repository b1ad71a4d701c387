"""Contracts: the typed tree a contract is parsed into once, and the meaning of each contract function."""
