"""Chinese Ten and its oracle."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.games.chinese_ten import GAME
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import LAYOUTS, NO_CARD, SHARES, TAKE_THREE, TRAIL
from harness import Part, Play, Rare, Shown, Told, in_set, same
from oracles import chinese_ten as book


def means(_shown: Shown, action: int) -> int:
    """An action by the oracle's number."""
    return {TAKE_THREE: book.TAKE_TRIPLE, TRAIL: book.TRAIL}.get(action, action)


class Recorded:
    """Chance and choice for the oracle: the cards and actions of a traced hand."""

    def __init__(self, play: Play) -> None:
        """Begin at the deal."""
        self.play = play
        self.players = play.table.players
        kinds = ("deal", "layout", "flip")
        self.cards = iter([card for kind, _, card in play.events if kind in kinds])
        memo = play.table.memo
        if "points" not in memo:
            rules = play.table.oracle_rules
            memo["points"] = [book.card_points(rules, self.players, card) for card in range(52)]
        self.worth: list[int] = memo["points"]

    def card(self, stock: list[int]) -> int:
        """The card that the kernel drew; the oracle checks that it was there."""
        same("card drawn", (drawn := next(self.cards, -1)) in stock, True)
        return drawn

    def choose(self, decision: str, seat: int, view: book.View, legal: list[int]) -> int:
        """The recorded action, after the comparison of all that the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        if shown.looked:
            self.check_public(shown, view)
            self.check_hand(shown, decision, view)
            self.check_history(shown, view)
        found, asked = self.play.situations, decision == "play-card"
        found["a single card asked for"] += asked and len(legal) == 1
        found["four candidates"] += not asked and len(legal) == 4
        found["a triple or nothing"] += legal == [book.TRAIL, book.TAKE_TRIPLE]
        found["three in hand and table of one rank, no triple"] += (
            not asked and len(legal) == 3 and view["triple_rank"] == book.NONE
        )
        return int(shown.answer)

    def points(self, card: int) -> int:
        """Points of a card under the rules of the table."""
        return self.worth[card]

    def check_public(self, shown: Shown, view: book.View) -> None:
        """Compare what everybody may know."""
        oracle = {
            "players": view["n"],
            "seat": view["my_seat"],
            "dealer": view["dealer"],
            "deck_count": view["deck_count"],
            "triple_rank": view["triple_rank"],
        }
        for name, expected in oracle.items():
            same(name, shown[name], expected)
        same("table", in_set(shown["table"]), view["table"])
        same("hand_counts", shown["hand_counts"][: self.players], view["hand_counts"])
        same("points", shown["points"], self.worth)

    def check_hand(self, shown: Shown, decision: str, view: book.View) -> None:
        """Compare the own cards, and what is said of them."""
        size, hand = shown["hand_size"], shown["hand"]
        dealt = [c for kind, s, c in self.play.events if kind == "deal" and s == shown["seat"]]
        same("held", in_set(shown["held"]), view["hand"])
        same("hand", hand[:size], [card for card in dealt if card in view["hand"]])
        same("beyond the hand", hand[size:], [NO_CARD] * (12 - size))
        wins = [self.wins(card, view) for card in hand[:size]]
        same("wins", shown["wins"], wins + [-1] * (12 - size))
        light = min(hand[:size], key=self.points, default=NO_CARD)
        same("lightest", shown["lightest"], light)
        card, capture = NO_CARD, NO_CARD
        if decision == "play-card":
            best = max(wins)
            capture = hand[wins.index(best)] if best >= 0 else NO_CARD
        else:
            card = view["card_played" if decision == "choose-capture" else "card_flipped"]
            found = [c for c in in_set(shown["legal"]) if c < TAKE_THREE]
            capture = max(found, key=self.points, default=NO_CARD)
        same("best_capture", shown["best_capture"], capture)
        same("card", shown["card"], card)

    def wins(self, card: int, view: book.View) -> int:
        """Points that a hand card would win."""
        found = [self.points(other) for other in book.partners(view["table"], card)]
        if not found:
            return -1
        all_three = card % 13 == view["triple_rank"]
        return self.points(card) + (sum(found) if all_three else max(found))

    def check_history(self, shown: Shown, view: book.View) -> None:
        """Compare the turns, and what follows from them."""
        players = self.players
        rows: list[list[int]] = []
        taken: list[set[int]] = [set() for _ in range(players)]
        place = 0
        layout: list[int] = []
        for kind, seat, number in view["history"]:
            if kind == "layout":
                layout = [*layout[-3:], number]
            elif kind == "alike":
                taken[seat] |= set(layout)
            elif kind == "play":
                rows.append([number, NO_CARD, NO_CARD, NO_CARD])
                same("seat of the turn", (shown["first"] + len(rows) - 1) % players, seat)
                place = 0
            elif kind == "flip":
                rows[-1][2] = number
                place = 2
            elif kind == "capture":
                taken[seat] |= {rows[-1][place], number}
                several = rows[-1][place + 1] != NO_CARD
                rows[-1][place + 1] = TAKE_THREE if several else number
        same("history", shown["history"], rows + [[NO_CARD] * 4] * (24 - len(rows)))
        same("turn", shown["turn"], len(rows) - (shown["card"] != NO_CARD))
        same("taken", [in_set(mask) for mask in shown["taken"][:players]], [*map(sorted, taken)])
        points = [sum(map(self.points, pile)) for pile in taken]
        same("scores", shown["scores"][:players], points)
        seen = set(view["hand"]).union(view["table"], *taken, *rows)
        same("unseen", in_set(shown["unseen"]), sorted(set(range(52)) - seen))


def told(play: Play) -> Told:
    """The oracle's account of a traced hand."""
    table, source = play.table, Recorded(play)
    hand = book.play_hand(table.oracle_rules, table.players, source, source.choose)
    same("cards left over", next(source.cards, None), None)
    hero = table.hero(play.hand)
    return Told(hand.events, outcome(table.players, hand, hero), 1, situations(hand))


