"""The web service: `muranopl serve`, and `muranopl.server.app` for any ASGI server."""
