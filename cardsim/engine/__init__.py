"""The loop that plays hands, its log, and the counts of what came out."""