def outcome(players: int, hand: book.Played, hero: int) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    net = [payoff * players for payoff in hand.payoffs]
    share = [SHARES * (s in hand.winners) // len(hand.winners) for s in range(players)]
    layout = "usual"
    if hand.alike_rank != book.NONE:
        layout = "four-alike"
    elif hand.triple_rank != book.NONE:
        layout = "triple"
    return {
        "your_seat": hero,
        "your_net": net[hero],
        "your_share": share[hero],
        "by_hand": hand.captures_by_hand,
        "by_flip": hand.captures_by_flip,
        "unclaimed": hand.unclaimed,
        "layout": LAYOUTS.index(layout),
        "redeals": hand.redeals,
        "score": hand.scores,
        "net": net,
        "share": share,
    }


SITUATIONS = (
    "a single card asked for",
    "four candidates",
    "a triple or nothing",
    "three in hand and table of one rank, no triple",
    "a triple taken from the hand",
    "a triple taken from the deck",
    "a tie",
    "two layouts in a row go back",
)


def situations(hand: book.Played) -> list[str]:
    """Which of `SITUATIONS` can be read from a hand."""
    found = ["a tie"] * (len(hand.winners) > 1)
    found += ["two layouts in a row go back"] * (hand.redeals > 1)
    kinds = [kind for kind, _, _ in hand.events]
    for k, kind in enumerate(kinds):
        if kind in ("play", "flip") and kinds[k + 1 : k + 3] == ["capture", "capture"]:
            found.append(f"a triple taken from the {'hand' if kind == 'play' else 'deck'}")
    return found


def where(field: str, value: int) -> Any:
    """Finds the hands whose outcome has a value in a field."""
    return lambda outcomes: np.flatnonzero(outcomes[field] == value)


PART = Part(
    game=GAME,
    oracle=book,
    told=told,
    means=means,
    strategies=("random-legal", "greedy"),
    mixes=((0,), (0,), (1,), (0, 1)),
    # All that a seat is shown takes ten times as long.
    look=12,
    push=400,
    few=6,
    events={
        *("deal", "layout", "redeal", "triple", "alike", "play", "flip", "capture", "trail"),
        *("unclaimed", "score"),
    },
    situations=dict.fromkeys(SITUATIONS, 1),
    rare={
        name: Rare(
            rules=rules, players=players, found=where(field, value), searched=800_000, least=5
        )
        for name, rules, players, field, value in (
            ("triple", Rules(), 4, "layout", 1),
            ("triple that may be left", Rules(must_capture=False), 3, "layout", 1),
            ("four alike", Rules(), 2, "layout", 2),
            ("triple dealt again", Rules(triple_layout="redeal"), 3, "redeals", 1),
            ("triple dealt again twice", Rules(triple_layout="redeal"), 2, "redeals", 2),
            ("four alike dealt again", Rules(four_alike_layout="redeal"), 4, "redeals", 1),
        )
    },
)
