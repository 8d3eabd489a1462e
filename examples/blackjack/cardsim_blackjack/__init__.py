"""Blackjack for cardsim: a package of games, found by its entry point."""
