"""From a place to its meaning: the symbols of a package, where they are declared, and where they occur."""
