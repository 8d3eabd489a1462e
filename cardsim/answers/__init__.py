"""Answers made of several runs: sweeps, comparisons, experiments and others, and how they are saved."""
