"""Square 9 and its oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from cardsim.engine.table import Table
from cardsim.games.square_nine import GAME
from cardsim.games.square_nine.rules import Rules, decks_in_play
from cardsim.games.square_nine.state import (
    CELLS,
    CLOSED,
    ENDS,
    FACE_DOWN,
    HISTORY,
    IN_FORCE,
    JOKER,
    LINES,
    NO_CARD,
    RANKS,
    STOCK_OUT,
    TURN_LIMIT,
    WHOLE,
)
from harness import Longer, Part, Play, Shown, Told, between, chance, same
from oracles import square_nine as oracle
from worked_examples import Fields, listed

CLOSE_LOOK = 12
"""At one in so many of the decisions that are looked at, all that the view derives from the table
is worked out again."""
END_OF = {0: CLOSED, 1: TURN_LIMIT, 2: STOCK_OUT}

Event = tuple[str, int, int]


def fit(values: dict[str, Any], _players: int, rng: random.Random) -> None:
    """Usual grids, with one open cell, are more frequent, and their cells are filled once."""
    one_open = rng.random() < 0.5
    if one_open:
        values["open_cells"] = 1
    values["replace_once"] = rng.random() < (0.9 if one_open else 0.7)


def cards_of(events: Sequence[Event]) -> list[int]:
    """The cards that came to be seen for the first time since they were dealt or shuffled."""
    cards: list[int] = []
    up: set[tuple[int, int]] = set()
    placed = (-1, -1)
    for kind, seat, number in events:
        if kind == "deal":
            up.discard((seat, number))
        elif kind in ("expose", "place"):
            placed = (seat, number)
        if kind in ("upcard", "turned", "draw", "reveal") or (kind == "off" and placed not in up):
            cards.append(number)
        if kind in ("turned", "off"):
            up.add(placed)
    return cards


class Recorded:
    """Cards and choices for the oracle: those of a traced hand or match."""

    def __init__(self, play: Play) -> None:
        """Begin at the first deal."""
        self.play = play
        self.rules = play.table.oracle_rules
        self.cards = iter(cards_of(play.events))
        self.looks = play.hand

    def card(self, stock: list[int]) -> int:
        """The next card of the trace."""
        card = next(self.cards, NO_CARD)
        if card not in stock:
            raise AssertionError(f"card: the kernel has {card}, the oracle one of {stock}")
        return card

    def choose(self, decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        """The recorded action, after the comparison of all that the seat was shown."""
        shown = self.play.decide(decision, seat, legal)
        if shown.looked:
            at_table = shown.record["seats"][: self.play.table.players]
            seats = {name: at_table[name].tolist() for name in GAME.view["seats"].base.names or ()}
            self.check_public(shown, seats, view)
            self.looks += 1
            if self.looks % CLOSE_LOOK == 0:
                self.check_derived(shown, seats, view)
        return int(shown.answer)

    def check_public(self, shown: Shown, seats: dict[str, Any], view: oracle.View) -> None:
        """Compare what the rules file calls public, and the card in hand."""
        names = {
            "players": "n",
            "seat": "my_seat",
            "stock_count": "stock_count",
            "closer": "closer",
            "turn": "turn_count",
            "holes_left": "hands_left",
            "decks": "decks",
        }
        for field_name, name in names.items():
            same(field_name, shown[field_name], view[name])
        grids = [[-1 if c == FACE_DOWN else c for c in cards] for cards in seats["cards"]]
        same("cards", grids, view["grid"])
        same("open", seats["open"], [sum(1 << c for c in cells) for cells in view["open"]])
        same("score", seats["score"], view["scores"])
        in_hand = view.get("card_in_hand", NO_CARD)
        same("card", shown["card"], in_hand)
        took = view.get("source") == "take-discard"
        same("took_discard", shown["took_discard"], took)
        same("top_discard", shown["top_discard"], in_hand if took else view["top_discard"])

    def check_derived(self, shown: Shown, seats: dict[str, Any], view: oracle.View) -> None:
        """Work out from the oracle's view what the kernel's view tells beyond it."""
        rules, players = self.rules, self.play.table.players
        for name in IN_FORCE:
            same(name, shown[name], self.play.table.packed_rules[0][name].tolist())
        same("last_turns", shown["last_turns"], players - 1 if rules.final_turn else 0)
        same("turn_limit", shown["turn_limit"], rules.max_turns or 200 * players)
        points = [oracle.card_value(rules, rank) for rank in range(RANKS)]
        same("points", shown["points"], points)
        same("discard_value", shown["discard_value"], points[shown["top_discard"]])
        in_hand = shown["card"] != NO_CARD
        same("card_value", shown["card_value"], points[shown["card"]] if in_hand else 0)
        for seat, grid in enumerate(view["grid"]):
            values = [0 if c < 0 else points[c] for c in grid]
            same("values", seats["values"][seat], values)
            same("face_down", seats["face_down"][seat], grid.count(-1))
            lines = [
                k
                for k, cells in enumerate(LINES)
                if cells in counting_lines(rules.match_lines)
                and matches(rules, [grid[c] for c in cells])
            ]
            zeroed = {c for k in lines for c in LINES[k]}
            same("lines", seats["lines"][seat], sum(1 << k for k in lines))
            left = sum(v for c, v in enumerate(values) if c not in zeroed)
            same("shown", seats["shown"][seat], left)
        self.check_own(shown, view, points)
        self.check_unseen(shown, view)

    def check_own(self, shown: Shown, view: oracle.View, points: list[int]) -> None:
        """The seat's first face-down cell, and its worst card that may go."""
        grid, own_open = view["grid"][view["my_seat"]], view["open"][view["my_seat"]]
        same("first_down", shown["first_down"], grid.index(-1) if -1 in grid else CELLS)
        free = range(CELLS) if not self.rules.replace_once else sorted(own_open)
        worth = {c: points[grid[c]] for c in free if grid[c] >= 0}
        if worth:
            worst = max(worth, key=lambda c: (worth[c], -c))
            same("worst", (shown["worst_cell"], shown["worst_value"]), (worst, worth[worst]))
        else:
            same("worst_cell", shown["worst_cell"], CELLS)

    def check_unseen(self, shown: Shown, view: oracle.View) -> None:
        """The cards that nobody has seen, counted from the history of the hand."""
        table = self.play.table
        decks = decks_in_play(table.rules, table.players)
        left = Counter(dict.fromkeys(range(JOKER), 4 * decks))
        left[JOKER] = decks * table.rules.jokers_per_deck
        same("pack", shown["pack"], [left[rank] for rank in range(RANKS)])
        stock: Counter[int] = Counter()
        pile: list[int] = []
        up: dict[tuple[int, int], int] = {}
        placed = (-1, -1)
        hand = -1
        for kind, seat, number in this_hand(view["history"]):
            if kind in ("expose", "place"):
                placed = (seat, number)
            if kind == "upcard":
                left[number] -= 1
                pile.append(number)
            elif kind == "turned":
                left[number] -= 1
                up[placed] = number
            elif kind == "reshuffle":
                stock = Counter(pile[:-1])
                pile = pile[-1:]
            elif kind == "take":
                hand = pile.pop()
            elif kind == "draw":
                hand = number
                (stock if stock.total() else left)[number] -= 1
            elif kind == "off":
                if placed not in up:
                    left[number] -= 1
                up[placed] = hand
                pile.append(number)
            elif kind == "discard":
                pile.append(number)
        same("unseen", shown["unseen"], [left[rank] + stock[rank] for rank in range(RANKS)])
        same("restocked", shown["restocked"], [stock[rank] for rank in range(RANKS)])


