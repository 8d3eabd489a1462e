"""The card game Scat played slowly and plainly, to check the fast kernel against.

Written from the rules alone; "section" and "step" in the comments are those of RULES.md in the
game's folder.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

Event = tuple[str, int, int]
"""Kind, seat (-1 if none) and card (-1 if none; in `lost` and `gained` the number)."""

Worth = tuple[float, tuple[int, ...]]
"""Value of a hand and, for the poker tie-break, its rank strengths from high to low."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARDS_IN_DECK = 52
FEWEST_PLAYERS = 2
MOST_PLAYERS = 16
ACE = 0
ACE_HIGH = 13
THIRTY_ONE = 31
BUS_STEPS = 4
NOBODY = -1
OUT = -1


@dataclass(frozen=True)
class Rules:
    """The options of section 7."""

    score_mode: str = "lives"
    start_lives: int = 3
    charity: bool = True
    two_life_overflow: str = "out"
    knocker_lowest_penalty: int = 2
    knocker_tie: str = "others-lose"
    thirty_one_after_knock: str = "knocker-one"
    three_of_a_kind: str = "none"
    grand_cadillac: bool = False
    straight_flush: str = "none"
    straight_flush_ace_low: bool = True
    min_knock_score: int = 0
    knock_needs_suited: bool = False
    first_turn_option: str = "none"
    first_turn_knock: bool = True
    knock_timing: str = "turn-start"
    own_discard_after_knock: bool = True
    undeclared_31: str = "counts-30"
    miss_31_prob: float = 0.0
    stock_exhausted: str = "showdown"
    exhausted_after_knock: str = "end"
    tie_break: str = "none"
    points_target: int = 31
    bus_extra_levels: int = 0
    max_turns: int = 1000


@dataclass(frozen=True)
class View:
    """What a seat may know when it decides: section 5, and its own cards.

    `history` holds the upcard and the `took`, `drew`, `discarded` and `knocked` events so far; the
    card of a `drew` is hidden (-1), also one's own. `top_discard` is -1 while the pile is empty.
    """

    n_alive: int
    my_seat: int
    first: int
    dealer: int
    turn_count: int
    turns_i_had: int
    top_discard: int
    stock_count: int
    knocker: int
    lives: tuple[int, ...]
    kitty: int
    points: tuple[int, ...]
    history: tuple[Event, ...]
    hand: tuple[int, ...]
    just_took: int = -1
    took_from: str = ""


class Source(Protocol):
    """What the outside world supplies: chance and decisions."""

    def deck(self, deal: int) -> list[int]:
        """52 card ids in order of dealing for the `deal`-th hand of the match."""
        ...

    def reshuffle(self, cards: list[int]) -> list[int]:
        """These cards as a new stock; the first is drawn next."""
        ...

    def overlooks(self, seat: int) -> bool:
        """Whether this seat overlooks the 31 it holds; asked only if `miss_31_prob` > 0."""
        ...

    def choose(self, seat: int, decision: str, legal: list[str], view: View) -> str:
        """One of the legal actions."""
        ...


@dataclass(frozen=True)
class Score:
    """Lives lost and points gained in one hand, by seat."""

    lost: list[int]
    gained: list[int]


@dataclass(frozen=True)
class HandResult:
    """One hand: what happened and what it cost. `values` are None for seats not alive."""

    events: list[Event]
    end: str
    turns: int
    knocker: int
    values: list[float | None]
    lost: list[int]
    gained: list[int]
    declarers: list[int]


@dataclass(frozen=True)
class MatchResult:
    """A whole match: `places` counts from 1, `lives` are -1 for seats that are out."""

    events: list[Event]
    hands: int
    winner: int
    places: list[int]
    lives: list[int]
    points: list[int]
    hand_results: list[HandResult]


@dataclass
class Table:
    """One hand in progress; the state of section 3 and where everything is written down."""

    rules: Rules
    source: Source
    dealer: int
    lives: list[int]
    points: list[int]
    first: int
    hands: list[list[int]]
    stock: list[int] = field(default_factory=list)
    pile: list[int] = field(default_factory=list)
    top_discarder: int = NOBODY
    knocker: int = NOBODY
    turn_count: int = 0
    own_turns: list[int] = field(default_factory=list)
    spoiled: dict[int, frozenset[int]] = field(default_factory=dict)
    declarers: list[int] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    history: list[Event] = field(default_factory=list)


