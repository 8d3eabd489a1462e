"""One person at a table: played games, typed hands, advice and looking back."""
