"""JSON to nodes with places: from text (`loader`) and from Python data (`data`)."""
