"""A run from what is asked to what came of it, and who plays it."""
