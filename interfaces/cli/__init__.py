"""The command line: one file per command; checking packages is the business of other folders."""
