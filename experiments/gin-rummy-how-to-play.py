"""How do I play Gin Rummy well?

These are the best rules that a person can follow with seven tiles, three players and a stock laid
out in a row: what to take, what to throw, when to knock. Every way to play meets beginners, mixed
company and good players. Then we drop each rule in turn to see what it is worth in mixed company.
`gin-rummy-when-to-knock` has the classic game for two, where to knock at once is wrong.
"""

from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.games.gin_rummy import after_throw, gain
from cardsim.studies import FewLines, Lab, Rule, advise

BEST = "early-hunter"
RULES = (
    Rule("knock as soon as you may, with 10 points of deadwood or fewer", "meld-hunter"),
    Rule(
        "keep pairs and near runs: throw the tile of most points, counted 3 less for each unseen "
        "tile that would make a meld of it",
        f"{BEST}:pair_weight=0",
    ),
    Rule(
        "draw from the row only what makes a meld",
        Strategy(
            "gin-rummy",
            name=f"{BEST} that takes what lowers the deadwood",
            plays="take~ what lowers the deadwood and keep~ near melds",
            finish=borrowed("gin-rummy", BEST, "finish"),
        ),
    ),
)
SAVES, LESS, NEAR = 5, 4, 15
"""Points of deadwood: what a tile of the row must save, and what with little deadwood; and up to
how many are little: then near melds are not kept any more."""
near_melds, plainly = (borrowed("gin-rummy", name, "finish") for name in (BEST, "take-improve"))


def draw(view: Any) -> Any:
    """Draw from the row what lowers the deadwood much."""
    return view.may_take and gain(view) >= SAVES


def draw_less(view: Any) -> Any:
    """Draw from the row what lowers the deadwood much, or less where there is little."""
    return view.may_take and gain(view) >= (LESS if view.own_deadwood <= NEAR else SAVES)


def finish(view: Any) -> Any:
    """Keep near melds while the deadwood is large, and else throw what leaves least."""
    return plainly(view) if after_throw(view) <= NEAR else near_melds(view)


CARD = FewLines(
    (
        "draw from the row if the row's tile lowers your deadwood by 5 or more",
        "throw as usual, leaving a deadwood of at most 15",
        RULES[1].text,
    ),
    Strategy(
        "gin-rummy",
        name="three lines",
        plays="take~ what saves 5 and keep~ near melds",
        draw=draw,
        finish=finish,
    ),
    (
        "draw from the row if the row's tile lowers your deadwood by 4 or more, with a deadwood of "
        "at most 15"
    ),
    Strategy(
        "gin-rummy",
        name="four lines",
        plays="take~ what saves 5, or 4 of at most 15, and keep~ near melds",
        draw=draw_less,
        finish=finish,
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "gin-rummy", players=(2, 3, 4), usual=3, strategy=BEST, rules=RULES, card=CARD)


EXPERIMENT = Experiment(study, precision="0.5pp")
