"""How do I play the Dice Game well?

Nobody decides anything in this game, so that no way to play wins more than another. What players
can still choose is where they sit, who begins and by which house rules. What each of these is worth
is computed exactly, without chance.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.advice import in_order
from cardsim.answers.experiments import Lab, Table, by_players
from cardsim.game import in_turn
from cardsim.plots.panel import minus
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4, 6)
TWO, SIX = PLAYERS[0], PLAYERS[-1]
USUAL, ONE, FEWER, CAPPED, LCR, LOTS = (
    "the usual rules",
    "one unit each at the start",
    "two units each at the start",
    "three dice at most",
    "Left Center Right",
    "lots for who begins",
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
"""By the number of players the chance to win of each place in the order of rolling."""


def study(lab: Lab) -> None:
    """Reckon, show, answer."""
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
            f"if you may choose your place with {six} players, be {place(usual[SIX])}, which wins "
            f"{edge(usual[SIX]):.2f} games in 100 more than an even share"
        ),
        f"let another begin: who rolls first wins fewer games than an even share, in 100 {first}",
        (
            f"with {two} players and the rules of Left Center Right be {place(lcr[TWO])}, which "
            f"wins {edge(lcr[TWO]):.1f} games in 100 more than an even share"
        ),
        (
            "draw lots for who begins where it is to be fair: then no place wins more than "
            f"{edge(wins[LOTS][SIX]):.2f} games in 100 above an even share, and a game is as long"
        ),
        (
            "start with two units each where it is to be over sooner: a game has "
            f"{sooner:.0f} % fewer turns with {six} players"
        ),
    )
    lab.section(
        "What you can choose",
        f"{in_order(advice)} All else is luck: with {six} players the best place and the worst are "
        f"{spread(usual[SIX]):.2f} games in 100 apart.",
    )
    lab.section(
        "The best place to sit",
        "Where the best place is, and how many games in 100 it wins more than an even share.",
        Chart(
            "The place matters where there are few players and few units",
            "players",
            "games in 100 more than an even share, in the best place",
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
        "Turns in a game, on average. That is what house rules change most.",
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
        "Nobody decides anything in the Dice Game, so that no way to play wins more than another. "
        f"What you can choose is worth little: with {counted(SIX)} players {place(usual[SIX])} "
        f"wins {edge(usual[SIX]):.2f} games in 100 more than an even share, which is most. It is "
        f"worth something with {counted(TWO)} players by the rules of Left Center Right, where "
        f"{place(lcr[TWO])} wins {edge(lcr[TWO]):.1f} more.",
        Number(f"{edge(usual[SIX]):.2f}", f"games in 100 for the best place of {counted(SIX)}"),
        Number(
            f"{edge(lcr[TWO]):.1f}",
            f"games in 100 for the best place of {counted(TWO)}, Left Center Right",
        ),
    )


def place(wins: Sequence[float]) -> str:
    """The place that wins most."""
    names = in_turn(len(wins), "roll", last="the last to roll")
    return names[max(range(len(wins)), key=wins.__getitem__)]


def edge(wins: Sequence[float]) -> float:
    """How many games in 100 the best place wins more than an even share."""
    return max(100 * (max(wins) - 1 / len(wins)), 0.0)


def spread(wins: Sequence[float]) -> float:
    """How many games in 100 lie between the best place and the worst."""
    return 100 * (max(wins) - min(wins))


def beside(turns: float, usual: float) -> str:
    """How much longer or shorter a game is than by the usual rules; nothing where it is as long."""
    part = round(100 * (turns / usual - 1))
    return minus(f" ({part:+d} %)") if part else ""


EXPERIMENT = Experiment(study)
