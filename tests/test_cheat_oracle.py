"""What the oracle of Cheat holds possible of hidden cards, by which imagined games are judged.

`test_worked_examples` plays the examples of RULES.md, `test_against_oracles` compares with the
kernel what happens, is legal and is seen in random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from harnesses.cheat import NAMES, Script, hands_of, ranks_of
from oracles import cheat
from oracles.cheat import CHEAT, PHRASE, Choose, Played, Rules, View

pytestmark = pytest.mark.kept(0, full=4)

CLASSROOM = Rules(classroom_trichez=True)
AT_TABLE = {"seat0": "A 5 K K", "seat1": "2 2 Q Q", "seat2": "3 7 7 K", "seat3": "4 8 8 J"}
FIRST_PLAYS = "A 5, 2 2, 3 K ?3, 4"
Asked = tuple[str, int, View]


@dataclass
class Deck:
    """Cards in the order they are asked for, then any or the lowest; signals now and then."""

    order: list[int] = field(default_factory=list)
    source: random.Random | None = None

    def card(self, stock: list[int]) -> int:
        if self.order:
            return self.order.pop(0)
        return self.source.choice(stock) if self.source else stock[0]

    def happens(self, probability: float, _seat: int) -> bool:
        return self.source is not None and self.source.random() < probability


def watched(choose: Choose, asked: list[Asked]) -> Choose:
    """Answers as another does, and keeps what was asked."""

    def answer(decision: str, seat: int, view: View, legal: list[int]) -> int:
        asked.append((decision, seat, view))
        return choose(decision, seat, view, legal)

    return answer


def scripted(lays: str) -> Choose:
    """Plays the claims of an example."""
    script = Script({"lays": lays})

    def choose(decision: str, seat: int, view: View, legal: list[int]) -> int:
        return script.choose(decision, seat, legal, view["plays"], view.get("last_rank", -1))

    return choose


def at_random(source: random.Random, share: float, truth: float) -> Choose:
    """Any action, but challenges with this frequency, and cards of the claim where they can be."""

    def choose(decision: str, _seat: int, view: View, legal: list[int]) -> int:
        if decision == "challenge":
            return int(source.random() < share)
        if decision == "card" and view["rank"] in legal and source.random() < truth:
            return int(view["rank"])
        return source.choice(legal)

    return choose


@pytest.mark.parametrize(
    ("claim", "hand", "third", "pile", "packs", "certain"),
    [
        # Example 7.
        ((0, 8, 2), "9 9 9", "", [], 1, True),
        ((0, 8, 2), "9 9", "", [], 1, False),
        ((0, 8, 2), "2 3", "", [], 1, False),
        # Three aces of the claimant or of another seat; own cards in the pile, and others.
        ((0, 0, 1), "A", "A A A", [], 1, True),
        ((2, 0, 1), "A", "A A A", [], 1, True),
        ((0, 0, 1), "", "A A A", [], 1, False),
        ((0, 0, 1), "", "A A A", [(1, 4, 1, (0,))], 1, True),
        ((0, 0, 1), "", "A A A", [(1, 4, 1, (5,))], 1, False),
        ((0, 0, 1), "", "A A A", [(2, 4, 1, None)], 1, False),
        ((0, 0, 1), "A", "A A A", [], 2, False),
    ],
)
def test_a_lie_is_certain_if_there_are_not_so_many_cards(
    claim: tuple[int, int, int], hand: str, third: str, pile: list[Any], packs: int, certain: bool
) -> None:
    """Seat 1 judges; `third` is what seat 2 is known to hold."""
    own, theirs, nothing = (cheat.counts_of(ranks_of(some)) for some in (hand, third, ""))
    view = {"seat": 1, "n": 4, "packs": packs, "counts": own, "claim": claim}
    known = [nothing, own, theirs, nothing]

    assert cheat.is_certain_lie(view | {"known": known, "pile_plays": pile}) == certain


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


def at_table(viewer: int, lays: str) -> tuple[View, list[list[int]], list[list[int]]]:
    """What a seat sees while the fourth claim waits, and how the cards lie."""
    asked: list[Asked] = []
    hands = hands_of(AT_TABLE, 4)
    deck = Deck([hands[k % 4][k // 4] for k in range(52)])
    game = cheat.play_hand(Rules(max_plays=4), 4, deck, watched(scripted(lays), asked))
    view = next(
        view
        for decision, seat, view in asked
        if (decision, seat, view["plays"]) == ("challenge", viewer, 4)
    )
    return view, *position(game, (4, False))


def in_the_classroom(stacks: str, seat: int, plays: int, **rates: float) -> View:
    """What a pupil sees of a claim, where these stacks of `p` and `c` are dealt, the top first."""
    several = stacks.split()
    order = ["pc".index(s[k]) for k in range(max(map(len, several))) for s in several if s[k:]]
    cheats = order.count(CHEAT)
    rules = replace(CLASSROOM, phrase_cards=len(order) - cheats, cheat_cards=cheats, **rates)  # type: ignore[arg-type]
    asked: list[Asked] = []
    cheat.play_hand(rules, len(several), Deck(order), watched(lambda *_: 0, asked))
    return next(view for _, who, view in asked if (who, view["plays"]) == (seat, plays))


@pytest.mark.parametrize(
    ("viewer", "one", "other", "possible"),
    [
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
    view, hands, pile = at_table(viewer, FIRST_PLAYS)

    places = [pile[0] if name[0] == "p" else hands[int(name[0])] for name in (one, other)]
    moved = [NAMES.index(name[2]) for name in (one, other)]
    for place, gone, come in zip(places, moved, moved[::-1], strict=True):
        place[place.index(gone)] = come

    assert cheat.agrees(view, hands, pile) == possible


@pytest.mark.parametrize(
    ("pile", "possible"),
    [
        ("A 5|2 2|3 K|4", True),
        ("5 A|2 2|3 K|4", True),
        ("A 5|3 2|2 K|4", True),
        ("A 3|2 2|5 K|4", False),
        ("A 5|2|2 3 K|4", False),
        ("A 5|2 2|3 K 4", False),
    ],
)
def test_sizes_and_the_own_cards_in_the_pile_are_known(pile: str, possible: bool) -> None:
    view, hands, _ = at_table(0, FIRST_PLAYS.replace(" ?3", ""))

    assert cheat.agrees(view, hands, [ranks_of(laid) for laid in pile.split("|")]) == possible


def test_the_sizes_of_hands_and_all_cards_there_are_are_known() -> None:
    view, hands, pile = at_table(0, FIRST_PLAYS.replace(" ?3", ""))

    moved = [hands[0], [*hands[1], hands[2][0]], hands[2][1:], hands[3]]
    assert not cheat.agrees(view, moved, pile)
    doubled = [hands[0], [*hands[1][:-1], 0], *hands[2:]]
    assert not cheat.agrees(view, doubled, pile)


@pytest.mark.parametrize(
    ("hands", "pile", "possible"),
    [
        ("pp cp ppp", "c p", True),
        ("pp pp ppp", "c c", True),
        ("cp pp ppp", "c p", True),
        ("pp cp pcp", "p p", False),
        ("pp cp pcp", "c p", False),
    ],
)
def test_a_pupil_knows_the_cards_that_he_has_played_alone(
    hands: str, pile: str, possible: bool
) -> None:
    """Seat 0 has turned up a cheat card, and the card of seat 1 waits."""
    view = in_the_classroom("cpp pcp ppp", 0, 2)
    lie, laid = ([["pc".index(c) for c in x] for x in each.split()] for each in (hands, pile))

    assert cheat.agrees(view, lie, laid) == possible


@pytest.mark.parametrize(
    ("tell", "false_tell", "signal", "phrase", "cheats"),
    [
        (0.6, 0.1, True, True, True),
        (0.6, 0.1, False, True, True),
        (1, 0.1, False, True, False),
        (1, 0.1, True, True, True),
        (0.6, 0, True, False, True),
        (0.6, 0, False, True, True),
        (0, 1, True, True, False),
        (0, 1, False, False, True),
    ],
)
def test_a_signal_that_is_certain_gives_the_card_away(
    tell: float, false_tell: float, signal: bool, phrase: bool, cheats: bool
) -> None:
    rates = {"tell_rate": tell, "false_tell_rate": false_tell}
    view = {**in_the_classroom("cpp ppp", 1, 1, **rates), "signal": signal}

    assert cheat.agrees(view, [[CHEAT, 0], [0, 0, 0]], [[PHRASE]]) == phrase
    assert cheat.agrees(view, [[PHRASE, 0], [0, 0, 0]], [[CHEAT]]) == cheats


MODES = ("cyclic", "adjacent", "adjacent-strict", "same", "classroom")


def test_the_true_cards_agree_with_every_view_and_a_certain_lie_is_one() -> None:
    source, met = random.Random(5), dict.fromkeys(("refused", "certain"), 0)
    for number in range(150):
        mode, players = MODES[number % 5], source.randint(3, 6)
        rules = CLASSROOM if mode == "classroom" else Rules(claim_rank=mode, max_plays=120)
        asked: list[Asked] = []
        choose = watched(at_random(source, 0.05, source.choice([0.2, 0.9])), asked)
        game = cheat.play_hand(rules, players, Deck(source=source), choose)
        for decision, seat, view in source.sample(asked, k=20):
            hands, pile = position(game, (view["plays"], decision != "challenge"))
            assert cheat.agrees(view, hands, pile)
            one, other = (seat + 1) % players, (seat + 2) % players
            hands[one], hands[other] = hands[other], hands[one]
            met["refused"] += not cheat.agrees(view, hands, pile)
            if "known" in view and "claim" in view and cheat.is_certain_lie(view):
                met["certain"] += 1
                assert not game.history[view["plays"] - 1].claim.is_true
    assert met["refused"] > 500
    assert met["certain"] > 20
