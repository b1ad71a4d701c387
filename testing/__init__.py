"""Unit tests written in MuranoPL: found, run each in an execution of its own, and told about."""
