#!/bin/sh
# Set up the application: deploy@{class_name}.sh GREETING
set -eu
printf '%s\n' "$1"
