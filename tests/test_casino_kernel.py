"""Casino as its rules file has it: examples, invariants, and the baselines told exactly."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from cardsim.cards import card_id, card_name
from cardsim.engine.table import Table
from cardsim.games.casino import GAME
from cardsim.games.casino.rules import Rules
from cardsim.games.casino.state import BUILD, CAPTURE, NOBODY, RAISE, TRAIL
from cardsim.games.casino.story import move_of
from cardsim.workspace import load_strategy
from harness import in_set, part_of, random_plays

ME, OTHER = 0, 1
PIPS = 10


def spread(*groups: str) -> list[int]:
    """Several sets of cards by their ranks, none of them twice."""
    used, found = 0, []
    for names in groups:
        some = 0
        for name in names.split():
            suits = name[1:] or "CDHS"
            card = next(card_id(name[0] + s) for s in suits if not used >> card_id(name[0] + s) & 1)
            used, some = used | 1 << card, some | 1 << card
        found.append(some)
    return found


def table_with(
    hand: str, loose: str, *builds: tuple[str, int, int, int], rules: Rules | None = None
) -> Table:
    """A table at which seat 0 holds a hand; a build is cards, value, groups, owner."""
    table = Table(GAME, rules or Rules())
    held, lying, *built = spread(hand, loose, *(names for names, *_ in builds))
    state = table.state
    state["hand_of"][ME], state["hand"], state["loose"] = held, held, lying
    for (_, value, groups, owner), some in zip(builds, built, strict=True):
        state["build_values"] |= 1 << value
        state["build_groups"][value], state["build_owner"][value] = groups, owner
        state["build_cards"][value] = some
    return table


def ranks(cards: Any) -> str:
    """The ranks of some cards, in order of pips."""
    return " ".join(card_name(card)[0] for card in sorted(cards, key=lambda card: card % 13))


def said(action: Any) -> str:
    """An action without suits."""
    move = move_of(action)
    played, taken = ranks([move.card]), ranks(move.cards)
    words = {
        TRAIL: f"trail {played}",
        CAPTURE: f"{played} takes {' '.join(filter(None, [taken, 'B' * move.take]))}",
        BUILD: f"{played} builds {move.value} with {taken}".removesuffix(" "),
        RAISE: f"{played} raises {move.old} to {move.value} with {taken}".removesuffix(" "),
    }
    return words[move.kind].replace(" with", " with" if taken else "").strip()


def what(table: Table, *kinds: int) -> list[str]:
    """What may be done, in order."""
    return [said(a) for a in table.legal if not kinds or move_of(a).kind in kinds]


# ---------------------------------------------------------------- section 10


def test_an_eight_takes_nine_sets() -> None:
    table = table_with("8", "A 2 3 5 6 8")

    found = what(table, CAPTURE)

    sets = ("8", "2 6", "3 5", "A 2 5", "2 6 8", "3 5 8", "A 2 5 8", "2 3 5 6", "2 3 5 6 8")
    assert sorted(found) == sorted(f"8 takes {some}" for some in sets)


def test_an_eight_takes_any_eights_with_a_sum_or_without() -> None:
    assert len(what(table_with("8", "8 8 8 5 3"), CAPTURE)) == 15


def test_a_sum_is_taken_whole() -> None:
    assert what(table_with("8", "4 2 2"), CAPTURE) == ["8 takes 2 2 4"]


@pytest.mark.parametrize(
    ("face_capture", "loose", "found"),
    [
        ("one", "QC QS", ["Q takes Q"] * 2),
        ("one", "QC QS QH", ["Q takes Q"] * 3),
        ("one-or-three", "QC QS", ["Q takes Q"] * 2),
        ("one-or-three", "QC QS QH", [*["Q takes Q"] * 3, "Q takes Q Q Q"]),
        ("all", "QC QS", ["Q takes Q Q"]),
        ("all", "KC 5", []),
    ],
)
def test_a_face_card_takes_what_the_table_says(
    face_capture: str, loose: str, found: list[str]
) -> None:
    table = table_with("QD", loose, rules=Rules(face_capture=face_capture))

    assert what(table, CAPTURE) == found


def test_the_same_cards_make_different_builds() -> None:
    table = table_with("3C 3D 6C", "A 2")

    of_three = [said(a) for a in table.legal if move_of(a).card == card_id("3C")]

    assert of_three == ["trail 3", "3 takes A 2", "3 builds 3 with A 2", "3 builds 6 with A 2"]
    groups = []
    for n in (2, 3):
        table = table_with("3C 3D 6C", "A 2")
        table.act(table.nth(n))
        groups.append(int(table.state["build_groups"].max()))
    assert groups == [2, 1]


def test_a_build_needs_its_card_in_hand() -> None:
    assert what(table_with("3 8", "5")) == ["trail 3", "3 builds 8 with 5", "trail 8"]


def test_loose_cards_do_not_help_to_take_a_build() -> None:
    assert what(table_with("9", "2", ("4 3", 7, 1, OTHER))) == ["trail 9"]


def test_an_owner_does_not_trail_and_keeps_his_card() -> None:
    table = table_with("9 K", "5 4", ("6 3", 9, 1, ME))

    assert what(table) == ["9 takes B", "9 takes 4 5 B"]


def test_a_single_build_is_raised_and_a_multiple_is_not() -> None:
    assert "2 raises 6 to 8" in what(table_with("2 8", "", ("3 3", 6, 1, OTHER)))
    assert "A raises 8 to 9" in what(table_with("A 9", "", ("3 3 2", 8, 1, OTHER)))
    assert what(table_with("2 5", "", ("3 3", 3, 2, OTHER)), RAISE) == []


def test_loose_cards_do_not_help_to_raise_a_build_unless_the_table_says_so() -> None:
    layout: Any = ("3 8 T", "2", ("A 4", 5, 1, OTHER))

    usual = what(table_with(*layout), BUILD, RAISE)
    helped = what(table_with(*layout, rules=Rules(table_cards_raise=True)), BUILD, RAISE)

    assert usual == ["3 raises 5 to 8", "8 builds T with 2".replace("T", "10")]
    assert helped == [usual[0], "3 raises 5 to 10 with 2", usual[1]]


def test_a_raise_takes_in_loose_cards_of_the_new_value() -> None:
    table = table_with("2 9", "9", ("3 4", 7, 1, OTHER))

    assert what(table) == [
        *("trail 2", "2 raises 7 to 9", "2 raises 7 to 9 with 9"),
        *("trail 9", "9 takes 9"),
    ]


@pytest.mark.parametrize("action", ["6 builds 9 with 3", "9 builds 9"])
def test_a_card_is_added_to_a_build_by_itself_or_with_others(action: str) -> None:
    table = table_with("6 9 9", "3", ("5 4", 9, 1, OTHER))
    chosen = next(a for a in table.legal if said(a) == action)

    assert "9 takes B" in what(table)
    table.act(chosen)

    assert table.state["build_groups"][9] == 2
    assert table.state["build_owner"][9] == ME


def test_a_multiple_build_grows_and_keeps_its_value() -> None:
    table = table_with("2 8 8 T", "6", ("3 5 8", 8, 2, OTHER))

    assert [w for w in what(table, BUILD, RAISE) if "10" in w] == []
    table.act(next(a for a in table.legal if said(a) == "2 builds 8 with 6"))

    assert table.state["build_groups"][8] == 3


@pytest.mark.parametrize(
    ("numbers", "points"), [(((27, 6), (25, 7)), [7, 4]), (((26, 6), (26, 7)), [4, 4])]
)
def test_a_hand_scores_as_in_the_example(numbers: Any, points: list[int]) -> None:
    named = spread("TD AC AD", "2S AH AS")
    table = Table(GAME, Rules())
    free = [c for c in range(52) if not (named[0] | named[1]) >> c & 1]
    for side, (number, spades) in enumerate(numbers):
        pile = named[side]
        for card in list(free):
            more_spades = spades - len([c for c in in_set(pile) if c >= 39])
            room = number - len(in_set(pile)) - (more_spades if card < 39 else 0)
            if room > 0 and (card < 39 or more_spades > 0):
                pile |= 1 << card
                free.remove(card)
        table.state["piles"][side] = pile

    table.close()

    assert table.state["points"][:2].tolist() == points


# ---------------------------------------------------------------- long lists


@cache
def splits(pips: tuple[int, ...], value: int) -> bool:
    """Whether ascending numbers can be parted into sets that each add up to a value."""
    if not pips:
        return True
    *rest, last = pips
    return any(
        last + sum(rest[k] for k in places) == value
        and splits(tuple(n for k, n in enumerate(rest) if k not in places), value)
        for size in range(min(len(rest), value) + 1)
        for places in combinations(range(len(rest)), size)
    )


@pytest.mark.parametrize("maximal", [False, True])
def test_captures_are_those_found_by_trying_all(maximal: bool) -> None:
    rng, seen = random.Random(4), 0
    rules = Rules(action_set="maximal" if maximal else "all")
    for _ in range(120):
        pack = [card for card in range(52) if card % 13 < PIPS]
        rng.shuffle(pack)
        value, lying = rng.randint(5, 10), sorted(pack[: rng.randint(4, 10)])
        held = next(c for c in pack[10:] if c % 13 == value - 1)
        table = Table(GAME, rules)
        hand = np.uint64(1 << held)
        table.state["hand_of"][ME], table.state["hand"] = hand, hand
        table.state["loose"] = sum(1 << card for card in lying)
        found = [
            some
            for size in range(1, len(lying) + 1)
            for some in combinations(lying, size)
            if splits(tuple(sorted(card % 13 + 1 for card in some)), value)
        ]
        if maximal:
            found = [s for s in found if not any(set(s) < set(other) for other in found)]

        actions = [a for a in table.legal if move_of(a).kind == CAPTURE]

        assert [move_of(a).cards for a in actions] == found
        assert all(table.allows(a) for a in actions)
        seen += len(found)
    assert seen > 200


def test_a_ten_has_fifteen_thousand_million_captures_of_all_other_numerals() -> None:
    table = Table(GAME, Rules())
    loose = sum(1 << c for c in range(52) if c % 13 < PIPS and c != card_id("TS"))
    table.state["loose"] = loose
    table.state["hand_of"][ME] = table.state["hand"] = np.uint64(1 << card_id("TS"))

    assert table.count == 15_109_038_399 + 1


def test_what_is_legal_is_what_is_counted() -> None:
    """Each action with one thing changed is legal if, and only if, it is another of the list."""
    rng, checked, refused = random.Random(7), 0, 0
    for seed in range(60):
        rules = Rules(
            keep_capturing_card=seed % 2 == 0,
            trail_with_own_build=seed % 3 == 0,
            table_cards_raise=seed % 5 < 2,
            face_capture=("one", "one-or-three", "all")[seed % 3],
            must_capture=seed % 7 < 3,
            action_set=("all", "maximal")[seed % 4 == 0],
        )
        table = Table(GAME, rules, 2 + seed % 3, seed=seed)
        while not table.over:
            legal = table.legal
            listed = set(legal)
            assert len(listed) == len(legal)
            for _ in range(6):
                number, chosen = rng.choice(legal)
                number ^= rng.choice([0, 1 << rng.randrange(17), rng.getrandbits(17)])
                chosen ^= rng.choice([0, 1 << rng.randrange(52), 1 << rng.randrange(52)])
                assert table.allows((number, chosen)) == ((number, chosen) in listed)
                refused += (number, chosen) not in listed
                checked += 1
            table.act(rng.choice(legal))
    assert checked - refused > 1000
    assert refused > 1000


@pytest.mark.parametrize("action", [(-1, 0), (1 << 40, 0), (0, -1), (0, 1 << 60), (63, 0)])
def test_numbers_that_are_no_action_are_refused(action: tuple[int, int]) -> None:
    table = table_with("2C", "3C")

    assert not table.allows(action)


# ---------------------------------------------------------------- what always holds


@pytest.mark.full
def test_cards_builds_and_points_keep_within_the_rules() -> None:
    checked = {"hands": 0, "builds": 0}
    for play in random_plays(part_of("casino"), 3, tables=30, hands=6):
        rules, end = play.table.rules, play.scored[-1]
        players, number = play.table.players, int(end["sides"])
        for state in play.states[:-1]:
            dealt = int(state["deals_left"]) * 4 * players
            built = [in_set(int(some)) for some in state["build_cards"]]
            piles = [in_set(int(some)) for some in (*state["piles"], *state["hand_of"])]
            lying = in_set(int(state["loose"]))
            everything = [c for some in (*built, *piles, lying) for c in some]
            everything += state["deck"].tolist()[52 - dealt :] if dealt else []
            assert sorted(everything) == list(range(52))
            for value, some in enumerate(built):
                pips = tuple(sorted(card % 13 + 1 for card in some))
                assert sum(pips) == value * state["build_groups"][value]
                if some:
                    checked["builds"] += 1
                    assert splits(pips, value) or len(pips) > 12
                    held = in_set(int(state["hand_of"][state["build_owner"][value]]))
                    kept = any(card % 13 + 1 == value for card in held)
                    assert kept or not rules.keep_capturing_card
        mine = [end["piles"][side::number] for side in range(number)]
        counts = [sum(len(in_set(int(p))) for p in piles) for piles in mine]
        spades = [sum(len(in_set(int(p) >> 39)) for p in piles) for piles in mine]
        swept = rules.sweep_points * int(end["sweeps"].sum())
        for_cards = 3 if rules.cards_points == "majority-3" else 2
        expected = 0 if end["last_capturer"] == NOBODY else 11 + swept
        expected -= for_cards * (counts.count(max(counts)) > 1 and expected > 0)
        expected -= spades.count(max(spades)) > 1 and expected > 0
        assert end["points"].sum() == expected
        checked["hands"] += 1
    assert checked["hands"] == 180
    assert checked["builds"] > 500


def test_if_nobody_captures_nobody_scores() -> None:
    table = Table(GAME, Rules(), seed=3)
    while not table.over:
        table.act((in_set(int(table.view.hand))[0], 0))
    table.close()

    assert table.state["last_capturer"] == NOBODY
    assert table.state["points"].tolist() == [0] * 4
    assert len(in_set(int(table.state["loose"]))) == 52


# ---------------------------------------------------------------- the baselines


@pytest.mark.full
def test_the_exact_baselines_play_as_the_rules_say() -> None:
    known = {n: load_strategy(GAME, n) for n in ("pair-only", "greedy-cards", "greedy-value")}
    anything, seen = load_strategy(GAME, "random-legal"), dict.fromkeys(known, 0)
    for seed in range(80):
        table = Table(GAME, Rules(), 2 + seed % 3, seed=seed)
        mover = list(known.values())[seed % 3] if seed % 2 else anything
        while not table.over:
            legal = table.legal
            wanted = {
                "pair-only": pair_only(table),
                "greedy-cards": greedy(table, legal, lambda _: 1.0, min),
                "greedy-value": greedy(table, legal, worth, by_worth),
            }
            for name, action in wanted.items():
                if action in legal:
                    assert table.choice(known[name]) == action
                    seen[name] += 1
            table.act(table.choice(mover))
    assert min(seen.values()) > 2500


def pair_only(table: Table) -> tuple[int, int]:
    """Section 11's words: the first card whose rank lies loose takes that rank."""
    hand, loose = in_set(int(table.view.hand)), in_set(int(table.view.loose))
    for card in hand:
        there = [other for other in loose if other % 13 == card % 13]
        if there:
            taken = there if card % 13 < PIPS else there[:1]
            number = card | CAPTURE << 6 | (card % 13 + 1) << 8
            return number, sum(1 << other for other in taken)
    return hand[0], 0


def greedy(table: Table, legal: list[Any], value: Any, trailed: Any) -> tuple[int, int]:
    """The capture worth most, the first of equals; else a card is trailed."""
    captures = [a for a in legal if move_of(a).kind == CAPTURE]
    if not captures:
        return trailed(in_set(int(table.view.hand))), 0

    def total(action: Any) -> float:
        move = move_of(action)
        build = in_set(int(table.view.build_cards[move.value])) if move.take else []
        return float(round(sum(value(card) for card in (move.card, *move.cards, *build)), 6))

    best: tuple[int, int] = max(captures, key=total)
    return best


def worth(card: int) -> float:
    """What `greedy-value` counts a card at its defaults."""
    special = {"TD": 2.0, "2S": 1.0}.get(card_name(card), 0.0)
    found: float = 0.1 + 0.12 * (card >= 39) + (card % 13 == 0) + special
    return found


def by_worth(hand: list[int]) -> int:
    """The card that counts least, the first of equals."""
    return min(hand, key=lambda card: (round(worth(card), 6), card))
