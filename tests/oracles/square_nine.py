"""Square 9 by the book: slow, plain, hands and games from given cards and choices.

Written from the rules alone; sections are those of RULES.md in the game's folder. Suits never
matter, so a card is its rank: ace 0 to king 12, joker 13.

Where the rules are silent or leave two readings:

1. Cards are dealt singly: cell 0 of every seat, then cell 1, and so on.
2. Seats keep their numbers through a game. The seat left of the dealer is the hole modulo n: it is
   dealt to, exposes and plays first. Reveals and scores are told from seat 0.
3. With several open cells each exposed card is turned before the seat chooses the next one.
   `expose-order = hidden` hides the exposures of the other seats, not one's own; the events keep
   their order.
4. `replace-once` false: all nine cells may be replaced; the open cells are exposed all the same.
5. `draw-stock` is legal with an empty stock. With `end-hand` it ends the hand there and that turn
   does not count. With `reshuffle` it is not legal while only the top discard is there.
6. At a reshuffle the discards alone become the stock. The cards of the cells still face down are
   then all that is unseen; each is drawn from these when it is turned, not at the reshuffle.
7. A hand that is closed and reaches `max-turns` with the same turn has been closed.
8. A seat that starts with nothing face down (`open-cells` 9) closes with its first turn.
9. Without `final-turn` the hand stops right after the turn that closes it.
10. `hands_left` counts the hands after this one; `scores` are the totals before this one.
11. The events `hole` and `total` belong to games of two holes or more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Event = tuple[str, int, int]
"""Kind, seat (-1 none), rank, cell or other number."""

View = dict[str, Any]
"""What a seat may see.

Always `n`, `my_seat`, `grid` (nine ranks per seat, those of cells face down are -1),
`open` (cells per seat), `top_discard` (-1 none), `history`, `stock_count`, `closer` (-1 none),
`turn_count`, `scores`, `hands_left` and `decks`; in D2 also `card_in_hand` and `source`
(`take-discard` or `draw-stock`).
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

RANKS = "A23456789TJQKX"
KING, JOKER = 12, 13
CELLS = range(9)
ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
COLUMNS = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
DIAGONALS = ((0, 4, 8), (2, 4, 6))
LINES = {
    "rows-diagonals": ROWS + DIAGONALS,
    "rows": ROWS,
    "columns": COLUMNS,
    "rows-columns": ROWS + COLUMNS,
    "columns-diagonals": COLUMNS + DIAGONALS,
    "all": ROWS + COLUMNS + DIAGONALS,
}
DRAW_STOCK, TAKE_DISCARD = 0, 1
DISCARD_IT = 9
CLOSED, TURN_LIMIT, NO_STOCK = 0, 1, 2
NONE = -1


class Chance(Protocol):
    """Where the cards come from."""

    def card(self, stock: list[int]) -> int:
        """The next unseen card of these."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 7, without `players`; `max_turns` None is 200 n."""

    decks: int | Literal["auto"] = "auto"
    jokers_per_deck: int = 2
    match_lines: str = "rows-diagonals"
    joker_line: str = "zero"
    open_cells: int = 1
    replace_once: bool = True
    joker_value: int = -2
    king_value: int = 0
    expose_order: str = "seat-order"
    final_turn: bool = True
    stock_exhausted: str = "reshuffle"
    holes: int = 1
    max_turns: int | None = None


@dataclass(frozen=True)
class Played:
    """One hand played to its end.

    Attributes:
        events: what happened.
        end: 0 closed, 1 turn limit, 2 no stock.
        turns: turns of all seats together.
        closer: the seat that turned its last card first, or -1.
        scores: by seat.
        grids: nine ranks by seat, as scored.
        face_down: cells that were face down at the end, by seat.
        reshuffles: times that the discards became the stock.
        winners: the seats with the lowest score.
    """

    events: list[Event]
    end: int
    turns: int
    closer: int
    scores: list[int]
    grids: list[list[int]]
    face_down: list[int]
    reshuffles: int
    winners: list[int]


@dataclass(frozen=True)
class PlayedGame:
    """All holes of a game: its events, its hands, the totals and who has the lowest."""

    events: list[Event]
    hands: list[Played]
    totals: list[int]
    winners: list[int]


@dataclass
class Table:
    """The state of section 3.

    `unseen` are the cards that a face-down cell may hide: with those of the stock before the first
    reshuffle, alone after it; then the stock is `reshuffled`. A face-down cell is -1 in `grid`.
    """

    rules: Rules
    players: int
    chance: Chance
    choose: Choose
    scores: list[int]
    hands_left: int
    unseen: list[int]
    grid: list[list[int]]
    open: list[list[int]]
    reshuffled: list[int] = field(default_factory=list)
    stock_count: int = 0
    discard: list[int] = field(default_factory=list)
    closer: int = NONE
    turn_count: int = 0
    reshuffles: int = 0
    events: list[Event] = field(default_factory=list)


