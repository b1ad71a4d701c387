"""What a problem is: places, the catalogue of codes, and the output formats."""