# --- Cards and hands -----------------------------------------------------------------------------


def card_name(card: int) -> str:
    """Name of a card id, such as `KH`."""
    return RANKS[card % 13] + SUITS[card // 13]


def card_id(name: str) -> int:
    """Card id of a name such as `KH`."""
    return 13 * SUITS.index(name[1]) + RANKS.index(name[0])


def card_points(card: int) -> int:
    """Points of a card: ace 11, ten and court cards 10, else the pips (section 1)."""
    rank = card % 13
    if rank == ACE:
        return 11
    return min(rank + 1, 10)


def rank_strength(card: int) -> int:
    """Rank of a card for the poker tie-break: 1 for a two to 13 for an ace."""
    rank = card % 13
    return ACE_HIGH if rank == ACE else rank


def is_suited(hand: Sequence[int]) -> bool:
    """Whether all cards have one suit."""
    return len({card // 13 for card in hand}) == 1


def is_triple(hand: Sequence[int]) -> bool:
    """Whether all cards have one rank."""
    return len({card % 13 for card in hand}) == 1


def is_straight_flush(hand: Sequence[int], rules: Rules) -> bool:
    """Whether the cards are a sequence of one suit; A-2-3 only if the rules say so."""
    if not is_suited(hand):
        return False
    if sorted(card % 13 for card in hand) == [0, 1, 2]:
        return rules.straight_flush_ace_low
    low, middle, high = sorted(rank_strength(card) for card in hand)
    return high - middle == 1 and middle - low == 1


def sorted_strengths(cards: Sequence[int]) -> tuple[int, ...]:
    """Rank strengths from high to low."""
    return tuple(sorted((rank_strength(card) for card in cards), reverse=True))


def hand_worth(hand: Sequence[int], rules: Rules) -> Worth:
    """Value of a three-card hand and the ranks that make it; the better ranks if two ways do."""
    worths: list[Worth] = []
    for suit in range(4):
        of_suit = [card for card in hand if card // 13 == suit]
        worths.append((float(sum(map(card_points, of_suit))), sorted_strengths(of_suit)))
    if is_triple(hand):
        if rules.three_of_a_kind != "none":
            worths.append((float(rules.three_of_a_kind), sorted_strengths(hand)))
        if rules.grand_cadillac and hand[0] % 13 == ACE:
            worths.append((33.0, sorted_strengths(hand)))
    if rules.straight_flush != "none" and is_straight_flush(hand, rules):
        worths.append((float(rules.straight_flush), sorted_strengths(hand)))
    return max(worths)


def hand_value(hand: Sequence[int], rules: Rules) -> float:
    """Value of a three-card hand, 2..31, or 30.5 or 33 where the rules have them."""
    return hand_worth(hand, rules)[0]


def is_31(hand: Sequence[int], rules: Rules) -> bool:
    """Whether the hand can be declared: worth 31, or 33 in Cadillac."""
    return hand_value(hand, rules) >= THIRTY_ONE


def may_knock_with(hand: Sequence[int], rules: Rules) -> bool:
    """Whether the cards themselves allow a knock (`min-knock-score`, `knock-needs-suited`)."""
    if rules.knock_needs_suited and not is_suited(hand):
        return False
    return hand_value(hand, rules) >= rules.min_knock_score


def showdown_worth(hand: Sequence[int], rules: Rules, *, declared: bool = False) -> Worth:
    """Showdown value `sv` of section 6 and the ranks behind it.

    A 31 (or 33) that was not declared counts 30 unless the rules let it keep its value.
    """
    value, strengths = hand_worth(hand, rules)
    if value >= THIRTY_ONE and not declared and rules.undeclared_31 == "counts-30":
        return 30.0, strengths
    return value, strengths


# --- Scoring -------------------------------------------------------------------------------------


def score_showdown(worths: Sequence[Worth | None], knocker: int, rules: Rules) -> Score:
    """Lives lost and points gained in cases K (with a knocker) and E (without).

    Args:
        worths: showdown worth by seat, None for seats not alive.
        knocker: seat that knocked or called, or -1.
        rules: the options in force.
    """
    worth = {seat: each for seat, each in enumerate(worths) if each is not None}
    if rules.tie_break != "poker":
        worth = {seat: (value, ()) for seat, (value, _) in worth.items()}
    highest = [seat for seat in worth if worth[seat] == max(worth.values())]
    lowest = [seat for seat in worth if worth[seat] == min(worth.values())]
    seats = len(worths)
    nothing = [0] * seats
    if rules.score_mode == "points":
        return Score(nothing, count_by_seat(seats, showdown_gains(highest, knocker)))
    if knocker == NOBODY:
        return Score(count_by_seat(seats, dict.fromkeys(lowest, 1)), nothing)
    if rules.score_mode == "gin":
        return Score(count_by_seat(seats, promise_losses(list(worth), highest, knocker)), nothing)
    return Score(count_by_seat(seats, knock_losses(lowest, knocker, rules)), nothing)


def count_by_seat(seats: int, counts: dict[int, int]) -> list[int]:
    """The counts as a list over all seats, 0 where there is none."""
    return [counts.get(seat, 0) for seat in range(seats)]


def showdown_gains(highest: list[int], knocker: int) -> dict[int, int]:
    """Points by seat: the highest get one each, the knocker only if alone (section 6)."""
    if highest == [knocker]:
        return {knocker: 1}
    return {seat: 1 for seat in highest if seat != knocker}


def promise_losses(alive: list[int], highest: list[int], knocker: int) -> dict[int, int]:
    """Letters by seat in GIN: a knock promises the highest hand (section 6)."""
    if knocker in highest:
        return {seat: 1 for seat in alive if seat != knocker}
    return {knocker: 1}


def knock_losses(lowest: list[int], knocker: int, rules: Rules) -> dict[int, int]:
    """Lives by seat in the cases K1, K2 and K3 (section 6)."""
    if knocker not in lowest:
        return dict.fromkeys(lowest, 1)
    if lowest == [knocker] or rules.knocker_tie == "knocker-only":
        return {knocker: rules.knocker_lowest_penalty}
    others = {seat: 1 for seat in lowest if seat != knocker}
    if rules.knocker_tie == "knocker-two-others-one":
        return others | {knocker: 2}
    return others


def score_declared_31(
    alive: Sequence[bool], declarers: Sequence[int], knocker: int, rules: Rules
) -> Score:
    """Lives lost and points gained in case D: everyone but the declarers loses."""
    seats = len(alive)
    if rules.score_mode == "points":
        return Score([0] * seats, count_by_seat(seats, dict.fromkeys(declarers, 1)))
    losses = {seat: 1 for seat in range(seats) if alive[seat] and seat not in declarers}
    if knocker in losses and knocker_pays_two(rules):
        losses[knocker] = 2
    return Score(count_by_seat(seats, losses), [0] * seats)


def knocker_pays_two(rules: Rules) -> bool:
    """Whether a declared 31 costs the knocker two lives; in GIN it never does (section 9)."""
    return rules.score_mode != "gin" and rules.thirty_one_after_knock == "knocker-two"


# --- Lives ---------------------------------------------------------------------------------------


def full_lives(rules: Rules) -> int:
    """Lives, letters or bus steps at the start of a match."""
    if rules.score_mode == "bus":
        return BUS_STEPS + rules.bus_extra_levels
    return rules.start_lives


def lives_after(lives: int, lost: int, rules: Rules) -> int:
    """Lives left after losing `lost`: 0 is on the county (or the last bus step), -1 is out."""
    if lost == 0 or lives == OUT:
        return lives
    left = lives - lost
    if rules.score_mode == "bus":
        return max(left, OUT)
    if left < 0 and lives > 0 and rules.two_life_overflow == "to-county":
        left = 0
    if left == 0 and not rules.charity:
        return OUT
    return max(left, OUT)


def last_level(rules: Rules) -> int:
    """The level to which all are put back when all would have been out (section 6)."""
    return 0 if rules.charity or rules.score_mode == "bus" else 1


def lives_after_hand(lives: Sequence[int], lost: Sequence[int], rules: Rules) -> list[int]:
    """Lives of all seats after a hand; -1 for everybody means that the hand is replayed."""
    return [lives_after(had, losing, rules) for had, losing in zip(lives, lost, strict=True)]


def kitty_of(lives: Sequence[int], rules: Rules) -> int:
    """Pennies in the kitty (section 6); 0 in the modes that have none."""
    if rules.score_mode not in ("lives", "gin"):
        return 0
    return len(lives) * rules.start_lives - sum(max(left, 0) for left in lives)


# --- One hand ------------------------------------------------------------------------------------


def is_alive(table: Table, seat: int) -> bool:
    """Whether the seat still plays in this match."""
    return table.lives[seat] != OUT


def next_alive(lives: Sequence[int], seat: int) -> int:
    """The next seat to the left that is not out."""
    seat = (seat + 1) % len(lives)
    while lives[seat] == OUT:
        seat = (seat + 1) % len(lives)
    return seat


def seats_in_order(table: Table) -> list[int]:
    """The alive seats, clockwise from the first player."""
    seats = len(table.lives)
    clockwise = [(table.first + step) % seats for step in range(seats)]
    return [seat for seat in clockwise if is_alive(table, seat)]


def write_down(table: Table, kind: str, seat: int, card: int = -1) -> None:
    """Add an event, and the public part of it to the history of the hand."""
    table.events.append((kind, seat, card))
    if kind == "drew":
        table.history.append((kind, seat, -1))
    elif kind in ("upcard", "took", "discarded", "knocked"):
        table.history.append((kind, seat, card))


def see(table: Table, seat: int, *, hand: Sequence[int], just_took: int, took_from: str) -> View:
    """The table as this seat may see it."""
    return View(
        n_alive=sum(left != OUT for left in table.lives),
        my_seat=seat,
        first=table.first,
        dealer=table.dealer,
        turn_count=table.turn_count,
        turns_i_had=table.own_turns[seat],
        top_discard=table.pile[-1] if table.pile else -1,
        stock_count=len(table.stock),
        knocker=table.knocker,
        lives=tuple(table.lives),
        kitty=kitty_of(table.lives, table.rules),
        points=tuple(table.points),
        history=tuple(table.history),
        hand=tuple(hand),
        just_took=just_took,
        took_from=took_from,
    )


def ask(
    table: Table,
    seat: int,
    decision: str,
    legal: list[str],
    *,
    just_took: int = -1,
    took_from: str = "",
) -> str:
    """The action that the seat chooses among the legal ones."""
    hand = [] if decision == "throw-down" else table.hands[seat]
    view = see(table, seat, hand=hand, just_took=just_took, took_from=took_from)
    action = table.source.choose(seat, decision, list(legal), view)
    if action not in legal:
        message = f"{decision} of seat {seat} must be one of {legal}, not {action!r}"
        raise ValueError(message)
    return action


def lay_table(
    rules: Rules, source: Source, *, dealer: int, lives: list[int], points: list[int]
) -> Table:
    """An empty table, ready for the deal."""
    alive = sum(left != OUT for left in lives)
    if not FEWEST_PLAYERS <= alive <= MOST_PLAYERS:
        message = f"a hand needs {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {alive}"
        raise ValueError(message)
    return Table(
        rules=rules,
        source=source,
        dealer=dealer,
        lives=lives,
        points=points,
        first=next_alive(lives, dealer),
        hands=[[] for _ in lives],
        own_turns=[0] * len(lives),
    )


def deal_cards(table: Table, deck: list[int]) -> None:
    """Section 2: three cards each, one at a time, then the upcard; the rest is the stock."""
    if sorted(deck) != list(range(CARDS_IN_DECK)):
        message = f"a deck must be the card ids 0..51 in some order, not {deck}"
        raise ValueError(message)
    cards = list(deck)
    for _ in range(3):
        for seat in seats_in_order(table):
            card = cards.pop(0)
            table.hands[seat].append(card)
            write_down(table, "deal", seat, card)
    table.pile.append(cards.pop(0))
    write_down(table, "upcard", -1, table.pile[-1])
    table.stock.extend(cards)


def throw_down_is_called(table: Table) -> bool:
    """Step 1, D0: whether the first player calls blindly."""
    return table.rules.first_turn_option == "throw-down" and call_is_made(table, "throw-down")


def hammer_is_called(table: Table) -> bool:
    """Step 3, D1: whether the first player calls before his first turn."""
    return table.rules.first_turn_option == "hammer" and call_is_made(table, "hammer")


def call_is_made(table: Table, decision: str) -> bool:
    """Ask the first player; after a call he counts as the knocker."""
    if ask(table, table.first, decision, ["pass", "call"]) == "pass":
        return False
    table.knocker = table.first
    write_down(table, "called", table.first)
    return True


def declares_31(table: Table, seat: int) -> bool:
    """D5: whether the seat declares its 31. If not, these three cards are spoiled."""
    if table.rules.miss_31_prob > 0 and table.source.overlooks(seat):
        event = "overlooked"
    elif ask(table, seat, "declare-31", ["silent", "declare"]) == "declare":
        event = "declared"
    else:
        event = "silent"
    write_down(table, event, seat)
    if event != "declared":
        table.spoiled[seat] = frozenset(table.hands[seat])
    return event == "declared"


def ask_for_dealt_31s(table: Table) -> None:
    """Step 2: all holders are asked before any declaration takes effect (section 4)."""
    table.declarers = [
        seat
        for seat in seats_in_order(table)
        if is_31(table.hands[seat], table.rules) and declares_31(table, seat)
    ]


def makes_and_declares_31(table: Table, seat: int) -> bool:
    """D5 after a discard: asked unless this very 31 has been passed over before."""
    hand = table.hands[seat]
    if not is_31(hand, table.rules):
        table.spoiled.pop(seat, None)
        return False
    if table.spoiled.get(seat) == frozenset(hand):
        return False
    return declares_31(table, seat)


def knock_is_open(table: Table, seat: int) -> bool:
    """Whether this seat may still knock in this turn, whatever its cards."""
    if table.knocker != NOBODY:
        return False
    return table.rules.first_turn_knock or table.own_turns[seat] > 0


def knock(table: Table, seat: int) -> None:
    """Make this seat the knocker."""
    table.knocker = seat
    write_down(table, "knocked", seat)


def knocks_instead_of_drawing(table: Table, seat: int) -> bool:
    """Step 4, D2: asked only if a knock is legal."""
    if table.rules.knock_timing != "turn-start" or not knock_is_open(table, seat):
        return False
    if not may_knock_with(table.hands[seat], table.rules):
        return False
    if ask(table, seat, "knock", ["continue", "knock"]) == "continue":
        return False
    knock(table, seat)
    return True


def finish_turn(table: Table, seat: int) -> None:
    """Count the turn."""
    table.turn_count += 1
    table.own_turns[seat] += 1


def reshuffle_if_due(table: Table) -> None:
    """`stock-exhausted = reshuffle`: all discards but the top become the stock (section 7)."""
    if table.rules.stock_exhausted != "reshuffle" or table.stock or len(table.pile) == 1:
        return
    buried = table.pile[:-1]
    stock = list(table.source.reshuffle(list(buried)))
    if sorted(stock) != sorted(buried):
        message = f"a reshuffle must give the cards {buried} in some order, not {stock}"
        raise ValueError(message)
    table.stock.extend(stock)
    del table.pile[:-1]
    write_down(table, "reshuffled", -1)


def may_take_discard(table: Table, seat: int) -> bool:
    """Whether the top discard may be taken (`own-discard-after-knock`)."""
    two_alive = sum(left != OUT for left in table.lives) == FEWEST_PLAYERS
    if table.rules.own_discard_after_knock or not two_alive or table.knocker == NOBODY:
        return True
    return table.top_discarder != seat


def draw_sources(table: Table, seat: int) -> list[str]:
    """The legal actions of D3."""
    sources = ["draw-stock"] if table.stock else []
    if may_take_discard(table, seat):
        sources.append("take-discard")
    if not table.stock:
        sources.append("end-hand")
    return sources


def draw_card(table: Table, seat: int, source: str) -> int:
    """Move a card from the stock or the pile into the hand, and give it."""
    if source == "take-discard":
        card = table.pile.pop()
        table.top_discarder = NOBODY
        write_down(table, "took", seat, card)
    else:
        card = table.stock.pop(0)
        write_down(table, "drew", seat, card)
    table.hands[seat].append(card)
    return card


def refuse_discard(table: Table, seat: int) -> str:
    """The stock is empty and the seat wants no discard: how the hand ends, or "" for a pass."""
    if table.knocker != NOBODY and table.rules.exhausted_after_knock == "skip":
        write_down(table, "passed", seat)
        finish_turn(table, seat)
        return ""
    write_down(table, "ended", seat)
    return "stock-out" if table.knocker == NOBODY else "stock-out-after-knock"


def knocking_discards(hand: Sequence[int], discards: Sequence[int], rules: Rules) -> list[int]:
    """Those discards that leave a hand with which one may knock."""
    return [
        discard
        for discard in discards
        if may_knock_with([card for card in hand if card != discard], rules)
    ]


def discard_card(table: Table, seat: int, drawn: int, took_from: str) -> None:
    """Step 6, D4, with D6 before it where the rules have it."""
    hand = table.hands[seat]
    discards = sorted(card for card in hand if took_from == "stock" or card != drawn)
    with_knock = knocking_discards(hand, discards, table.rules)
    if table.rules.knock_timing == "after-draw" and knock_is_open(table, seat) and with_knock:
        words = ["continue", "knock"]
        action = ask(table, seat, "knock-after-draw", words, just_took=drawn, took_from=took_from)
        if action == "knock":
            knock(table, seat)
            discards = with_knock
    names = [card_name(card) for card in discards]
    discard = card_id(ask(table, seat, "discard", names, just_took=drawn, took_from=took_from))
    hand.remove(discard)
    table.pile.append(discard)
    table.top_discarder = seat
    write_down(table, "discarded", seat, discard)


def play_turn(table: Table, seat: int) -> str:
    """Steps 4 to 6 for one seat: how the hand ends with this turn, or "" if it goes on."""
    if knocks_instead_of_drawing(table, seat):
        finish_turn(table, seat)
        return ""
    reshuffle_if_due(table)
    source = ask(table, seat, "draw-source", draw_sources(table, seat))
    if source == "end-hand":
        return refuse_discard(table, seat)
    drawn = draw_card(table, seat, source)
    discard_card(table, seat, drawn, "discard" if source == "take-discard" else "stock")
    finish_turn(table, seat)
    if not makes_and_declares_31(table, seat):
        return ""
    table.declarers = [seat]
    if table.knocker == seat:
        # A 31 made by the discard of a D6 knock is declared instead of the knock (section 9).
        table.knocker = NOBODY
    return "31-before-knock" if table.knocker == NOBODY else "31-after-knock"


def play_turns(table: Table) -> str:
    """Steps 3 to 7: turns until the hand ends; gives how it ends."""
    seat = table.first
    while seat != table.knocker:
        end = play_turn(table, seat)
        if end:
            return end
        seat = next_alive(table.lives, seat)
        if table.turn_count >= table.rules.max_turns and seat != table.knocker:
            return "max-turns"
    return "knock"


def play_dealt_hand(table: Table) -> str:
    """Everything between the deal and the scoring; gives how the hand ends."""
    if throw_down_is_called(table):
        # All cards are open now, so nobody is asked and nobody can overlook a 31 (section 9).
        table.declarers = [
            seat for seat in seats_in_order(table) if is_31(table.hands[seat], table.rules)
        ]
        return "dealt-31" if table.declarers else "called"
    ask_for_dealt_31s(table)
    if table.declarers:
        return "dealt-31"
    if hammer_is_called(table):
        return "called"
    return play_turns(table)


def score_hand(table: Table, end: str) -> HandResult:
    """Steps 8 and 9: the result of the hand that ended so."""
    alive = [is_alive(table, seat) for seat in range(len(table.lives))]
    worths = [
        showdown_worth(hand, table.rules, declared=seat in table.declarers) if hand else None
        for seat, hand in enumerate(table.hands)
    ]
    if table.declarers:
        score = score_declared_31(alive, table.declarers, table.knocker, table.rules)
    else:
        score = score_showdown(worths, table.knocker, table.rules)
    for kind, counts in (("lost", score.lost), ("gained", score.gained)):
        for seat, count in enumerate(counts):
            if count > 0:
                write_down(table, kind, seat, count)
    return HandResult(
        events=table.events,
        end=end,
        turns=table.turn_count,
        knocker=table.knocker,
        values=[None if worth is None else worth[0] for worth in worths],
        lost=score.lost,
        gained=score.gained,
        declarers=sorted(table.declarers),
    )


def play_hand(
    rules: Rules,
    players: int,
    source: Source,
    *,
    dealer: int | None = None,
    lives: Sequence[int] | None = None,
    points: Sequence[int] | None = None,
    deal: int = 0,
) -> HandResult:
    """One hand from the deal to the scoring.

    Args:
        rules: the options in force.
        players: seats, those that are out included.
        source: deck, reshuffles and decisions.
        dealer: seat; the last one unless given.
        lives: lives by seat before the hand, -1 is out; all have full lives unless given.
        points: points by seat before the hand; 0 unless given.
        deal: which deck of the source to use.
    """
    table = lay_table(
        rules,
        source,
        dealer=players - 1 if dealer is None else dealer,
        lives=[full_lives(rules)] * players if lives is None else list(lives),
        points=[0] * players if points is None else list(points),
    )
    deal_cards(table, source.deck(deal))
    end = play_dealt_hand(table)
    return score_hand(table, end)


# --- A match -------------------------------------------------------------------------------------


def play_match(rules: Rules, players: int, source: Source) -> MatchResult:
    """Hands until one seat is left, or until one has won enough points."""
    if rules.score_mode == "points":
        return play_points_match(rules, players, source)
    return play_lives_match(rules, players, source)


def play_points_match(rules: Rules, players: int, source: Source) -> MatchResult:
    """Hands until a seat has `points-target` and alone the highest total (section 9)."""
    lives = [full_lives(rules)] * players
    points = [0] * players
    events: list[Event] = []
    results: list[HandResult] = []
    dealer = players - 1
    while max(points) < rules.points_target or points.count(max(points)) > 1:
        hand = play_hand(
            rules, players, source, dealer=dealer, lives=lives, points=points, deal=len(results)
        )
        results.append(hand)
        events.extend(hand.events)
        points = [had + won for had, won in zip(points, hand.gained, strict=True)]
        dealer = (dealer + 1) % players
    return MatchResult(
        events=events,
        hands=len(results),
        winner=points.index(max(points)),
        places=[1 + sum(other > own for other in points) for own in points],
        lives=lives,
        points=points,
        hand_results=results,
    )


def play_lives_match(rules: Rules, players: int, source: Source) -> MatchResult:
    """Hands until one seat is left; used for lives, letters and the bus."""
    lives = [full_lives(rules)] * players
    went_out: dict[int, int] = {}
    events: list[Event] = []
    results: list[HandResult] = []
    dealer = players - 1
    while len(went_out) < players - 1:
        hand = play_hand(rules, players, source, dealer=dealer, lives=lives, deal=len(results))
        results.append(hand)
        events.extend(hand.events)
        left = lives_after_hand(lives, hand.lost, rules)
        if max(left) == OUT:
            events.append(("replay", -1, -1))
            left = [OUT if had == OUT else last_level(rules) for had in lives]
        for seat in range(players):
            if left[seat] == OUT and lives[seat] != OUT:
                went_out[seat] = len(results)
                events.append(("out", seat, -1))
        lives = left
        dealer = next_alive(lives, dealer)
    survivor = next(seat for seat in range(players) if lives[seat] != OUT)
    last_hand = {**went_out, survivor: len(results) + 1}
    return MatchResult(
        events=events,
        hands=len(results),
        winner=survivor,
        places=[
            1 + sum(other > last_hand[seat] for other in last_hand.values())
            for seat in range(players)
        ],
        lives=lives,
        points=[0] * players,
        hand_results=results,
    )
