#!/bin/sh
# Serve one page: showPage.sh TEXT PORT
set -eu
mkdir -p /var/www/hello
printf '<!doctype html>\n<title>Hello</title>\n<p>%s</p>\n' "$1" > /var/www/hello/index.html
systemctl stop hello 2>/dev/null || true
systemd-run --unit=hello python3 -m http.server "$2" --directory /var/www/hello
