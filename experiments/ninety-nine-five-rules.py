"""Which five rules should I play Ninety-Nine by, and what does each gain?

The strategy `five-rules` can drop its rules one by one: without a rule, it plays any card that the
other rules allow. Each version plays the same matches, until only one player has a penny left: with
three players against beginners, in mixed company and against good players, and with 2 to 6 players
in mixed company.
"""

from cardsim import Chart, Experiment, Number, Series
from cardsim.studies import (
    CompareResult,
    Difference,
    Lab,
    amount,
    by_players,
    counted,
    in_three,
    three_of,
    tried_ways,
)

PLAYERS = (2, 3, 4, 6)
USUAL = 3
GAME = "ninety-nine"
RULES = {
    "keep_specials=no": "Keep the 4, 9, ten and king while another card fits",
    "high_first=no": "Of the other cards, play the one that raises the total most",
    "keep_aces=no": "Play aces last of the ordinary cards, and count them as 1",
    "order=any": "If only special cards fit, play the ten as minus 10, then the king, the 9, the 4",
    "order_at_99=any": "At 99, play the 4 first, then the 9, the king, and the ten last",
}
"""The parameter that drops a rule, and the rule."""
SHORT = (
    "keep special cards",
    "play high cards first",
    "play aces last",
    "play the ten, then the king",
    "play the ten last at 99",
)
ALL, SAVING, BEST = "five-rules", "five-rules:order=T94K", "worth-keeping"
NONE = f"{ALL}:{','.join(RULES)}"
WITHOUT = [f"{ALL}:{left_out}" for left_out in RULES]
ALONE = [f"{ALL}:{','.join(other for other in RULES if other != rule)}" for rule in RULES]
WAYS = [ALL, NONE, SAVING, BEST, *WITHOUT]
FEW = (
    "play by the five rules",
    "put down any card that fits",
    "play by the five rules, but save the king",
    "keep the cards worth most later",
)
TOLD = (*FEW, *(f"forget to {rule}" for rule in SHORT))
MIXED = three_of(GAME)[1]
HANDS, MATCHES = "fewer hands in 100", "more matches in 100"