def play_match(rules: Rules, players: int, chance: Chance, choose: Choose) -> PlayedGame:
    """A game of `holes` hands, the deal passing left.

    Args:
        rules: house rules.
        players: number of seats.
        chance: the cards.
        choose: the players' decisions, as in `play_hand`.
    """
    events: list[Event] = []
    hands: list[Played] = []
    totals = [0] * players
    for hole in range(rules.holes):
        if rules.holes > 1:
            events.append(("hole", NONE, hole))
        played = play_hand(
            rules,
            players,
            chance,
            choose,
            first=hole % players,
            scores=totals,
            hands_left=rules.holes - 1 - hole,
        )
        events += played.events
        hands.append(played)
        totals = [sum(both) for both in zip(totals, played.scores, strict=True)]
    if rules.holes > 1:
        events += [("total", seat, total) for seat, total in enumerate(totals)]
    return PlayedGame(events, hands, totals, _lowest(totals))


def play_hand(
    rules: Rules,
    players: int,
    chance: Chance,
    choose: Choose,
    *,
    first: int = 0,
    scores: Sequence[int] | None = None,
    hands_left: int = 0,
) -> Played:
    """The hand that these cards and choices give.

    Args:
        rules: house rules.
        players: number of seats.
        chance: the cards.
        choose: the players' decisions: `expose`, `draw-source`, `place`.
        first: the seat left of the dealer.
        scores: totals before this hand, 0 if not given; only shown.
        hands_left: hands after this one; only shown.
    """
    table = Table(
        rules,
        players,
        chance,
        choose,
        scores=list(scores or [0] * players),
        hands_left=hands_left,
        unseen=pack(rules, players),
        grid=[[NONE] * 9 for _ in range(players)],
        open=[[] for _ in range(players)],
    )
    order = [(first + i) % players for i in range(players)]
    table.events += [("deal", seat, cell) for cell in CELLS for seat in order]
    upcard = _unseen_card(table)
    table.discard.append(upcard)
    table.stock_count = len(table.unseen) - 9 * players
    table.events.append(("upcard", NONE, upcard))
    for seat in order:
        for _ in range(rules.open_cells):
            _expose(table, seat)

    end = _play_turns(table, first)
    table.events.append(("end", NONE, end))
    face_down = [len(hidden_cells(grid)) for grid in table.grid]
    for seat, grid in enumerate(table.grid):
        for cell in hidden_cells(grid):
            grid[cell] = _unseen_card(table)
            table.events.append(("reveal", seat, grid[cell]))
    hand_scores = [score_grid(rules, grid) for grid in table.grid]
    table.events += [("score", seat, score) for seat, score in enumerate(hand_scores)]
    return Played(
        events=table.events,
        end=end,
        turns=table.turn_count,
        closer=table.closer,
        scores=hand_scores,
        grids=table.grid,
        face_down=face_down,
        reshuffles=table.reshuffles,
        winners=_lowest(hand_scores),
    )


def decks_used(rules: Rules, players: int) -> int:
    """Number of decks: `floor(n / 2) + 1` if `decks` is `auto`."""
    return players // 2 + 1 if rules.decks == "auto" else rules.decks


def pack(rules: Rules, players: int) -> list[int]:
    """All cards of all decks, in ascending order."""
    deck = [rank for rank in range(JOKER) for _ in range(4)] + [JOKER] * rules.jokers_per_deck
    return sorted(deck * decks_used(rules, players))


def card_value(rules: Rules, rank: int) -> int:
    """Points of a card that is not zeroed: section 6, rule 3."""
    if rank == JOKER:
        return rules.joker_value
    if rank == KING:
        return rules.king_value
    return min(rank + 1, 10)


def zeroed_lines(rules: Rules, grid: Sequence[int]) -> list[tuple[int, int, int]]:
    """The lines whose cards score 0: section 6, rules 1 and 2."""
    return [
        line
        for line in LINES[rules.match_lines]
        if grid[line[0]] == grid[line[1]] == grid[line[2]]
        and not (grid[line[0]] == JOKER and rules.joker_line == "keep-negative")
    ]


def score_grid(rules: Rules, grid: Sequence[int]) -> int:
    """Points of nine cards, all face up."""
    zeroed = {cell for line in zeroed_lines(rules, grid) for cell in line}
    return sum(card_value(rules, grid[cell]) for cell in CELLS if cell not in zeroed)


def hidden_cells(grid: Sequence[int]) -> list[int]:
    """The cells face down, ascending."""
    return [cell for cell in CELLS if grid[cell] == NONE]


