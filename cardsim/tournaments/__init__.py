"""Tournaments: every strategy against every other."""
