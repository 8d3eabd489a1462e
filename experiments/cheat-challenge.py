"""How sure must I be to challenge in Cheat?

You see some cards of the claimed rank, so you can work out how likely the claim is to be true if
the unseen cards lie anywhere. You always challenge a claim that cannot be true, and anybody's last
card. Should you also challenge unlikely claims, and in how large a pile? You lie as `level-2` does,
with a false card beside a true one once the pile is large. Each way plays the same games against
beginners, in mixed company, against good players, and against players who all play the learned
rules, who lie often and doubt seldom.
"""

from cardsim import Chart, Experiment, Number, Series, Strategy, borrowed
from cardsim.runs.seating import Who
from cardsim.studies import Company, CompareResult, Lab, in_three, tried_ways

LIAR = "level-2"
CHANCES = (0.05, 0.1, 0.2, 0.4, 1)
ANY_PILE = 104
PILES = {2: "at most 2 cards in the pile", 6: "at most 6 in it", ANY_PILE: "any pile"}
TOLD = 0.2
FEW = (2, 3, 4, 6)
SURE = "challenge only sure lies and the last card"
UNTIL = "challenge every claim until one was true"
ALSO = ("learned",)


def challenging(name: str, strategy: str = "bluffer", **numbers: float) -> Strategy:
    """Return a player who lies by the rule, and challenges like another strategy."""
    return Strategy(
        "cheat",
        name=name,
        plays=f"challenge~ as {name}",
        count=borrowed("cheat", LIAR, "count"),
        card=borrowed("cheat", "planner", "card"),
        challenge=borrowed("cheat", strategy, "challenge", **numbers),
    )


def doubtful(chance: float) -> str:
    """Return in words which claims are challenged below a chance that they are true."""
    if chance == 1:
        return "every claim that may be false"
    return f"claims less than {100 * chance:g} % likely"


DOUBTS = {
    (chance, pile): challenging(f"{chance} up to {pile}", unlikely=chance, doubt_pile=pile)
    for chance in CHANCES
    for pile in PILES
}
TELL = (SURE, *(f"also challenge {doubtful(c)} with {PILES[pile]}" for c, pile in DOUBTS), UNTIL)
WAYS: list[Who] = [LIAR, *DOUBTS.values(), challenging("until one was true", "steady")]
LATE: dict[str, Who] = {
    "challenge the last card": LIAR,
    "let the last card pass": challenging("the last card passes", "certain-only"),
    **{
        f"challenge whoever has {few} cards left": challenging(f"{few} left", few=few)
        for few in FEW
    },
}


def study(lab: Lab) -> None:
    """Play, show, answer."""
    played = in_three("cheat", lambda vs: lab.compare("cheat", WAYS, vs=vs), also=ALSO)
    asked = tried_ways(played, TELL)
    lab.section(
        "If you only doubt a claim", f"{asked.headline}. {asked.about}", table=asked.table()
    )
    for company, compared in played.items():
        by_chance(lab, company, compared)
    late = tried_ways(
        in_three("cheat", lambda vs: lab.compare("cheat", list(LATE.values()), vs=vs)),
        tuple(LATE),
    )
    late.show(lab, "When somebody is about to go out", "whom you challenge, true or not")
    doubt = 1 + list(DOUBTS).index((TOLD, ANY_PILE))
    lab.answer(
        f"{asked.headline}. Challenge {doubtful(TOLD)} in {PILES[ANY_PILE]}, and it costs you "
        f"{asked.costs(doubt)}. A wrong challenge costs you the pile, and a right one helps "
        f"everybody else as much as you. When somebody is about to go out, "
        f"{late.ways[late.advised]}: letting it pass costs you {late.costs(1)}, and far more where "
        "nobody else challenges it, as `cheat-last-card` says.",
        *asked.numbers,
        Number.of(
            asked.mixed.cost(doubt),
            f"lost by challenging {doubtful(TOLD)}, in mixed company",
            is_cost=True,
        ),
    )


def by_chance(lab: Lab, company: Company, compared: CompareResult) -> None:
    """Show the cost of challenging more in one company, compared with only sure lies."""
    ways = list(DOUBTS)
    lab.section(
        f"By how likely the claim is, {company.where}",
        "Each line is for piles of at most that size. Above 0 you win fewer games than by "
        "challenging only sure lies and the last card.",
        Chart(
            f"What it costs to challenge more, {company.where}",
            "you challenge claims less likely than this, in %",
            "games in 100 fewer than by challenging only sure lies",
            tuple(
                Series.of_gaps(
                    told,
                    [100 * chance for chance in CHANCES],
                    [compared.gap(0, 1 + ways.index((chance, pile))) for chance in CHANCES],
                )
                for pile, told in PILES.items()
            ),
            interval="95 % intervals of all differences together",
            reference=(0, "only sure lies"),
            best="lowest",
        ),
    )


EXPERIMENT = Experiment(study, n=20_000, precision="1pp")
