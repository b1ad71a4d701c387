"""Uses of installed packages: models rendered, methods called, deployments simulated."""
