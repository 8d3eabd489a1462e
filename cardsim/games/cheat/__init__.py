"""Cheat, also called BS or I Doubt It.

All cards are dealt. In turn each lays one to four cards face down and says of what rank they are:
aces first, then twos, and so on, kings before aces. The cards may be others. Whoever does not
believe it says so before the next claim, and they are shown: if one of them is of another rank, the
player who laid them takes the whole pile, else the one who doubted. The first without cards wins.

Sources: a collection of card games on the web, below "Cheat Card Game Rules Uk", which names the
game and a relative of the classroom, "Trichez!"; and public pages for the rules and their variants.

Decisions taken where the sources are silent:
- Of several who doubt a claim the nearest clockwise challenges, and those behind him are not asked.
- The number of cards is always told truly, and nobody may pass.
- The last cards must survive the challenge before the win counts, also with the last claim allowed.
- After `max-plays` claims nobody wins; such games are real where everybody always challenges.
- In a match every seat claims first in one game. Who wins most games wins it, and those with as
  many share it; if nobody has won a game all share it. The cards are dealt from the first on.
- In the classroom game a wrong accusation costs the pile, a pile that is taken goes under the
  stack with the card played first on top, and nobody looks at a stack.
"""
