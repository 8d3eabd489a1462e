"""Whether a game keeps its contract."""
