"""The process: how it is asked to end, what it shares with others, what it does once."""
