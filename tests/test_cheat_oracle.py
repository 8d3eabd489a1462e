"""The oracle of Cheat plays the worked examples, keeps the invariants, meets the figures.

RULES.md of the game, sections 9 (examples), 10 (invariants), 11 (figures) and 13 (the classroom).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Any

import pytest

from checks import assert_mean, assert_share
from oracles import cheat
from oracles.cheat import CHEAT, PHRASE, Choose, Played, Rules, View

pytestmark = pytest.mark.full

DEFAULT = Rules()
CLASSROOM = Rules(classroom_trichez=True)
NAMES = "A23456789TJQK"
MODES = ["cyclic", "adjacent", "adjacent-strict", "same"]
GAMES = 1600
WATCHED = 4
"""Of one game in so many all views are kept."""

Asked = tuple[str, int, View, list[int]]


def cards(names: str) -> list[int]:
    return [NAMES.index(name) for name in names.split()]


@dataclass
class Deck:
    """Cards and signals in the order they are asked for; then the lowest card, and no signal."""

    order: list[int] = field(default_factory=list)
    signals: list[bool] = field(default_factory=list)
    stocks: list[list[int]] = field(default_factory=list)
    rates: list[tuple[float, int]] = field(default_factory=list)

    def card(self, stock: list[int]) -> int:
        self.stocks.append(stock)
        return self.order.pop(0) if self.order else stock[0]

    def happens(self, probability: float, seat: int) -> bool:
        self.rates.append((probability, seat))
        return self.signals.pop(0) if self.signals else False


@dataclass
class Shuffled:
    source: random.Random

    def card(self, stock: list[int]) -> int:
        return self.source.choice(stock)

    def happens(self, probability: float, _seat: int) -> bool:
        return self.source.random() < probability


def deck(*hands: str, of: int | None = None) -> Deck:
    """Hands of seats 0, 1 and so on, filled up with the lowest of the rest of one pack."""
    players = of or len(hands)
    named = [cards(hand) for hand in hands] + [[] for _ in range(players - len(hands))]
    rest = cheat.pack(DEFAULT)
    for each in (each for hand in named for each in hand):
        rest.remove(each)
    for seat, hand in enumerate(named):
        while len(hand) < len(range(seat, 52, players)):
            hand.append(rest.pop(0))
    return Deck([named[k % players][k // players] for k in range(52)])


@dataclass
class Script:
    """Plays these cards in turn, then one, the lowest; these seats challenge in turn, then none.

    A play is the code of its rank, used where there is a choice, and the names of its cards.
    """

    plays: Sequence[tuple[int, str]] = ()
    challengers: Sequence[set[int]] = ()
    asked: list[Asked] = field(default_factory=list)

    def __call__(self, decision: str, seat: int, view: View, legal: list[int]) -> int:
        self.asked.append((decision, seat, view, legal))
        if decision == "challenge":
            number = view["plays"] - 1
            return int(number < len(self.challengers) and seat in self.challengers[number])
        code, names = self.plays[view["plays"]] if view["plays"] < len(self.plays) else (0, "")
        if decision == "rank":
            return code
        if decision == "count":
            return len(cards(names)) or 1
        return cards(names)[len(view["chosen"])] if names else legal[0]

    def views(self, decision: str, plays: int) -> dict[int, View]:
        """What each seat saw at a decision after so many claims."""
        return {
            seat: view
            for each, seat, view, _ in self.asked
            if each == decision and view["plays"] == plays
        }


def at_random(source: random.Random, share: float, truth: float) -> Choose:
    """Any action, but challenges with this frequency, and cards of the claim where they can be."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        if decision == "challenge":
            return int(source.random() < share)
        if decision == "card" and view["rank"] in legal and source.random() < truth:
            return int(view["rank"])
        return source.choice(legal)

    return choose


def random_rules(source: random.Random) -> Rules:
    packs = source.choice([1, 1, 2])
    return Rules(
        packs=packs,
        claim_rank=source.choice(MODES),
        first_rank="free" if source.random() < 0.4 else source.choice([0, source.randrange(13)]),
        max_cards=source.choice([4, 1, source.randint(1, 4 * packs)]),
        after_challenge=source.choice(["by-mode", "next-in-turn", "winner"]),
        max_plays=source.choice([400, 120, 60, 40]) if packs == 1 else 90,
        classroom_trichez=source.random() < 0.15,
        phrase_cards=source.choice([24, source.randint(10, 30)]),
        cheat_cards=source.choice([8, source.randint(0, 20)]),
        tell_rate=source.choice([0.6, 1, 0.9]),
        false_tell_rate=source.choice([0.1, 0, 0.3]),
    )


def numbers(game: Played, *kinds: str) -> list[tuple[int, int]]:
    """Seats and numbers of the events of some kinds."""
    return [(seat, number) for kind, seat, number in game.events if kind in kinds]


def truths(game: Played) -> list[bool]:
    return [each.claim.is_true for each in game.history]


# Worked examples.


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(5, [11, 11, 10, 10, 10]), (3, [18, 17, 17]), (2, [26] * 2), (8, [7] * 4 + [6] * 4)],
)
def test_cards_are_dealt_as_evenly_as_possible(players: int, sizes: list[int]) -> None:
    """Example 1, and section 2."""
    order = random.Random(3).sample(cheat.pack(DEFAULT), 52)

    game = cheat.play_hand(replace(DEFAULT, max_plays=1), players, Deck(list(order)), Script())

    assert [len(hand) for hand in game.hands] == sizes
    assert game.hands == [sorted(order[seat::players]) for seat in range(players)]
    assert game.events[:52] == [("deal", k % players, each) for k, each in enumerate(order)]


def test_ranks_go_round_from_ace_to_king_and_ace() -> None:
    """Example 2; the second time with challenges."""
    for challengers in ([], [{1}, set(), {0, 3}, {2}]):
        script = Script(challengers=challengers)
        game = cheat.play_hand(replace(DEFAULT, max_plays=15), 4, deck(of=4), script)

        claimed = [NAMES[rank] for _, rank in numbers(game, "rank")]
        assert " ".join(claimed) == "A 2 3 4 5 6 7 8 9 T J Q K A 2"
        assert not [each for each in script.asked if each[0] == "rank"]


@pytest.mark.parametrize(
    ("options", "held", "taker", "claimant", "rank"),
    [
        ({"first_rank": 6}, "7 9", 0, 1, 7),
        ({"first_rank": 6}, "7 7", 1, 1, 7),
        ({"first_rank": 6, "after_challenge": "winner"}, "7 9", 0, 1, 7),
        ({"first_rank": 6, "after_challenge": "winner"}, "7 7", 1, 0, 7),
        ({"claim_rank": "adjacent"}, "7 9", 0, 1, 3),
        ({"claim_rank": "adjacent"}, "7 7", 1, 0, 3),
        ({"claim_rank": "adjacent-strict"}, "7 7", 1, 0, 3),
        ({"claim_rank": "same"}, "7 9", 0, 1, 3),
        ({"claim_rank": "same", "after_challenge": "next-in-turn"}, "7 7", 1, 1, 3),
    ],
)
def test_the_nearest_challenger_takes_the_pile_or_the_liar_does(
    options: dict[str, Any], held: str, taker: int, claimant: int, rank: int
) -> None:
    """Examples 3 and 4: seat 0 claims two sevens, seats 1 and 3 challenge; then what is claimed."""
    rules = replace(DEFAULT, max_plays=2, **options)
    script = Script([(6, held), (3, "A")], [{1, 3}])

    game = cheat.play_hand(rules, 4, deck(held + " A", "A", "A", "A"), script)

    first, second = game.history
    assert list(script.views("challenge", 1)) == [1]
    assert (first.claim.seat, first.claim.rank, list(first.claim.cards)) == (0, 6, cards(held))
    assert (first.challenger, first.taker) == (1, taker)
    assert (second.claim.seat, second.claim.rank, second.challenger) == (claimant, rank, -1)
    left = [13, 13, 13, 13]
    left[0] -= 2
    left[taker] += 2
    left[claimant] -= 1
    assert game.cards_left == left
    start = game.events.index(("rank", 0, 6))
    assert game.events[start + 4 : start + 8] == [
        ("challenge", 1, 0),
        *(("show", 0, each) for each in cards(held)),
        ("take", taker, 2),
    ]


@pytest.mark.parametrize(
    ("mode", "last", "codes", "ranks"),
    [
        ("adjacent", "K", [0, 1, 2], "K A Q"),
        ("adjacent-strict", "K", [1, 2], "A Q"),
        ("adjacent", "A", [0, 1, 2], "A 2 K"),
        ("adjacent-strict", "7", [1, 2], "8 6"),
        ("cyclic", "K", [], "A"),
        ("cyclic", "9", [], "T"),
        ("same", "9", [], "9"),
        ("same", None, list(range(13)), " ".join(NAMES)),
        ("adjacent", None, list(range(13)), " ".join(NAMES)),
        ("adjacent-strict", None, list(range(13)), " ".join(NAMES)),
        ("cyclic", None, [], "A"),
    ],
)
def test_ranks_that_may_be_claimed(
    mode: str, last: str | None, codes: list[int], ranks: str
) -> None:
    """Example 5, and the other modes."""
    rules = Rules(claim_rank=mode)
    last_rank = -1 if last is None else NAMES.index(last)

    assert cheat.legal_ranks(rules, last_rank) == codes
    if codes:
        assert [cheat.rank_named(code, last_rank) for code in codes] == cards(ranks)
    else:
        assert [cheat.required_rank(rules, last_rank)] == cards(ranks)


