"""Runs: from what is asked to the result, and who plays them."""
