"""Six-sided dice: up to four of them from one word of random numbers.

One place of the stream gives a throw of four dice as a number below 6**4. Its digits in base 6 are
the faces, less one. The first die is the last digit. Fewer dice are the first of the four.
"""

from __future__ import annotations

from cardsim.kernels.jit import inlined
from cardsim.rng import below

FACES = 6
TOGETHER = 4
"""Dice of one throw."""
THROWS = FACES**TOGETHER


@inlined
def throw(words):
    """Throw four dice: a number below `THROWS`."""
    return below(words, THROWS)
