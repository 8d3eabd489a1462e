"""The standard system of Bridge never does what makes a card player laugh."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from cardsim.engine.table import Table
from cardsim.games.bridge import GAME
from cardsim.games.bridge.state import CALL, CALL_WORDS, DOUBLE, PASS
from cardsim.workspace import load_strategy
from harness import in_set

POINTS = {0: 4, 12: 3, 11: 2, 10: 1}
GAMES = {"3N", "4H", "4S"}


class Turn(NamedTuple):
    """A call, who made it with what, and the words of all calls before it."""

    before: Sequence[str]
    call: str
    hands: Sequence[Sequence[int]]
    seat: int

    @property
    def bids(self) -> list[str]:
        """The bids before it; none if the others have done anything but pass."""
        quiet = all(call == "pass" for call in self.before[-1::-2])
        return [call for call in self.before if is_bid(call)] if quiet else []

    @property
    def short(self) -> int:
        """Points for short suits: one for a doubleton, two for a singleton, four for a void."""
        lengths = [len(self.cards(strain)) for strain in "CDHS"]
        return sum(max(0, 3 - size) + (size == 0) for size in lengths)

    def cards(self, strain: str) -> list[int]:
        return [card for card in self.hands[self.seat] if "CDHSN"[card // 13] == strain]


def is_bid(word: str) -> bool:
    return PASS < CALL_WORDS.index(word) < DOUBLE


def points(cards: Sequence[int]) -> int:
    return sum(POINTS.get(card % 13, 0) for card in cards)


def aces(cards: Sequence[int]) -> int:
    return sum(card % 13 == 0 for card in cards)


def turns(deals: int, seed: int, **rules: Any) -> Iterator[Turn]:
    """Yield every call of auctions in which all four bid the standard system."""
    standard = load_strategy(GAME, "standard")
    table = Table(GAME, GAME.rules(**rules))
    for hand in range(deals):
        table.begin(seed, hand)
        hands = [in_set(int(cards)) for cards in table.state["hand_of"]]
        before: list[str] = []
        while not table.over and table.decision == CALL:
            call = table.choice(standard)
            yield Turn(tuple(before), CALL_WORDS[call], hands, table.seat)
            before.append(CALL_WORDS[call])
            table.act(call)


def test_the_standard_system_does_nothing_that_makes_a_card_player_laugh() -> None:
    forced = completed = doubled = took_out = kept = placed = 0
    for turn in turns(600, 7):
        bids, call, said = turn.bids, turn.call, f"{turn.before} {turn.call} {turn.hands}"
        if bids == ["2C"]:
            forced += 1
            assert call != "pass", said
        if len(bids) == 2 and bids[0][0] == "1" and bids[0] != "1N" and "N" not in bids[1]:
            # An answer in another suit: who was not able to open may be passed.
            fresh = bids[1][1] != bids[0][1] and turn.before.index(bids[0]) < 2
            forced += fresh
            assert not (fresh and call == "pass"), said
        if bids in (["1N", "2D"], ["1N", "2H"], ["2N", "3D"], ["2N", "3H"]):
            completed += 1
            assert call[1] == {"D": "H", "H": "S"}[bids[1][1]], said
        if len(turn.before) > 2 and turn.before[-2:] == ("double", "pass"):
            theirs = turn.before[-3]
            ours = [other for other in turn.before[-4::-2] if other != "pass"]
            opened = len(ours) == 1 and ours[0][0] == "1" and ours[0][1] != "N"
            if is_bid(theirs) and theirs[0] < "3" and theirs[1] != "N" and (opened or not ours):
                doubled += 1
                assert call != "pass" or len(turn.cards(theirs[1])) >= 5 - opened, said
        if call == "double" and {*turn.before[-2::-2]} <= {"pass"}:
            strain = next(filter(is_bid, turn.before[::-1]))[1]
            if strain != "N":
                took_out += 1
                held = points(turn.hands[turn.seat]) + turn.short
                assert held >= (10 if turn.before[-1] == "pass" else 13), said
        if bids[1:2] in (["1H"], ["1S"]) and bids[2:] in (["1N"], ["2C"], ["2D"]):
            # Six cards of a suit are bid again, or there is something better.
            long = len(turn.cards(bids[1][1])) > 5 and bids[0][0] == "1"
            kept += long
            assert not (long and call == "pass"), said
        if bids and bids[-1] in GAMES and call != "pass":
            placed += 1
            corrected = bids[-1] == "3N" and call in {"4H", "4S"}
            assert corrected or call == "4N" or call[0] in "67", said
        if call[0] == "7" and is_bid(call):
            both = [*turn.hands[turn.seat], *turn.hands[turn.seat ^ 2]]
            assert aces(both) == 4, said
            assert points(both) > 30, said
    assert min(forced, completed, doubled, took_out) > 10
    assert min(kept, placed) > 0


def test_the_standard_system_asks_for_aces_and_stays_out_of_slam_without_two() -> None:
    answered = slams = 0
    for turn in turns(150, 3, given="ns 31+ 9+ hearts"):
        bids, call, said = turn.bids, turn.call, f"{turn.before} {turn.call} {turn.hands}"
        if len(bids) > 1 and bids[-1] == "4N" and {"2H", "3H", "4H"} & {*bids[-3:-1]}:
            answered += 1
            held = aces(turn.hands[turn.seat])
            assert call == ("5C", "5D", "5H", "5S", "5C")[held], said
        if call[0] == "6" and is_bid(call) and "4N" in bids:
            slams += 1
            assert aces([*turn.hands[turn.seat], *turn.hands[turn.seat ^ 2]]) >= 3, said
    assert answered > 15
    assert slams > 5
