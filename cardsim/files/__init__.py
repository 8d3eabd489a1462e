"""Readers of saved answers."""
