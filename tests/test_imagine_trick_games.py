"""Spades, Euchre and Bridge: hands imagined from what a seat sees, as their oracles judge them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from cardsim import Strategy
from cardsim.cards import card_id
from cardsim.engine.table import Table
from cardsim.game import Game
from cardsim.games import bridge, euchre, spades
from cardsim.games.bridge.rules import Rules as Boards
from cardsim.games.bridge.state import MATCH
from cardsim.games.euchre.deck import SETS as EUCHRE_SETS
from cardsim.games.euchre.rules import Rules as Euchre
from cardsim.games.euchre.state import BURIED, NO_TRUMP_YET, NOT_YET, PICKED_UP
from cardsim.games.spades.rules import Rules as Spades
from cardsim.places import stack
from cardsim.tricks import NO_CARD, NO_TRUMP, SEATS, USUAL
from cardsim.workspace import load_strategy
from checks import assert_uniform
from harness import in_set, oracle_rules, part_of
from harnesses.euchre import STATES, table_with
from harnesses.euchre import tile as nines_and_up
from imagining import SEED, Point, assert_agrees, imagined, played_on, points
from oracles import bridge as bridge_book
from oracles import euchre as euchre_book
from oracles import spades as spades_book
from trick_games import singly, tile
from worked_examples import cards

Places = Sequence[Sequence[int]]
"""All hands, and what other places a game has for cards, in the oracle's numbers."""
View = dict[str, Any]
NEEDS = Euchre(trump_needed_to_call=True, stick_the_dealer=True, defend_alone=True)


@dataclass(frozen=True)
class Played:
    """A game, and how what is imagined in it is judged.

    Attributes:
        tables: house rules of the tables looked at.
        usual: the strategy that plays beside `random-legal`.
        hands: how many are looked at.
        hidden: fields that depend on hidden cards, or are of the hand before until it is scored.
        asked: how often each decision must come at least.
        ends: (outcome, state) -> whether the hand may have ended so.
        seen: (state, decision) -> the view as the oracle has it, as far as it judges by it.
        agrees: (rules, view, places) -> whether the cards may lie so.
        known: (state) -> places that the seat on turn knows.
        tile: a card as the oracle numbers it.
        sets: [trump, suit]: the cards of each suit.
    """

    game: Game
    tables: Sequence[Any]
    usual: str
    hands: int
    hidden: frozenset[str]
    asked: Mapping[str, int]
    ends: Callable[[Any, Any], bool]
    seen: Callable[[Any, str], View]
    agrees: Callable[[Any, View, Places], bool]
    known: Callable[[Any], Iterable[int]]
    tile: Callable[[int], int] = tile
    sets: Callable[[], Any] = lambda: USUAL.sets

    def tiles(self, cards: Any) -> list[int]:
        """A set of cards in the oracle's numbers."""
        return sorted(self.tile(card) for card in in_set(int(cards)))

    def placed(self, state: Any) -> tuple[tuple[int, ...], ...]:
        """Where all cards lie."""
        return tuple(tuple(self.tiles(each)) for each in state["hand_of"])

    def oracle_rules(self, rules: Any) -> Any:
        """The rules as the oracle has them."""
        return oracle_rules(part_of(self.game.name.replace("-", "_")), rules)

    @cached_property
    def strategies(self) -> list[Strategy]:
        """Who plays."""
        return [load_strategy(self.game, name) for name in ("random-legal", self.usual)]


def laid_in(
    state: Any, number: Callable[[int], int] = tile, out: Sequence[bool] = (False,) * SEATS
) -> tuple[list[Any], list[tuple[int, int]]]:
    """The complete tricks, each with its leader and the pairs laid, and those of this trick."""
    rows = []
    for leader, row in zip(state["leaders"].tolist(), state["history"].tolist(), strict=False):
        seats = [seat for seat in ((leader + k) % SEATS for k in range(SEATS)) if not out[seat]]
        laid = [number(card) for card in row if card != NO_CARD]
        rows.append((leader, list(zip(seats, laid, strict=False))))
    done = int(state["tricks"])
    return rows[:done], rows[done][1]


