"""Graphs of classes, packages and models; classes described and resolved."""
