"""Plugins asked themselves: `--import-extensions` imports their modules in a process of its own.

`child` runs there, `sandbox` starts it, and `asking` adds its answers to what was read. Only
`muranopl extension describe` does this, and only where the user asks for it.
"""
