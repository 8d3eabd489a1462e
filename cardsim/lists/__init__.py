"""What there is: games, strategies, experiments, and what can be done with them."""
