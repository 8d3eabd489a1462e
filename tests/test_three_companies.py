"""Ways to play in three kinds of company: whether these agree, and what is safest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

import cardsim
from cardsim.ask.swept import Group
from cardsim.games import game_names, load_game
from cardsim.runs.company import Company, three_of
from cardsim.statistics.paired import Shortfall
from cardsim.statistics.stats import Estimate
from cardsim.story import Chart, Number, Series
from cardsim.studies import Lab, in_few, is_level, level, or_ties, priced, spoken
from cardsim.studies.advice import decided
from cardsim.studies.companies import Behind, CompanyResult, Tried, all_playing, in_group
from cardsim.workspace import strategy_files

SCAT = load_game("scat")
MATCH = SCAT.units["match"](SCAT.rules(), 3)
WIDE, SURE = 0.03, 0.002
WAYS = ("knock at 21", "knock at 26", "never knock")


def found(name: str, where: str, values: Sequence[float], half: float) -> CompanyResult:
    """Matches won in a company, every difference to the best with this half width."""
    best = max(values)
    return CompanyResult(
        Company(name, where, name),
        MATCH,
        MATCH.won_by,
        tuple(Estimate("wins", "you win", v, v - half, v + half, 0.5, 1000, True) for v in values),
        tuple(Behind(best - v, max(best - v - half, 0), best - v + half) for v in values),
    )


def tried(*values: Sequence[float], half: float = SURE, more: Sequence[float] = ()) -> Tried:
    """Ways to play by what they win against beginners, in mixed company, against good players."""
    beginners, mixed, good = (
        found(name, where, some, half)
        for (name, where), some in zip(
            [
                ("beginners", "against beginners"),
                ("mixed company", "in mixed company"),
                ("good players", "against good players"),
            ],
            values,
            strict=True,
        )
    )
    others = (found("waiters", "against players of `waiter`", more, half),) if more else ()
    return Tried(WAYS, (21, 26, 31), (beginners, mixed, good), "scat", more=others)


def test_where_the_companies_disagree_that_is_said_first() -> None:
    asked = tried((0.33, 0.40, 0.50), (0.22, 0.38, 0.28), (0.23, 0.34, 0.30))

    assert asked.agreed is None
    assert asked.headline == (
        "It depends on the others: against beginners, never knock; in mixed company and against "
        "good players, knock at 26. If you do not know them, knock at 26. In these three companies "
        "it costs you at most 10.0 (± 0.2) matches in 100 (against beginners)"
    )
    beginners, mixed, good = asked.table().rows
    assert beginners == (
        "beginners",
        "never knock",
        "50.0 % (± 0.2)",
        "10.0 (± 0.2)",
        "10.0 (± 0.2) (in mixed company)",
    )
    assert mixed[-1] == "10.0 (± 0.2) (against beginners)"
    assert good[1] == "knock at 26"


def test_where_one_way_is_best_in_all_three_it_is_what_is_said() -> None:
    asked = tried((0.33, 0.45, 0.40), (0.22, 0.38, 0.28), (0.23, 0.34, 0.30))

    assert asked.headline == "Knock at 26, in all three companies that were tried"
    assert [number.value for number in asked.numbers] == ["38.0 %", "45.0 %", "34.0 %"]


def test_no_number_of_points_is_printed_large_as_if_the_advice_won_or_lost_them() -> None:
    asked = tried((0.33, 0.45, 0.40), (0.22, 0.38, 0.28), (0.23, 0.34, 0.30))
    ten = load_game("chinese-ten")
    hand = ten.units["hand"](ten.rules(), 2)

    beginners, mixed, good = (replace(f, unit=hand, measure=hand.won_by) for f in asked.three)

    assert replace(asked, three=(beginners, mixed, good)).numbers == []


def test_where_the_advice_turns_round_in_a_further_company_that_is_said_next() -> None:
    values = (0.33, 0.45, 0.40), (0.22, 0.38, 0.28), (0.23, 0.34, 0.30)

    turned = tried(*values, more=(0.50, 0.30, 0.20)).headline
    hardly = tried(*values, more=(0.301, 0.30, 0.20)).headline
    assert turned == (
        "Knock at 26, in all three companies that were tried. But against players of `waiter`, "
        "knock at 21: that wins 20.0 (± 0.2) matches in 100 more"
    )
    assert hardly == tried(*values).headline
    assert all_playing(SCAT, "threshold").where == "against players who knock at 21"


def test_a_way_that_may_be_best_everywhere_agrees_with_what_did_best_by_luck() -> None:
    asked = tried((0.33, 0.45, 0.46), (0.22, 0.38, 0.28), (0.23, 0.34, 0.30), half=WIDE)

    assert asked.agreed == WAYS.index("knock at 26")
    assert asked.spoken(asked.three[0]) == "knock at 26 (or never knock)"


def test_a_tie_that_is_built_otherwise_is_told_in_full() -> None:
    values = (0.38, 0.37, 0.37)
    three = [found(name, f"against {name}", values, WIDE) for name in ("weak", "mixed", "good")]
    ways = (
        "play the 4 first at 99 alone",
        "play the 9 before the 4",
        "play the 4 last at 99 alone",
    )
    asked = Tried(ways, ways, (three[0], three[1], three[2]), "ninety-nine")

    assert asked.spoken(asked.mixed) == (
        "play the 4 first at 99 alone (or play the 9 before the 4 or play the 4 last at 99 alone)"
    )


def test_many_ways_in_a_row_are_told_by_their_ends() -> None:
    values = (0.20, 0.37, 0.38, 0.38, 0.37, 0.36, 0.20)
    three = [found(name, f"against {name}", values, WIDE) for name in ("weak", "mixed", "good")]
    ways = tuple(f"knock at {n} or more" for n in range(21, 28))
    asked = Tried(ways, tuple(range(21, 28)), (three[0], three[1], three[2]), "scat")
    apart = Tried((*ways[:3], "never knock", *ways[4:]), asked.x, asked.three, "scat")
    last = Tried((*ways[:5], "never knock", ways[6]), asked.x, asked.three, "scat")

    assert asked.spoken(asked.mixed) == (
        "knock at 23 or more (anything from 22 to 26 may do as well)"
    )
    assert apart.spoken(apart.mixed) == asked.spoken(asked.mixed)
    assert last.spoken(last.mixed) == (
        "knock at 23 or more (anything from 22 to 25, or never, may do as well)"
    )


def test_a_few_ways_that_do_worse_are_told_as_what_you_do() -> None:
    values = (0.20, 0.38, 0.37, 0.37, 0.37, 0.20)
    three = [found(name, f"against {name}", values, WIDE) for name in ("weak", "mixed", "good")]
    deals = (f"count the last {n} deals" for n in (2, 3, 4))
    ways = ("do not count", *deals, "count the last deal", "count from the first deal on")
    asked = Tried(ways, ways, (three[0], three[1], three[2]), "casino")

    assert asked.spoken(asked.mixed) == (
        "count the last 2 deals (anything else may do as well, unless you do not count or "
        "count from the first deal on)"
    )


def test_of_many_ways_that_are_worse_the_worst_is_told() -> None:
    values = (0.20, 0.37, 0.38, 0.25, 0.38, 0.37, 0.36, 0.22, 0.23)
    three = [found(name, f"against {name}", values, WIDE) for name in ("weak", "mixed", "good")]
    ways = ("never knock", *(f"knock at {n}" for n in range(22, 30)))
    asked = Tried(ways, tuple(range(9)), (three[0], three[1], three[2]), "scat")

    assert asked.spoken(asked.mixed) == (
        "knock at 23 (four other ways may do as well, but not if you never knock)"
    )


def test_what_loses_to_one_company_is_not_said_to_do_as_well_in_all_three() -> None:
    level, apart = (0.36, 0.37, 0.37, 0.36, 0.35), (0.20, 0.38, 0.21, 0.38, 0.37)
    beginners, mixed, good = (
        found(name, f"against {name}", values, WIDE)
        for name, values in (("weak", apart), ("mixed", level), ("good", level))
    )
    ways = ("knock early", "wait", "wait long", "dare", "never knock")
    asked = Tried(ways, ways, (beginners, mixed, good), "scat")

    assert asked.advice == "wait (or dare or never knock), in all three companies that were tried"
    assert asked.spoken(mixed) == "wait (four other ways may do as well)"


def test_where_only_another_company_tells_ways_apart_the_worst_one_there_is_told() -> None:
    level, apart = (0.37,) * 7, (0.38, 0.20, 0.21, 0.22, 0.38, 0.38, 0.38)
    beginners, mixed, good = (
        found(name, f"against {name}", values, WIDE)
        for name, values in (("weak", apart), ("mixed", level), ("good", level))
    )
    ways = ("wait", "knock early", "rush", "dare", "never knock", "wait long", "dally")
    asked = Tried(ways, ways, (beginners, mixed, good), "scat")

    assert asked.advice == (
        "wait (three other ways may do as well, but against weak not if you knock early), in all "
        "three companies that were tried"
    )


def test_what_nobody_can_tell_apart_makes_no_measurable_difference() -> None:
    asked = tried((0.33, 0.34, 0.33), (0.33, 0.33, 0.34), (0.34, 0.33, 0.33), half=WIDE)

    assert asked.headline.startswith(
        "It makes no measurable difference in any company that was tried"
    )


def test_a_sure_difference_is_said_however_small() -> None:
    three = (0.330, 0.330, 0.328), (0.330, 0.329, 0.327), (0.330, 0.330, 0.330)

    asked = tried(*three, half=0.001)

    assert asked.level
    assert asked.headline == (
        "Nobody would notice the difference in any company that was tried: it is at most 0.30 "
        "(± 0.10) matches in 100 (in mixed company)"
    )


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        (0, 0.004, "nothing measurable"),
        (0.001, 0.004, "0.3, which nobody would notice"),
        (0.001, 0.009, "0.3"),
    ],
)
def test_what_a_choice_costs_is_said_if_it_is_sure(low: float, high: float, told: str) -> None:
    swept = cardsim.sweep("scat", 40, knock_threshold="21,26", seed=1)
    (group,) = swept.groups
    gap = Shortfall(0.003, low, high)
    point = replace(group.points[1], shortfall=gap)

    assert priced(replace(group, points=(group.points[0], point)), point, "0.3") == told


def test_a_chart_marks_as_ties_what_its_page_says_does_as_well() -> None:
    swept = cardsim.sweep("scat", 40, knock_threshold="21,26", seed=1)
    (group,) = swept.groups
    points = tuple(
        replace(p, best=k == 0, tied=k == 0, shortfall=Shortfall(0.003 * k, 0.002 * k, 0.004 * k))
        for k, p in enumerate(group.points)
    )
    lab, line = Lab(40, 1), Series.of_group(group, "")

    sure = replace(swept, groups=(replace(group, points=points),))
    lab.section("By the value", "", Chart("Late", "value", "lives", (line,), sweep=sure))

    drawn = lab.sections[0].chart
    assert drawn is not None
    assert drawn.sweep is not None
    assert [p.tied for p in drawn.sweep.groups[0].points] == [True, True]


def test_what_surely_loses_in_a_further_company_is_not_said_to_do_as_well() -> None:
    three = (0.33, 0.38, 0.38), (0.30, 0.38, 0.38), (0.23, 0.34, 0.34)

    both, worse = (tried(*three, half=WIDE, more=(0.30, 0.50, far)) for far in (0.50, 0.20))

    assert both.headline == "Knock at 26 (or never knock), in all three companies that were tried"
    assert worse.headline == "Knock at 26, in all three companies that were tried"


def test_many_ties_side_by_side_are_a_range() -> None:
    tried = ("2", "4", "6", "8", "10", "never")

    assert or_ties("6", ["8"], tried) == " (or 8)"
    assert or_ties("6", ["4", "8", "10"], tried) == " (anything from 4 to 10 does as well)"
    assert or_ties("8", ["6", "10", "never"], tried) == (
        " (anything from 6 to 10, or never, does as well)"
    )
    assert or_ties("2", ["6", "8", "10"], tried) == " (or 6, 8 or 10)"
    assert or_ties("2", []) == ""


def test_the_safest_way_loses_least_in_its_worst_company_whichever_that_is() -> None:
    values = (0.33, 0.40, 0.42), (0.22, 0.38, 0.36), (0.23, 0.34, 0.33)

    assert tried(*values).safest == WAYS.index("knock at 26")
    assert tried(*values, more=(0.40, 0.30, 0.39)).safest == WAYS.index("never knock")


def test_the_way_that_the_field_names_is_the_safest_where_none_can_be_told_to_be_safer() -> None:
    values = ((0.33, 0.40, 0.41), (0.22, 0.38, 0.37), (0.23, 0.34, 0.31))
    waits = WAYS.index("never knock")

    for half, safest in ((SURE, "knock at 26"), (WIDE, "never knock")):
        asked = replace(tried(*values, half=half), named=waits)
        assert asked.ways[asked.safest] == safest
        assert sorted(asked.order) == [0, 1, 2]
    beyond = replace(tried(*values, half=WIDE), named=waits, too_complex=frozenset({waits}))
    assert beyond.ways[beyond.safest] == "knock at 26"


def test_what_is_advised_elsewhere_is_advised_here_unless_another_is_certainly_better() -> None:
    level = ((0.33, 0.34, 0.33), (0.33, 0.34, 0.32), (0.34, 0.33, 0.33))
    better = ((0.33, 0.34, 0.33), (0.20, 0.34, 0.32), (0.34, 0.33, 0.33))

    for values, half, advised in ((level, WIDE, 0), (better, 0.001, 1)):
        assert replace(tried(*values, half=half), named=0).advised == advised
        assert tried(*values, half=half).advised == 1


def test_a_rule_is_named_by_what_its_decision_is_about() -> None:
    assert (
        decided("take the top discard? Otherwise a card is drawn") == "when to take the top discard"
    )
    assert decided("which card to throw: 0 to 3, its place") == "which card to throw"
    assert decided("where to draw from") == "where to draw from"


def test_a_way_that_surely_loses_in_one_company_is_not_said_to_lose_in_none() -> None:
    sure = found("beginners", "against beginners", (0.40, 0.39, 0.38), SURE)
    mixed = found("mixed company", "in mixed company", (0.30, 0.30, 0.33), WIDE)
    good = found("good players", "against good players", (0.30, 0.32, 0.34), WIDE)
    asked = Tried(WAYS, (21, 26, 31), (sure, mixed, good), "scat")

    assert asked.at_most(2) == "it costs you at most 2.0 (± 0.2) matches in 100 (against beginners)"
    assert asked.at_most(1) == "it costs you at most 3 (± 3) matches in 100 (in mixed company)"


def test_what_a_way_costs_is_told_of_each_company_with_its_unit_once() -> None:
    asked = tried((0.33, 0.40, 0.50), (0.36, 0.38, 0.28), (0.30, 0.34, 0.34))
    level = tried((0.33, 0.34, 0.33), (0.33, 0.33, 0.34), (0.34, 0.33, 0.33), half=WIDE)

    assert asked.costs(1) == (
        "nothing measurable in mixed company, 10.0 (± 0.2) matches in 100 against beginners and "
        "nothing measurable against good players"
    )
    assert asked.costs(0) == (
        "2.0 (± 0.2) matches in 100 in mixed company, 17.0 (± 0.2) against beginners and 4.0 "
        "(± 0.2) against good players"
    )
    assert level.costs(0) == "nothing measurable in any company that was tried"


def test_what_is_level_in_three_companies_is_not_said_of_a_further_one() -> None:
    three = (0.33, 0.34, 0.33), (0.33, 0.33, 0.34), (0.34, 0.33, 0.33)
    asked = tried(*three, half=WIDE, more=(0.50, 0.20, 0.30))

    assert asked.headline.startswith(
        "It makes no measurable difference in any of the three companies. But against players of "
        "`waiter`, knock at "
    )
    assert asked.costs(0) == "nothing measurable in any of the three companies"


def test_points_won_and_lost_have_their_sign_in_every_company_after_the_first() -> None:
    hand = load_game("chinese-ten").units["hand"]
    unit = hand(load_game("chinese-ten").rules(), 2)
    three = [
        CompanyResult(
            Company(where, where, where),
            unit,
            unit.won_by,
            (Estimate("score", "points", value, value - 0.5, value + 0.5, 9.0, 1000, False),),
            (Behind(0, 0, 0),),
        )
        for where, value in (("against beginners", 4.0), ("in mixed company", -3.0), ("here", 0.0))
    ]
    asked = Tried(("throw safely",), (0,), (three[0], three[1], three[2]), "chinese-ten")

    assert asked.wins(0).endswith("; +4.0 (± 0.5) against beginners and +0 (± 0.5) here")


@pytest.mark.parametrize("game", [g for g in game_names() if load_game(g).default_strategy])
def test_every_game_has_beginners_mixed_company_and_good_players(game: str) -> None:
    beginners, mixed, good = three_of(game)

    assert (beginners.vs, mixed.vs) == ("field-0", "field")
    assert good.vs in strategy_files(load_game(game))


def test_house_rules_with_a_field_of_their_own_have_good_players_of_their_own() -> None:
    assert three_of("gin-rummy", "classic-2p")[2].vs != three_of("gin-rummy")[2].vs


@pytest.mark.parametrize(
    ("what", "label", "more"),
    [
        ("you win in mixed company", "you win in mixed company", ""),
        (
            "matches in 100 lost by bidding a trick less on every hand, in mixed company",
            "matches in 100 lost",
            "by bidding a trick less on every hand, in mixed company",
        ),
        (
            "points a board in mixed company, your side wins more than the others",
            "points a board in mixed company",
            "your side wins more than the others",
        ),
        ("games in 100 between the best seat", "games in 100", "between the best seat"),
        ("of an evening of Casino is play", "of an evening of Casino", "is play"),
    ],
)
def test_a_key_figure_has_a_label_of_at_most_six_words(what: str, label: str, more: str) -> None:
    number = Number("19.4", what)

    assert (number.label, number.more) == (label, more)


def test_key_figures_side_by_side_have_labels_that_end_alike() -> None:
    mixed = Number("34 %", "you win the match in mixed company")
    beginners = Number("46 %", "you win the match against beginners")

    assert beginners.label == "you win the match against beginners"
    assert [n.beside((mixed, beginners)) for n in (mixed, beginners)] == [
        ("you win the match", "in mixed company"),
        ("you win the match", "against beginners"),
    ]


def test_charts_name_ways_to_play_in_six_words_unless_these_are_alike() -> None:
    long, more = "knock at 22 on the first two turns", "\N{HORIZONTAL ELLIPSIS}"

    assert in_few([long, "never knock"]) == (
        "knock at 22 on the first\N{HORIZONTAL ELLIPSIS}",
        "never knock",
    )
    assert in_few([f"{long}, then at 26", f"{long}, then at 29"]) == (
        f"knock at 22 {more} then at 26",
        f"knock at 22 {more} then at 29",
    )
    assert in_few([f"{long}, then at 26", f"{long} or more, then at 26"]) == (
        f"{long}, then at 26",
        f"{long} or more, then at 26",
    )


@pytest.fixture(scope="module")
def played() -> Group:
    """Three values to knock at, in a few hands."""
    return cardsim.sweep("scat", 50, knock_threshold="20,22,24", vs="same", seed=1).groups[0]


@pytest.mark.parametrize(
    ("gap", "is_good"),
    [
        (Shortfall(0.002, 0.001, 0.003), True),
        (Shortfall(0.006, 0.001, 0.011), False),
        (Shortfall(0.006, 0.0, 0.012), True),
    ],
    ids=["sure but unnoticeable", "sure", "perhaps nothing"],
)
def test_a_page_has_one_test_of_as_good(played: Group, gap: Shortfall, *, is_good: bool) -> None:
    best, other, bad = Shortfall(0, 0, 0.001), gap, Shortfall(0.1, 0.09, 0.11)
    points = tuple(
        replace(point, shortfall=short, best=short is best, tied=short is best)
        for point, short in zip(played.points, (best, other, bad), strict=True)
    )
    group = replace(played, points=points)
    by_company = in_group(Company("mixed company", "in mixed company", "field"), group)

    assert by_company.is_good(1) == is_level(group, points[1]) == is_good
    assert level(group) == (points[1],) * is_good
    assert spoken(group) == ("20 (or 22)" if is_good else "20")
