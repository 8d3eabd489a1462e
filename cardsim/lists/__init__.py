"""Lists of games, strategies and experiments, and of the functions for them."""
