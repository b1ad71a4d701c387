"""The operations of the service, a module for each group."""
