"""Strategies on their way to machine code: where they are from, what they may use."""