def seen_of_tricks(state: Any) -> View:
    """What the oracles of whole packs are told of tricks."""
    rows, trick = laid_in(state)
    winners = state["leaders"].tolist()[1:]
    history = [
        (leader, tuple(card for _, card in row), winner)
        for (leader, row), winner in zip(rows, winners, strict=False)
    ]
    return {"seat": int(state["seat"]), "history": history, "current_trick": trick}


def seen_in_spades(state: Any, decision: str) -> View:
    view = seen_of_tricks(state)
    return view if decision == "blind" else view | {"hand": SPADES.tiles(state["hand"])}


def seen_in_bridge(state: Any, decision: str) -> View:
    view = seen_of_tricks(state) | {"hand": BRIDGE.tiles(state["hand"])}
    if decision != "play":
        return view
    contract = tuple(int(state[name]) for name in ("level", "strain", "doubled", "declarer"))
    return view | {"contract": contract, "dummy_hand": BRIDGE.tiles(state["dummy_hand"])}


def seen_in_euchre(state: Any, decision: str) -> View:
    calls = [
        (seat, number + 1, int(state["calls"][number, seat]))
        for number in range(2)
        for seat in range(SEATS)
        if state["calls"][number, seat] != NOT_YET
    ]
    view: View = {
        "seat": int(state["seat"]),
        "dealer": int(state["dealer"]),
        "hand": EUCHRE.tiles(state["hand"]),
        "upcard": nines_and_up(int(state["upcard"])),
        "upcard_state": {number: word for word, number in STATES.items()}[state["upcard_state"]],
        "calls": calls,
    }
    if state["trump"] != NO_TRUMP_YET:
        view["trump"] = int(state["trump"])
    if decision in ("defend-alone", "play"):
        view["defend_calls"] = []
        discard = int(state["discard"])
        view["discard"] = None if discard == NO_CARD else nines_and_up(discard)
    if decision == "play":
        out = state["sitting_out"].astype(bool).tolist()
        rows, trick = laid_in(state, nines_and_up, out)
        history = [(leader, tuple(row), NO_CARD) for leader, row in rows]
        view |= {"history": history, "current_trick": trick, "sitting_out": out}
    return view


def agrees_in_euchre(rules: Any, view: View, places: Places) -> bool:
    *hands, kitty, buried = places
    discard = buried[0] if buried else None
    return euchre_book.agrees(rules, view, list(hands), kitty=list(kitty), discard=discard)


def as_many_tricks(whole: set[int]) -> Callable[[Any, Any], bool]:
    """Whether so many tricks were taken, none of those before by another seat."""
    return lambda end, state: bool(
        end["taken"].sum() in whole and (end["taken"] >= state["taken"]).all()
    )


