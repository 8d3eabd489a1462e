"""How do I play Gin Rummy well?

These are the best rules that a person can follow with seven tiles, three players and a stock laid
out in a row: what to take, what to throw, when to knock. Every way to play meets beginners, mixed
company and good players. Then we drop each rule in turn to see what it is worth in mixed company.
`gin-rummy-when-to-knock` has the classic game for two, where to knock at once is wrong.
"""

from cardsim import Experiment, Strategy, borrowed
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


def study(lab: Lab) -> None:
    """Play, show, answer."""
    card = FewLines(tuple(rule.text for rule in RULES), BEST)
    advise(lab, "gin-rummy", players=(2, 3, 4), usual=3, strategy=BEST, rules=RULES, card=card)


EXPERIMENT = Experiment(study, precision="0.5pp")
