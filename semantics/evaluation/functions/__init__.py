"""Functions of expressions: Murano's additions to yaql, and bounded replacements of yaql's own."""
