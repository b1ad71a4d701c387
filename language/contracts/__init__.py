"""Contracts: the typed tree a contract is parsed into once, and what each kind of contract means."""