SPADES = Played(
    game=spades.GAME,
    tables=(
        Spades(),
        Spades(spade_lead="any", first_trick_spades=False),
        Spades(first_trick_spades=False, min_team_bid=5),
    ),
    usual="by-the-book",
    hands=24,
    hidden=frozenset({"hand_of", "deck", "points", "new_bags", "penalty"}),
    asked={"bid": 50, "play": 50},
    ends=as_many_tricks({13}),
    seen=seen_in_spades,
    agrees=spades_book.agrees,
    known=lambda state: {int(state["seat"])},
)
EUCHRE = Played(
    game=euchre.GAME,
    tables=(
        Euchre(),
        NEEDS,
        Euchre(defend_alone=True, lone_lead="left-of-maker", farmers_hand=True),
    ),
    usual="by-the-book",
    hands=40,
    hidden=frozenset({"hand_of", "discard_of", "deck", "board", "points", "end"}),
    asked=dict.fromkeys(("order", "name-trump", "discard", "defend-alone", "play"), 10),
    ends=as_many_tricks({0, 5}),
    seen=seen_in_euchre,
    agrees=agrees_in_euchre,
    known=lambda state: [int(state["seat"]), *[BURIED] * int(state["discard"] != NO_CARD)],
    tile=nines_and_up,
    sets=lambda: EUCHRE_SETS,
)
BRIDGE = Played(
    game=bridge.GAME,
    tables=(Boards(), Boards(scoring="trick-points", doubles=False)),
    usual="tips",
    hands=24,
    hidden=frozenset({"hand_of", "dealt", "deck", "points", "line", "bonus"}),
    asked={"call": 20, "lead": 20, "play": 20},
    ends=lambda end, state: 0 <= end["tricks"] <= 13 and end["level"] >= state["level"],
    seen=seen_in_bridge,
    agrees=lambda _, view, places: bridge_book.agrees(view, places),
    known=lambda state: {int(state["seat"]), (int(state["declarer"]) + 2) % 4},
)
GAMES = {"spades": SPADES, "euchre": EUCHRE, "bridge": BRIDGE}


@cache
def all_points(name: str) -> list[Point]:
    played = GAMES[name]
    tables = [(rules, SEATS) for rules in played.tables]
    return list(points(played.game, tables, played.strategies, hands=played.hands))


@pytest.mark.parametrize(
    "name", ["spades", pytest.param("euchre", marks=pytest.mark.full), "bridge"]
)
def test_what_is_imagined_agrees_with_what_the_seat_sees(name: str) -> None:
    played = GAMES[name]
    names = [decision.name for decision in played.game.decisions]
    asked = Counter(names[point.decision] for point in all_points(name))

    for point in all_points(name):
        assert_agrees(played.game, point)

    assert all(asked[decision] > least for decision, least in played.asked.items())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.kept(2)
def test_all_that_was_called_and_played_in_an_imagined_hand_was_legal(name: str) -> None:
    """By the oracle, which goes through the calls and plays."""
    played, checked, refused = GAMES[name], 0, 0
    for point in all_points(name):
        rules = played.oracle_rules(played.tables[point.hand % len(played.tables)])
        view = played.seen(point.state[0], played.game.decisions[point.decision].name)
        true = list(played.placed(point.state[0]))
        assert played.agrees(rules, view, true)
        one, other = (view["seat"] + 1) % SEATS, (view["seat"] + 2) % SEATS
        swapped = list(true)
        swapped[one], swapped[other] = true[other], true[one]
        refused += not played.agrees(rules, view, swapped)
        if true[one]:
            swapped[one], swapped[other] = true[one][1:], (*true[other], true[one][0])
            assert not played.agrees(rules, view, swapped)
        for state in imagined(played.game, point.state, point.rules, hand=point.hand, count=3):
            assert played.agrees(rules, view, played.placed(state))
            if "dealt" in (played.game.state.names or ()):
                dealt = [played.tiles(cards) for cards in state["dealt"]]
                assert [len(cards) for cards in dealt] == [13] * SEATS
                assert all(map(set.issuperset, map(set, dealt), map(set, played.placed(state))))
            checked += 1
    assert checked > 1000
    assert refused > 100


@pytest.mark.parametrize("name", GAMES)
def test_what_does_not_depend_on_hidden_cards_is_as_it_was(name: str) -> None:
    played = GAMES[name]
    for point in all_points(name):
        state = imagined(played.game, point.state, point.rules, hand=point.hand)

        for field in set(played.game.state.names or ()) - played.hidden:
            assert state[field].tobytes() == point.state[field].tobytes(), field


