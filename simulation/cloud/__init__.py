"""The cloud file: what a cloud would answer, as its user says it."""
