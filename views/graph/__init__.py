"""Results of the phases as data: dumps, the class graph, resolved classes."""
