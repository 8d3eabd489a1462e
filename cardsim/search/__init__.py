"""The search for best answers to given players, and for the safest strategy."""
