"""Compiling strategies: where they come from, and what they may use."""
