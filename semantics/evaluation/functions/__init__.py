"""The functions of expressions: those that Murano adds to yaql, and bounded ones in place of some of yaql's own."""
