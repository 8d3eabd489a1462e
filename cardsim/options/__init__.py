"""Options: declared once, for the command line, Python, files and pages."""