@cache
def counting_lines(match_lines: str) -> set[tuple[int, int, int]]:
    """The lines in which three aces, and nothing else of the kind, score nothing."""
    rules = oracle.Rules(match_lines=match_lines)
    grids = {cells: [0 if c in cells else 1 + c for c in range(CELLS)] for cells in LINES}
    return {cells for cells, grid in grids.items() if oracle.zeroed_lines(rules, grid)}


def matches(rules: oracle.Rules, ranks: Sequence[int]) -> bool:
    """Whether three cards, all face up, are of one rank that counts nothing in a line."""
    if -1 in ranks or len(set(ranks)) > 1:
        return False
    return ranks[0] != JOKER or rules.joker_line == "zero"


def this_hand(events: Sequence[Event]) -> Sequence[Event]:
    """The events since the last deal."""
    ends = [k for k, event in enumerate(events) if event[0] in ("hole", "score")]
    return events[ends[-1] + 1 :] if ends else events


def history_of(events: Sequence[Event]) -> list[list[int]]:
    """The turns of one hand as the kernel's view tells them."""
    rows: list[list[int]] = []
    source, card, cell = 0, -1, CELLS
    for kind, _, number in events:
        if kind in ("take", "draw"):
            source, card, cell = int(kind == "take"), number, CELLS
        elif kind == "place":
            cell = number
        elif kind in ("off", "discard"):
            rows.append([source, card, cell, number])
    return rows


