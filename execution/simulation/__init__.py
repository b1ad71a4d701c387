"""Simulations of native classes, which use no network, no clock and no source of random numbers."""
