"""The parts of `tools/seed_defects.py`: packages, method bodies, kinds of defects, checks."""