def told(play: Play) -> Told:
    """The oracle's account of a traced hand or match."""
    table, source = play.table, Recorded(play)
    rules, players, hero = source.rules, table.players, table.hero(play.hand)
    if table.unit:
        match = oracle.play_match(rules, players, source, source.choose)
        hands, events = match.hands, match.events
        outcome = shares(players, match.totals, match.winners, hero)
    else:
        left = table.rules.holes - 1
        hand = oracle.play_hand(rules, players, source, source.choose, hands_left=left)
        hands, events, outcome = [hand], hand.events, hand_outcome(rules, players, hand, hero)
    same("cards left over", next(source.cards, None), None)
    for state, hand in zip(play.scored, hands, strict=True):
        same("turns", int(state["turn"]), hand.turns)
        rows = [[0, 0, 0, 0]] * HISTORY
        for turn, row in enumerate(history_of(hand.events)):
            rows[turn % HISTORY] = row
        same("history", state["history"].tolist(), rows)
    found = [name for hand in hands for name in situations(rules, hand)]
    return Told(events, outcome, len(hands), found)


def shares(players: int, points: list[int], winners: list[int], hero: int) -> dict[str, Any]:
    """The part of an outcome that a hand and a match have in common."""
    part = WHOLE[players] // len(winners)
    won = [part if seat in winners else 0 for seat in range(players)]
    return {
        "your_seat": hero,
        "score": list(points),
        "won": won,
        "your_score": points[hero],
        "your_share": won[hero],
    }


def hand_outcome(
    rules: oracle.Rules, players: int, hand: oracle.Played, hero: int
) -> dict[str, Any]:
    """The outcome of a hand by field, as the kernel should write it."""
    lines = [len(oracle.zeroed_lines(rules, grid)) for grid in hand.grids]
    return {
        **shares(players, hand.scores, hand.winners, hero),
        "end": END_OF[hand.end],
        "turns": hand.turns,
        "closer": hand.closer,
        "closer_score": hand.scores[hand.closer] if hand.closer >= 0 else 0,
        "you_closed": hand.closer == hero,
        "lines": lines,
        "zeroed": sum(lines),
    }


SITUATIONS = {
    **dict.fromkeys(("ends: close", "ends: turn limit", "ends: stock out"), 40),
    "tie": 1,
    "reshuffled": 1,
    "reshuffled twice": 1,
    "more turns than the history holds": 1,
    "a line counts nothing": 1,
    "two lines of a seat count nothing": 1,
}


def situations(rules: oracle.Rules, hand: oracle.Played) -> list[str]:
    """Which of `SITUATIONS` can be read from a hand."""
    lines = [len(oracle.zeroed_lines(rules, grid)) for grid in hand.grids]
    found = {
        list(SITUATIONS)[hand.end]: True,
        "tie": len(hand.winners) > 1,
        "reshuffled": hand.reshuffles > 0,
        "reshuffled twice": hand.reshuffles > 1,
        "more turns than the history holds": hand.turns > HISTORY,
        "a line counts nothing": any(lines),
        "two lines of a seat count nothing": max(lines) > 1,
    }
    return [name for name, is_so in found.items() if is_so]


