"""One question: the same hands, an answer with an interval."""
