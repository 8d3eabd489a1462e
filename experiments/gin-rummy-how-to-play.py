"""How do I play Gin Rummy well?

These are the best rules that a person can follow with seven tiles, three players and a stock laid
out in a row: what to take, what to throw, when to knock. Every way to play meets beginners, mixed
company and good players. Then we drop each rule in turn to see what it is worth in mixed company.
`gin-rummy-when-to-knock` has the classic game for two, where to knock at once is wrong.
"""

from typing import Any

from cardsim import Experiment, Strategy, borrowed
from cardsim.games.gin_rummy import after_throw, gain, row_melds
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
SAVES, LITTLE, MUCH, FAR = 5, 2, 23, 15
"""Points of deadwood: what a tile of the row must save, and one that makes a meld; with how many to
take none that makes no meld; and up to how many near melds are not kept any more."""
near_melds, plainly = (borrowed("gin-rummy", name, "finish") for name in (BEST, "take-improve"))


def draw(view: Any) -> Any:
    """Draw from the row what lowers the deadwood much."""
    if not view.may_take or (not row_melds(view) and view.own_deadwood >= MUCH):
        return 0
    return gain(view) >= SAVES


def draw_melds(view: Any) -> Any:
    """Draw from the row what lowers the deadwood much, or makes a meld and lowers it a little."""
    melds = view.may_take and row_melds(view) and gain(view) >= LITTLE
    return melds or draw(view)


def finish(view: Any) -> Any:
    """Keep near melds while the deadwood is large, and else throw what leaves least."""
    return plainly(view) if after_throw(view) <= FAR else near_melds(view)


CARD = FewLines(
    (
        "draw from the stock if the row's tile is in no meld, with a deadwood of 23 or more",
        "draw from the row if the row's tile lowers your deadwood by 5 or more",
        "throw as usual, with a deadwood of at most 15 after the throw",
        RULES[1].text,
    ),
    Strategy(
        "gin-rummy",
        name="four lines",
        plays="take~ what saves 5 and keep~ near melds",
        draw=draw,
        finish=finish,
    ),
    "draw from the row what makes a meld and lowers your deadwood by 2 or more, too",
    Strategy(
        "gin-rummy",
        name="five lines",
        plays="take~ melds and what saves 5, and keep~ near melds",
        draw=draw_melds,
        finish=finish,
    ),
)


def study(lab: Lab) -> None:
    """Play, show, answer."""
    advise(lab, "gin-rummy", players=(2, 3, 4), usual=3, strategy=BEST, rules=RULES, card=CARD)


EXPERIMENT = Experiment(study, precision="0.5pp")
