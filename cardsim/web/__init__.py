"""A table in the browser, for one person at this machine."""
