"""What is made of several runs: sweeps, comparisons, experiments, and how they are saved."""
