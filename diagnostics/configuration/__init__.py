"""Finds and reads configuration files; `settings` declares all settings, from whatever source."""
