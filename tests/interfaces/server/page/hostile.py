"""A package whose every text that is shown tries to be more than a text."""

from __future__ import annotations

SCRIPT = "<script>window.attacked = 1</script>"
IMAGE = "<img src=x onerror='window.attacked = 2'>"
LINK = "javascript:window.attacked=3"
CLASS = "example.hostile.Hostile"

HOSTILE = {
    "manifest.yaml": f"""\
Format: '1.4'
Type: Application
FullName: example.hostile
Version: 1.0.0
Name: "{SCRIPT}"
Description: "{IMAGE} [here]({LINK})"
Author: "{IMAGE}"
Tags: ["{SCRIPT}"]
Classes:
  {CLASS}: Hostile.yaml
  example.hostile.Wrong: Wrong.yaml
""",
    "Classes/Hostile.yaml": f"""\
Namespaces:
  =: example.hostile
  m: io.murano.metadata
  f: io.murano.metadata.forms
Name: Hostile
Meta:
  - m:Title: {{text: "{SCRIPT}title"}}
  - m:Description: {{text: "{IMAGE} [here]({LINK})"}}
  - m:HelpText: {{text: "{IMAGE}"}}
  - f:Section: {{name: "{IMAGE}", title: "{SCRIPT}section", index: 1}}
Properties:
  text:
    Contract: $.string().notNull().check($ != "{IMAGE}")
    Default: "{SCRIPT}"
    Meta:
      - m:Title: {{text: "{IMAGE}label"}}
      - m:Description: {{text: "{SCRIPT}"}}
      - m:HelpText: {{text: "<a href='{LINK}'>help</a>"}}
      - f:Position: {{section: "{IMAGE}", index: 1}}
  choice:
    Contract: $.string().check($ in ["{SCRIPT}", "{IMAGE}"])
  keys:
    Contract: {{$.string(): $.string()}}
    Default: {{"{IMAGE}": "{SCRIPT}"}}
  "{IMAGE}":
    Contract: $.string()
Methods:
  "{SCRIPT}":
    Body:
      - Return: "{IMAGE}"
""",
    "Classes/Wrong.yaml": f"""\
Name: example.hostile.Wrong
Properties:
  wrong:
    Contract: $.string().notNul()
    Usage: "{IMAGE}"
  "{SCRIPT}":
    Contract: $.string()
    Colour: "{IMAGE}"
""",
}