def test_who_holds_one_card_lies_if_he_must_and_may_win() -> None:
    """Example 6: seat 0 has played four, then one, and holds a seven; nines are due."""
    rules = replace(DEFAULT, first_rank=1)
    lows = [(0, "")] * 9
    plays = [(0, "2 2 2 2"), *lows, (0, "Q"), *lows]
    caught: list[set[int]] = [set()] * 20 + [{4}]

    for challengers, winner in (([], 0), (caught, -1)):
        script = Script(plays, challengers)
        rules = replace(rules, max_plays=21)
        game = cheat.play_hand(rules, 10, deck("2 2 2 2 Q 7", of=10), script)

        view = script.views("count", 20)[0]
        assert (view["counts"], view["required_rank"]) == (cheat.counts_of(cards("7")), 8)
        assert [each[3] for each in script.asked if each[2] is view] == [[1]]
        assert [each[3] for each in script.asked if each[0] == "card"][-1] == cards("7")
        assert (game.plays, game.winner, truths(game)[-1]) == (21, winner, False)
        assert script.views("challenge", 21)[1]["hand_sizes"][0] == 0
        assert game.cards_left[0] == (0 if winner == 0 else 4 + 1 + 1 + 18)
        last = ("win", 0, 21) if winner == 0 else ("draw", -1, 21)
        assert game.events[-11] == last
        assert numbers(game, "left") == list(enumerate(game.cards_left))


@pytest.mark.parametrize(("held", "certain"), [("9 9 9", True), ("9 9", False), ("9 9 9 9", True)])
def test_a_lie_is_certain_if_there_are_not_so_many_cards(held: str, certain: bool) -> None:
    """Example 7."""
    rules = replace(DEFAULT, first_rank=8, max_plays=1)
    script = Script([(0, "2 3")])

    cheat.play_hand(
        rules, 4, deck("2 3" + " 9" * (4 - len(cards(held))), "A A", held, of=4), script
    )

    views = script.views("challenge", 1)
    assert views[2]["claim"] == (0, 8, 2)
    assert cheat.is_certain_lie(views[2]) == certain
    assert not cheat.is_certain_lie(views[1])


@pytest.mark.parametrize(
    ("players", "plays", "winner"),
    [
        *[(2, 51, 0), (3, 50, 1), (4, 49, 0), (5, 48, 2), (6, 47, 4)],
        *[(7, 46, 3), (8, 45, 4), (9, 44, 7), (10, 43, 2)],
    ],
)
def test_single_cards_and_no_challenges_fix_the_end(players: int, plays: int, winner: int) -> None:
    """Example 8, in all modes."""
    for number, mode in enumerate(MODES):
        source = random.Random(number)
        rules = Rules(claim_rank=mode, max_cards=1)
        game = cheat.play_hand(rules, players, Shuffled(source), at_random(source, 0, 0.5))

        assert (game.plays, game.winner) == (plays, winner)


# A game told, and what the seats see.


FOUR_HANDS = ["A 5 K K", "2 2 Q Q", "3 7 7 K", "4 8 8 J"]


def four_plays(*more: tuple[int, str], challengers: Sequence[set[int]] = ()) -> Script:
    """Seat 2 is caught in the third play by seat 3."""
    plays = [(0, "A 5"), (0, "2 2"), (0, "3 K"), (0, "4"), (0, "K"), (0, "Q"), *more]
    return Script(plays, [set(), set(), {3, 0}, set(), set(), set(), *challengers])


def test_a_game_is_told_from_the_deal_to_the_end() -> None:
    rules, given = replace(DEFAULT, max_plays=4), deck(*FOUR_HANDS)
    dealt = list(given.order)

    game = cheat.play_hand(rules, 4, given, four_plays())

    assert game.events == [
        *(("deal", k % 4, each) for k, each in enumerate(dealt)),
        *(("rank", 0, 0), ("count", 0, 2), ("card", 0, 0), ("card", 0, 4)),
        *(("rank", 1, 1), ("count", 1, 2), ("card", 1, 1), ("card", 1, 1)),
        *(("rank", 2, 2), ("count", 2, 2), ("card", 2, 2), ("card", 2, 12)),
        *(("challenge", 3, 2), ("show", 2, 2), ("show", 2, 12), ("take", 2, 6)),
        *(("rank", 3, 3), ("count", 3, 1), ("card", 3, 3)),
        ("draw", -1, 4),
        *(("left", 0, 11), ("left", 1, 11), ("left", 2, 17), ("left", 3, 12)),
    ]
    assert (game.winner, game.plays, game.lies) == (-1, 4, 2)
    assert (game.claims, game.challenged) == ([1, 1, 1, 1], [0, 0, 1, 0])
    assert (game.caught, game.wrong_challenges) == ([0, 0, 1, 0], [0, 0, 0, 0])
    assert [len(stock) for stock in given.stocks] == list(range(52, 0, -1))


def test_the_others_are_asked_clockwise_until_one_challenges() -> None:
    script = four_plays()

    cheat.play_hand(replace(DEFAULT, max_plays=4), 4, deck(*FOUR_HANDS), script)

    asked = [(name, seat, len(legal)) for name, seat, _, legal in script.asked]
    seats = [seat for name, seat, _ in asked if name == "challenge"]
    assert seats == [1, 2, 3, 2, 3, 0, 3, 0, 1, 2]
    assert [name for name, _, _ in asked[:6]] == ["count", "card", "card", *["challenge"] * 3]
    assert {legal for name, _, legal in asked if name == "challenge"} == {2}


def row(names: str) -> list[int]:
    return cheat.counts_of(cards(names))


def test_seats_see_what_section_5_shows_them() -> None:
    """When the claim of seat 2 waits for seat 3, and when seat 3 then lays a four."""
    rules, script = replace(DEFAULT, max_plays=4), four_plays()

    game = cheat.play_hand(rules, 4, deck(*FOUR_HANDS), script)

    own = cheat.counts_of(game.hands[3])
    common = {
        "seat": 3,
        "n": 4,
        "packs": 1,
        "mode": "cyclic",
        "rules": rules,
        "max_plays": 4,
        "counts": own,
        "last_rank": -1,
        "round_start": False,
        "plays": 3,
        "claims": [1, 1, 1, 0],
    }
    assert script.views("challenge", 3)[3] == {
        **common,
        "hand_sizes": [11, 11, 11, 13],
        "pile_size": 6,
        "pile_plays": [(0, 0, 2, None), (1, 1, 2, None), (2, 2, 2, None)],
        "required_rank": 2,
        "challenged": [0, 0, 0, 0],
        "caught": [0, 0, 0, 0],
        "wrong_challenges": [0, 0, 0, 0],
        "known": [row(""), row(""), row(""), own],
        "claim": (2, 2, 2),
    }
    after = {
        **common,
        "hand_sizes": [11, 11, 17, 13],
        "pile_size": 0,
        "pile_plays": [],
        "required_rank": 3,
        "challenged": [0, 0, 1, 0],
        "caught": [0, 0, 1, 0],
        "wrong_challenges": [0, 0, 0, 0],
        "known": [row(""), row(""), row("3 K"), own],
    }
    assert script.views("count", 3)[3] == {**after, "rank": 3}
    assert script.views("card", 3)[3] == {**after, "rank": 3, "count": 1, "chosen": []}
    assert script.views("challenge", 4)[0]["pile_plays"] == [(3, 3, 1, None)]


def test_a_claimant_sees_the_play_that_he_makes_still_in_his_hand() -> None:
    script = Script([(0, "A 5 5"), (0, "2"), (0, "3"), (0, "4"), (0, "5 K")])

    game = cheat.play_hand(
        replace(DEFAULT, max_plays=5), 4, deck("A 5 5 5 K", "2", "3", "4"), script
    )

    steps = [(view, legal) for name, _, view, legal in script.asked if name == "card"]
    held = cheat.counts_of(game.hands[0])
    assert [view["chosen"] for view, _ in steps[:3]] == [[], [0], [0, 4]]
    assert all((view["counts"], view["known"][0]) == (held, held) for view, _ in steps[:3])
    assert all(view["hand_sizes"] == [13] * 4 for view, _ in steps[:3])
    assert steps[2][1] == [rank for rank in range(4, 13) if held[rank]]
    later = script.views("count", 4)[0]
    assert later["pile_plays"] == [
        (0, 0, 3, (0, 4, 4)),
        *((seat, seat, 1, None) for seat in (1, 2, 3)),
    ]
    assert later["counts"] == [n - row("A 5 5")[rank] for rank, n in enumerate(held)]


