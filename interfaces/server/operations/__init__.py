"""The operations of the service, a module for each group; none of them reads packages, which `tasks` do."""
