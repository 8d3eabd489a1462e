"""Answers made of several runs: sweeps, comparisons, experiments and more."""