@pytest.mark.parametrize(
    ("hand", "chosen", "count", "legal"),
    [
        ("3 7 7 K", "", 1, "3 7 K"),
        ("3 7 7 K", "", 2, "3 7"),
        ("3 7 7 K", "", 3, "3 7"),
        ("3 7 7 K", "", 4, "3"),
        ("3 7 7 K", "3", 2, "7 K"),
        ("3 7 7 K", "3", 3, "7"),
        ("3 7 7 K", "7", 2, "7 K"),
        ("3 7 7 K", "7", 3, "7"),
        ("3 7 7 K", "7 7", 3, "K"),
        ("3 3 3", "3", 2, "3"),
    ],
)
def test_cards_are_chosen_from_low_to_high_and_the_rest_must_suffice(
    hand: str, chosen: str, count: int, legal: str
) -> None:
    assert cheat.legal_cards(cheat.counts_of(cards(hand)), cards(chosen), count) == cards(legal)


def test_every_set_of_cards_is_chosen_in_one_way() -> None:
    source = random.Random(8)
    for _ in range(60):
        hand = source.choices(range(13), k=source.randint(1, 9))
        count = source.randint(1, min(4, len(hand)))
        ways, found = list[list[int]]([[]]), list[list[int]]()
        while ways:
            chosen = ways.pop()
            if len(chosen) == count:
                found.append(chosen)
                continue
            legal = cheat.legal_cards(cheat.counts_of(hand), chosen, count)
            assert legal
            ways += [[*chosen, rank] for rank in legal]

        held = Counter(hand)
        sets = [each for each in multisets(sorted(held), count) if not Counter(each) - held]
        assert sorted(found) == sorted(sets)


def multisets(ranks: Sequence[int], count: int) -> list[list[int]]:
    if count == 0:
        return [[]]
    return [
        [rank, *rest] for k, rank in enumerate(ranks) for rest in multisets(ranks[k:], count - 1)
    ]


# Knowledge.


def known_of(script: Script, plays: int, *, of: int) -> dict[int, list[int]]:
    """What the seats that were asked know of one seat while claim number `plays` waits."""
    return {seat: view["known"][of] for seat, view in script.views("challenge", plays).items()}


def test_who_takes_a_pile_is_known_to_hold_what_was_shown_and_what_one_laid() -> None:
    script = four_plays()

    cheat.play_hand(replace(DEFAULT, max_plays=4), 4, deck(*FOUR_HANDS), script)

    known = known_of(script, 4, of=2)
    assert known[0] == row("A 3 5 K")
    assert known[1] == row("2 2 3 K")
    assert known[2] == script.views("challenge", 4)[2]["counts"]
    for seat, view in script.views("challenge", 4).items():
        assert all(view["known"][other] == row("") for other in {0, 1, 3} - {seat})


def test_cards_laid_unseen_may_be_any_that_were_known() -> None:
    """Seat 2 lays one of the claimed rank and holds another."""
    script = four_plays((0, "7"), (0, "8"), (0, "9"), (0, "T"), (0, "2 J"))

    cheat.play_hand(replace(DEFAULT, max_plays=7), 4, deck(*FOUR_HANDS), script)

    assert known_of(script, 6, of=2)[0] == row("A 3 5 K")
    assert known_of(script, 7, of=2) == {3: row(""), 0: row(""), 1: row("2")}


@pytest.mark.parametrize(
    ("laid", "waiting", "later", "taker"),
    [
        ("7", "2", "2 2 3 K", 3),
        ("2", "2", "2 2 3 K Q", 2),
        ("2 2", "", "2 2 3 K Q", 2),
        ("7 7", "", "2 2 3 K", 3),
        ("3 7", "", "2 2 3 7 K Q", 2),
    ],
)
def test_cards_that_are_shown_are_taken_off_exactly(
    laid: str, waiting: str, later: str, taker: int
) -> None:
    """Seat 2 claims sevens, and seat 3 challenges; seat 1 has laid a queen in that pile."""
    script = four_plays((0, laid), challengers=[{3}])

    game = cheat.play_hand(replace(DEFAULT, max_plays=8), 4, deck(*FOUR_HANDS), script)

    assert game.history[6].taker == taker
    queens = script.views("challenge", 6)[0]
    assert (queens["claim"], queens["known"][2]) == ((1, 5, 1), row("A 3 5 K"))
    silent = four_plays((0, laid))
    cheat.play_hand(replace(DEFAULT, max_plays=7), 4, deck(*FOUR_HANDS), silent)
    assert known_of(silent, 7, of=2)[1] == row(waiting)
    view = script.views("challenge", 8)[1]
    assert view["known"][2] == row(later)
    if taker == 3:
        # He has laid one card since, and it may be any.
        gained = zip(row(laid), row("Q"), strict=True)
        assert view["known"][3] == [max(0, n + m - 1) for n, m in gained]
        his = script.views("challenge", 8)[2]["known"][3]
        assert his == [max(0, n - 1) for n in row(laid)]


def test_a_lie_can_be_certain_by_cards_known_elsewhere_and_by_ones_own_in_the_pile() -> None:
    """Seat 2 has taken two aces that seat 1 laid, and has shown a third one."""
    rules = replace(DEFAULT, max_plays=6)
    plays = [(0, "K"), (0, "A A"), (0, "A Q"), (0, "4"), (0, "K"), (0, "A")]
    script = Script(plays, [set(), set(), {3}])

    cheat.play_hand(rules, 4, deck("K K", "A A A", "A Q", "4"), script)

    view = script.views("challenge", 5)[1]
    assert view["claim"] == (0, 4, 1)
    assert (view["counts"][0], view["known"][2]) == (1, row("A A A Q"))
    aces = {**view, "claim": (0, 0, 1)}
    assert cheat.is_certain_lie(aces)
    assert cheat.is_certain_lie({**view, "claim": (2, 0, 1)})
    assert not cheat.is_certain_lie({**aces, "counts": row("")})
    assert cheat.is_certain_lie({**aces, "counts": row(""), "pile_plays": [(1, 4, 1, (0,))]})
    assert not cheat.is_certain_lie({**aces, "counts": row(""), "pile_plays": [(2, 4, 1, None)]})
    assert not cheat.is_certain_lie({**aces, "packs": 2})


# Options.


@pytest.mark.parametrize(
    ("mode", "after", "true", "unchallenged"),
    [
        ("cyclic", "by-mode", (2, 2), 2),
        ("cyclic", "next-in-turn", (2, 2), 2),
        ("cyclic", "winner", (1, 3), 2),
        *[
            (mode, after, seats, 2)
            for mode in MODES[1:]
            for after, seats in (
                ("by-mode", (1, 3)),
                ("winner", (1, 3)),
                ("next-in-turn", (2, 2)),
            )
        ],
    ],
)
def test_who_claims_next(mode: str, after: str, true: tuple[int, int], unchallenged: int) -> None:
    """Seat 1 of four has claimed an ace, and seat 3 has challenged: true, false, or not at all."""
    rules = Rules(claim_rank=mode, after_challenge=after)
    honest, liar = cheat.Claim(1, 0, (0,)), cheat.Claim(1, 0, (5,))

    resolved = [cheat.Resolved(honest, 3, 3), cheat.Resolved(liar, 3, 1)]

    assert tuple(cheat.next_claimant(rules, 4, each) for each in resolved) == true
    assert cheat.next_claimant(rules, 4, cheat.Resolved(liar, -1, -1)) == unchallenged


@pytest.mark.parametrize(
    ("options", "codes", "ranks", "starts"),
    [
        ({}, "", "A 2 3 4", [True, False, False, False]),
        ({"first_rank": 11}, "", "Q K A 2", [True, False, False, False]),
        ({"first_rank": "free"}, "9", "9 T J Q", [True, False, False, False]),
        ({"claim_rank": "adjacent"}, "9 A 3 2", "9 9 8 2", [True, False, False, True]),
        ({"claim_rank": "adjacent-strict"}, "9 2 3 2", "9 T 9 2", [True, False, False, True]),
        ({"claim_rank": "same"}, "9 A A 2", "9 9 9 2", [True, False, False, True]),
    ],
)
def test_ranks_claimed_in_each_mode(
    options: dict[str, Any], codes: str, ranks: str, starts: list[bool]
) -> None:
    """The third play is challenged; a code stands as the name of that rank."""
    rules = replace(DEFAULT, max_plays=4, **options)
    script = Script([(code, "") for code in cards(codes)], [set(), set(), {3}])

    game = cheat.play_hand(rules, 4, deck(of=4), script)

    claimed = cards(ranks)
    assert [rank for _, rank in numbers(game, "rank")] == claimed
    for plays in range(4):
        (view,) = script.views("count", plays).values()
        start, cyclic = starts[plays], rules.claim_rank == "cyclic"
        assert (view["rank"], view["round_start"]) == (claimed[plays], start)
        assert view["last_rank"] == (-1 if start or cyclic else claimed[plays - 1])
        assert view["required_rank"] == (claimed[plays] if cyclic else -1)
        for waiting in script.views("challenge", plays + 1).values():
            fields = ("round_start", "last_rank", "required_rank")
            assert [waiting[name] for name in fields] == [view[name] for name in fields]
        for before in script.views("rank", plays).values():
            assert before["last_rank"] == view["last_rank"]
            assert before["required_rank"] == -1
    asked = [each[3] for each in script.asked if each[0] == "rank"]
    expected = {
        ("cyclic", 0): [],
        ("cyclic", "free"): [13],
        ("adjacent", 0): [13, 3, 3, 13],
        ("adjacent-strict", 0): [13, 2, 2, 13],
        ("same", 0): [13, 13],
    }
    start_rank = "free" if rules.first_rank == "free" else 0
    assert [len(legal) for legal in asked] == expected[rules.claim_rank, start_rank]


