"""Answers as figures, pages and what a notebook shows."""
