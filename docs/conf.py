"""Configuration of Sphinx for the site; `make docs` builds it from these pages and generated ones."""

import muranopl

project = "muranopl"
author = "the authors of muranopl"
release = version = muranopl.__version__
html_title = f"muranopl {release}"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
# Prompts, and what a command prints, are not copied
copybutton_prompt_text = "$ "

autodoc_member_order = "bysource"
autodoc_typehints = "description"
# Attributes of several classes have one name, as types of annotations have; examples of diagnostics
# may have several files, not all of them YAML
suppress_warnings = ["ref.python", "misc.highlighting_failure"]
# Docstrings mark code with single backticks
default_role = "code"

# "--option" stays as it is
smartquotes = False

html_theme = "furo"
html_copy_source = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}
man_pages = [
    ("reference/commands/index", "muranopl", "validate MuranoPL service packages", author, 1)
]