@pytest.mark.parametrize(("most", "packs", "legal"), [(4, 1, 4), (1, 1, 1), (3, 1, 3), (8, 2, 8)])
def test_no_more_than_max_cards_are_laid(most: int, packs: int, legal: int) -> None:
    script = Script()
    rules = Rules(max_cards=most, packs=packs, max_plays=1)

    game = cheat.play_hand(rules, 4, Deck(), script)

    assert script.asked[0][3] == list(range(1, legal + 1))
    assert script.asked[0][2]["packs"] == packs
    assert sum(game.cards_left) == 52 * packs - 1
    assert cheat.legal_counts(rules, 2) == list(range(1, min(most, 2) + 1))


def test_two_packs_are_dealt_whole() -> None:
    source = random.Random(4)
    rules = Rules(packs=2, max_plays=1)

    game = cheat.play_hand(rules, 5, Shuffled(source), Script())

    dealt = Counter(each for hand in game.hands for each in hand)
    assert dealt == dict.fromkeys(range(13), 8)
    assert [len(hand) for hand in game.hands] == [21, 21, 21, 21, 20]


def test_the_preset_is_adjacent_and_the_winner_leads() -> None:
    preset = cheat.PRESETS["uk-adjacent"]

    assert list(cheat.PRESETS) == ["uk-adjacent"]
    assert preset == Rules(claim_rank="adjacent")
    assert cheat.next_claimant(preset, 4, cheat.Resolved(cheat.Claim(1, 0, (0,)), 3, 3)) == 1


def test_any_seat_may_sit_left_of_the_dealer() -> None:
    game = cheat.play_hand(replace(DEFAULT, max_plays=3), 5, Deck(), Script(), first=3)

    assert [seat for seat, _ in numbers(game, "deal")] == [(3 + k) % 5 for k in range(52)]
    assert [len(hand) for hand in game.hands] == [10, 10, 10, 11, 11]
    assert [each.claim.seat for each in game.history] == [3, 4, 0]


def test_the_last_play_allowed_may_still_win() -> None:
    rules = Rules(max_cards=1, max_plays=49)

    won = cheat.play_hand(rules, 4, deck(of=4), Script())
    drawn = cheat.play_hand(replace(rules, max_plays=48), 4, deck(of=4), Script())
    challenged = cheat.play_hand(rules, 4, deck(of=4), Script([], [set()] * 48 + [{2}]))

    assert (won.winner, won.plays, won.cards_left) == (0, 49, [0, 1, 1, 1])
    assert (drawn.winner, drawn.plays, drawn.cards_left) == (-1, 48, [1, 1, 1, 1])
    assert drawn.events[-5:] == [("draw", -1, 48), *(("left", seat, 1) for seat in range(4))]
    assert challenged.history[-1].claim.rank == 48 % 13
    assert (challenged.winner == 0) == truths(challenged)[-1]
    assert sum(challenged.cards_left) == 52


def test_a_true_last_claim_wins_though_it_is_challenged() -> None:
    """Seat 0 keeps a ten for the play in which tens are due."""
    rules = replace(DEFAULT, first_rank=2)
    lows = [(0, "")] * 9
    plays = [(0, "3 3 3 3"), *lows, (0, "K"), *lows]

    script = Script(plays, [set()] * 20 + [{4}])
    game = cheat.play_hand(rules, 10, deck("3 3 3 3 K T", of=10), script)

    assert (game.winner, game.plays, truths(game)[-1]) == (0, 21, True)
    assert (game.history[-1].challenger, game.history[-1].taker) == (4, 4)
    assert game.cards_left[0] == 0
    assert game.cards_left[4] == 5 - 2 + sum(m for _, m in numbers(game, "count"))


@pytest.mark.parametrize(
    ("mode", "plays", "message"),
    [
        ("adjacent", [(0, ""), (3, "A")], "seat 1 cannot choose 3 in rank"),
        ("adjacent-strict", [(0, ""), (0, "A")], "seat 1 cannot choose 0 in rank"),
        ("cyclic", [(0, "A A A A A")], "seat 0 cannot choose 5 in count"),
        ("cyclic", [(0, "5 A")], "seat 0 cannot choose 0 in card"),
        ("cyclic", [(0, "Q")], "seat 0 cannot choose 11 in card"),
        ("cyclic", [(0, "K K K")], "seat 0 cannot choose 12 in card"),
    ],
)
def test_an_illegal_answer_is_refused(
    mode: str, plays: list[tuple[int, str]], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        cheat.play_hand(Rules(claim_rank=mode), 4, deck("A A A A 5 5 K K", of=4), Script(plays))


def test_a_card_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="no card 0 is left in the stock"):
        cheat.play_hand(DEFAULT, 4, Deck([0, 0, 0, 0, 0]), Script())


# The classroom game.


def classroom(*stacks: str, **options: Any) -> tuple[Rules, Deck]:
    """Stacks of `p` and `c`, the top first, and rules with these cards."""
    order = [
        "pc".index(stack[k]) for k in range(max(map(len, stacks))) for stack in stacks if stack[k:]
    ]
    number = order.count(CHEAT)
    rules = Rules(
        classroom_trichez=True, phrase_cards=len(order) - number, cheat_cards=number, **options
    )
    return rules, Deck(order)


def test_a_classroom_game_is_told_from_the_deal_to_the_end() -> None:
    """Seat 1 accuses seat 0 wrongly, then is caught; seat 2 accuses seat 1 wrongly."""
    rules, given = classroom("pcp", "cpp", "pp")
    given.signals = [False, True, False, False, True, False, False]
    script = Script([], [{1, 2}, {0}, set(), set(), {2, 0}])

    game = cheat.play_hand(rules, 3, given, script)

    assert game.events == [
        *(("deal", 0, 0), ("deal", 1, 1), ("deal", 2, 0)),
        *(("deal", 0, 1), ("deal", 1, 0), ("deal", 2, 0)),
        *(("deal", 0, 0), ("deal", 1, 0)),
        *(("card", 0, 0), ("signal", 0, 0)),
        *(("challenge", 1, 0), ("show", 0, 0), ("take", 1, 1)),
        *(("card", 1, 1), ("signal", 1, 1)),
        *(("challenge", 0, 1), ("show", 1, 1), ("take", 1, 1)),
        *(("card", 2, 0), ("signal", 2, 0)),
        *(("card", 0, 1), ("signal", 0, 0)),
        *(("card", 1, 0), ("signal", 1, 1)),
        *(("challenge", 2, 1), ("show", 1, 0), ("take", 2, 3)),
        *(("card", 2, 0), ("signal", 2, 0)),
        *(("card", 0, 0), ("signal", 0, 0)),
        ("win", 0, 7),
        *(("left", 0, 0), ("left", 1, 3), ("left", 2, 3)),
    ]
    assert game.hands == [[0, 1, 0], [1, 0, 0], [0, 0]]
    assert (game.winner, game.lies) == (0, 2)
    assert (game.challenged, game.caught) == ([1, 2, 0], [0, 1, 0])
    assert game.wrong_challenges == [0, 1, 1]
    assert given.rates == [
        (0.1, 0),
        *((0.6, 1), (0.1, 2), (0.6, 0), (0.1, 1)),
        *((0.1, 2), (0.1, 0)),
    ]


def test_a_taken_pile_comes_up_again_in_the_order_in_which_it_was_played() -> None:
    """Seat 0 accuses wrongly and takes `c`, `p`; they come up after his own `pp`."""
    rules, given = classroom("cpp", "ppp")
    script = Script([], [set(), {0}, {1}])

    game = cheat.play_hand(rules, 2, given, script)

    played = [each.claim.cards[0] for each in game.history if each.claim.seat == 0]
    assert played == [CHEAT, PHRASE, PHRASE, CHEAT]
    assert (game.winner, game.cards_left) == (1, [1, 0])


def test_pupils_see_sizes_signals_and_their_own_cards_in_the_pile() -> None:
    rules, given = classroom("cpp", "pcp", "ppp", max_plays=40)
    given.signals = [True, False, False, True]
    script = Script([], [set(), set(), set(), {2}])

    cheat.play_hand(rules, 3, given, script)

    assert {decision for decision, _, _, _ in script.asked} == {"challenge"}
    assert script.views("challenge", 4)[2] == {
        "seat": 2,
        "n": 3,
        "mode": "classroom-trichez",
        "rules": rules,
        "hand_sizes": [1, 2, 2],
        "pile_size": 4,
        "pile_plays": [(0, -1, 1, None), (1, -1, 1, None), (2, -1, 1, (0,)), (0, -1, 1, None)],
        "claims": [2, 1, 1],
        "challenged": [0, 0, 0],
        "caught": [0, 0, 0],
        "wrong_challenges": [0, 0, 0],
        "plays": 4,
        "max_plays": 40,
        "claim": (0, -1, 1),
        "signal": True,
    }
    assert script.views("challenge", 3)[0]["pile_plays"][0] == (0, -1, 1, (1,))
    assert script.views("challenge", 5)[0]["wrong_challenges"] == [0, 0, 1]


