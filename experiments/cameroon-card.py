"""Which pairs should I choose in Counter-Cameroon, by rules that fit on a card?

The strategy `win-odds` works out the chance to win the game after each split, which nobody can do
by hand. We look at what it chooses for every roll of four dice on empty sheets, and in games
against itself. Then we compare it with a card: a mark is worth the points of its category, times a
number that depends on the marks you both have there. The number is what the mark adds to your
chance to win that race, in 32nds, if every later mark is equally likely to be yours.
Each way plays the same dice against beginners, in mixed company and against good players.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from cardsim import Chart, Experiment, Number, Series
from cardsim.engine.table import Table
from cardsim.studies import Lab, in_three, rounded, tried_ways, wilson
from cardsim.workspace import load_strategy

GAME = "counter-cameroon"
BEST, CARD, POINTS = WAYS = ("win-odds", "race-odds", "max-points-live")
TOLD = ("work out your chance to win", "choose by the card", "take the most points that count")
ROLLS = 126
"""The number of different rolls of four dice, in any order."""
ASKED = 8
"""The number of times that the best strategy is asked about a roll."""
MARKS = range(4)
PARTS = 32
TURNS = 15
MOST_GAMES = 300


def study(lab: Lab) -> None:
    """Play, show, answer."""
    three = in_three(GAME, lambda vs: lab.compare(GAME, WAYS, vs=vs))
    by_hand = tried_ways(three, TOLD, too_complex=[BEST])
    numbers = {mine: tuple(number(mine, theirs) for theirs in MARKS) for mine in MARKS}
    told_card = card(numbers)
    lab.section(
        "The card",
        f"{told_card}. Take the split whose two marks are worth most together; a second mark "
        "in the same category counts as the next one there. A category that is won counts nothing.",
        Chart(
            "Marks are worth most when both of you are about to win"
            if numbers[3][3] == max(x for row in numbers.values() for x in row)
            else "What a mark is worth",
            "marks that the other player has there",
            "times the points",
            tuple(
                Series(f"you have {mine}", tuple(map(str, MARKS)), row)
                for mine, row in numbers.items()
            ),
            kind="grid",
            exact=True,
        ),
    )
    by_hand.show(lab, "What it wins", "how you choose", by_hand.about)
    rolls = first_choices(lab.seed)
    most = [r for r, (chosen, sums) in rolls.items() if worth(chosen) == max(map(worth, sums))]
    rarest = [roll for roll in most if rare(rolls[roll])]
    odd = [roll for roll in rolls if roll not in rarest]
    lab.section(
        "The first roll",
        f"On empty sheets the full calculation takes the split with the most points in {len(most)} "
        f"of {len(rolls)} rolls. Take the most points, and break ties by the dearest number, and "
        f"you choose the same in {len(rarest)} rolls."
        + "".join(f" It differs on {told(roll, rolls[roll])}." for roll in odd),
    )
    agreed, asked = later_choices(lab.seed, min(max(lab.n // 200, 10), MOST_GAMES))
    turns = [turn for turn in range(1, TURNS + 1) if asked[turn]]
    series = []
    for name, way in (("the card", CARD), ("the most points", POINTS)):
        bounds = [wilson(agreed[way][t], asked[t]) for t in turns]
        series.append(
            Series(
                name,
                tuple(turns),
                tuple(agreed[way][t] / asked[t] for t in turns),
                tuple(low for low, _ in bounds),
                tuple(high for _, high in bounds),
            )
        )
    alike = {way: share(agreed[way], asked) for way in (CARD, POINTS)}
    lab.section(
        "Later rolls",
        f"We let the full calculation play itself, and look at the first {TURNS} turns. If a roll "
        f"leaves a choice, the card agrees with it in {alike[CARD]} of rolls, and taking the most "
        f"points agrees in {alike[POINTS]}.",
        Chart(
            "How often the card and the points agree with the full calculation",
            "your turn",
            "rolls with the same choice",
            tuple(series),
            percent=True,
        ),
    )
    advice, mixed = by_hand.advice, by_hand.mixed
    lab.answer(
        f"{advice[:1].upper()}{advice[1:]}. In mixed company that costs you "
        f"{mixed.cost(WAYS.index(CARD))} compared with a full calculation, and taking the most "
        f"points {mixed.cost(WAYS.index(POINTS))}. On empty sheets take the pairs with the most "
        "points, and break ties by the dearest number: the full calculation does so in "
        f"{len(rarest)} of {len(rolls)} rolls. By the card, "
        f"{told_card[:1].lower()}{told_card[1:]}.",
        *by_hand.numbers,
        Number.of(
            by_hand.mixed.cost(WAYS.index(POINTS)),
            "lost by taking the most points, in mixed company",
            is_cost=True,
        ),
    )


def number(mine: int, theirs: int) -> float:
    """Return what a mark adds to the chance to win a race, in 32nds, by the marks there."""
    return PARTS * (odds(3 - mine, 4 - theirs) - odds(4 - mine, 4 - theirs))


def odds(lack: int, they_lack: int) -> float:
    """Return the chance to make your missing marks first, if each mark is yours half the time."""
    if lack == 0 or they_lack == 0:
        return float(lack == 0)
    return (odds(lack - 1, they_lack) + odds(lack, they_lack - 1)) / 2


def card(numbers: Mapping[int, Sequence[float]]) -> str:
    """Return in words what a mark is worth, which depends only on the lead if that is large."""
    apart = {k: {numbers[i][j] for i in MARKS for j in MARKS if abs(i - j) == k} for k in MARKS}
    close = [{numbers[i][i], numbers[i][i + 1], numbers[i + 1][i]} for i in MARKS[:-1]]
    if any(len(alike) > 1 for alike in (apart[2], apart[3], *close)):
        raise RuntimeError("a mark is worth more in some race than in one that is as close")
    none, one, two = (f"{alike.pop():g}" for alike in close)
    return (
        "Count a mark as its points times a number, by the marks that you both have there: "
        f"{apart[2].pop():g} if one of you is two marks ahead, and {apart[3].pop():g} if it is "
        f"three; in a closer race {none}, {one} or {two} if the one with fewer marks has none, one "
        f"or two, and {numbers[3][3]:g} if you both need one more"
    )


Roll = tuple[int, ...]
Split = tuple[int, int]
Choice = tuple[Split, list[Split]]
"""The split that was chosen, and all that the roll allows."""


def first_choices(seed: int) -> dict[Roll, Choice]:
    """Return the best strategy's choices on empty sheets, for each roll, the dice in order."""
    table = Table(GAME)
    strategy = load_strategy(table.game, BEST)
    found: dict[Roll, Choice] = {}
    hand = 0
    while len(found) < ROLLS:
        table.begin(seed, hand)
        view = table.view
        roll = tuple(sorted(map(int, view.dice)))
        if roll not in found:
            splits = [(int(low), int(high)) for low, high in view.splits]
            # Of equally good splits it takes one by chance.
            taken = {splits[int(table.choice(strategy))] for _ in range(ASKED)}
            found[roll] = max(taken, key=lambda split: max(map(rarity, split))), splits
        hand += 1
    return dict(sorted(found.items()))


