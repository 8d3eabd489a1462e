"""This process among others: how it is asked to end, what it shares, what it does once."""