def test_other_options_change_nothing_in_the_classroom() -> None:
    others = replace(
        CLASSROOM,
        packs=2,
        claim_rank="adjacent",
        first_rank=5,
        max_cards=1,
        after_challenge="winner",
    )
    games = []
    for rules in (CLASSROOM, others):
        source = random.Random(6)
        play = cheat.play_hand(rules, 4, Shuffled(source), at_random(source, 0.1, 0))
        games.append(play.events)

    assert games[0] == games[1]


def test_rates_of_0_and_1_are_no_matter_of_chance() -> None:
    rules, given = classroom("cpcp", "pcpc", tell_rate=1, false_tell_rate=0)

    game = cheat.play_hand(rules, 2, given, Script())

    assert given.rates == []
    assert numbers(game, "signal") == numbers(game, "card")
    assert len(numbers(game, "signal")) == 7


def test_fewer_cards_than_pupils_are_refused() -> None:
    rules, given = classroom("p", "c")

    with pytest.raises(ValueError, match="2 cards are too few for 3 players"):
        cheat.play_hand(rules, 3, given, Script())


@pytest.mark.parametrize(("players", "plays", "winner"), [(4, 29, 0), (5, 28, 2), (3, 30, 2)])
def test_a_class_that_never_accuses_ends_as_single_cards_do(
    players: int, plays: int, winner: int
) -> None:
    """The first of those with fewest cards has played them all."""
    source = random.Random(9)

    game = cheat.play_hand(CLASSROOM, players, Shuffled(source), at_random(source, 0, 0))

    assert (game.plays, game.winner) == (plays, winner)


def test_signals_are_as_frequent_as_the_rates() -> None:
    """False alarm 1e-6 each."""
    source = random.Random(10)
    seen: Counter[tuple[bool, bool]] = Counter()
    for _ in range(400):
        game = cheat.play_hand(CLASSROOM, 4, Shuffled(source), at_random(source, 0.05, 0))
        seen.update((each.claim.is_true, each.claim.signal) for each in game.history)

    for true, rate in ((False, 0.6), (True, 0.1)):
        assert_share((seen[true, True], seen[true, True] + seen[true, False]), rate, resolves=0.1)


# What a seat may believe.


Step = tuple[int, bool]
"""How many claims there were, and whether the last of them is resolved."""


def walk(game: Played) -> Iterator[tuple[Step, list[list[int]], list[list[int]]]]:
    """The hands and the plays in the pile at every step; they change with the next."""
    hands, pile = [list(hand) for hand in game.hands], list[list[int]]()
    yield (0, True), hands, pile
    for number, each in enumerate(game.history, 1):
        for card in each.claim.cards:
            hands[each.claim.seat].remove(card)
        pile.append(list(each.claim.cards))
        yield (number, False), hands, pile
        if each.taker >= 0:
            hands[each.taker] += [card for laid in pile for card in laid]
            pile.clear()
        yield (number, True), hands, pile


def position(game: Played, step: Step) -> tuple[list[list[int]], list[list[int]]]:
    """The hands and the plays in the pile."""
    return next((hands, pile) for at, hands, pile in walk(game) if at == step)


def step_of(asked: Asked) -> Step:
    """When somebody was asked."""
    return asked[2]["plays"], asked[0] != "challenge"


@pytest.mark.parametrize(
    ("viewer", "one", "other", "possible"),
    [
        (0, "", "", True),
        (0, "1 4", "3 8", True),
        (0, "2 7", "1 6", True),
        (0, "2 A", "1 4", False),
        (0, "2 K", "1 4", False),
        (0, "2 2", "1 4", True),
        (1, "2 2", "3 T", False),
        (1, "2 A", "3 T", True),
        (1, "2 3", "3 T", False),
        (2, "1 4", "3 8", True),
        (2, "2 7", "3 8", False),
        (0, "p 4", "1 5", True),
        (0, "p 4", "2 7", True),
        (0, "p 4", "2 K", False),
        (0, "0 K", "1 4", False),
    ],
)
def test_cards_may_lie_where_a_seat_does_not_know_better(
    viewer: int, one: str, other: str, possible: bool
) -> None:
    """A card of a seat or of the pile is exchanged, while the first four of seat 3 waits."""
    script = four_plays()
    game = cheat.play_hand(replace(DEFAULT, max_plays=4), 4, deck(*FOUR_HANDS), script)
    view = script.views("challenge", 4)[viewer]
    hands, pile = position(game, (4, False))

    if one:
        places = [pile[0] if name[0] == "p" else hands[int(name[0])] for name in (one, other)]
        moved = [NAMES.index(name[2]) for name in (one, other)]
        for place, gone, come in zip(places, moved, moved[::-1], strict=True):
            place[place.index(gone)] = come

    assert cheat.agrees(view, hands, pile) == possible


def test_sizes_and_the_own_cards_in_the_pile_are_known() -> None:
    script = Script([(0, "A 5"), (0, "2 2"), (0, "3 K"), (0, "4")])
    game = cheat.play_hand(replace(DEFAULT, max_plays=4), 4, deck(*FOUR_HANDS), script)
    view = script.views("challenge", 4)[0]
    hands, pile = position(game, (4, False))

    assert cheat.agrees(view, hands, pile)
    assert cheat.agrees(view, hands, [[4, 0], [1, 1], [2, 12], [3]])
    assert cheat.agrees(view, hands, [[0, 4], [2, 1], [1, 12], [3]])
    assert not cheat.agrees(view, hands, [[0, 2], [1, 1], [4, 12], [3]])
    assert not cheat.agrees(view, hands, [[0, 4], [1], [1, 2, 12], [3]])
    assert not cheat.agrees(view, hands, [[0, 4], [1, 1], [2, 12, 3]])
    moved = [hands[0], [*hands[1], hands[2][0]], hands[2][1:], hands[3]]
    assert not cheat.agrees(view, moved, pile)
    doubled = [hands[0], [*hands[1][:-1], 0], *hands[2:]]
    assert not cheat.agrees(view, doubled, pile)


def test_a_pupil_knows_the_cards_that_he_has_played_alone() -> None:
    rules, given = classroom("cpp", "pcp", "ppp")
    script = Script()
    cheat.play_hand(rules, 3, given, script)
    view = script.views("challenge", 2)[0]

    assert cheat.agrees(view, [[0, 0], [1, 0], [0, 0, 0]], [[1], [0]])
    assert cheat.agrees(view, [[0, 0], [0, 0], [0, 0, 0]], [[1], [1]])
    assert cheat.agrees(view, [[1, 0], [0, 0], [0, 0, 0]], [[1], [0]])
    assert not cheat.agrees(view, [[0, 0], [1, 0], [0, 1, 0]], [[0], [0]])
    assert not cheat.agrees(view, [[0, 0], [1, 0], [0, 1, 0]], [[1], [0]])


@pytest.mark.parametrize(
    ("rates", "signal", "phrase", "cheats"),
    [
        ((0.6, 0.1), True, True, True),
        ((0.6, 0.1), False, True, True),
        ((1, 0.1), False, True, False),
        ((1, 0.1), True, True, True),
        ((0.6, 0), True, False, True),
        ((0.6, 0), False, True, True),
        ((0, 1), True, True, False),
        ((0, 1), False, False, True),
    ],
)
def test_a_signal_that_is_certain_gives_the_card_away(
    rates: tuple[float, float], signal: bool, phrase: bool, cheats: bool
) -> None:
    rules, given = classroom("cpp", "ppp", tell_rate=rates[0], false_tell_rate=rates[1])
    script = Script()
    cheat.play_hand(rules, 2, given, script)
    view = {**script.views("challenge", 1)[1], "signal": signal}

    assert cheat.agrees(view, [[0, 1], [0, 0, 0]], [[0]]) == phrase
    assert cheat.agrees(view, [[0, 0], [0, 0, 0]], [[1]]) == cheats


# Invariants.


@dataclass
class Case:
    """A game of random answers under random rules, and of some what the seats were asked."""

    rules: Rules
    players: int
    first: int
    game: Played
    asked: list[tuple[Asked, int]]
    """With the answers."""


def kept(answer: Choose, asked: list[tuple[Asked, int]]) -> Choose:
    """Answers as another does, and keeps what was asked and answered."""

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        action = answer(decision, seat, view, legal)
        asked.append(((decision, seat, view, legal), action))
        return action

    return choose


@cache
def cases() -> list[Case]:
    source, found = random.Random(18), []
    for number in range(GAMES):
        rules, players = random_rules(source), source.randint(2, 10)
        first = source.randrange(players)
        share = source.choice([0, 0.02, 0.1, 0.3]) / (players - 1) * 3
        answer = at_random(source, share, source.choice([0.2, 0.9]))
        asked: list[tuple[Asked, int]] = []

        choose = kept(answer, asked) if number % WATCHED == 0 else answer
        game = cheat.play_hand(rules, players, Shuffled(source), choose, first=first)
        found.append(Case(rules, players, first, game, asked))
    return found


