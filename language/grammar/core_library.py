"""Names that the language itself knows."""

CORE_LIBRARY = "io.murano"
"""The package that every other one requires without saying so."""

ROOT_CLASS = "io.murano.Object"
"""What classes extend that extend nothing."""
