"""Members, contracts and comments in words, and pieces of Markdown."""
