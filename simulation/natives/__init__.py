"""The simulations themselves: a module per group of MuranoPL classes."""
