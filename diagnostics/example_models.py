"""What the examples of rules on object models share."""

HEAD = "=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\n"
PORT = HEAD + "Properties:\n  port:\n    Contract: $.int().notNull().check($ > 0)\n"


def with_model(text: str, classes: str = PORT) -> str:
    """An example of classes and a model."""
    return f"{classes}=== model.yaml\n{text}"


SOUND = with_model("'?': {type: example.app.Sample, id: one}\nport: 80\n")