def watched() -> list[Case]:
    return cases()[::WATCHED]


def test_the_places_that_matter_occur() -> None:
    modes: Counter[tuple[str, bool]] = Counter()
    resolved: Counter[tuple[str, bool, bool]] = Counter()
    ends: Counter[tuple[bool, bool]] = Counter()
    for case in cases():
        mode = "classroom" if case.rules.classroom_trichez else case.rules.claim_rank
        modes[mode, case.game.winner >= 0] += 1
        for each in case.game.history:
            resolved[mode, each.claim.is_true, each.challenger >= 0] += 1
        last = case.game.history[-1]
        if case.game.winner >= 0:
            ends[last.claim.is_true, last.challenger >= 0] += 1

    assert min(modes[mode, won] for mode in [*MODES, "classroom"] for won in (False, True)) > 10
    assert min(resolved[mode, t, c] for mode, t, c in resolved) > 500
    assert len(resolved) == 20
    assert set(ends) == {(True, True), (True, False), (False, False)}
    assert min(ends.values()) > 30


def test_all_cards_are_accounted_for_after_every_step() -> None:
    for case in cases():
        rules, game = case.rules, case.game
        everything = Counter(cheat.pack(rules))
        assert Counter(card for hand in game.hands for card in hand) == everything
        if not rules.classroom_trichez:
            assert set(everything.values()) == {4 * rules.packs}
        hands, pile = [Counter(hand) for hand in game.hands], Counter[int]()
        kinds = iter([event for event in game.events if event[0] not in ("deal", "left")])
        for number, each in enumerate(game.history, 1):
            claim, laid = each.claim, Counter(each.claim.cards)
            before = hands[claim.seat].total()
            assert not laid - hands[claim.seat]
            hands[claim.seat] -= laid
            pile += laid
            assert hands[claim.seat].total() == before - len(claim.cards)
            assert sum(map(Counter.total, hands)) + pile.total() == everything.total()
            told = [*events_of_play(case, each)]
            if each.challenger >= 0:
                assert each.challenger != claim.seat
                assert each.taker == (each.challenger if claim.is_true else claim.seat)
                told += [("challenge", each.challenger, claim.seat)]
                told += [("show", claim.seat, card) for card in claim.cards]
                told += [("take", each.taker, pile.total())]
                hands[each.taker] += pile
                pile.clear()
            else:
                assert each.taker == -1
            assert [next(kinds) for _ in told] == told
            over = not hands[claim.seat]
            assert over == (number == game.plays and game.winner == claim.seat)
        last = game.history[-1]
        assert next(kinds) == ("draw" if game.winner < 0 else "win", game.winner, game.plays)
        assert next(kinds, None) is None
        assert game.cards_left == [hand.total() for hand in hands]
        assert game.events[-case.players :] == [
            ("left", *pair) for pair in enumerate(game.cards_left)
        ]
        assert game.plays <= rules.max_plays
        if game.winner >= 0:
            assert game.winner == last.claim.seat
            assert last.challenger < 0 or last.claim.is_true
            assert [seat for seat, left in enumerate(game.cards_left) if not left] == [game.winner]
        else:
            assert game.plays == rules.max_plays
            assert min(game.cards_left) > 0


def events_of_play(case: Case, each: cheat.Resolved) -> list[tuple[str, int, int]]:
    claim = each.claim
    laid = [("card", claim.seat, card) for card in claim.cards]
    if case.rules.classroom_trichez:
        return [*laid, ("signal", claim.seat, int(claim.signal))]
    return [("rank", claim.seat, claim.rank), ("count", claim.seat, len(claim.cards)), *laid]


def test_cards_are_dealt_one_by_one_from_the_first_seat() -> None:
    for case in cases():
        deal = numbers(case.game, "deal")
        n, total = case.players, len(cheat.pack(case.rules))
        assert [seat for seat, _ in deal] == [(case.first + k) % n for k in range(total)]
        extra = total % n
        for seat, hand in enumerate(case.game.hands):
            dealt = [card for to, card in deal if to == seat]
            assert hand == (dealt if case.rules.classroom_trichez else sorted(dealt))
            assert len(hand) == total // n + ((seat - case.first) % n < extra)


def test_claims_keep_to_the_rules() -> None:
    for case in cases():
        rules, game = case.rules, case.game
        seat, last = case.first, -1
        for each in game.history:
            claim, challenged = each.claim, each.challenger >= 0
            assert claim.seat == seat
            assert claim.cards == tuple(sorted(claim.cards))
            if rules.classroom_trichez:
                assert (claim.rank, len(claim.cards)) == (-1, 1)
                seat = (seat + 1) % case.players
                continue
            assert 1 <= len(claim.cards) <= rules.max_cards
            mode = rules.claim_rank
            if mode == "cyclic":
                if last >= 0:
                    assert claim.rank == (last + 1) % 13
                elif rules.first_rank != "free":
                    assert claim.rank == rules.first_rank
            elif last >= 0:
                apart = (claim.rank - last) % 13
                assert apart in {"adjacent": (0, 1, 12), "adjacent-strict": (1, 12)}.get(mode, (0,))
            last = -1 if challenged and mode != "cyclic" else claim.rank
            winner = claim.seat if claim.is_true else each.challenger
            usual = "next-in-turn" if mode == "cyclic" else "winner"
            after = usual if rules.after_challenge == "by-mode" else rules.after_challenge
            seat = winner if challenged and after == "winner" else (seat + 1) % case.players


def test_a_true_claim_never_costs_the_claimant() -> None:
    for case in cases():
        wrong = [0] * case.players
        for each in case.game.history:
            if each.claim.is_true:
                assert each.taker != each.claim.seat
                if each.challenger >= 0:
                    wrong[each.challenger] += 1
        game, seats = case.game, range(case.players)
        challenged = [each for each in game.history if each.challenger >= 0]
        caught = [each for each in challenged if not each.claim.is_true]
        assert game.wrong_challenges == wrong
        assert game.claims == [sum(e.claim.seat == s for e in game.history) for s in seats]
        assert game.challenged == [sum(e.claim.seat == s for e in challenged) for s in seats]
        assert game.caught == [sum(e.claim.seat == s for e in caught) for s in seats]


PUBLIC = {
    *("seat", "n", "mode", "rules", "hand_sizes", "pile_size", "pile_plays", "claims"),
    *("challenged", "caught", "wrong_challenges", "plays", "max_plays"),
}
OWN = PUBLIC | {"packs", "counts", "known", "required_rank", "last_rank", "round_start"}
FIELDS = {
    "rank": OWN,
    "count": OWN | {"rank"},
    "card": OWN | {"rank", "count", "chosen"},
    "challenge": OWN | {"claim"},
    "classroom": PUBLIC | {"claim", "signal"},
}


def lower_bound(game: Played, viewer: int, seat: int, rank: int, *, plays: int, waits: bool) -> int:
    """One number of `known` after so many claims, the last of which may wait for its answers."""
    least, own = 0, 0
    for number, each in enumerate(game.history[:plays], 1):
        claim, waiting = each.claim, waits and number == plays
        shown = each.challenger >= 0 and not waiting
        if claim.seat == seat:
            gone = claim.cards.count(rank) if shown else len(claim.cards)
            least = max(0, least - gone)
        if shown:
            least += (claim.cards.count(rank) + own) * (each.taker == seat)
            own = 0
        else:
            own += claim.cards.count(rank) * (claim.seat == viewer)
    return least


