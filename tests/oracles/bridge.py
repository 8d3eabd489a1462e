"""Contract bridge by the book: slow, plain, deals and sessions from given cards and choices.

Written from the rules alone; sections are those of RULES.md in the game's folder. A card is
`13 * suit + strength - 2`: suits clubs 0, diamonds 1, hearts 2, spades 3, notrump 4 above them;
strength 2 to ace 14. Seats are north 0, east 1, south 2, west 3; sides 0 (north and south) and 1.
A call is 0 pass, `1 + 5 * (level - 1) + strain` a bid, 36 double, 37 redouble. An action of `lead`
and `play` is the place of a card in the hand it comes from, sorted by number.

What happened is told as (kind, seat or side or -1, number), in this order:

- `hand`: the dealer, the number of the deal; `vul`: -1, 0 nobody, 1 north and south, 2 east and
  west, 3 all; `deal`: a seat, its card, 52 times, singly from left of the dealer;
- `call`: a seat, its call; if all pass `passed-out`: -1, -1, and where the same dealer deals once
  more `redeal`: the dealer, how many times by now, and again from `deal`;
- `contract`: declarer, the bid; `doubled`: declarer, 1 doubled or 2 redoubled, if it is;
- `play`: the seat from whose hand it comes, the card; after the first `dummy`: the seat, -1;
  `trick`: the winner, the number of the trick from 1;
- `made`: declarer, tricks over the contract; or `down`: declarer, tricks short of it;
- in Chicago that adds up part-scores and in rubbers: `below`: the side, its trick points; `above`:
  the side, its overtricks, slam and insult, or the undertricks; `honors`: the seat, the points;
  `game`: the side, the points for it now; `part-score`: the side, 100; `rubber`: the side, 500 or
  700; each only if there are any, but for `game`, which brings 0 in a rubber;
- for side 0, then for side 1: `points`: of the deal; then for both `total`: with those before;
- at the end of an unfinished rubber `only-game` and `only-part-score`: the side, the points, and
  `total` for both sides once more; at the end of every session `win`: the side, or `draw`: -1; and
  how many deals were played.

The boards of a match have `table`: -1, its number, before `hand`, and after the second table
`compared`: each side, what it has for the board, and `total` only at its end.

Where the rules are silent or leave two readings:

1. `running_scores` in a view are those before the deal. `games` counts only in rubbers.
2. In `chicago-style = duplicate` both sides are scored as at duplicate: one has what the other
   loses.
3. A deal dealt again is no further deal: `max-deals` and the four of Chicago count it once.
4. A single deal of a rubber ends without the bonus of an unfinished one.
5. Boards are never dealt again.
6. `first-dealer` also begins sessions of trick points. `random` is None here.
7. Honours of two seats both count: those of one hand, whichever side bid.
8. Tips: a call that its table lists is read by the table, though it may have been bid by PLACE;
   any other bid of a player who may be placing is read by PLACE 6.
9. Tips: the bid of a player who by the tips would pass to the end promises nothing, but his
   first bid is a response to be answered by REBID.
10. Tips: with M in PLACE 5 out of reach at level 3, pass.
11. Tips: a penalty double is also made by those who pass to the end.
12. Tips: REBID lists what its words say: 4X in a minor, and a new suit at the two level that is
    above X, which come from PLACE or from partners with another system. A rebid that is then too
    low is as illegal as one that opponents prevent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

Event = tuple[str, int, int]
"""Kind, seat or side (-1 none), card or other number."""

Call = tuple[int, int]
"""Seat, code."""

Trick = tuple[int, tuple[int, ...], int]
"""Leader, the four cards in the order in which they were played, winner."""

View = dict[str, Any]
"""What a seat may see, by the names of section 4.

In `call` `seat`, `dealer`, `vul` (two bools), `hand`, `calls` (pairs of seat and code), `scoring`
and `running_scores` (`below`, `games`, `totals`, each by side); in `lead` also `contract` (level,
strain, doubled, declarer); in `play` also `dummy_hand`, `acting_for` (a seat), `current_trick`
(pairs of seat and card), `history`, `tricks` (by side) and `voids`.
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

Slot = Literal["open", "overcall", "respond", "rebid", "place", "silent"]
"""Which part of section 6 a turn belongs to; `silent` is for those who keep passing."""

SEATS = range(4)
SIDES = range(2)
TRICKS = 13
BOOK = 6
PACK = range(52)
CLUBS, DIAMONDS, HEARTS, SPADES, NOTRUMP = range(5)
SUITS = range(4)
MAJORS = (HEARTS, SPADES)
PASS, DOUBLE, REDOUBLE = 0, 36, 37
BIDS = range(1, 36)
ACE, TEN = 14, 10
NONE = -1
CHICAGO_DEALS = 4
GAME = 100
BALANCED = {(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)}
IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)


class Chance(Protocol):
    """Where the cards come from."""

    def card(self, stock: list[int]) -> int:
        """The next card of a face-down stock of these."""
        ...

    def first_dealer(self) -> int:
        """The first dealer of a session; asked only if he is drawn."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of section 7; `first_dealer` None is random."""

    scoring: str = "duplicate"
    chicago_style: str = "cumulative"
    chicago_vul_23: str = "dealer"
    honors: bool = False
    doubles: bool = True
    redeal_passed_out: bool = True
    boards: int = 16
    first_dealer: int | None = 0
    comparison: str = "imps"
    max_redeals: int = 100
    max_deals: int = 100


@dataclass(frozen=True)
class Tips:
    """The options of section 8 on bidding; `penalty_double_hcp` None is none."""

    open_hcp: int = 12
    nt_range: tuple[int, int] = (15, 17)
    nt_with_five_card_major: bool = True
    game_hcp: int = 25
    slam_hcp: int = 33
    grand_hcp: int = 37
    invite_hcp: int = 23
    overcalls: str = "none"
    penalty_double_hcp: int | None = None


@dataclass(frozen=True)
class Contract:
    """What the auction came to.

    Attributes:
        level: 1..7.
        strain: 0..4.
        doubled: 0, 1 doubled, 2 redoubled.
        declarer: a seat.
    """

    level: int
    strain: int
    doubled: int = 0
    declarer: int = 0

    @property
    def bid(self) -> int:
        """Its code."""
        return bid_of(self.level, self.strain)


@dataclass
class Running:
    """Part-scores, games and totals by side."""

    below: list[int] = field(default_factory=lambda: [0, 0])
    games: list[int] = field(default_factory=lambda: [0, 0])
    totals: list[int] = field(default_factory=lambda: [0, 0])

    def copy(self) -> Running:
        """The same in lists of its own."""
        return Running(list(self.below), list(self.games), list(self.totals))


