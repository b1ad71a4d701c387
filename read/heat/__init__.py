"""Heat templates: what Heat demands of them, and the class and the form that the engine makes of one."""