def test_a_view_shows_the_table_of_that_moment() -> None:
    source = random.Random(5)
    seen: Counter[str] = Counter()
    certain = 0
    for case in watched():
        rules, game = case.rules, case.game
        seats, classroom_game = range(case.players), case.rules.classroom_trichez
        for (decision, seat, view, legal), answer in source.sample(
            case.asked, k=min(25, len(case.asked))
        ):
            kind = "classroom" if classroom_game else decision
            seen[kind] += 1
            assert set(view) == FIELDS[kind]
            assert answer in legal
            assert legal == sorted(set(legal))
            waits, plays = decision == "challenge", view["plays"]
            resolved = game.history[: plays - waits]
            hands, pile = position(game, (plays, not waits))
            mode = "classroom-trichez" if classroom_game else rules.claim_rank
            assert (view["seat"], view["n"], view["mode"]) == (seat, case.players, mode)
            assert (view["rules"], view["max_plays"]) == (rules, rules.max_plays)
            assert view["hand_sizes"] == [len(hand) for hand in hands]
            assert view["pile_size"] == sum(map(len, pile))
            laid = game.history[plays - len(pile) : plays]
            assert view["pile_plays"] == [
                (
                    each.claim.seat,
                    each.claim.rank,
                    len(cards_laid),
                    tuple(cards_laid) if each.claim.seat == seat else None,
                )
                for each, cards_laid in zip(laid, pile, strict=True)
            ]
            challenged = [each for each in resolved if each.challenger >= 0]
            true = [each for each in challenged if each.claim.is_true]
            false = [each for each in challenged if not each.claim.is_true]
            assert view["claims"] == [
                sum(each.claim.seat == s for each in game.history[:plays]) for s in seats
            ]
            assert view["challenged"] == [sum(e.claim.seat == s for e in challenged) for s in seats]
            assert view["caught"] == [sum(e.claim.seat == s for e in false) for s in seats]
            assert view["wrong_challenges"] == [sum(e.challenger == s for e in true) for s in seats]
            current = game.history[plays - waits].claim
            if waits:
                assert legal == [0, 1]
                assert view["claim"] == (current.seat, current.rank, len(current.cards))
                assert seat != current.seat
            else:
                assert seat == current.seat
            if classroom_game:
                assert view["signal"] == current.signal
                continue
            own = cheat.counts_of(hands[seat])
            assert (view["packs"], view["counts"]) == (rules.packs, own)
            assert view["known"] == [
                own
                if s == seat
                else [
                    lower_bound(game, seat, s, rank, plays=plays, waits=waits) for rank in range(13)
                ]
                for s in seats
            ]
            cyclic = rules.claim_rank == "cyclic"
            opens = not resolved or (not cyclic and resolved[-1].challenger >= 0)
            assert view["round_start"] == opens
            assert view["last_rank"] == (-1 if opens or cyclic else resolved[-1].claim.rank)
            free = decision == "rank" or not cyclic
            assert view["required_rank"] == (-1 if free else current.rank)
            if decision == "rank":
                assert cheat.rank_named(answer, view["last_rank"]) == current.rank
            if decision in ("count", "card"):
                assert view["rank"] == current.rank
            if decision == "count":
                assert legal == list(range(1, min(rules.max_cards, len(hands[seat])) + 1))
                assert answer == len(current.cards)
            if decision == "card":
                step = len(view["chosen"])
                assert tuple(view["chosen"]) == current.cards[:step]
                assert (view["count"], answer) == (len(current.cards), current.cards[step])
            if waits and cheat.is_certain_lie(view):
                certain += 1
                assert not current.is_true
    assert set(seen) == set(FIELDS)
    assert min(seen.values()) > 100
    assert certain > 50


def test_the_true_cards_agree_with_every_view() -> None:
    source = random.Random(6)
    refused = 0
    for case in watched():
        for (decision, seat, view, _), _ in source.sample(case.asked, k=min(25, len(case.asked))):
            hands, pile = position(case.game, (view["plays"], decision != "challenge"))
            assert cheat.agrees(view, hands, pile)
            one, other = (seat + 1) % case.players, (seat + 2) % case.players
            hands[one], hands[other] = hands[other], hands[one]
            refused += not cheat.agrees(view, hands, pile)
    assert refused > 500


# What a view hides.


class StopError(Exception):
    """A game is not to be played further."""


def replayed(
    case: Case, order: Sequence[int], answers: Sequence[int], signals: Sequence[bool] = ()
) -> list[Asked]:
    """The decisions of a game with these cards and the first answers, and the next one."""
    asked: list[Asked] = []

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        asked.append((decision, seat, view, legal))
        if len(asked) > len(answers):
            raise StopError
        return answers[len(asked) - 1]

    given = Deck(list(order), list(signals))
    with pytest.raises(StopError):
        cheat.play_hand(case.rules, case.players, given, choose, first=case.first)
    return asked


def moments(
    source: random.Random, *, classroom_games: bool, each: int = 1
) -> list[tuple[Case, int]]:
    """Watched games, and in each the number of some decisions."""
    return [
        (case, source.randrange(len(case.asked)))
        for case in watched()
        for _ in range(each)
        if case.rules.classroom_trichez == classroom_games
    ]


def held_all_along(game: Played, since: Step, until: Step) -> list[Counter[int]]:
    """Of each seat the cards that it has at every step from one to another."""
    steps = (
        [Counter(hand) for hand in hands] for at, hands, _ in walk(game) if since <= at <= until
    )
    least = next(steps)
    for hands in steps:
        least = [had & hand for had, hand in zip(least, hands, strict=True)]
    return least


def test_a_view_does_not_change_with_cards_that_others_hold() -> None:
    """Two others have each other's card from the deal on; neither has laid or lost his."""
    source, tried = random.Random(7), 0
    for case, at in moments(source, classroom_games=False):
        now = case.asked[at][0]
        viewer, held = now[1], held_all_along(case.game, (0, True), step_of(now))
        pairs = [
            (one, a, other, b)
            for one in range(case.players)
            for other in range(one)
            if viewer not in (one, other)
            for a in held[one]
            for b in held[other]
            if a != b
        ]
        if not pairs:
            continue
        tried += 1
        one, a, other, b = source.choice(pairs)
        deal = numbers(case.game, "deal")
        order = [card for _, card in deal]
        i, k = deal.index((one, a)), deal.index((other, b))
        order[i], order[k] = order[k], order[i]

        asked = replayed(case, order, [answer for _, answer in case.asked[:at]])

        assert len(asked) == at + 1
        for (before, _), after in zip(case.asked, asked, strict=False):
            assert before[:2] == after[:2]
            if before[1] not in (one, other):
                assert before == after
    assert tried > 200


def test_a_view_does_not_change_with_cards_that_others_have_laid() -> None:
    """Another one has laid a card in place of one that he kept; nobody has seen either."""
    source, tried, honest = random.Random(8), 0, 0
    for case, at in moments(source, classroom_games=False):
        now = case.asked[at][0]
        _, viewer, view, _ = now
        plays, game = view["plays"], case.game
        laid = [
            number
            for number in range(plays - len(view["pile_plays"]), plays)
            if game.history[number].claim.seat != viewer
        ]
        if not laid:
            continue
        number = source.choice(laid)
        claim = game.history[number].claim
        kept = held_all_along(game, (number + 1, False), step_of(now))[claim.seat]
        gone = source.choice(claim.cards)
        instead = sorted(set(kept) - {gone})
        if not instead:
            continue
        tried += 1
        cards_laid = list(claim.cards)
        cards_laid.remove(gone)
        cards_laid = sorted([*cards_laid, source.choice(instead)])
        answers = [answer for _, answer in case.asked[:at]]
        for k, ((what, _, seen, _), _) in enumerate(case.asked[:at]):
            if what == "card" and seen["plays"] == number:
                answers[k] = cards_laid[len(seen["chosen"])]
        honest += claim.is_true != all(card == claim.rank for card in cards_laid)

        asked = replayed(case, [card for _, card in numbers(game, "deal")], answers)

        assert len(asked) == at + 1
        for (before, _), after in zip(case.asked, asked, strict=False):
            assert before[:2] == after[:2]
            if before[1] != claim.seat:
                assert before == after
    assert tried > 200
    assert honest > 50


def test_a_pupil_is_shown_no_card_that_he_has_not_read() -> None:
    """A phrase and a cheat card are exchanged that were neither shown nor his to play."""
    source, tried = random.Random(9), 0
    for case, at in moments(source, classroom_games=True, each=3):
        rules, game = case.rules, case.game
        if rules.tell_rate == 1 or rules.false_tell_rate == 0:
            continue
        (_, viewer, view, _), _ = case.asked[at]
        order = [card for _, card in numbers(game, "deal")]
        stacks: list[list[int]] = [[] for _ in range(case.players)]
        for number, (seat, _) in enumerate(numbers(game, "deal")):
            stacks[seat].append(number)
        hidden, pile = set(range(len(order))), list[int]()
        for number, each in enumerate(game.history[: view["plays"]], 1):
            pile.append(stacks[each.claim.seat].pop(0))
            assert order[pile[-1]] == each.claim.cards[0]
            if each.claim.seat == viewer or (each.taker >= 0 and number < view["plays"]):
                hidden.discard(pile[-1])
            if each.taker >= 0 and number < view["plays"]:
                stacks[each.taker] += pile
                pile = []
        phrases = [number for number in hidden if order[number] == PHRASE]
        cheats = [number for number in hidden if order[number] == CHEAT]
        if not (phrases and cheats):
            continue
        tried += 1
        order[source.choice(phrases)], order[source.choice(cheats)] = CHEAT, PHRASE
        signals = [bool(signal) for _, signal in numbers(game, "signal")]

        answers = [answer for _, answer in case.asked[:at]]
        asked = replayed(case, order, answers, signals)

        own = [each for each, _ in case.asked[: at + 1] if each[1] == viewer]
        assert own == [each for each in asked if each[1] == viewer]
    assert tried > 50


# Matches.


def test_a_match_is_its_games_each_begun_where_the_caller_says() -> None:
    source = random.Random(29)
    draws = 0
    for number in range(40):
        rules = replace(random_rules(source), max_plays=source.choice([60, 100]))
        players = source.randint(2, 6)
        first = [(number + k) % players for k in range(5)]
        answer = at_random(source, 0.03, 0.8)

        match = cheat.play_match(rules, players, Shuffled(source), answer, first=first)

        assert [game.events[0][1] for game in match.games] == first
        assert match.events == [event for game in match.games for event in game.events]
        assert match.wins == [
            sum(game.cards_left[seat] == 0 for game in match.games) for seat in range(players)
        ]
        assert sum(match.wins) + match.draws == 5
        draws += match.draws
    assert 10 < draws < 150


# Figures.


def lacks(held: int, ranks: int) -> float:
    """The chance that a hand has no card of so many ranks."""
    return float(Fraction(comb(52 - 4 * ranks, held), comb(52, held)))


