"""One person at a table: a game that is played, a hand that is looked back at, advice."""
