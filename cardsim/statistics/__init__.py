"""Estimates with intervals, sequential intervals, and paired differences."""