@pytest.mark.parametrize(
    ("held", "players", "shares"),
    [
        (26, [2], [0.05522209, 0.00207601, 0.00004680]),
        (18, [3], [0.17130298, 0.02412662, 0.00265702]),
        (17, [3], [0.19340659, 0.03127525, 0.00404329]),
        (13, [4], [0.30381753, 0.08175499, 0.01894955]),
        (11, [5], [0.37406963, 0.12696797, 0.03827250]),
        (10, [5], [0.41344538, 0.15684279, 0.05358149]),
        (9, [6], [0.45585003, 0.19269257, 0.07432272]),
        (8, [6], [0.50143504, 0.23551315, 0.10219374]),
        (7, [8], [0.55035553, 0.28643491, 0.13935509]),
        (6, [8, 10], [0.60277034, 0.34673699, 0.18853925]),
        (5, [10], [0.65884200, 0.41786253, 0.25318127]),
    ],
)
def test_hands_lack_ranks_as_often_as_the_figures_say(
    held: int, players: list[int], shares: list[float]
) -> None:
    assert [lacks(held, ranks) for ranks in (1, 2, 3)] == pytest.approx(shares, abs=5e-9)
    assert all(held in {len(range(seat, 52, n)) for seat in range(n)} for n in players)


def of_a_rank(number: int) -> Fraction:
    """The chance of so many cards of a rank among thirteen."""
    return Fraction(comb(4, number) * comb(48, 13 - number), comb(52, 13))


def test_thirteen_cards_hold_what_the_figures_say() -> None:
    shares = [float(of_a_rank(number)) for number in range(5)]

    assert shares == pytest.approx(
        [0.30381753, 0.43884754, 0.21349340, 0.04120048, 0.00264106], abs=5e-9
    )
    complete = sum(
        Fraction((-1) ** (k + 1) * comb(13, k) * comb(52 - 4 * k, 13 - 4 * k), comb(52, 13))
        for k in (1, 2, 3)
    )
    assert float(complete) == pytest.approx(0.03420035, abs=5e-9)
    assert float(13 * (1 - of_a_rank(0))) == pytest.approx(9.05037215, abs=5e-9)


REFUTED = [0.00264106, 0.04384154, 0.25733493, 0.69618247]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_false_claims_can_be_refuted_as_often_as_the_figures_say(number: int) -> None:
    """By the seat that is asked first, when seat 0 claims aces; false alarm 1e-6."""
    chance = sum(of_a_rank(held) for held in range(5 - number, 5))
    assert float(chance) == pytest.approx(REFUTED[number - 1], abs=5e-9)
    source, deals = random.Random(number), 1200
    refuted = 0
    for _ in range(deals):
        order = source.sample(cheat.pack(DEFAULT), 52)
        own = cheat.counts_of(order[1::4])
        view = {
            "seat": 1,
            "n": 4,
            "packs": 1,
            "counts": own,
            "known": [[0] * 13, own, [0] * 13, [0] * 13],
            "pile_plays": [(0, 0, number, None)],
            "claim": (0, 0, number),
        }
        refuted += cheat.is_certain_lie(view)

    assert_share((refuted, deals), REFUTED[number - 1], resolves=0.15)


def truth_first(source: random.Random, challenges: float | str) -> Choose:
    """The reference of section 11."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        counts = view["counts"]
        if decision == "challenge":
            _, rank, number = view["claim"]
            if challenges == "certain":
                return int(counts[rank] + number > 4)
            return int(source.random() < float(challenges))
        if decision == "rank":
            last = view["last_rank"]
            held_of = [int(counts[cheat.rank_named(code, last)]) for code in legal]
            return legal[held_of.index(max(held_of))]
        held = counts[view["rank"]]
        if decision == "count":
            return min(max(int(held), 1), legal[-1])
        return int(view["rank"]) if held else source.choices(range(13), counts)[0]

    return choose


REFERENCE_GAMES = 800


@dataclass(frozen=True)
class Reference:
    """A row of the table; `challenges` is how many there are in a game.

    `resolves` is the smallest error of the mean of plays that is not missed.
    """

    mode: str
    players: int
    policy: float | str
    games: int
    plays: float
    plays_error: float
    wins: list[float]
    lies: float
    resolves: float
    challenges: float = 0
    correct: float = 0


REFERENCES = [
    Reference(
        "cyclic", 4, 0, 100_000, 37.722, 0.010, [0.4032, 0.2696, 0.1870, 0.1401], 0.3791, 1.3
    ),
    Reference(
        *("cyclic", 4, "certain", 40_000, 37.959, 0.019, [0.3966, 0.2675, 0.1910, 0.1449]),
        *(0.3733, 1.6, 0.185, 1.0),
    ),
    Reference(
        *("cyclic", 4, 0.02, 20_000, 40.115, 0.035, [0.3325, 0.2714, 0.2209, 0.1752]),
        *(0.3194, 2.1, 2.356, 0.320),
    ),
    Reference(
        "adjacent", 4, 0, 100_000, 32.802, 0.011, [0.4344, 0.2551, 0.1793, 0.1312], 0.2209, 1.5
    ),
    Reference("adjacent", 3, 0, 40_000, 29.863, 0.016, [0.3995, 0.3668, 0.2338], 0.1895, 1.4),
    Reference(
        *("adjacent", 4, 0.10, 5000, 46.097, 0.258, [0.2884, 0.2366, 0.2374, 0.2376]),
        *(0.1674, 7.5, 12.51, 0.168),
    ),
]


def assert_ratio(
    parts: Sequence[int],
    wholes: Sequence[int],
    row: Reference,
    share: float,
    *,
    rounded: float,
    resolves: float,
) -> None:
    """The parts of all games are this share of the wholes; `resolves` is in parts of a game."""
    differences = [part - share * whole for part, whole in zip(parts, wholes, strict=True)]
    spread = sqrt(sum(each * each for each in differences) / len(differences))
    error = spread / sqrt(row.games) + rounded * sum(wholes) / len(wholes)
    assert_mean(differences, 0, resolves=resolves, reference_error=error)


@pytest.mark.parametrize("row", REFERENCES, ids=str)
def test_truthful_players_fare_as_in_the_reference(row: Reference) -> None:
    """Section 11; false alarm 1e-6 for each of up to 8 figures."""
    source = random.Random(f"{row.mode} {row.players} {row.policy}")
    rules = Rules(claim_rank=row.mode)
    choose = truth_first(source, row.policy)

    games = [
        cheat.play_hand(rules, row.players, Shuffled(source), choose)
        for _ in range(REFERENCE_GAMES)
    ]

    plays = [game.plays for game in games]
    assert_mean(plays, row.plays, resolves=row.resolves, reference_error=row.plays_error)
    for seat, share in enumerate(row.wins):
        won = sum(game.winner == seat for game in games)
        error = sqrt(share * (1 - share) / row.games)
        assert_share((won, len(games)), share, resolves=0.19, reference_error=error)
    lies = [game.lies for game in games]
    assert_ratio(lies, plays, row, row.lies, rounded=0.00005, resolves=2.3)
    challenges = [sum(game.challenged) for game in games]
    caught = [sum(game.caught) for game in games]
    if row.policy == "certain":
        assert caught == challenges
    if row.policy == 0:
        assert sum(challenges) == 0
    else:
        spread = float(sqrt(sum((n - row.challenges) ** 2 for n in challenges) / len(games)))
        error = spread / sqrt(row.games) + 0.0005
        resolves = 0.5 * (1 + row.challenges / 3)
        assert_mean(challenges, row.challenges, resolves=resolves, reference_error=error)
        if row.policy != "certain":
            assert_ratio(caught, challenges, row, row.correct, rounded=0.0005, resolves=0.9)


def test_truthful_players_who_always_challenge_never_end_a_cyclic_game() -> None:
    """1,000 plays for the 20,000 of section 7.11."""
    source = random.Random(11)
    for _ in range(12):
        rules = Rules(max_plays=1000)
        game = cheat.play_hand(rules, 4, Shuffled(source), truth_first(source, 1))

        assert (game.winner, game.plays) == (-1, 1000)
        assert all(each.challenger >= 0 for each in game.history)


@pytest.mark.parametrize("mode", MODES[1:])
def test_a_truthful_leader_who_is_always_challenged_lays_rank_after_rank(mode: str) -> None:
    """Section 7.11: in about 9 plays, the number of ranks in 13 cards; false alarm 1e-6."""
    source, plays = random.Random(12), []
    for _ in range(400):
        rules = Rules(claim_rank=mode)
        game = cheat.play_hand(rules, 4, Shuffled(source), truth_first(source, 1))

        assert (game.winner, game.plays) == (0, len(set(game.hands[0])))
        plays.append(game.plays)
    assert_mean(plays, 9.05037215, resolves=0.6)


def test_the_first_claim_is_a_lie_as_often_as_a_rank_is_lacked() -> None:
    """Four truthful players, aces; false alarm 1e-6."""
    source, games = random.Random(13), 1500
    rules = Rules(max_plays=1)

    lies = sum(
        cheat.play_hand(rules, 4, Shuffled(source), truth_first(source, 0)).lies
        for _ in range(games)
    )

    assert_share((lies, games), 0.30381753, resolves=0.13)
