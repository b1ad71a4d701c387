"""Deployments as files that run without Murano: Heat templates, and scripts for servers."""