def later_choices(seed: int, games: int) -> tuple[dict[str, Counter[int]], Counter[int]]:
    """Count by turn how often each way agrees with the best strategy, of how many choices."""
    table = Table(GAME)
    strategies = {way: load_strategy(table.game, way) for way in WAYS}
    agreed: dict[str, Counter[int]] = {way: Counter() for way in (CARD, POINTS)}
    asked: Counter[int] = Counter()
    for game in range(games):
        table.begin(seed, game)
        while not table.over:
            view = table.view
            chosen = table.choice(strategies[BEST])
            turn = (int(view.turns) + 1) // 2
            if turn <= TURNS and int(view.choices).bit_count() > 1 and view.recorded.any():
                asked[turn] += 1
                for way, counts in agreed.items():
                    own = table.choice(strategies[way])
                    counts[turn] += tuple(view.splits[own]) == tuple(view.splits[chosen])
            table.act(chosen)
            while table.waits_for_chance:
                table.happen()
    return agreed, asked


def share(agreed: Counter[int], asked: Counter[int]) -> str:
    """Return how often a way chooses alike, over all turns."""
    low, high = wilson(agreed.total(), asked.total())
    return rounded(100 * agreed.total() / asked.total(), 50 * (high - low), unit=" %")


def worth(split: Split) -> int:
    """Return the standard points of two marks."""
    return sum(2 * rarity(total) + 1 for total in split)


def rarity(total: int) -> int:
    """Return how far a category lies from the 7."""
    return abs(total - 7)


def rare(choice: Choice) -> bool:
    """Return whether no split of as many points has a dearer number."""
    chosen, splits = choice
    alike = [split for split in splits if worth(split) == worth(chosen)]
    return max(map(rarity, chosen)) == max(rarity(total) for split in alike for total in split)


def told(roll: Roll, choice: Choice) -> str:
    """Return a roll and its split in words: `1, 1, 2, 2 as 2 and 4`."""
    return f"{', '.join(map(str, roll))}, where it takes {choice[0][0]} and {choice[0][1]}"


EXPERIMENT = Experiment(study, n=1_000_000, precision="0.5pp")
