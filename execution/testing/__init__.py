"""Unit tests written in MuranoPL: selection, execution in separate sessions, reports."""
