"""What is written to disk: fixes, zips of packages, new packages."""
