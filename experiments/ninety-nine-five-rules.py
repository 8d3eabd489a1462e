"""Which five rules should I play Ninety-Nine by, and what does each gain?

The strategy `five-rules` plays by rules that can be left out one by one: where a rule is missing,
any card that the others leave is as likely. Each way plays the same hands, against others who play
their highest card and keep special cards (4, 9, 10, king) until nothing else fits, and against
others who play by the five rules themselves.
"""

from dataclasses import replace

from cardsim import Chart, Experiment, Number, Series
from cardsim.answers.comparisons import CompareResult, Difference
from cardsim.answers.experiments import Lab, amount, by_players
from cardsim.runs.wording import counted

PLAYERS = (2, 3, 4, 6)
USUAL = 3
RULES = {
    "keep_specials=no": "Keep the 4, 9, ten and king while another card fits",
    "high_first=no": "Of the other cards play the one that raises the total most",
    "keep_aces=no": "But keep aces to the last of them, and count them as 1",
    "order=any": "Where only special cards fit, play the ten first, then the king, then 9 and 4",
    "order_at_99=any": "At 99 play the 4 first, then the 9, then the king, and the ten last",
}
"""What leaves a rule out, and the rule."""
SHORT = (
    "keep special cards",
    "high cards first",
    "aces last",
    "ten, then king",
    "at 99 the ten last",
)
ALL, SAVING, BEST = "five-rules", "five-rules:order=T94K", "worth-keeping"
NONE = f"{ALL}:{','.join(RULES)}"
WITHOUT = [f"{ALL}:{left_out}" for left_out in RULES]
ALONE = [f"{ALL}:{','.join(other for other in RULES if other != rule)}" for rule in RULES]
WAYS = [ALL, NONE, SAVING, BEST, *WITHOUT, *ALONE]


