"""Documents about packages: classes with their contracts in words, methods, and forms, as Markdown and HTML."""
