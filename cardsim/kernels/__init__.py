"""Machine code: the only place that configures numba, and vector operations that games share."""
