"""The UI definition of a package: its forms, and the template of the object model. `definition` reads it whole."""
