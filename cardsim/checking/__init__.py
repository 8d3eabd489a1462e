"""Checks of the contract that every game keeps."""
