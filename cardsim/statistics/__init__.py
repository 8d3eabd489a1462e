"""Estimates with their intervals, those that may be looked at again and again, and paired ones."""
