"""The Dice Game, solved exactly; `exact` is its absorbing Markov chain.

Playing it comes with the game itself: this folder defines no `GAME` yet.
"""
