"""Answers to the forms of a UI definition → the object model that the dashboard makes of them.

The wizard's own order is kept: parameters, then page by page what is shown, the answers, the validators; at last
Application (reference: ui-agreement, section 1). `model.py` is the entry point.
"""