def study(lab: Lab) -> None:
    """Play, show, answer."""
    # The usual table first: what was played first stands first on the page.
    order = sorted(PLAYERS, key=lambda n: n != USUAL)
    found = {n: lab.compare("ninety-nine", WAYS, players=n, unit="hand") for n in order}
    compared = {n: found[n] for n in PLAYERS}
    alike = {
        n: lab.compare("ninety-nine", [ALL, *WITHOUT], players=n, vs=ALL, unit="hand")
        for n in PLAYERS
    }
    matches = lab.compare(
        "ninety-nine", [ALL, NONE], n=max(lab.n // 20, 20), players=USUAL, unit="match"
    )
    together = {n: gap(c, ALL, NONE) for n, c in compared.items()}
    usual = compared[USUAL]
    lab.section(
        "The five rules",
        " ".join(
            f"{k}. {rule} ({amount(gap(usual, ALL, way))})."
            for k, (rule, way) in enumerate(zip(RULES.values(), WITHOUT, strict=True), 1)
        )
        + " In brackets what it costs to forget the rule, in hands of 100 with three players.",
    )
    lab.section(
        "What each rule gains",
        "Who forgets one of the rules, and keeps the other four, loses so many hands more in 100 "
        "with three players: "
        + "; ".join(
            f"{name} {amount(gap(usual, ALL, way))}"
            for name, way in zip(SHORT, WITHOUT, strict=True)
        )
        + f"; all of them {amount(together[USUAL])}. All of them, by players: "
        f"{per_table(together)}.",
        Chart(
            "What it costs to forget one of the five rules",
            "the rule that is forgotten",
            "hands lost more in 100",
            tuple(
                Series.of_gaps(f"{counted(n)} players", SHORT, [gap(c, ALL, w) for w in WITHOUT])
                for n, c in compared.items()
            ),
            kind="points",
            reference=(0, "as good as with all five"),
        ),
    )
    lab.section(
        "What each rule gains alone",
        "A player who knows no rule and puts down any card that fits gains most by learning the "
        f"rule: {best_alone(usual)}",
        Chart(
            "What one rule gains for a player who knows no other",
            "the only rule",
            "hands lost fewer in 100",
            tuple(
                Series.of_gaps(f"{counted(n)} players", SHORT, [gap(c, w, NONE) for w in ALONE])
                for n, c in compared.items()
            ),
            kind="points",
            reference=(0, "as good as no rule"),
        ),
    )
    saving = {n: gap(c, ALL, SAVING) for n, c in compared.items()}
    lab.section(
        "The king",
        "Once only special cards fit, the king goes before 9 and 4. Compared with saving it to the "
        f"last you lose so many hands fewer in 100: {per_table(saving)}.",
        Chart(
            "What it costs to save the king",
            "players",
            "hands lost more in 100",
            (Series.of_gaps("the king saved to the last", PLAYERS, list(saving.values())),),
            reference=(0, "no difference"),
        ),
    )
    level = {n: beside(gap(c, BEST, ALL)) for n, c in compared.items()}
    lab.section(
        "How good they are",
        "The strategy worth-keeping weighs every card at every total, as no player can. Beside it "
        f"the five rules lose {by_players(level)}. In matches of three players, until one has a "
        f"penny left, who plays by the rules wins {matches.contenders[0].estimate}, and who plays "
        f"any card that fits {matches.contenders[1].estimate}.",
    )
    lab.section(
        "If the others know them too",
        "Against others who play by the five rules themselves it costs so many hands in 100 to "
        "forget one, with three players: "
        + "; ".join(f"{name} {amount(alike[USUAL].gap(0, k))}" for k, name in enumerate(SHORT, 1))
        + ".",
        Chart(
            "What it costs to forget a rule that the others keep",
            "the rule that is forgotten",
            "hands lost more in 100",
            tuple(
                Series.of_gaps(
                    f"{counted(n)} players", SHORT, [c.gap(0, k) for k in range(1, len(RULES) + 1)]
                )
                for n, c in alike.items()
            ),
            kind="points",
            reference=(0, "as good as with all five"),
        ),
    )
    costs = [gap(usual, ALL, way) for way in WITHOUT]
    rest = max(costs[1:], key=lambda g: g.value)
    lab.answer(
        f"{next(iter(RULES.values()))}: of the five rules below this one matters most, and to "
        f"forget it costs {amount(costs[0])} hands in 100 with three players; each of the others "
        f"at most {amount(rest)}. With all five you lose {usual.contenders[0].estimate} of hands, "
        f"and {usual.contenders[1].estimate} with any card that fits, where an even share is "
        f"{100 / USUAL:.1f} %, against others who play high cards first and keep special cards.",
        Number.of(usual.contenders[0].estimate, "of hands lost by the five rules, three players"),
        Number.of(usual.contenders[1].estimate, "of hands lost with any card that fits"),
        Number.of(
            amount(costs[0]), "hands in 100 lost by forgetting to keep special cards", is_cost=True
        ),
    )


def gap(compared: CompareResult, better: str, worse: str) -> Difference:
    """How many more hands one of the ways loses than another."""
    return compared.gap(WAYS.index(better), WAYS.index(worse))


def per_table(gaps: dict[int, Difference]) -> str:
    """Hands in 100, by the number of players."""
    return by_players({n: amount(g) for n, g in gaps.items()})


def beside(gap: Difference) -> str:
    """How many hands more or fewer are lost, in words."""
    if gap.is_tie:
        return f"as many within noise ({amount(gap)})"
    turned = replace(gap, value=abs(gap.value))
    return f"{amount(turned)} hands in 100 {'more' if gap.value > 0 else 'fewer'}"


def best_alone(compared: CompareResult) -> str:
    """The rule that gains most by itself, and what it gains."""
    gains = [gap(compared, way, NONE) for way in ALONE]
    best = max(range(len(gains)), key=lambda k: gains[k].value)
    return f"{list(RULES.values())[best]}. It saves {amount(gains[best])} hands in 100."


EXPERIMENT = Experiment(study, n=500_000, precision="0.5pp")