def placements(
    rules: Rules, grid: Sequence[int], open_cells: Iterable[int], *, source: int
) -> list[int]:
    """The legal actions of D2, ascending."""
    cells = sorted({*open_cells, *hidden_cells(grid)}) if rules.replace_once else list(CELLS)
    return [*cells, DISCARD_IT] if source == DRAW_STOCK else cells


def _expose(table: Table, seat: int) -> None:
    """E1 for one cell."""
    cell = _ask(table, "expose", seat, hidden_cells(table.grid[seat]))
    table.events.append(("expose", seat, cell))
    table.open[seat].append(cell)
    table.grid[seat][cell] = _unseen_card(table)
    table.events.append(("turned", seat, table.grid[seat][cell]))


def _play_turns(table: Table, first: int) -> int:
    """The steps 1 to 6 of section 4; gives why the hand ended."""
    limit = table.rules.max_turns
    if limit is None:
        limit = 200 * table.players
    turn = first
    while True:
        if turn == table.closer:
            return CLOSED
        if table.turn_count >= limit:
            return TURN_LIMIT
        if not _take_turn(table, turn):
            return NO_STOCK
        table.turn_count += 1
        if not hidden_cells(table.grid[turn]) and table.closer == NONE:
            table.closer = turn
            table.events.append(("close", turn, table.turn_count))
            if not table.rules.final_turn:
                return CLOSED
        turn = (turn + 1) % table.players


def _take_turn(table: Table, seat: int) -> bool:
    """D1 and D2; whether there was a turn, for without a stock there may be none."""
    sources = [DRAW_STOCK, TAKE_DISCARD]
    can_end = table.rules.stock_exhausted == "end-hand"
    if table.stock_count == 0 and len(table.discard) == 1 and not can_end:
        sources = [TAKE_DISCARD]
    source = _ask(table, "draw-source", seat, sources)
    if source == TAKE_DISCARD:
        card = table.discard.pop()
        table.events.append(("take", seat, card))
    else:
        if table.stock_count == 0:
            if can_end:
                return False
            _reshuffle(table)
        card = _stock_card(table)
        table.events.append(("draw", seat, card))

    legal = placements(table.rules, table.grid[seat], table.open[seat], source=source)
    name = "take-discard" if source == TAKE_DISCARD else "draw-stock"
    cell = _ask(table, "place", seat, legal, {"card_in_hand": card, "source": name})
    if cell == DISCARD_IT:
        table.discard.append(card)
        table.events.append(("discard", seat, card))
        return True
    table.events.append(("place", seat, cell))
    old = table.grid[seat][cell]
    if old == NONE:
        old = _unseen_card(table)
    table.grid[seat][cell] = card
    table.discard.append(old)
    table.events.append(("off", seat, old))
    return True


def _reshuffle(table: Table) -> None:
    table.reshuffled = sorted(table.discard[:-1])
    table.discard = table.discard[-1:]
    table.stock_count = len(table.reshuffled)
    table.reshuffles += 1
    table.events.append(("reshuffle", NONE, table.stock_count))


def _stock_card(table: Table) -> int:
    table.stock_count -= 1
    return _draw(table, table.reshuffled) if table.reshuffles else _unseen_card(table)


def _unseen_card(table: Table) -> int:
    return _draw(table, table.unseen)


def _draw(table: Table, cards: list[int]) -> int:
    card = table.chance.card(list(cards))
    if card not in cards:
        raise ValueError(f"card {card} is not among the unseen ones")
    cards.remove(card)
    return card


def _ask(table: Table, decision: str, seat: int, legal: list[int], seen: View | None = None) -> int:
    shown = list(range(table.players))
    if decision == "expose" and table.rules.expose_order == "hidden":
        shown = [seat]
    grid = [list(cells) if other in shown else [NONE] * 9 for other, cells in enumerate(table.grid)]
    view = {
        "n": table.players,
        "my_seat": seat,
        "grid": grid,
        "open": [list(cells) if other in shown else [] for other, cells in enumerate(table.open)],
        "top_discard": table.discard[-1] if table.discard else NONE,
        "history": [
            event
            for event in table.events
            if event[1] in shown or event[0] not in ("expose", "turned")
        ],
        "stock_count": table.stock_count,
        "closer": table.closer,
        "turn_count": table.turn_count,
        "scores": list(table.scores),
        "hands_left": table.hands_left,
        "decks": decks_used(table.rules, table.players),
        **(seen or {}),
    }
    action = table.choose(decision, seat, view, legal)
    if action not in legal:
        raise ValueError(f"seat {seat} cannot choose {action} in {decision}")
    return action


def _lowest(scores: Sequence[int]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == min(scores)]
