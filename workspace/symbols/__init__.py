"""What the names in a package mean: their symbols, where these occur, and what is asked about them."""
