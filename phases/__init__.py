"""The driver: the five phases in order, with cached results (`reuse`) and in several processes (`workers`)."""
