"""Creates the object model that the dashboard makes of answers to the forms of a UI definition.

The order is that of the wizard: parameters, then for each page the attributes shown, the answers,
the validators; at last Application (reference: ui-agreement, section 1). `model.py` is the entry
point.
"""
