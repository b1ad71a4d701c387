"""The operations of the service, one module per group."""