PART = Part(
    game=GAME,
    oracle=oracle,
    in_oracle={
        "decks": lambda decks: decks if decks == "auto" else int(decks),
        "max_turns": lambda turns: turns or None,
    },
    told=told,
    # One that acts at random, and one that closes hands.
    strategies=("random-legal", "low-card"),
    mixes=((0,), (0, 1), (1,)),
    parameters={
        "cell": between(0, 8),
        "a": (2, 4, 6, 9, between(-3, 11)),
        "swap": between(0, 21),
    },
    # Long hands are rarer.
    rules={
        "decks": ("auto", "1", "2", "3", "4", [str(k) for k in range(1, 9)]),
        "jokers_per_deck": (2, 2, between(0, 4), 4),
        "joker_value": (-2, -2, -5, between(-20, 20)),
        "king_value": (0, 0, 10, between(-20, 20)),
        "final_turn": chance(0.7),
        "holes": (1, 9),
        "max_turns": [*[(8, 15, between(1, 30))] * 11, 0],
    },
    fit=fit,
    players=(2, 2, 3, 4, 5, 6, between(2, GAME.players[1])),
    longer={"match": Longer(share=0.15, count=8, rules={"holes": between(1, 4)})},
    look=4,
    push=420,
    few=4,
    events={
        *("hole", "deal", "upcard", "expose", "turned", "take", "draw", "reshuffle", "place"),
        *("off", "discard", "close", "end", "reveal", "score", "total"),
    },
    situations=SITUATIONS,
)


# ---------------------------------------------------------------- the worked examples

NAMES = "A23456789TJQKX"


def ranks_of(names: str) -> list[int]:
    """Ranks by name, -1 for `?`; blanks part the rows of a square."""
    return [("?" + NAMES).index(name) - 1 for name in names.replace(" ", "")]


def square_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """Points and matched lines of a square, by what may match."""
    grid, found = ranks_of(given["square"]), {}
    for match_lines in oracle.LINES:
        own = replace(rules, match_lines=match_lines)
        lines = oracle.zeroed_lines(own, grid)
        found[match_lines] = square_text(oracle.score_grid(own, grid), lines)
    return {"points": found[rules.match_lines], **found}


