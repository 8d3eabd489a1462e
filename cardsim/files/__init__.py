"""What was written is read again."""
