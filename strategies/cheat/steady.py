"""Challenge every claim until one was true, and tell the truth to those who doubt.

Once somebody else was wrong twice in a game with a challenge, it claims as `truth-first`: all cards
of the rank, and none besides. Until then it claims as `until-wrong`: truthfully while it challenges
everything, and as `level-2` once it was wrong itself. It challenges as `until-wrong`, and lies with
the card needed last, as `planner`.

Source: our own. Wrong challenges are seen by all, and only those who doubt on a hunch make two.
"""

from cardsim import Strategy, borrowed

honest_count = borrowed("cheat", "truth-first", "count")
usual_count = borrowed("cheat", "until-wrong", "count")
TWICE = 2


def doubted(view):
    """Return whether another player was wrong so often that he doubts on a hunch."""
    for seat in range(view.players):
        if seat != view.seat and view.wrong_challenges[seat] >= TWICE:
            return True
    return False


def count(view):
    return honest_count(view) if doubted(view) else usual_count(view)


STRATEGY = Strategy(
    game="cheat",
    plays="challenge~ every claim until one was true, and lie~ only to those who seldom doubt",
    count=count,
    challenge=borrowed("cheat", "until-wrong", "challenge"),
)