def study(lab: Lab) -> None:
    """Play, show, answer."""
    # The usual table first: the page shows tables in the order played.
    order = sorted(PLAYERS, key=lambda n: n != USUAL)
    three = in_three(GAME, lambda vs: lab.compare(GAME, WAYS, players=USUAL, unit="match", vs=vs))
    asked = tried_ways(three, TOLD, too_complex=[BEST])
    lab.section(
        "By who the others are, with three players",
        f"{asked.headline}. {asked.about}",
        asked.chart("Matches won, by who the others are", "how you play", range(len(FEW))),
        asked.table(),
    )
    found = {
        n: three[MIXED]
        if n == USUAL
        else lab.compare(GAME, WAYS, players=n, unit="match", vs=MIXED.vs)
        for n in order
    }
    matches = {n: found[n] for n in PLAYERS}
    usual = matches[USUAL]
    together = {n: amount(gap(c, ALL, NONE)) for n, c in matches.items()}
    lab.section(
        "The five rules",
        " ".join(
            f"{k}. {rule} ({amount(gap(usual, ALL, way))})."
            for k, (rule, way) in enumerate(zip(RULES.values(), WITHOUT, strict=True), 1)
        )
        + " In brackets is what forgetting the rule costs you, in matches in 100 with three "
        "players.",
    )
    lab.section(
        "What each rule gains",
        f"Forget one rule and keep the other four, and with {counted(USUAL)} players you win this "
        "many fewer matches in 100: "
        + "; ".join(
            f"{name} {amount(gap(usual, ALL, way))}"
            for name, way in zip(SHORT, WITHOUT, strict=True)
        )
        + f". Keep them all, and you win {by_players(together, MATCHES)} than by putting down any "
        "card that fits.",
        Chart(
            "What it costs to forget one of the five rules",
            "the rule that you forget",
            "matches in 100 fewer",
            tuple(
                Series.of_gaps(f"{counted(n)} players", SHORT, [gap(c, ALL, w) for w in WITHOUT])
                for n, c in matches.items()
            ),
            kind="points",
            reference=(0, "as good as with all five"),
        ),
    )
    alone = lab.compare(GAME, [NONE, *ALONE], players=USUAL, unit="match", vs=MIXED.vs)
    gains = [alone.gap(k, 0) for k in range(1, len(ALONE) + 1)]
    first = max(range(len(gains)), key=lambda k: gains[k].value)
    lab.section(
        "What each rule gains by itself",
        "If you only learn one rule, learn this one: "
        f"{list(RULES.values())[first]}. With three players it wins {amount(gains[first])} more "
        "matches in 100 than putting down any card that fits.",
        Chart(
            "What a single rule gains if you know no other, with three players",
            "the only rule",
            "matches in 100 more",
            (Series.of_gaps("one rule", SHORT, gains),),
            kind="points",
            reference=(0, "as good as no rule"),
        ),
    )
    hands = {
        n: lab.compare(GAME, [ALL, NONE, SAVING, *WITHOUT], players=n, unit="hand", vs=MIXED.vs)
        for n in PLAYERS
    }
    saving = {n: amount(c.gap(0, 2)) for n, c in hands.items()}
    in_matches = {n: amount(gap(c, ALL, SAVING)) for n, c in matches.items()}
    lab.section(
        "The king, and single hands",
        "Play the king before the 9 and the 4 instead of saving it, and you lose "
        f"{by_players(saving, HANDS)}. You win {by_players(in_matches, MATCHES)}.",
        Chart(
            "What it costs to forget one of the rules, hand by hand",
            "the rule that you forget",
            "hands lost in 100 more",
            tuple(
                Series.of_gaps(
                    f"{counted(n)} players",
                    SHORT,
                    [c.gap(0, k) for k in range(3, 3 + len(RULES))],
                )
                for n, c in hands.items()
            ),
            kind="points",
            reference=(0, "as good as with all five"),
        ),
    )
    alike = lab.compare(GAME, [ALL, *WITHOUT], players=USUAL, unit="match", vs=ALL)
    costs = [alike.gap(0, k) for k in range(1, len(RULES) + 1)]
    lab.section(
        "If the others know them too",
        "If the others play by all five rules, forgetting one costs you this many matches in 100 "
        "with three players: "
        + "; ".join(f"{name} {cost_of(g)}" for name, g in zip(SHORT, costs, strict=True))
        + ".",
        Chart(
            "What it costs to forget a rule that the others keep, with three players",
            "the rule that you forget",
            "matches in 100 fewer",
            (Series.of_gaps("one rule forgotten", SHORT, costs),),
            kind="points",
            reference=(0, "as good as with all five"),
        ),
    )
    level = {n: beside(gap(c, ALL, BEST)) for n, c in matches.items()}
    lab.section(
        "How good they are",
        "The strategy worth-keeping weighs every card at every total, which is too complex to do "
        f"by hand. Compared with it, the five rules win {by_players(level)}.",
    )
    lab.answer(
        f"{asked.headline}. The rules: {'; '.join(SHORT)}. In mixed company that wins "
        f"{amount(gap(usual, ALL, NONE))} matches in 100 more than putting down any card that "
        "fits. Here they are in full, with what forgetting one costs there in matches in 100: "
        + "; ".join(
            f"({k}) {rule}: {amount(gap(usual, ALL, way))}"
            for k, (rule, way) in enumerate(zip(RULES.values(), WITHOUT, strict=True), 1)
        )
        + ". "
        + (
            "Play the king before the 9 and the 4: compared"
            if gap(usual, ALL, SAVING).low > 0
            else "Playing the king before the 9 and the 4 makes no measurable difference: compared"
        )
        + f" with saving it, you lose {by_players(saving, HANDS)}, and win "
        f"{in_matches[USUAL]} more matches in 100 with {counted(USUAL)} players.",
        *asked.numbers,
        Number.of(
            amount(gap(usual, ALL, NONE)), "matches in 100 more, compared with any card that fits"
        ),
    )


def gap(compared: CompareResult, better: str, worse: str) -> Difference:
    """Return how many more matches one of the ways wins than another."""
    return compared.gap(WAYS.index(better), WAYS.index(worse))


def cost_of(gap: Difference) -> str:
    """Return what forgetting a rule costs, if it is certain."""
    return "nothing measurable" if gap.is_tie else amount(gap)


def beside(gap: Difference) -> str:
    """Return how many matches more or fewer are won, in words."""
    if gap.is_tie:
        return f"just as many ({amount(gap)})"
    turned = gap if gap.value > 0 else gap.turned()
    return f"{amount(turned)} matches in 100 {'more' if gap.value > 0 else 'fewer'}"


EXPERIMENT = Experiment(study, n=200_000, precision="0.5pp")