@dataclass(frozen=True)
class Played:
    """One deal played to its end.

    Attributes:
        events: what happened.
        number: of the deal in its session, from 1.
        dealer: a seat.
        vul: by side.
        redeals: how many deals before it were passed out.
        hands: the cards dealt, by seat, ascending.
        calls: in order.
        contract: None if it was passed out.
        tricks: by side.
        history: the tricks in order.
        points: of the deal, by side.
        running: after it.
    """

    events: list[Event]
    number: int
    dealer: int
    vul: tuple[bool, bool]
    redeals: int
    hands: list[list[int]]
    calls: list[Call]
    contract: Contract | None
    tricks: list[int]
    history: list[Trick]
    points: list[int]
    running: Running


@dataclass(frozen=True)
class PlayedSession:
    """Deals that belong together: the totals at the end and the winning side, -1 if none."""

    events: list[Event]
    deals: list[Played]
    totals: list[int]
    winner: int


@dataclass(frozen=True)
class PlayedMatch:
    """The same boards at two tables.

    Attributes:
        events: what happened.
        boards: by board and table.
        compared: what each side has for a board, by board and side.
        totals: their sums, by side.
    """

    events: list[Event]
    boards: list[list[Played]]
    compared: list[list[int]]
    totals: list[int]


@dataclass
class Table:
    """A deal under way."""

    rules: Rules
    choose: Choose
    dealer: int
    vul: tuple[bool, bool]
    running: Running
    hands: list[list[int]] = field(default_factory=lambda: [[] for _ in SEATS])
    calls: list[Call] = field(default_factory=list)
    contract: Contract | None = None
    trick: list[tuple[int, int]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    voids: list[list[bool]] = field(default_factory=lambda: [[False] * 4 for _ in SEATS])
    history: list[Trick] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


@dataclass(frozen=True)
class Promise:
    """The least points and lengths that a seat has promised."""

    hcp: int = 0
    lengths: tuple[int, int, int, int] = (0, 0, 0, 0)


NOTHING = Promise()


# --- Seats, cards and calls ----------------------------------------------------------------------


def left_of(seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % 4


def partner_of(seat: int) -> int:
    """The seat opposite."""
    return (seat + 2) % 4


def side_of(seat: int) -> int:
    """North and south 0, east and west 1."""
    return seat % 2


def suit_of(card: int) -> int:
    """Clubs 0, diamonds 1, hearts 2, spades 3."""
    return card // 13


def strength_of(card: int) -> int:
    """Two 2 to ace 14."""
    return card % 13 + 2


def bid_of(level: int, strain: int) -> int:
    """The code of a bid."""
    return 1 + 5 * (level - 1) + strain


def level_of(bid: int) -> int:
    """1..7."""
    return (bid - 1) // 5 + 1


def strain_of(bid: int) -> int:
    """0..4."""
    return (bid - 1) % 5


# --- Hands ---------------------------------------------------------------------------------------


def hcp(hand: Iterable[int]) -> int:
    """High-card points: ace 4, king 3, queen 2, jack 1."""
    return sum(max(0, strength_of(card) - 10) for card in hand)


def lengths_of(hand: Iterable[int]) -> tuple[int, int, int, int]:
    """Cards of clubs, diamonds, hearts, spades."""
    suits = [suit_of(card) for card in hand]
    return suits.count(0), suits.count(1), suits.count(2), suits.count(3)


def is_balanced(hand: Iterable[int]) -> bool:
    """4333, 4432 or 5332."""
    return tuple(sorted(lengths_of(hand), reverse=True)) in BALANCED


def honors_of(hand: Iterable[int], strain: int) -> int:
    """Section 5, `rubber`: the points for the honours of one hand."""
    high = [card for card in hand if strength_of(card) >= TEN]
    if strain == NOTRUMP:
        return 150 if sum(strength_of(card) == ACE for card in high) == 4 else 0
    return {4: 100, 5: 150}.get(sum(suit_of(card) == strain for card in high), 0)


# --- The auction and the play --------------------------------------------------------------------


def last_bid(calls: Sequence[Call]) -> Call | None:
    """The highest bid and its seat."""
    return next((call for call in reversed(calls) if call[1] in BIDS), None)


def legal_calls(rules: Rules, calls: Sequence[Call], seat: int) -> list[int]:
    """D1 of section 4, ascending: what a seat may call after these calls."""
    bid = last_bid(calls)
    last = next((call for call in reversed(calls) if call[1] != PASS), None)
    legal = [PASS, *(code for code in BIDS if bid is None or code > bid[1])]
    if rules.doubles and last is not None and side_of(last[0]) != side_of(seat):
        if last[1] in BIDS:
            legal.append(DOUBLE)
        elif last[1] == DOUBLE:
            legal.append(REDOUBLE)
    return legal


def auction_over(calls: Sequence[Call]) -> bool:
    """Whether it ends here: three passes after a bid, or four."""
    codes = [code for _, code in calls]
    passes = 3 if any(code in BIDS for code in codes) else 4
    return len(codes) >= passes and codes[-passes:] == [PASS] * passes


def contract_of(calls: Sequence[Call]) -> Contract | None:
    """What an auction came to; None if it was passed out."""
    bid = last_bid(calls)
    if bid is None:
        return None
    seat, code = bid
    doubled = 0
    for _, each in calls[calls.index(bid) :]:
        doubled = {DOUBLE: 1, REDOUBLE: 2}.get(each, doubled)
    declarer = next(
        caller
        for caller, each in calls
        if each in BIDS and side_of(caller) == side_of(seat) and strain_of(each) == strain_of(code)
    )
    return Contract(level_of(code), strain_of(code), doubled, declarer)


def playable(hand: Sequence[int], led: int | None) -> list[int]:
    """The cards of a hand that may be played to a suit, None for the leader."""
    following = [card for card in hand if suit_of(card) == led]
    return sorted(following or hand)


def winner_of(trick: Sequence[tuple[int, int]], trump: int) -> int:
    """The seat with the highest trump, or else with the highest card of the suit led."""
    suits = [suit_of(card) for _, card in trick]
    wins = trump if trump in suits else suits[0]
    return max((card, seat) for seat, card in trick if suit_of(card) == wins)[1]


def agrees(view: View, hands: Sequence[Sequence[int]]) -> bool:
    """Whether the seat of this view may believe that these are the four hands now.

    All that was played must then have been legal.
    """
    seat, on_table = view["seat"], list(view.get("current_trick", []))
    plays = [
        ((leader + k) % 4, card)
        for leader, cards, _ in view.get("history", [])
        for k, card in enumerate(cards)
    ]
    plays += on_table
    held = [sorted(hand) for hand in hands]
    if held[seat] != view["hand"]:
        return False
    if "dummy_hand" in view and held[partner_of(view["contract"][3])] != view["dummy_hand"]:
        return False
    for each, card in plays:
        held[each].append(card)
    everything = sorted(card for hand in held for card in hand)
    if everything != list(PACK) or any(len(hand) != TRICKS for hand in held):
        return False
    for k, (each, card) in enumerate(plays):
        led = suit_of(plays[k - k % 4][1]) if k % 4 else None
        if card not in playable(held[each], led):
            return False
        held[each].remove(card)
    return True


# --- Scoring -------------------------------------------------------------------------------------


def first_trick(strain: int) -> int:
    """What the first trick over the book is worth."""
    return 40 if strain == NOTRUMP else each_trick(strain)


def each_trick(strain: int) -> int:
    """What a further trick is worth."""
    return 20 if strain in (CLUBS, DIAMONDS) else 30


def trick_points(contract: Contract) -> int:
    """T of section 5: for the tricks bid and made."""
    strain = contract.strain
    plain = first_trick(strain) + each_trick(strain) * (contract.level - 1)
    return int(plain * 2**contract.doubled)


def seeds_table(strain: int, tricks: int) -> int:
    """The seed's trick points for so many tricks taken, 7 or more."""
    return first_trick(strain) + each_trick(strain) * (tricks - BOOK - 1)


def beyond(contract: Contract, tricks: int) -> int:
    """Tricks over the contract; negative if it fails."""
    return tricks - BOOK - contract.level


def slam_points(level: int, *, vulnerable: bool) -> int:
    """For a slam bid and made."""
    if level == 6:
        return 750 if vulnerable else 500
    if level == 7:
        return 1500 if vulnerable else 1000
    return 0


def premiums(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Overtricks, slam and insult of a contract that was made."""
    over = beyond(contract, tricks)
    if contract.doubled == 0:
        overtrick, insult = each_trick(contract.strain), 0
    else:
        overtrick = (200 if vulnerable else 100) * contract.doubled
        insult = 50 * contract.doubled
    return over * overtrick + insult + slam_points(contract.level, vulnerable=vulnerable)


def undertricks(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """What the defenders score for a contract that failed."""
    down = -beyond(contract, tricks)
    if contract.doubled == 0:
        return down * (100 if vulnerable else 50)
    total = 0
    for u in range(1, down + 1):
        if vulnerable:
            total += 200 if u == 1 else 300
        else:
            total += 100 if u == 1 else 200 if u <= 3 else 300
    return total * contract.doubled


def game_points(*, vulnerable: bool) -> int:
    """For a game at duplicate and Chicago."""
    return 500 if vulnerable else 300


def duplicate_score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Section 5, `duplicate`: for declarer's side, which took so many tricks."""
    if beyond(contract, tricks) < 0:
        return -undertricks(contract, tricks, vulnerable=vulnerable)
    made = trick_points(contract)
    bonus = game_points(vulnerable=vulnerable) if made >= GAME else 50
    return made + bonus + premiums(contract, tricks, vulnerable=vulnerable)


def dealer_of_board(number: int) -> int:
    """The dealer of a duplicate board, numbered from 1."""
    return (number - 1) % 4


def vul_of_board(number: int) -> tuple[bool, bool]:
    """Who is vulnerable on a duplicate board."""
    north, east = (True, False), (False, True)
    turn = ((number - 1) + (number - 1) // 4) % 4
    return [(False, False), north, east, (True, True)][turn]


def vulnerability(
    rules: Rules, *, number: int, dealer: int, games: Sequence[int]
) -> tuple[bool, bool]:
    """Who is vulnerable in a deal of a session.

    Args:
        rules: house rules.
        number: of the deal, from 1.
        dealer: a seat.
        games: of the rubber, by side.
    """
    if rules.scoring == "duplicate":
        return vul_of_board(number)
    if rules.scoring == "rubber":
        return games[0] > 0, games[1] > 0
    if rules.scoring == "chicago" and number > 1:
        if number == CHICAGO_DEALS:
            return True, True
        chosen = dealer if rules.chicago_vul_23 == "dealer" else left_of(dealer)
        return side_of(chosen) == 0, side_of(chosen) == 1
    return False, False


def imps(difference: int) -> int:
    """International match points for a difference of points, with its sign."""
    steps = sum(step <= abs(difference) for step in IMP_STEPS)
    return steps if difference > 0 else -steps


def score_deal(
    rules: Rules,
    contract: Contract | None,
    *,
    tricks: int = 0,
    vul: Sequence[bool] = (False, False),
    number: int = 1,
    running: Running | None = None,
    hands: Sequence[Sequence[int]] = ((), (), (), ()),
) -> tuple[list[int], Running, list[Event]]:
    """Section 5: the points of a deal by side, what stands after it, and the events.

    Args:
        rules: house rules.
        contract: None if the deal was passed out.
        tricks: of declarer's side.
        vul: by side.
        number: of the deal in its session.
        running: before the deal.
        hands: as dealt, for honours.
    """
    after = Running() if running is None else running.copy()
    points, events = [0, 0], []
    if contract is not None:
        over = beyond(contract, tricks)
        events.append(("made" if over >= 0 else "down", contract.declarer, abs(over)))
        side = side_of(contract.declarer)
        whole_deal = rules.scoring == "duplicate" or (
            rules.scoring == "chicago" and rules.chicago_style == "duplicate"
        )
        if rules.scoring == "trick-points":
            points[side] = seeds_table(contract.strain, tricks) if over >= 0 else 0
        elif whole_deal:
            points[side] = duplicate_score(contract, tricks, vulnerable=vul[side])
            points[1 - side] = -points[side]
        else:
            book = Book(rules, contract, tricks, bool(vul[side]), number, after, points, events)
            book.write(hands)
    for side in SIDES:
        after.totals[side] += points[side]
    events += [("points", side, points[side]) for side in SIDES]
    events += [("total", side, after.totals[side]) for side in SIDES]
    return points, after, events


@dataclass
class Book:
    """A deal of Chicago or a rubber being written below and above the line."""

    rules: Rules
    contract: Contract
    tricks: int
    vulnerable: bool
    number: int
    after: Running
    points: list[int]
    events: list[Event]

    def write(self, hands: Sequence[Sequence[int]]) -> None:
        """Everything that the deal brings."""
        side = side_of(self.contract.declarer)
        if beyond(self.contract, self.tricks) < 0:
            lost = undertricks(self.contract, self.tricks, vulnerable=self.vulnerable)
            self.add("above", 1 - side, lost)
        else:
            made = trick_points(self.contract)
            self.add("below", side, made)
            self.after.below[side] += made
            more = premiums(self.contract, self.tricks, vulnerable=self.vulnerable)
            if more:
                self.add("above", side, more)
        self.write_honors(hands)
        if beyond(self.contract, self.tricks) >= 0:
            self.write_game(side)

    def write_honors(self, hands: Sequence[Sequence[int]]) -> None:
        """In rubbers, of all four hands."""
        if self.rules.scoring == "rubber" and self.rules.honors:
            for seat, hand in enumerate(hands):
                honors = honors_of(hand, self.contract.strain)
                if honors:
                    self.events.append(("honors", seat, honors))
                    self.points[side_of(seat)] += honors

    def write_game(self, side: int) -> None:
        """What a made contract completes."""
        after, chicago = self.after, self.rules.scoring == "chicago"
        if after.below[side] < GAME:
            if chicago and self.number == CHICAGO_DEALS:
                self.add("part-score", side, 100)
            return
        after.below[:] = [0, 0]
        self.add("game", side, game_points(vulnerable=self.vulnerable) if chicago else 0)
        if not chicago:
            after.games[side] += 1
            if after.games[side] == 2:
                self.add("rubber", side, 500 if after.games[1 - side] else 700)

    def add(self, kind: str, side: int, points: int) -> None:
        """Points for a side."""
        self.events.append((kind, side, points))
        self.points[side] += points


def unfinished(running: Running) -> list[Event]:
    """What the sides get at the end of an unfinished rubber."""
    found: list[Event] = [
        ("only-game", side, 300)
        for side in SIDES
        if running.games[side] and not running.games[1 - side]
    ]
    found += [
        ("only-part-score", side, 100)
        for side in SIDES
        if running.below[side] and not running.below[1 - side]
    ]
    return found


# --- Deals and sessions --------------------------------------------------------------------------


def redeals(rules: Rules) -> bool:
    """Whether a deal that all pass is dealt again."""
    return rules.redeal_passed_out and rules.scoring in ("chicago", "rubber")


def play_deal(
    rules: Rules,
    chance: Chance,
    choose: Choose,
    *,
    dealer: int = 0,
    number: int = 1,
    vul: tuple[bool, bool] | None = None,
    running: Running | None = None,
) -> Played:
    """The deal that these cards and choices give.

    Args:
        rules: house rules.
        chance: the cards.
        choose: the players' decisions: `call`, `lead`, `play`.
        dealer: a seat.
        number: of the deal in its session, from 1.
        vul: by side; by the rules if it is not given.
        running: part-scores, games and totals before the deal.

    Raises:
        ValueError: a card or a choice is not among those there are.
    """
    before = Running() if running is None else running.copy()
    if vul is None:
        vul = vulnerability(rules, number=number, dealer=dealer, games=before.games)
    events: list[Event] = [("hand", dealer, number), ("vul", NONE, vul[0] + 2 * vul[1])]
    again = 0
    while True:
        table = Table(rules, choose, dealer, vul, before, events=events)
        _deal(table, chance)
        dealt = [list(hand) for hand in table.hands]
        _hold_auction(table)
        if table.contract is not None:
            break
        events.append(("passed-out", NONE, NONE))
        if not redeals(rules) or again == rules.max_redeals:
            break
        again += 1
        events.append(("redeal", dealer, again))

    contract, taken = table.contract, 0
    if contract is not None:
        leader = left_of(contract.declarer)
        for _ in range(TRICKS):
            leader = _play_trick(table, leader, contract)
        taken = table.tricks[side_of(contract.declarer)]
    points, after, told = score_deal(
        rules, contract, tricks=taken, vul=vul, number=number, running=before, hands=dealt
    )
    events += told
    return Played(
        events=events,
        number=number,
        dealer=dealer,
        vul=vul,
        redeals=again,
        hands=dealt,
        calls=table.calls,
        contract=contract,
        tricks=table.tricks,
        history=table.history,
        points=points,
        running=after,
    )


def session_over(rules: Rules, deals: int, running: Running) -> bool:
    """Whether a session ends after so many deals."""
    if rules.scoring == "chicago":
        return deals == CHICAGO_DEALS
    if rules.scoring == "rubber":
        return max(running.games) == 2 or deals == rules.max_deals
    return deals == rules.boards


def play_session(rules: Rules, chance: Chance, choose: Choose) -> PlayedSession:
    """Boards, four deals of Chicago, or a rubber.

    Args:
        rules: house rules.
        chance: the cards, and the first dealer if he is drawn.
        choose: the players' decisions, as in `play_deal`.
    """
    if rules.scoring == "duplicate":
        first = dealer_of_board(1)
    else:
        first = chance.first_dealer() if rules.first_dealer is None else rules.first_dealer
    deals: list[Played] = []
    running = Running()
    while not session_over(rules, len(deals), running):
        deal = play_deal(
            rules,
            chance,
            choose,
            dealer=(first + len(deals)) % 4,
            number=len(deals) + 1,
            running=running,
        )
        deals.append(deal)
        running = deal.running
    events = [event for deal in deals for event in deal.events]
    totals = list(running.totals)
    if rules.scoring == "rubber" and max(running.games) < 2:
        bonuses = unfinished(running)
        for _, side, points in bonuses:
            totals[side] += points
        events += bonuses
        events += [("total", side, totals[side]) for side in SIDES]
    winner = NONE if totals[0] == totals[1] else totals.index(max(totals))
    events.append(("draw" if winner == NONE else "win", winner, len(deals)))
    return PlayedSession(events, deals, totals, winner)


@dataclass
class _SameCards:
    """The cards of a board that another table has played."""

    order: list[int]

    def card(self, _stock: list[int]) -> int:
        return self.order.pop(0)

    def first_dealer(self) -> int:
        raise AssertionError("boards have their dealers")


def play_teams(rules: Rules, chance: Chance, choose: Choose, *, first: int = 1) -> PlayedMatch:
    """A match of two sides that keep their seats: RULES.md, section 2.

    The second table has the cards of the first, each in the hands of the next seat, as dealer and
    vulnerability are.

    Args:
        rules: house rules; `comparison` says how boards score.
        chance: the cards.
        choose: the players' decisions, as in `play_deal`.
        first: the number of the first board.
    """
    events: list[Event] = []
    boards: list[list[Played]] = []
    compared: list[list[int]] = []
    for number in range(first, first + rules.boards):
        dealer, vul = dealer_of_board(number), vul_of_board(number)
        one = play_deal(rules, chance, choose, dealer=dealer, number=number, vul=vul)
        same = _SameCards([card for kind, _, card in one.events if kind == "deal"])
        dealer, vul = left_of(dealer), (vul[1], vul[0])
        two = play_deal(rules, same, choose, dealer=dealer, number=number, vul=vul)
        for k, played in enumerate((one, two)):
            untold = [event for event in played.events if event[0] != "total"]
            events += [("table", NONE, k), *untold]
        ahead = one.points[0] + two.points[0]
        if rules.comparison == "matchpoints":
            points = [1 + (ahead > 0) - (ahead < 0), 1 + (ahead < 0) - (ahead > 0)]
        else:
            scored = imps(ahead) if rules.comparison == "imps" else ahead
            points = [max(scored, 0), max(-scored, 0)]
        events += [("compared", side, points[side]) for side in SIDES]
        boards.append([one, two])
        compared.append(points)
    totals = [sum(of_side) for of_side in zip(*compared, strict=True)]
    events += [("total", side, totals[side]) for side in SIDES]
    winner = NONE if totals[0] == totals[1] else totals.index(max(totals))
    events.append(("draw" if winner == NONE else "win", winner, rules.boards))
    return PlayedMatch(events, boards, compared, totals)


def _deal(table: Table, chance: Chance) -> None:
    """Singly, from left of the dealer."""
    stock = list(PACK)
    for k in PACK:
        card = chance.card(list(stock))
        if card not in stock:
            raise ValueError(f"card {card} is not among the unseen ones")
        stock.remove(card)
        seat = (table.dealer + 1 + k) % 4
        table.hands[seat].append(card)
        table.events.append(("deal", seat, card))
    for hand in table.hands:
        hand.sort()


def _hold_auction(table: Table) -> None:
    """D1 of each seat in turn until the auction is over."""
    seat = table.dealer
    while not auction_over(table.calls):
        code = _ask(table, "call", seat, legal_calls(table.rules, table.calls, seat))
        table.calls.append((seat, code))
        table.events.append(("call", seat, code))
        seat = left_of(seat)
    table.contract = contract = contract_of(table.calls)
    if contract is not None:
        table.events.append(("contract", contract.declarer, contract.bid))
        if contract.doubled:
            table.events.append(("doubled", contract.declarer, contract.doubled))


def _play_trick(table: Table, leader: int, contract: Contract) -> int:
    """Four cards; gives the winner."""
    dummy = partner_of(contract.declarer)
    table.trick = []
    for k in SEATS:
        seat = (leader + k) % 4
        hand = table.hands[seat]
        led = suit_of(table.trick[0][1]) if table.trick else None
        may = [hand.index(card) for card in playable(hand, led)]
        is_lead = not table.trick and not table.history
        asked = contract.declarer if seat == dummy else seat
        decision = "lead" if is_lead else "play"
        card = hand[_ask(table, decision, asked, may, acting_for=seat)]
        hand.remove(card)
        table.trick.append((seat, card))
        table.events.append(("play", seat, card))
        if is_lead:
            table.events.append(("dummy", dummy, NONE))
        if led is not None and suit_of(card) != led:
            table.voids[seat][led] = True
    winner = winner_of(table.trick, contract.strain)
    table.tricks[side_of(winner)] += 1
    table.history.append((leader, tuple(card for _, card in table.trick), winner))
    table.events.append(("trick", winner, len(table.history)))
    return winner


def _ask(
    table: Table, decision: str, seat: int, legal: list[int], *, acting_for: int = NONE
) -> int:
    view: View = {
        "seat": seat,
        "dealer": table.dealer,
        "vul": list(table.vul),
        "hand": list(table.hands[seat]),
        "calls": list(table.calls),
        "scoring": table.rules.scoring,
        "running_scores": {
            "below": list(table.running.below),
            "games": list(table.running.games),
            "totals": list(table.running.totals),
        },
    }
    contract = table.contract
    if contract is not None:
        view["contract"] = (
            contract.level,
            contract.strain,
            contract.doubled,
            contract.declarer,
        )
        if decision == "play":
            view |= {
                "dummy_hand": list(table.hands[partner_of(contract.declarer)]),
                "acting_for": acting_for,
                "current_trick": list(table.trick),
                "history": list(table.history),
                "tricks": list(table.tricks),
                "voids": [list(row) for row in table.voids],
            }
    action = table.choose(decision, seat, view, legal)
    if action not in legal:
        raise ValueError(f"seat {seat} cannot choose {action} in {decision}")
    return action


# --- Bidding by the tips -------------------------------------------------------------------------


def tips_call(
    tips: Tips, hand: Sequence[int], calls: Sequence[Call], seat: int, legal: Sequence[int]
) -> int:
    """Section 6: what a seat with this hand calls after these calls.

    Args:
        tips: options of the system.
        hand: 13 cards.
        calls: of the auction.
        seat: whose turn it is.
        legal: the calls that it may make.
    """
    code = _by_the_tables(tips, hand, calls, seat, legal)
    least = tips.penalty_double_hcp
    bid = last_bid(calls)
    if (
        code == PASS
        and least is not None
        and DOUBLE in legal
        and bid is not None
        and level_of(bid[1]) >= 3
        and hcp(hand) >= least
    ):
        return DOUBLE
    return code


def slot_of(calls: Sequence[Call], seat: int) -> Slot:
    """Which part of the system the turn of a seat after these calls belongs to."""
    bids = [call for call in calls if call[1] in BIDS]
    if not bids:
        return "open"
    ours = [caller for caller, _ in bids if side_of(caller) == side_of(seat)]
    if not ours:
        return "overcall"
    partner = partner_of(seat)
    we_opened = side_of(bids[0][0]) == side_of(seat)
    if ours[0] == seat:
        if partner not in ours:
            return "silent"
        return "rebid" if we_opened and _no_turn_since_response(calls, seat) else "place"
    if not we_opened:
        return "place"
    opening = calls.index(bids[0])
    answers = [code for caller, code in calls[opening:] if caller == seat]
    if not answers:
        return "respond"
    return "place" if answers[0] in BIDS else "silent"


def promise_of(tips: Tips, calls: Sequence[Call], seat: int) -> Promise:
    """What all calls of a seat promise: the greatest of each."""
    promised = NOTHING
    for k, (caller, code) in enumerate(calls):
        if caller == seat and code in BIDS:
            said = meaning_of(tips, calls[:k], seat, code)
            promised = Promise(
                max(promised.hcp, said.hcp),
                _lengths(map(max, zip(promised.lengths, said.lengths, strict=True))),
            )
    return promised


def meaning_of(tips: Tips, calls: Sequence[Call], seat: int, code: int) -> Promise:
    """What a bid of this seat promises after these calls: "Promises" and 14.2, 14.3, 14.5."""
    slot = slot_of(calls, seat)
    if slot == "silent":
        return NOTHING
    if slot == "open":
        return _opening_means(tips, code)
    if slot == "overcall":
        return _overcall_means(calls, seat, code)
    listed: Mapping[int, Promise] = {}
    if slot == "respond":
        listed = responses(tips, _first_bid(calls, partner_of(seat)))
    elif slot == "rebid":
        listed = rebids(tips, _first_bid(calls, seat), _first_bid(calls, partner_of(seat)))
    return listed[code] if code in listed else _place_means(tips, calls, seat, code)


def responses(tips: Tips, opening: int) -> dict[int, Promise]:
    """RESPOND: the bids that it has over an opening, and what they promise."""
    if opening > bid_of(1, NOTRUMP):
        return {}
    x = strain_of(opening)
    if x == NOTRUMP:
        more = 15 - tips.nt_range[0]
        found = {
            bid_of(level, NOTRUMP): Promise(max(0, least + more))
            for level, least in ((2, 8), (3, 10), (4, 16), (6, 18), (7, 22))
        }
        for suit in MAJORS:
            found[bid_of(2, suit)] = _promise(0, suit, 5)
            found[bid_of(3, suit)] = _promise(max(0, 10 + more), suit, 5)
            found[bid_of(4, suit)] = _promise(max(0, 8 + more), suit, 6)
        return found
    found = {
        bid_of(level, NOTRUMP): Promise(least)
        for level, least in ((1, 6), (2, 11), (3, 13), (6, 21), (7, 25))
    }
    raises = ((2, 6), (3, 11), (4, 13), (6, 21), (7, 25))
    support = {CLUBS: 5, DIAMONDS: 4, HEARTS: 3, SPADES: 3}[x]
    for level, least in raises if x in MAJORS else raises[:2]:
        found[bid_of(level, x)] = _promise(least, x, support)
    for suit in SUITS:
        if suit > x:
            found[bid_of(1, suit)] = _promise(6, suit, 4)
        elif suit < x:
            found[bid_of(2, suit)] = _promise(11, suit, 5 if suit == HEARTS else 4)
    return found


def rebids(tips: Tips, opening: int, response: int) -> dict[int, Promise]:
    """REBID: the bids that it has over a response, and what they promise: 14.2."""
    if opening > bid_of(1, NOTRUMP):
        return {}
    x, level, y = strain_of(opening), level_of(response), strain_of(response)
    low, (least, most) = tips.open_hcp, tips.nt_range
    game = bid_of(4, x) if x in MAJORS else bid_of(3, NOTRUMP)
    if x == NOTRUMP:
        if response == bid_of(2, NOTRUMP):
            return {bid_of(3, NOTRUMP): Promise(least + 1)}
        if response == bid_of(4, NOTRUMP):
            return {bid_of(6, NOTRUMP): Promise(most)}
        if level == 3 and y in MAJORS:
            return {bid_of(4, y): _promise(least, y, 3), bid_of(3, NOTRUMP): Promise(least)}
        return {}
    if y == x:
        found = {
            2: {bid_of(3, x): Promise(16), bid_of(2, NOTRUMP): Promise(16), game: Promise(19)},
            3: {game: Promise(14), bid_of(6, x): Promise(22)},
            4: {bid_of(6, x): Promise(20)},
        }.get(level, {})
        if level == 2 and x in MAJORS:
            del found[bid_of(2, NOTRUMP)]
        return found
    if y == NOTRUMP:
        return _rebids_over_notrump(low, x, level)
    if level == 1:
        return _rebids_over_one_level(low, x, y)
    if level == 2:
        return _rebids_over_two_level(low, x, y)
    return {}


def _rebids_over_notrump(low: int, x: int, level: int) -> dict[int, Promise]:
    found: dict[int, Promise] = {}
    if level == 1:
        found = {
            bid_of(3, NOTRUMP): Promise(19),
            bid_of(2, NOTRUMP): Promise(17),
            bid_of(2, x): _promise(low, x, 6),
            bid_of(3, x): _promise(16, x, 6),
        }
        found |= {bid_of(2, z): _promise(low, z, 4) for z in SUITS if z < x}
    elif level == 2:
        found = {bid_of(3, NOTRUMP): Promise(14), bid_of(6, NOTRUMP): Promise(21)}
        if x in MAJORS:
            found[bid_of(4, x)] = _promise(14, x, 6)
    elif level == 3:
        found = {bid_of(6, NOTRUMP): Promise(20)}
        if x in MAJORS:
            found[bid_of(4, x)] = _promise(low, x, 6)
    return found


def _rebids_over_one_level(low: int, x: int, y: int) -> dict[int, Promise]:
    found = {
        bid_of(2, y): _promise(low, y, 4),
        bid_of(3, y): _promise(16, y, 4),
        bid_of(3, NOTRUMP): Promise(19),
        bid_of(2, x): _promise(low, x, 5),
        bid_of(3, x): _promise(16, x, 6),
        bid_of(1, NOTRUMP): Promise(low),
        bid_of(2, NOTRUMP): Promise(15),
    }
    if y in MAJORS:
        found[bid_of(4, y)] = _promise(19, y, 4)
    if x in MAJORS:
        found[bid_of(4, x)] = _promise(19, x, 6)
    found |= {bid_of(1, z): _promise(low, z, 4) for z in SUITS if z > y}
    found |= {bid_of(2, z): _promise(low, z, 4) for z in SUITS if z < x}
    return found


def _rebids_over_two_level(low: int, x: int, y: int) -> dict[int, Promise]:
    found = {
        bid_of(2, x): _promise(low, x, 5),
        bid_of(2, NOTRUMP): Promise(low),
        bid_of(3, NOTRUMP): Promise(14),
    }
    if x in MAJORS:
        found[bid_of(4, x)] = _promise(14, x, 6)
    for z in SUITS:
        if z < x and z != y:
            found[bid_of(3, z)] = _promise(15, z, 4)
            if z > y:
                found[bid_of(2, z)] = _promise(low, z, 4)
    if y == HEARTS:
        found[bid_of(3, y)] = _promise(low, y, 3)
        found[bid_of(4, y)] = _promise(14, y, 3)
        found[bid_of(6, y)] = _promise(22, y, 3)
    else:
        found[bid_of(3, y)] = _promise(low, y, 4)
    return found


def _opening_means(tips: Tips, code: int) -> Promise:
    if code > bid_of(1, NOTRUMP):
        return NOTHING
    suit = strain_of(code)
    if suit == NOTRUMP:
        return Promise(tips.nt_range[0], (2, 2, 2, 2))
    return _promise(tips.open_hcp, suit, 5 if suit in MAJORS else 3)


def _overcall_means(calls: Sequence[Call], seat: int, code: int) -> Promise:
    bid = last_bid(calls)
    if bid is None or side_of(bid[0]) == side_of(seat):
        raise AssertionError("an overcall is over a bid of the opponents")
    level, suit = level_of(code), strain_of(code)
    if code == bid_of(1, NOTRUMP):
        return Promise(15, (2, 2, 2, 2))
    if suit == NOTRUMP or level > 2 or level > _cheapest(bid[1], suit):
        return NOTHING
    return _promise(10 if level == 1 else 11, suit, 5)


def _place_means(tips: Tips, calls: Sequence[Call], seat: int, code: int) -> Promise:
    """PLACE 6 and 14.5."""
    level, strain = level_of(code), strain_of(code)
    bid = last_bid(calls)
    if level >= 6:
        reached = tips.grand_hcp if level == 7 else tips.slam_hcp
    elif code == bid_of(3, NOTRUMP) or (level == 4 and strain in MAJORS):
        reached = tips.game_hcp
    elif code == bid_of(2, NOTRUMP):
        reached = tips.invite_hcp
    elif level == 3 and strain in MAJORS:
        corrects = (
            bid is not None
            and side_of(bid[0]) == side_of(seat)
            and bid[1] >= bid_of(2, SPADES)
            and strain_of(bid[1]) != strain
        )
        if corrects:
            return NOTHING
        reached = tips.invite_hcp
    else:
        return NOTHING
    return Promise(max(0, reached - promise_of(tips, calls, partner_of(seat)).hcp))


def _by_the_tables(
    tips: Tips, hand: Sequence[int], calls: Sequence[Call], seat: int, legal: Sequence[int]
) -> int:
    slot = slot_of(calls, seat)
    if slot == "silent":
        return PASS
    if slot == "open":
        return open_by_tips(tips, hand)
    if slot == "overcall":
        return overcall_by_tips(hand, legal) if tips.overcalls == "simple" else PASS
    listed: int | None = None
    if slot == "respond":
        listed = respond_by_tips(tips, hand, _first_bid(calls, partner_of(seat)))
    elif slot == "rebid":
        own, partners = _first_bid(calls, seat), _first_bid(calls, partner_of(seat))
        listed = rebid_by_tips(tips, hand, own, partners)
    if listed is not None and listed in legal:
        return listed
    return place_by_tips(tips, hand, calls, seat)


def open_by_tips(tips: Tips, hand: Sequence[int]) -> int:
    """OPEN."""
    h, lengths = hcp(hand), lengths_of(hand)
    if h < tips.open_hcp:
        return PASS
    five_card_major = max(lengths[HEARTS], lengths[SPADES]) >= 5
    if (
        tips.nt_range[0] <= h <= tips.nt_range[1]
        and is_balanced(hand)
        and (tips.nt_with_five_card_major or not five_card_major)
    ):
        return bid_of(1, NOTRUMP)
    longest = _longest(lengths, SUITS)
    if lengths[longest] >= 5:
        return bid_of(1, longest)
    clubs, diamonds = lengths[CLUBS], lengths[DIAMONDS]
    if clubs == diamonds:
        return bid_of(1, DIAMONDS if clubs == 4 else CLUBS)
    return bid_of(1, CLUBS if clubs > diamonds else DIAMONDS)


def respond_by_tips(tips: Tips, hand: Sequence[int], opening: int) -> int | None:
    """RESPOND; None if it has nothing over this opening."""
    if opening > bid_of(1, NOTRUMP):
        return None
    if opening == bid_of(1, NOTRUMP):
        return _respond_to_notrump(hand, more=15 - tips.nt_range[0])
    return _respond_to_suit(hand, strain_of(opening))


def _respond_to_notrump(hand: Sequence[int], *, more: int) -> int:
    h, lengths = hcp(hand), lengths_of(hand)
    major = _longest(lengths, MAJORS)
    length = lengths[major]
    if h <= 7 + more:
        return bid_of(2, major) if length >= 5 else PASS
    if h <= 15 + more:
        if length >= 6:
            return bid_of(4, major)
        if h <= 9 + more:
            return bid_of(2, NOTRUMP)
        return bid_of(3, major) if length == 5 else bid_of(3, NOTRUMP)
    level = 4 if h <= 17 + more else 6 if h <= 21 + more else 7
    return bid_of(level, NOTRUMP)


def _respond_to_suit(hand: Sequence[int], x: int) -> int:
    h, lengths = hcp(hand), lengths_of(hand)
    if h < 6:
        return PASS
    if x in MAJORS and lengths[x] >= 3:
        level = 2 if h <= 10 else 3 if h <= 12 else 4 if h <= 20 else 6 if h <= 24 else 7
        return bid_of(level, x)
    candidates = []
    for suit in SUITS:
        needed = 5 if (x, suit) == (SPADES, HEARTS) else 4
        if suit != x and lengths[suit] >= needed and (suit > x or h >= 11):
            candidates.append(suit)
    if candidates:
        length = max(lengths[suit] for suit in candidates)
        longest = [suit for suit in candidates if lengths[suit] == length]
        at_one_level = [suit for suit in longest if suit > x]
        best = at_one_level or longest
        suit = max(best) if length >= 5 else min(best)
        return bid_of(1 if at_one_level else 2, suit)
    support = {CLUBS: 5, DIAMONDS: 4}
    if x in support and lengths[x] >= support[x] and h <= 12:
        return bid_of(2 if h <= 10 else 3, x)
    level = 1 if h <= 10 else 2 if h <= 12 else 3 if h <= 20 else 6 if h <= 24 else 7
    return bid_of(level, NOTRUMP)


def rebid_by_tips(tips: Tips, hand: Sequence[int], opening: int, response: int) -> int | None:
    """REBID; None if it does not list this response."""
    if opening > bid_of(1, NOTRUMP):
        return None
    x, level, y = strain_of(opening), level_of(response), strain_of(response)
    if x == NOTRUMP:
        return _rebid_after_notrump(tips, hand, response)
    if level >= 6:
        return PASS
    if y == x and level <= 4:
        return _rebid_over_raise(hand, x, level)
    if y == NOTRUMP and level <= 3:
        return _rebid_over_notrump(hand, x, level)
    if y != NOTRUMP and level == 1:
        return _rebid_over_one_level(hand, x, y)
    if y != NOTRUMP and level == 2:
        return _rebid_over_two_level(hand, x, y)
    return None


def _rebid_after_notrump(tips: Tips, hand: Sequence[int], response: int) -> int:
    h, lengths = hcp(hand), lengths_of(hand)
    level, y = level_of(response), strain_of(response)
    if y == NOTRUMP and level == 2 and h >= tips.nt_range[0] + 1:
        return bid_of(3, NOTRUMP)
    if y == NOTRUMP and level == 4 and h >= tips.nt_range[1]:
        return bid_of(6, NOTRUMP)
    if y in MAJORS and level == 3:
        return bid_of(4, y) if lengths[y] >= 3 else bid_of(3, NOTRUMP)
    return PASS


def _rebid_over_raise(hand: Sequence[int], x: int, level: int) -> int:
    h = hcp(hand)
    game = bid_of(4, x) if x in MAJORS else bid_of(3, NOTRUMP)
    if level == 2:
        if h <= 15:
            return PASS
        if h >= 19:
            return game
        minor = x not in MAJORS
        return bid_of(2, NOTRUMP) if minor and is_balanced(hand) else bid_of(3, x)
    if level == 3:
        return PASS if h < 14 else game if h <= 21 else bid_of(6, x)
    return bid_of(6, x) if h >= 20 else PASS


def _rebid_over_notrump(hand: Sequence[int], x: int, level: int) -> int:
    h, lengths = hcp(hand), lengths_of(hand)
    long_major = x in MAJORS and lengths[x] >= 6
    if level == 1:
        if h >= 19:
            return bid_of(3, NOTRUMP)
        if h >= 17 and is_balanced(hand):
            return bid_of(2, NOTRUMP)
        if lengths[x] >= 6:
            return bid_of(2 if h <= 15 else 3, x)
        lower = [suit for suit in SUITS if suit < x and lengths[suit] >= 4]
        return bid_of(2, _longest(lengths, lower)) if lower else PASS
    if level == 2:
        if h < 14:
            return PASS
        if h >= 21:
            return bid_of(6, NOTRUMP)
        return bid_of(4, x) if long_major else bid_of(3, NOTRUMP)
    if h >= 20:
        return bid_of(6, NOTRUMP)
    return bid_of(4, x) if long_major else PASS


def _rebid_over_one_level(hand: Sequence[int], x: int, y: int) -> int:
    h, lengths = hcp(hand), lengths_of(hand)
    if y in MAJORS and lengths[y] >= 4:
        return bid_of(2 if h <= 15 else 3 if h <= 18 else 4, y)
    if h >= 19:
        return bid_of(4, x) if x in MAJORS and lengths[x] >= 6 else bid_of(3, NOTRUMP)
    if lengths[x] >= 6:
        return bid_of(2 if h <= 15 else 3, x)
    above = [suit for suit in SUITS if suit > y and lengths[suit] >= 4]
    if above:
        return bid_of(1, min(above))
    if is_balanced(hand):
        return bid_of(1 if h <= 14 else 2, NOTRUMP)
    below = [suit for suit in SUITS if suit < x and lengths[suit] >= 4]
    if below:
        return bid_of(2, _longest(lengths, below))
    if y not in MAJORS and lengths[y] >= 4:
        return bid_of(2 if h <= 15 else 3, y)
    return bid_of(2, x) if lengths[x] >= 5 else bid_of(1, NOTRUMP)


def _rebid_over_two_level(hand: Sequence[int], x: int, y: int) -> int:
    h, lengths = hcp(hand), lengths_of(hand)
    if y == HEARTS and lengths[y] >= 3:
        return bid_of(3 if h <= 13 else 4 if h <= 21 else 6, y)
    if lengths[x] >= 6:
        if h <= 13:
            return bid_of(2, x)
        return bid_of(4, x) if x in MAJORS else bid_of(3, NOTRUMP)
    if is_balanced(hand):
        return bid_of(2 if h <= 13 else 3, NOTRUMP)
    below = [suit for suit in SUITS if suit < x and suit != y and lengths[suit] >= 4]
    if below:
        z = _longest(lengths, below)
        if z > y:
            return bid_of(2, z)
        if h >= 15:
            return bid_of(3, z)
    if y not in MAJORS and lengths[y] >= 4:
        return bid_of(3, y)
    return bid_of(2, x) if lengths[x] >= 5 else bid_of(2, NOTRUMP)


def overcall_by_tips(hand: Sequence[int], legal: Sequence[int]) -> int:
    """OVERCALL, `simple`."""
    h, lengths = hcp(hand), lengths_of(hand)
    if 15 <= h <= 18 and is_balanced(hand) and bid_of(1, NOTRUMP) in legal:
        return bid_of(1, NOTRUMP)
    x = _longest(lengths, SUITS)
    one, two = bid_of(1, x), bid_of(2, x)
    if lengths[x] >= 5:
        if one in legal:
            return one if h >= 10 else PASS
        if two in legal and (h >= 13 or (h >= 11 and lengths[x] >= 6)):
            return two
    return PASS


def place_by_tips(tips: Tips, hand: Sequence[int], calls: Sequence[Call], seat: int) -> int:
    """PLACE."""
    bid = last_bid(calls)
    if bid is None:
        raise AssertionError("there is nothing to place before a bid")
    holder, code = bid
    ours, level, strain = side_of(holder) == side_of(seat), level_of(code), strain_of(code)
    promised = promise_of(tips, calls, partner_of(seat))
    both = _lengths(map(sum, zip(lengths_of(hand), promised.lengths, strict=True)))
    total = hcp(hand) + promised.hcp
    m = _longest(both, MAJORS)
    fit = both[m] >= 8

    enough = level >= 5 or bid_of(3, NOTRUMP) == code or (level == 4 and strain >= HEARTS)
    if ours and enough and total < tips.slam_hcp:
        if code == bid_of(3, NOTRUMP) and fit and total >= tips.game_hcp:
            return bid_of(4, m)
        return PASS

    if total >= min(tips.grand_hcp, tips.slam_hcp, tips.game_hcp, tips.invite_hcp):
        if total >= tips.grand_hcp:
            goal = 7
        elif total >= tips.slam_hcp:
            goal = 6
        elif total >= tips.game_hcp:
            goal = 4 if fit else 3
        else:
            goal = 3 if fit else 2
        target = bid_of(goal, m if fit else NOTRUMP)
        return target if target > code else PASS

    if not ours:
        return _up_to(2, code, m) if fit else PASS
    if fit:
        return PASS if strain == m else _up_to(3, code, m)
    if strain == NOTRUMP or both[strain] >= 7:
        return PASS
    longest = _longest(both, SUITS)
    if both[longest] >= 7:
        return _up_to(2, code, longest)
    return bid_of(1, NOTRUMP) if code < bid_of(1, NOTRUMP) else PASS


def _no_turn_since_response(calls: Sequence[Call], opener: int) -> bool:
    """Whether the opener has not called since his partner's first bid."""
    partner = partner_of(opener)
    first = next(k for k, (caller, code) in enumerate(calls) if caller == partner and code in BIDS)
    return all(caller != opener for caller, _ in calls[first:])


def _first_bid(calls: Sequence[Call], seat: int) -> int:
    return next(code for caller, code in calls if caller == seat and code in BIDS)


def _cheapest(last: int, strain: int) -> int:
    """The level at which a strain can be bid over this bid; 8 if there is none."""
    return next((level for level in range(1, 8) if bid_of(level, strain) > last), 8)


def _up_to(highest: int, last: int, suit: int) -> int:
    """The cheapest bid of a suit, if it is no higher than this level."""
    level = _cheapest(last, suit)
    return bid_of(level, suit) if level <= highest else PASS


def _longest(lengths: Sequence[int], suits: Iterable[int]) -> int:
    """The longest of these suits, the higher of equals."""
    return max(suits, key=lambda suit: (lengths[suit], suit))


def _promise(least: int, suit: int, length: int) -> Promise:
    return Promise(least, _lengths(length if each == suit else 0 for each in SUITS))


def _lengths(values: Iterable[int]) -> tuple[int, int, int, int]:
    clubs, diamonds, hearts, spades = values
    return clubs, diamonds, hearts, spades
