"""What `tools/seed_defects.py` is made of: packages and their method bodies, kinds of defects, the judge."""
