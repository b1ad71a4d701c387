"""The cloud file: the answers of a cloud, as defined by the user."""