def square_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same, of a hand that ended with these nine cards."""
    found = {}
    for match_lines in oracle.LINES:
        table = Table(GAME, replace(rules, match_lines=match_lines), 2)
        own = table.state["seats"][0]
        own["grid"][:CELLS] = ranks_of(given["square"])
        table.close()
        lines = [cells for k, cells in enumerate(LINES) if int(own["lines"]) >> k & 1]
        found[match_lines] = square_text(int(own["shown"]), lines)
    return {"points": found[rules.match_lines], **found}


def square_text(points: int, lines: Sequence[Sequence[int]]) -> str:
    """As the examples have it."""
    return " ".join([str(points), *("".join(map(str, line)) for line in lines)])


def packs_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """How many packs there are, and cards in them."""
    players = int(given["players"])
    cards = oracle.pack(rules, players)
    return {"packs": str(oracle.decks_used(rules, players)), "cards": str(len(cards))}


def packs_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    state = Table(GAME, rules, int(given["players"])).state
    return {"packs": str(state["decks"]), "cards": str(state["pack"].sum())}


class Deal:
    """The cards of an example: those that are told, and the lowest of the rest."""

    def __init__(self, given: Fields, players: int, pack: list[int]) -> None:
        """Begin."""
        grids = [ranks_of(given.get(f"seat{seat}", CELLS * "?")) for seat in range(players)]
        piles = [*grids, ranks_of(given.get("upcard", "?")), ranks_of(given.get("stock", ""))]
        rest = Counter(pack) - Counter(card for pile in piles for card in pile)
        left = iter(sorted(rest.elements()))
        *self.grids, (self.upcard,), stock = [
            [next(left) if card < 0 else card for card in pile] for pile in piles
        ]
        self.stock = [*stock, *left]


class Script:
    """Does what an example says; then all open cell 8, and discard what they draw.

    Attributes:
        told: who is asked what after that, what he may do, and what lies there.
        saw: the seats whose cards are seen at each opening of a cell.
    """

    def __init__(self, given: Fields) -> None:
        """Begin: seats that `fill` put what they draw into their first cell face down."""
        words = given.get("does", "").replace(",", "").split()
        names = {"draw": oracle.DRAW_STOCK, "take": oracle.TAKE_DISCARD, "off": oracle.DISCARD_IT}
        self.actions = [names[word] if word in names else int(word) for word in words]
        self.fillers = given.get("fill", "").split()
        self.told: dict[str, str] = {}
        self.saw: list[str] = []

    def choose(
        self, decision: str, seat: int, legal: list[int], grids: list[list[int]], top: int
    ) -> int:
        """The answer to a decision, with what the seat sees; -1 is a cell face down."""
        if decision == "expose":
            seen = [other for other, cells in enumerate(grids) if max(cells) >= 0]
            self.saw.append("+".join(map(str, seen)) or "nobody")
        if self.actions:
            return self.actions.pop(0)
        if not self.told:
            squares = ["".join(("?" + NAMES)[card + 1] for card in cells) for cells in grids]
            self.told = {
                "asks": f"{seat} {decision}",
                "may": listed(legal),
                "top": NAMES[top],
                **{f"up{other}": square for other, square in enumerate(squares)},
            }
        last = decision == "expose" or (decision == "place" and str(seat) not in self.fillers)
        return legal[-1] if last else legal[0]


def hand_in_oracle(rules: oracle.Rules, given: Fields) -> Fields:
    """A hand: seat 0 begins."""
    players, script = int(given.get("players", 2)), Script(given)
    deal = Deal(given, players, oracle.pack(rules, players))
    hidden = [dict(enumerate(grid)) for grid in deal.grids]
    stock = iter(deal.stock)
    coming: list[int | None] = [deal.upcard]

    class Cards:
        """Gives the card that lies where one is turned up or drawn."""

        def card(self, unseen: list[int]) -> int:
            """The next: the lowest after a shuffle, and at the end those face down."""
            if coming:
                card = coming.pop()
                return unseen[0] if card is None else card
            cells = next(cells for cells in hidden if cells)
            return cells.pop(min(cells))

    def choose(decision: str, seat: int, view: oracle.View, legal: list[int]) -> int:
        action = script.choose(decision, seat, legal, view["grid"], view["top_discard"])
        if decision == "draw-source":
            some = view["stock_count"] > 0 or rules.stock_exhausted == "reshuffle"
            if action == oracle.DRAW_STOCK and some:
                coming.append(next(stock, None))
        elif action in hidden[seat]:
            coming.append(hidden[seat].pop(action))
        return action

    hand = oracle.play_hand(rules, players, Cards(), choose)
    return {
        **script.told,
        "saw": ", ".join(script.saw),
        "end": ENDS[END_OF[hand.end]],
        "closer": str(hand.closer),
        "turns": str(hand.turns),
        "down": listed(hand.face_down),
        "points": listed(hand.scores),
        "winners": listed(hand.winners),
    }


def hand_in_kernel(rules: Rules, given: Fields) -> Fields:
    """The same."""
    players, script = int(given.get("players", 2)), Script(given)
    table = Table(GAME, rules, players)
    state, seats = table.state, table.state["seats"][:players]
    deal = Deal(given, players, np.repeat(range(RANKS), state["pack"]).tolist())
    seats["grid"][:, :CELLS] = deal.grids
    state["top_discard"], state["discard_value"] = deal.upcard, state["points"][deal.upcard]
    state["unseen"] = state["pack"]
    state["unseen"][deal.upcard] -= 1
    end = int(state["deck_end"])
    state["deck"][end - len(deal.stock) : end] = deal.stock
    state["ready"] = min(len(deal.stock), 255)
    table.look(table.decision)
    while not table.over:
        grids = [
            [-1 if c == FACE_DOWN else c for c in own["cards"].tolist()[:CELLS]] for own in seats
        ]
        seat, decision = table.asked
        legal = [int(action) for action in table.legal]
        table.act(script.choose(decision, seat, legal, grids, int(state["top_discard"])))
    down = listed(seats["face_down"])
    table.close()
    outcome = table.outcome()
    return {
        **script.told,
        "saw": ", ".join(script.saw),
        "end": ENDS[int(state["end"])],
        "closer": str(state["closer"]),
        "turns": str(state["turn"]),
        "down": down,
        "points": listed(outcome["score"][:players]),
        "winners": listed(np.flatnonzero(outcome["won"][:players])),
    }


WORKED = {
    "square": (square_in_oracle, square_in_kernel),
    "packs": (packs_in_oracle, packs_in_kernel),
    "hand": (hand_in_oracle, hand_in_kernel),
}
"""How the kinds of examples in RULES.md are played."""
