"""How do I play the Dice Game well?

Nobody decides anything in this game, so no strategy wins more than another. But you can choose
where you sit, who goes first, and the house rules. We compute exactly what each of these is worth.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.game import in_turn
from cardsim.show.panel import minus
from cardsim.studies import Lab, Table, by_players, counted

PLAYERS = (2, 3, 4, 6)
TWO, SIX = PLAYERS[0], PLAYERS[-1]
USUAL, ONE, FEWER, CAPPED, LCR, LOTS = (
    "the usual rules",
    "one unit each at the start",
    "two units each at the start",
    "three dice at most",
    "Left Center Right",
    "draw lots for who goes first",
)
HOUSE_RULES: dict[str, dict[str, Any]] = {
    USUAL: {},
    ONE: {"start_units": 1},
    FEWER: {"start_units": 2},
    CAPPED: {"preset": "seed-capped"},
    LCR: {"preset": "lcr"},
    LOTS: {"first_player": "random"},
}
Wins = Mapping[int, Sequence[float]]
"""By the number of players, the chance to win of each place in the order of rolling."""


def study(lab: Lab) -> None:
    """Compute, show, answer."""
    solved = {
        name: {n: lab.exact("dice-game", players=n, **rules).figures for n in PLAYERS}
        for name, rules in HOUSE_RULES.items()
    }
    wins: dict[str, Wins] = {
        name: {n: [f[f"player_{seat + 1}_wins"] for seat in range(n)] for n, f in by.items()}
        for name, by in solved.items()
    }
    turns = {name: {n: f["turns"] for n, f in by.items()} for name, by in solved.items()}
    usual, lcr = wins[USUAL], wins[LCR]
    first = by_players({n: f"{100 * (1 / n - w[0]):.2f}" for n, w in usual.items()})
    sooner = 100 * (1 - turns[FEWER][SIX] / turns[USUAL][SIX])
    two, six = counted(TWO), counted(SIX)
    advice = (
        (
            f"if you may choose your place with {six} players, be {place(usual[SIX])}: that wins "
            f"{edge(usual[SIX]):.2f} games in 100 above an even share"
        ),
        (
            "let somebody else go first: the first to roll falls short of an even share, in 100 "
            f"games by {first}"
        ),
        (
            f"with {two} players and the rules of Left Center Right, be {place(lcr[TWO])}: that "
            f"wins {edge(lcr[TWO]):.1f} games in 100 above an even share"
        ),
        (
            "draw lots for who goes first if it should be fair: then no place wins more than "
            f"{edge(wins[LOTS][SIX]):.2f} games in 100 above an even share, and games are no longer"
        ),
        (
            "start with two units each if you want a shorter game: it has "
            f"{sooner:.0f} % fewer turns with {six} players"
        ),
    )
    lab.section(
        "The Dice Game: what you can choose",
        f"The rest is luck: with {six} players the best and the worst place are "
        f"{spread(usual[SIX]):.2f} games in 100 apart.",
        rules=advice,
    )
    lab.section(
        "The best place to sit",
        "Which place is best, and how many games in 100 it wins above an even share.",
        Chart(
            "Your place matters with few players and few units",
            "players",
            "games in 100 above an even share, in the best place",
            tuple(
                Series(name, PLAYERS, tuple(edge(w) for w in by.values()))
                for name, by in wins.items()
                if name != LOTS
            ),
            exact=True,
        ),
        Table(
            "The best place in the order of rolling",
            ("house rules", *(f"{n} players" for n in PLAYERS)),
            tuple(
                (name, *(f"{place(w)}: {edge(w):.2f}" for w in by.values()))
                for name, by in wins.items()
                if name != LOTS
            ),
        ),
    )
    lab.section(
        "How long it takes",
        "Turns in a game, on average. House rules change this most.",
        table=Table(
            "Turns in a game",
            ("house rules", *(f"{n} players" for n in PLAYERS)),
            tuple(
                (name, *(f"{by[n]:.1f}{beside(by[n], turns[USUAL][n])}" for n in PLAYERS))
                for name, by in turns.items()
            ),
        ),
    )
    lab.answer(
        "Nobody decides anything in the Dice Game, so no strategy wins more than another. What you "
        f"can choose is worth little: with {counted(SIX)} players the best place is "
        f"{place(usual[SIX])}, which wins {edge(usual[SIX]):.2f} games in 100 above an even share. "
        f"It is worth something with {counted(TWO)} players by the rules of Left Center Right: be "
        f"{place(lcr[TWO])}, and you win {edge(lcr[TWO]):.1f} games in 100 above it.",
        Number(f"{edge(usual[SIX]):.2f}", f"games in 100 for the best place of {counted(SIX)}"),
        Number(
            f"{edge(lcr[TWO]):.1f}",
            f"games in 100 for the best place of {counted(TWO)}, Left Center Right",
        ),
    )


def place(wins: Sequence[float]) -> str:
    """Return the place that wins most."""
    names = in_turn(len(wins), "roll", last="the last to roll")
    return names[max(range(len(wins)), key=wins.__getitem__)]


def edge(wins: Sequence[float]) -> float:
    """Return how many games in 100 the best place wins above an even share."""
    return max(100 * (max(wins) - 1 / len(wins)), 0.0)


def spread(wins: Sequence[float]) -> float:
    """Return how many games in 100 lie between the best place and the worst."""
    return 100 * (max(wins) - min(wins))


def beside(turns: float, usual: float) -> str:
    """Return how much longer or shorter a game is than by the usual rules; empty if neither."""
    part = round(100 * (turns / usual - 1))
    return minus(f" ({part:+d} %)") if part else ""


EXPERIMENT = Experiment(study)
