"""Chinese Ten and its oracle."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import numpy as np

from cardsim.cards import card_id, card_name
from cardsim.engine.table import Table
from cardsim.games.chinese_ten import GAME
from cardsim.games.chinese_ten.rules import Rules
from cardsim.games.chinese_ten.state import LAYOUTS, NO_CARD, PARTNERS, SHARES, TAKE_THREE, TRAIL
from cardsim.places import stack
from harness import Part, Play, Rare, Shown, Told, in_set, same
from oracles import chinese_ten as book
from worked_examples import Deck, Fields, cards, listed, named, numbers


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
            "must_capture": self.play.table.rules.must_capture,
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


# ---------------------------------------------------------------- the worked examples

CHOICES = {"nothing": book.TRAIL, "triple": book.TAKE_TRIPLE}
"""What is no card among the actions of an example."""


def words_of(actions: Iterable[int]) -> str:
    """Actions of the oracle in words."""
    names = {action: name for name, action in CHOICES.items()}
    return " ".join(names.get(action) or card_name(action) for action in actions)


class Script:
    """Puts down and takes what an example says, then what comes first.

    Attributes:
        deck: cards from the top: to each seat the first of its hand and the lowest of the rest,
            the layout, and what is flipped.
        told: what there is when the example ends.
    """

    def __init__(self, given: Fields) -> None:
        """Begin: `does 3H 7D, 8S` is to play 3H and take 7D with it, and to flip 8S."""
        first, layout = cards(given["first"]), cards(given["layout"])
        moves = [move.split() for move in given["does"].split(", ")] if "does" in given else []
        flips = [card_id(move[0]) for move in moves[1::2]]
        used = {*first, *layout, *flips}
        rest = iter([card for card in range(52) if card not in used])
        hands = [[card, *islice(rest, 24 // len(first) - 1)] for card in first]
        dealt = [card for round_ in zip(*hands, strict=True) for card in round_]
        self.players, self.deck = len(first), [*dealt, *layout, *flips]
        self.actions = [
            CHOICES[word] if word in CHOICES else card_id(word)
            for k, move in enumerate(moves)
            for word in move[k % 2 :]
        ]
        self.told: dict[str, str] = {}

    def choose(
        self, decision: str, seat: int, legal: list[int], there: Callable[[], dict[str, str]]
    ) -> int:
        """The answer to a decision; `there` tells what lies on the table and is won."""
        if self.actions:
            return self.actions.pop(0)
        if not self.told:
            self.told = {"asks": f"{seat} {decision}", "may": words_of(legal), **there()}
        return legal[0]


def hand_in_oracle(rules: book.Rules, given: Fields) -> Fields:
    """How a hand begins, in which seat 0 plays first."""
    script = Script(given)

    def choose(decision: str, seat: int, view: book.View, legal: list[int]) -> int:
        def there() -> dict[str, str]:
            laid = [number for kind, _, number in view["history"] if kind == "layout"]
            piles: list[set[int]] = [set() for _ in range(script.players)]
            down = -1
            for kind, taker, number in view["history"]:
                down = number if kind in ("play", "flip") else down
                if kind in ("capture", "alike"):
                    piles[taker] |= {number, down} if kind == "capture" else set(laid)
            points = [book.pile_points(rules, script.players, pile) for pile in piles]
            redeals = sum(kind == "redeal" for kind, _, _ in view["history"])
            return text_of(view["table"], points, view["triple_rank"], redeals)

        return script.choose(decision, seat, legal, there)

    book.play_hand(rules, script.players, Deck(script.deck), choose)
    return script.told


def hand_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    script = Script(given)
    table = Table(GAME, rules, script.players)
    stack(table, script.deck)
    table.deal()
    state = table.state

    def there() -> dict[str, str]:
        lies = in_set(int(state["table"]))
        scores = state["scores"][: script.players].tolist()
        return text_of(lies, scores, int(state["triple_rank"]), int(state["redeals"]))

    of_kernel = {book.TAKE_TRIPLE: TAKE_THREE, book.TRAIL: TRAIL}
    of_oracle = {number: action for action, number in of_kernel.items()}
    while not script.told:
        seat, decision = table.asked
        legal = sorted(of_oracle.get(action, action) for action in map(int, table.legal))
        action = script.choose(decision, seat, legal, there)
        table.act(of_kernel.get(action, action))
    return script.told


def text_of(lies: list[int], points: list[int], triple: int, redeals: int) -> dict[str, str]:
    """What there is, as the examples have it."""
    return {
        "table": named(lies) or "nothing",
        "won": listed(points),
        "triple": book.RANKS[triple] if triple >= 0 else "none",
        "redeals": str(redeals),
    }


def pile_of(given: Fields) -> list[int]:
    """The cards of an example; "pack" is all."""
    return list(range(52)) if given["pile"] == "pack" else cards(given["pile"])


def pile_in_oracle(rules: book.Rules, given: Fields) -> Fields:
    """Points of captured cards, at tables of 2, 3 and 4."""
    pile = pile_of(given)
    return {"points": listed(book.pile_points(rules, players, pile) for players in (2, 3, 4))}


def pile_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    tables = [Table(GAME, rules, players).state["points"] for players in (2, 3, 4)]
    return {"points": listed(points[pile_of(given)].sum() for points in tables)}


def settlement_in_oracle(rules: book.Rules, given: Fields) -> Fields:
    """What everybody wins or loses with these scores."""
    scores = numbers(given["scores"])
    return {"wins": listed(book.settle(rules, len(scores), scores))}


def settlement_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    scores = numbers(given["scores"])
    table = Table(GAME, rules, len(scores))
    table.state["scores"][: len(scores)] = scores
    return {"wins": listed(table.outcome()["net"][: len(scores)] / len(scores))}


def card_in_oracle(_rules: book.Rules, given: Fields) -> Fields:
    """All that a card may capture."""
    card = card_id(given["card"])
    return {"takes": named(c for c in book.partners(range(52), card) if c != card)}


def card_in_kernel(_rules: Rules, given: Fields) -> Fields:
    """The same."""
    return {"takes": named(in_set(int(PARTNERS[card_id(given["card"])])))}


WORKED = {
    "hand": (hand_in_oracle, hand_in_kernel),
    "pile": (pile_in_oracle, pile_in_kernel),
    "settlement": (settlement_in_oracle, settlement_in_kernel),
    "card": (card_in_oracle, card_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
