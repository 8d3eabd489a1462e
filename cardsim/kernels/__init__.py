"""Machine code: the only place that configures numba, and what is shared of vectors."""
