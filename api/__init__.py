"""The library: what `import muranopl` offers, loaded on demand."""
