"""What may an evening of the Dice Game cost me?

Everybody puts up three units a game, and the winner takes them all. The first to roll changes from
game to game, so that everybody has an even share. We compute exactly how often you are ahead after
ten games, and what a bad evening costs.
"""

from collections.abc import Sequence
from math import comb

from cardsim import Chart, Experiment, Number, Series
from cardsim.games.dice_game.rules import START_UNITS
from cardsim.studies import Lab, Table

PLAYERS = (3, 4, 5, 6, 8)
GAMES = 10
SHOWN = (3, 4, 6)
MOST = tuple(range(7))
"""Numbers of games won that are shown."""
SIX = 6
COINS = 0.25
"""The value of a unit in money."""


def study(lab: Lab) -> None:
    """Compute, show, answer."""
    won = {n: chances_won(n) for n in PLAYERS}
    lab.section(
        f"After {GAMES} games",
        f"A game that you lose costs you {START_UNITS} units, so an evening without a win costs "
        f"{GAMES * START_UNITS}. A game that you win brings you what the others put up: with six "
        f"players {START_UNITS * (SIX - 1)} units.",
        Chart(
            "How many games you win in an evening",
            f"games that you win of {GAMES}",
            "how often",
            tuple(Series(f"{n} players", MOST, won[n][: len(MOST)]) for n in SHOWN),
            percent=True,
            exact=True,
            best="highest",
        ),
        Table(
            f"Evenings of {GAMES} games, in 100",
            ("players", "you win nothing", "you end behind", "you end level", "you end ahead"),
            tuple((str(n), *(f"{100 * p:.0f}" for p in how_often(n, won[n]))) for n in PLAYERS),
        ),
    )
    nothing, behind, _, ahead = (100 * p for p in how_often(SIX, won[SIX]))
    turns = lab.exact("dice-game", players=SIX).figures["turns"]
    lab.answer(
        f"At most {GAMES * START_UNITS} units in {GAMES} games, and on average nothing: what you "
        f"put up, somebody wins. With six players you win no game in {nothing:.0f} evenings of "
        f"100, end behind in {behind:.0f} and ahead in {ahead:.0f}. With coins of a quarter that "
        f"is ${COINS * GAMES * START_UNITS:.2f} at worst. {GAMES} games of six take "
        f"{GAMES * turns:.0f} turns on average.",
        Number(f"{GAMES * START_UNITS} units", f"lost at most in {GAMES} games"),
        Number(f"{nothing:.0f} %", "of evenings without a win, six players"),
        Number(f"{ahead:.0f} %", "of evenings that end ahead, six players"),
    )


def chances_won(players: int) -> tuple[float, ...]:
    """Return the probability of each number of games won, if everybody has an even share."""
    share = 1 / players
    return tuple(
        comb(GAMES, wins) * share**wins * (1 - share) ** (GAMES - wins) for wins in range(GAMES + 1)
    )


def ends(players: int, wins: int) -> int:
    """Return the units won or lost after all games; the winner puts up units too."""
    return START_UNITS * (players * wins - GAMES)


def how_often(players: int, won: Sequence[float]) -> tuple[float, float, float, float]:
    """Return the chances of no win at all, and of ending behind, level and ahead."""
    units = [ends(players, wins) for wins in range(GAMES + 1)]
    behind, level, ahead = (
        sum(p for p, u in zip(won, units, strict=True) if (u > 0) - (u < 0) == sign)
        for sign in (-1, 0, 1)
    )
    return won[0], behind, level, ahead


# By a number of games: all of it is exact.
EXPERIMENT = Experiment(study)
