"""New packages, made of templates that check clean and pass their own tests."""