@pytest.mark.parametrize("name", GAMES)
def test_an_imagined_hand_is_played_on_to_its_end(name: str) -> None:
    played, ends = GAMES[name], set[bytes]()
    for point in all_points(name)[::5]:
        for hand in (1, 2):
            state = imagined(played.game, point.state, point.rules, hand=hand)
            for strategy in played.strategies:
                how = {"following": point.decision, "players": SEATS, "hand": hand}
                outcome = played_on(played.game, state, point.rules, strategy, **how)
                assert played.ends(outcome, point.state[0])
                ends.add(outcome.tobytes())
    assert len(ends) > 100


# ---------------------------------------------------------------- all hands are as likely


def splits(cards: list[int], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to deal cards to places of these sizes."""
    if not sizes:
        yield ()
        return
    for first in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in first]
        for others in splits(rest, sizes[1:]):
            yield (first, *others)


def ways(played: Played, table: Table) -> set[tuple[tuple[int, ...], ...]]:
    """All that the seat on turn may believe, found by trying; the places that it knows stay."""
    view, rules = played.seen(table.state, "play"), played.oracle_rules(table.house_rules)
    now, known = played.placed(table.state), set(played.known(table.state))
    hidden = [place for place in range(len(now)) if place not in known]
    found = set()
    for split in splits(sorted(c for k in hidden for c in now[k]), [len(now[k]) for k in hidden]):
        places = list(now)
        for place, some in zip(hidden, split, strict=True):
            places[place] = some
        if played.agrees(rules, view, places):
            found.add(tuple(places))
    return found


def late(played: Played, rules: Any, hand: int, tricks: int) -> Table:
    """A hand played at random until so many tricks are complete, if it is played at all."""
    table = Table(played.game, rules, SEATS, seed=SEED, hand=hand)
    anything, usual = played.strategies
    while not table.over and table.state["tricks"] < tricks:
        table.act(table.choice(usual if table.asks.name == "call" else anything))
    return table


def shown_out(played: Played, table: Table) -> int:
    """How many times a hidden hand has shown that it has none of a suit that is still unseen."""
    state = table.state
    known = [place for place in played.known(state) if place < SEATS]
    seen = int(state["played"]) | sum(int(state["hand_of"][seat]) for seat in known)
    names = state.dtype.names
    sets = played.sets()[int(state["trump"]) if "trump" in names else NO_TRUMP]
    left = [suit for suit in range(4) if int(sets[suit]) & ~seen]
    others = [seat for seat in range(SEATS) if seat not in known]
    return int(state["voids"][np.ix_(others, left)].sum())


def upcard_is_hidden(state: Any) -> bool:
    return (
        state["upcard_state"] == PICKED_UP
        and not int(state["played"]) >> int(state["upcard"]) & 1
        and state["seat"] != state["dealer"]
    )


def needs_a_trump(state: Any) -> bool:
    """Whether the maker had to hold a card of his suit and may still have it hidden."""
    view = seen_in_euchre(state, "play")
    plays = [pair for _, pairs, _ in view["history"] for pair in pairs] + view["current_trick"]
    shown = [card for seat, card in plays if seat == state["maker"]]
    return state["maker"] not in (state["dealer"], state["seat"]) and not any(
        euchre_book.printed_suit(card) == state["trump"] for card in shown
    )


EVERYTHING: dict[str, tuple[Played, Any, int, Callable[[Any], bool], int]] = {
    "spades": (SPADES, Spades(), 10, lambda _: True, 4),
    "euchre, hidden upcard": (EUCHRE, Euchre(), 4, upcard_is_hidden, 3),
    "euchre, a trump is needed": (EUCHRE, NEEDS, 4, needs_a_trump, 3),
    "bridge": (BRIDGE, Boards(), 8, lambda _: True, 3),
}
"""The game, rules, complete tricks, what must be so, and how many are shown out at the most."""


@pytest.mark.parametrize(
    ("name", "out"), [(name, out) for name in EVERYTHING for out in range(EVERYTHING[name][-1])]
)
@pytest.mark.kept(1, by=lambda name, **_: name.partition(",")[0])
def test_every_hand_that_agrees_is_as_likely(name: str, out: int) -> None:
    """By how often others have shown to be out of a suit."""
    played, rules, tricks, wanted, _ = EVERYTHING[name]
    tables = (late(played, rules, hand, tricks) for hand in range(1000))
    table = next(
        table
        for table in tables
        if not table.over
        and (played is not EUCHRE or table.state["in_play"] == SEATS)
        and wanted(table.state)
        and shown_out(played, table) == out
    )
    expected = ways(played, table)

    states = imagined(played.game, table.states, table.rules, count=150 * len(expected))

    counts = Counter(played.placed(state) for state in states)
    assert set(counts) == expected
    assert len(expected) > 5
    assert_uniform(list(counts.values()), resolves=0.3)


# ---------------------------------------------------------------- what may be believed

FOUR_SUITS = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AS",
    "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD KS",
    "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS",
    "AC AD AH 2S 3S 4S 5S 6S 7S 8S 9S TS JS",
)
ALL_SPADES = tuple(" ".join(rank + suit for rank in "23456789TJQKA") for suit in "SCDH")
LATE_SPADES = (ALL_SPADES[1], ALL_SPADES[0], *ALL_SPADES[2:])
ANY_LEAD, NO_SPADE_FIRST = Spades(spade_lead="any"), Spades(first_trick_spades=False)


def may_lie(played: Played, table: Table, exchanged: str) -> bool:
    """Whether the seat on turn may believe that two cards lie the other way."""
    one, other = (played.tile(card_id(name)) for name in exchanged.split())
    moved = {one: other, other: one}
    places = [[moved.get(each, each) for each in place] for place in played.placed(table.state)]
    view = played.seen(table.state, table.asks.name)
    return played.agrees(played.oracle_rules(table.house_rules), view, places)


@pytest.mark.parametrize(
    ("rules", "dealt", "names", "exchanged", "possible"),
    [
        (Spades(), FOUR_SUITS, "2C 2D 2H AC AD KC", "AS QS", True),
        (Spades(), FOUR_SUITS, "2C 2D 2H AC AD KC", "3C 2S", True),
        (Spades(), FOUR_SUITS, "2C 2D 2H AC AD KC", "3C 3H", False),
        (Spades(), FOUR_SUITS, "2C 2D 2H AC AD KC", "3D 2S", False),
        (Spades(), ALL_SPADES, "2S", "2D 2H", True),
        (Spades(), ALL_SPADES, "2S", "AS AD", False),
        (ANY_LEAD, ALL_SPADES, "2S", "AS AD", True),
        (Spades(), LATE_SPADES, "2C 2S", "AS AH", True),
        (NO_SPADE_FIRST, LATE_SPADES, "2C 2S", "AS AH", False),
        (NO_SPADE_FIRST, LATE_SPADES, "2C 2S", "AC AH", True),
        (Spades(), LATE_SPADES, "2C 2S 2D", "AC AD", False),
    ],
)
def test_spades_may_lie_where_that_breaks_no_rule(
    rules: Spades, dealt: Sequence[str], names: str, exchanged: str, possible: bool
) -> None:
    table = Table(SPADES.game, rules)
    stack(table, singly(dealt))
    table.deal()
    for action in [1] * SEATS + cards(names):
        table.act(action)

    assert may_lie(SPADES, table, exchanged) == possible


DEALT = {0: "9D TD QC KC AC", 1: "KD AD 9H TH QH", 2: "JC 9S TS JS QS", 3: "9C TC JH KS AS"}
LAID = "9C AC 9H JC TC KC KD 9S KS AD TS"
"""The discard of seat 3, which deals and turns up QD, then plays."""


@pytest.mark.parametrize(
    ("rules", "calls", "laid", "exchanged", "possible"),
    [
        (Euchre(), "0", 0, "9D JD", True),
        (Euchre(), "0", 0, "9D KD", False),
        (Euchre(), "01", 1, "9C KS", True),
        (Euchre(), "01", 1, "9C JD", True),
        (Euchre(), "01", 1, "QD JD", False),
        (Euchre(), "01", 3, "KH QH", True),
        (Euchre(), "01", 3, "TC QH", False),
        (Euchre(), "01", 3, "TC KC", True),
        (Euchre(), "01", 3, "KC QH", False),
        (Euchre(), "01", 4, "9C 9S", False),
        (Euchre(), "01", 5, "9C 9S", True),
        (Euchre(), "01", 5, "JH JD", True),
        (Euchre(), "01", 11, "9C JS", False),
        (Euchre(), "01", 11, "9D JS", False),
        (Euchre(), "01", 11, "9D QH", True),
        (Euchre(), "01", 11, "JD JS", False),
        (Euchre(), "00000003", 0, "JH JD", True),
        (Euchre(trump_needed_to_call=True), "00000003", 0, "JH JD", False),
        (Euchre(trump_needed_to_call=True), "00000003", 0, "JH KH", True),
    ],
)
def test_cards_of_euchre_may_lie_where_that_breaks_no_rule(
    rules: Euchre, calls: str, laid: int, exchanged: str, possible: bool
) -> None:
    table = table_with(rules, DEALT, "QD")
    for action in [*map(int, calls), *cards(LAID)[:laid]]:
        table.act(action)

    assert may_lie(EUCHRE, table, exchanged) == possible


# ---------------------------------------------------------------- one game alone


def test_who_is_asked_for_a_blind_nil_may_have_any_cards() -> None:
    table = Table(SPADES.game, Spades(blind_nil=True), SEATS, seed=SEED, unit="match")
    table.states["score"] = [0, 100]
    table.deal()
    while table.asked[1] != "blind":
        table.act(3)

    states = imagined(SPADES.game, table.states, table.rules, count=20_000)

    held = [
        sum(int(hand) >> card & 1 for hand in states["hand_of"][:, table.seat])
        for card in range(52)
    ]
    assert_uniform(held, resolves=0.1)


def test_both_tables_of_a_match_play_the_deal_that_is_imagined() -> None:
    tips, game = load_strategy(BRIDGE.game, "tips"), BRIDGE.game
    for hand in range(40):
        table = Table(game, Boards(boards=1), unit="match", seed=SEED, hand=hand)
        state = imagined(game, table.states.view(game.view), table.rules, hand=hand)
        how = {"following": table.decision, "players": SEATS, "hand": hand, "unit": MATCH}
        outcome = played_on(game, state, table.rules, tips, **how)
        # Nobody has called yet: who plays by the tips does the same at both tables.
        assert outcome["deals"] == 2
        assert outcome["your_net"] == 0


def test_hands_that_cannot_be_do_not_agree_with_a_view() -> None:
    own, other, third, last = [list(range(k, k + 13)) for k in (0, 13, 26, 39)]
    view: View = {"seat": 0, "hand": own}

    assert bridge_book.agrees(view, [own, last, third, other])
    assert not bridge_book.agrees(view, [own, other, third, third])
    assert not bridge_book.agrees(view, [other, own, third, last])
    assert not bridge_book.agrees(view, [own, other[1:], third, last])
    view["current_trick"] = [(1, tile(card_id("2D"))), (2, tile(card_id("2S")))]
    assert bridge_book.agrees(view, [own, other[1:], last[1:], third])
    revoked = [own, [tile(card_id("3S")), *other[2:]], [tile(card_id("3D")), *last[2:]], third]
    assert not bridge_book.agrees(view, revoked)
    view |= {"contract": (1, bridge_book.NOTRUMP, 0, 1), "dummy_hand": third}
    assert bridge_book.agrees(view, [own, other[1:], last[1:], third])
    another_dummy = [tile(card_id("3S")), *third[1:]]
    assert not bridge_book.agrees(
        view, [own, other[1:], [tile(card_id("2H")), *last[2:]], another_dummy]
    )
