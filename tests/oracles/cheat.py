"""Cheat by the book: slow, plain, games and matches from given cards and answers.

Written from the rules alone; sections are those of RULES.md in the game's folder. A card is its
rank, ace 0 to king 12; in the classroom a phrase 0 or a cheat card 1.

What happened is told as (kind, seat or -1, number), in this order:

- `deal`: a seat, its card, one by one as dealt;
- of each play `rank`: the claimant, the rank claimed, also where it is forced; `count`: the
  claimant, how many; `card`: the claimant, a card that he really lays, ascending; in the classroom
  only `card` and then `signal`: the player, 1 if he looks like a cheat;
- of each challenge `challenge`: the challenger, the claimant; `show`: the claimant, a card of the
  claim, ascending; `take`: who takes the pile, how many cards;
- `win`: the winner, or `draw`: -1, and how many claims were made; `left`: a seat, its cards left.

Where the rules are silent or leave two readings:

1. A seat is asked for `count`, `card` and `challenge` also where one action is legal; for `rank`
   only where section 5 says what it may choose, so neither in `cyclic` nor later in a round of
   `same`.
2. At `count` and `card` the cards of the play that is being made are still in the hand: in
   `counts`, `hand_sizes` and `known`, also those chosen so far. They leave it together.
3. -1 stands for no rank. `required_rank` is -1 outside `cyclic` and while a free first rank is
   chosen; then it is the rank chosen. `last_rank` is -1 in `cyclic`.
4. `known` of the own seat is the own hand. Of another one: while a claim waits for its answers, m
   is taken off each rank. Once its cards are shown, they alone are taken off what was known before
   the claim. Then the taker of the pile gains the cards shown, and the viewer's own in the pile.
   Nothing else is inferred, also not with two players, who can tell all by counting.
5. `claims`, `challenged` and `caught` are of the seat's own claims: all, those that were
   challenged, and those shown to be false. `wrong_challenges` are those that it made against true
   claims. At `challenge` the claim that waits is in `claims`, as in `plays`.
6. `first-rank` matters in `cyclic` only. `after-challenge` set to `winner` in `cyclic` changes who
   claims, not the rank.
7. A claim that empties the hand as number `max-plays` and stands is a win, not a draw.
8. A match is as many games as the caller names first seats; who deals is his to say. The seat to
   the left of the dealer, named here, is seat 0 of section 2.
9. In the classroom `after-challenge`, `packs` and the options of claims change nothing. The card
   played is shown in a challenge. The pile goes under the stack so that its first card comes to the
   top first. A player has read what he played: `pile_plays` shows him his own cards there, but
   nobody is shown what lies in a stack, nor earlier signals. The signal comes before anybody is
   asked; a rate of 0 or 1 asks no chance. Nobody can do with fewer cards than players.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

Event = tuple[str, int, int]
"""Kind, seat (-1 none), number."""

View = dict[str, Any]
"""What a seat may see, by the names of section 5.

Always `seat`, `n`, `mode`, `rules`, `hand_sizes`, `pile_size`, `pile_plays`, `claims`,
`challenged`, `caught`, `wrong_challenges`, `plays` and `max_plays`; but in the classroom also
`packs`, `counts`, `known`, `past`, `required_rank`, `last_rank` and `round_start`. In `count` also
`rank`, in `card` also `rank`, `count` and `chosen`, in `challenge` also `claim`, and in the
classroom then `signal`. `pile_plays` are (seat, rank, number, own cards ascending or None), `claim`
is (seat, rank, number); the rank is -1 in the classroom, where `mode` is `classroom-trichez`.
`past` are all claims of the game: (seat, rank, number, cards ascending or None where they are not
known, who challenged it or -1, whether it was then found false).
"""

Choose = Callable[[str, int, View, list[int]], int]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

Known = list[list[list[int]]]
"""By viewer, by seat, by rank; what stands there of the own seat means nothing."""

Past = tuple[int, int, int, Sequence[int] | None, int, bool]
"""Of a claim: seat, rank, number, cards if known, who challenged it, whether it was found false."""

RANKS = range(13)
ACE, KING = 0, 12
COPIES = 4
"""Of a rank in a pack."""
SAME, UP, DOWN = 0, 1, 2
PASS, CHALLENGE = 0, 1
PHRASE, CHEAT = 0, 1
CYCLIC, ADJACENT, ADJACENT_STRICT, SAME_RANK = "cyclic", "adjacent", "adjacent-strict", "same"
CLASSROOM = "classroom-trichez"
FREE = "free"
BY_MODE, NEXT_IN_TURN, WINNER = "by-mode", "next-in-turn", "winner"
NONE = -1


class Chance(Protocol):
    """Where the cards come from, and who gives himself away."""

    def card(self, stock: list[int]) -> int:
        """The next card of a face-down stock of these."""
        ...

    def happens(self, probability: float, seat: int) -> bool:
        """Whether this happens, with a probability strictly between 0 and 1."""
        ...


@dataclass(frozen=True)
class Rules:
    """The options of sections 8 and 13, without `players`."""

    packs: int = 1
    claim_rank: str = CYCLIC
    first_rank: int | str = ACE
    max_cards: int = 4
    after_challenge: str = BY_MODE
    max_plays: int = 5000
    classroom_trichez: bool = False
    phrase_cards: int = 24
    cheat_cards: int = 8
    tell_rate: float = 0.6
    false_tell_rate: float = 0.1


@dataclass(frozen=True)
class Claim:
    """Cards laid on the pile.

    Attributes:
        seat: who laid them.
        rank: that he claims, -1 in the classroom.
        cards: that they are, ascending.
        signal: whether he looked like a cheat; False but in the classroom.
    """

    seat: int
    rank: int
    cards: tuple[int, ...]
    signal: bool = False

    @property
    def is_true(self) -> bool:
        """Whether the cards are what was claimed: phrases in the classroom."""
        wanted = PHRASE if self.rank == NONE else self.rank
        return all(card == wanted for card in self.cards)


@dataclass(frozen=True)
class Resolved:
    """A claim, who challenged it and who took the pile, -1 and -1 if nobody did."""

    claim: Claim
    challenger: int
    taker: int


@dataclass(frozen=True)
class Played:
    """One game played to its end.

    Attributes:
        events: what happened.
        hands: the cards dealt, by seat: ascending, or in the classroom the top of the stack first.
        history: the claims in order.
        winner: a seat, or -1 for a draw.
        cards_left: by seat.
        claims, challenged, caught, wrong_challenges: by seat.
    """

    events: list[Event]
    hands: list[list[int]]
    history: list[Resolved]
    winner: int
    cards_left: list[int]
    claims: list[int]
    challenged: list[int]
    caught: list[int]
    wrong_challenges: list[int]

    @property
    def plays(self) -> int:
        """How many claims were made."""
        return len(self.history)

    @property
    def lies(self) -> int:
        """How many of them were false."""
        return sum(not each.claim.is_true for each in self.history)


@dataclass(frozen=True)
class PlayedMatch:
    """A match: its events, its games in order, how many each seat has won and how many nobody."""

    events: list[Event]
    games: list[Played]
    wins: list[int]
    draws: int


@dataclass
class Table:
    """The state of section 3; `last_rank` is -1 at the start of a round."""

    rules: Rules
    players: int
    chance: Chance
    choose: Choose
    hands: list[list[int]] = field(default_factory=list)
    pile: list[Claim] = field(default_factory=list)
    last_rank: int = NONE
    history: list[Resolved] = field(default_factory=list)
    claims: list[int] = field(default_factory=list)
    challenged: list[int] = field(default_factory=list)
    caught: list[int] = field(default_factory=list)
    wrong_challenges: list[int] = field(default_factory=list)
    known: Known = field(default_factory=list)
    events: list[Event] = field(default_factory=list)


def play_match(
    rules: Rules, players: int, chance: Chance, choose: Choose, *, first: Sequence[int]
) -> PlayedMatch:
    """As many games as there are first seats.

    Args:
        rules: house rules.
        players: 2 to 10.
        chance: the cards.
        choose: the players' decisions, as in `play_hand`.
        first: the seat to the left of the dealer, of each game.
    """
    games = [play_hand(rules, players, chance, choose, first=seat) for seat in first]
    wins = [sum(game.winner == seat for game in games) for seat in range(players)]
    events = [event for game in games for event in game.events]
    return PlayedMatch(events, games, wins, len(games) - sum(wins))


def play_hand(
    rules: Rules, players: int, chance: Chance, choose: Choose, *, first: int = 0
) -> Played:
    """The game that these cards and answers give.

    Args:
        rules: house rules.
        players: 2 to 10.
        chance: the cards.
        choose: the players' decisions: `rank`, `count`, `card`, `challenge`.
        first: the seat to the left of the dealer.

    Raises:
        ValueError: a card or an answer is not among those there are, or too few cards to deal.
    """
    table = Table(rules, players, chance, choose)
    _deal(table, first)
    dealt = [list(hand) for hand in table.hands]

    claimant, winner = first, NONE
    while winner == NONE and len(table.history) < rules.max_plays:
        claim = _turn_up(table, claimant) if rules.classroom_trichez else _claim(table, claimant)
        challenger = _first_challenger(table, claim)
        taker = NONE if challenger == NONE else _resolve(table, claim, challenger)
        table.history.append(Resolved(claim, challenger, taker))
        table.last_rank = rank_after(rules, claim.rank, challenged=challenger != NONE)
        if not table.hands[claimant]:
            winner = claimant
        claimant = next_claimant(rules, players, table.history[-1])

    cards_left = [len(hand) for hand in table.hands]
    table.events.append(("draw" if winner == NONE else "win", winner, len(table.history)))
    table.events += [("left", seat, left) for seat, left in enumerate(cards_left)]
    return Played(
        events=table.events,
        hands=dealt,
        history=table.history,
        winner=winner,
        cards_left=cards_left,
        claims=table.claims,
        challenged=table.challenged,
        caught=table.caught,
        wrong_challenges=table.wrong_challenges,
    )


def pack(rules: Rules) -> list[int]:
    """All cards there are, ascending."""
    if rules.classroom_trichez:
        return [PHRASE] * rules.phrase_cards + [CHEAT] * rules.cheat_cards
    return [rank for rank in RANKS for _ in range(COPIES * rules.packs)]


def counts_of(cards: Sequence[int]) -> list[int]:
    """How many of each rank."""
    return [list(cards).count(rank) for rank in RANKS]


def next_rank(rank: int) -> int:
    """The rank above: an ace follows a king."""
    return (rank + 1) % 13


def required_rank(rules: Rules, last_rank: int) -> int:
    """The rank that must be claimed, -1 where there is a choice.

    Args:
        rules: house rules.
        last_rank: the claim before in this round, -1 if there is none.
    """
    if rules.claim_rank == CYCLIC:
        if last_rank != NONE:
            return next_rank(last_rank)
        return NONE if rules.first_rank == FREE else int(rules.first_rank)
    if rules.claim_rank == SAME_RANK:
        return last_rank
    return NONE


def legal_ranks(rules: Rules, last_rank: int) -> list[int]:
    """D1 of section 5, ascending: codes of a rank, or none where it is forced."""
    if required_rank(rules, last_rank) != NONE:
        return []
    if last_rank == NONE:
        return list(RANKS)
    return [SAME, UP, DOWN] if rules.claim_rank == ADJACENT else [UP, DOWN]


def rank_named(code: int, last_rank: int) -> int:
    """The rank that a code of D1 names."""
    if last_rank == NONE:
        return code
    return {SAME: last_rank, UP: next_rank(last_rank), DOWN: (last_rank - 1) % 13}[code]


def legal_counts(rules: Rules, cards: int) -> list[int]:
    """D2 of section 5, with so many cards in hand."""
    return list(range(1, min(rules.max_cards, cards) + 1))


def legal_cards(counts: Sequence[int], chosen: Sequence[int], count: int) -> list[int]:
    """D3 of section 5: the ranks that may be chosen next.

    Args:
        counts: of the hand, the cards chosen so far among them.
        chosen: ranks, ascending.
        count: how many are to be chosen in all.
    """
    left = [counts[rank] - list(chosen).count(rank) for rank in RANKS]
    lowest = chosen[-1] if chosen else ACE
    needed = count - len(chosen)
    return [rank for rank in RANKS if rank >= lowest and left[rank] and sum(left[rank:]) >= needed]


def rank_after(rules: Rules, rank: int, *, challenged: bool) -> int:
    """The last rank as the next claimant finds it: -1 if he begins a round."""
    if challenged and rules.claim_rank != CYCLIC:
        return NONE
    return rank


def next_claimant(rules: Rules, players: int, resolved: Resolved) -> int:
    """Who claims next: section 4, `after-challenge`."""
    claimant = resolved.claim.seat
    by_turn = (claimant + 1) % players
    if resolved.challenger == NONE or rules.classroom_trichez:
        return by_turn
    by_mode = NEXT_IN_TURN if rules.claim_rank == CYCLIC else WINNER
    after = by_mode if rules.after_challenge == BY_MODE else rules.after_challenge
    if after == NEXT_IN_TURN:
        return by_turn
    return claimant if resolved.claim.is_true else resolved.challenger


def known_unseen(known: Known, claim: Claim) -> Known:
    """What the seats know of each other once these cards lie there face down."""
    after = [list(rows) for rows in known]
    for rows in after:
        rows[claim.seat] = [max(0, least - len(claim.cards)) for least in rows[claim.seat]]
    return after


def known_shown(known: Known, pile: Sequence[Claim], taker: int) -> Known:
    """What the seats know of each other once the last claim is shown and the pile taken.

    Args:
        known: before that claim.
        pile: with it.
        taker: a seat.
    """
    after, shown = [list(rows) for rows in known], pile[-1]
    for viewer, rows in enumerate(after):
        own = [card for each in pile[:-1] if each.seat == viewer for card in each.cards]
        seen = [*shown.cards, *own]
        least = rows[shown.seat]
        rows[shown.seat] = [max(0, least[rank] - shown.cards.count(rank)) for rank in RANKS]
        rows[taker] = [rows[taker][rank] + seen.count(rank) for rank in RANKS]
    return after


def is_certain_lie(view: View) -> bool:
    """Whether the seat that is asked can prove by section 5 that the claim is false."""
    _, rank, number = view["claim"]
    me = view["seat"]
    accounted = view["counts"][rank] + number
    for _, _, _, own in view["pile_plays"]:
        accounted += list(own or ()).count(rank)
    for seat in range(view["n"]):
        if seat != me:
            accounted += view["known"][seat][rank]
    return bool(accounted > COPIES * view["packs"])


def tell_rate(rules: Rules, card: int) -> float:
    """How often a pupil who plays this card looks like a cheat."""
    return rules.tell_rate if card == CHEAT else rules.false_tell_rate


def agrees(view: View, hands: Sequence[Sequence[int]], pile: Sequence[Sequence[int]]) -> bool:
    """Whether the seat of this view may believe that the hidden cards lie like this.

    Args:
        view: of the seat.
        hands: the cards of all seats, in the classroom the stacks.
        pile: the cards of each play in it.
    """
    everything = [card for cards in [*hands, *pile] for card in cards]
    if sorted(everything) != pack(view["rules"]):
        return False
    if [len(hand) for hand in hands] != view["hand_sizes"] or len(pile) != len(view["pile_plays"]):
        return False
    for (_, _, number, own), cards in zip(view["pile_plays"], pile, strict=True):
        if len(cards) != number or (own is not None and sorted(cards) != list(own)):
            return False
    if view["mode"] == CLASSROOM:
        rate = tell_rate(view["rules"], pile[-1][0])
        return rate > 0 if view["signal"] else rate < 1
    if counts_of(hands[view["seat"]]) != view["counts"]:
        return False
    for seat, (hand, known) in enumerate(zip(hands, view["known"], strict=True)):
        laid = [
            card
            for (owner, *_), cards in zip(view["pile_plays"], pile, strict=True)
            if owner == seat and seat != view["seat"]
            for card in cards
        ]
        for holds, had, least in zip(
            counts_of(hand), counts_of([*hand, *laid]), known, strict=True
        ):
            # Each card that was laid made what was known of a rank less by one.
            if holds < least or (least > 0 and had < least + len(laid)):
                return False
    return True


def _deal(table: Table, first: int) -> None:
    """Section 2: all cards, one by one from the first seat."""
    stock, players = pack(table.rules), table.players
    if len(stock) < players:
        raise ValueError(f"{len(stock)} cards are too few for {players} players")
    table.hands = [[] for _ in range(players)]
    for k in range(len(stock)):
        seat, card = (first + k) % players, table.chance.card(list(stock))
        if card not in stock:
            raise ValueError(f"no card {card} is left in the stock")
        stock.remove(card)
        table.hands[seat].append(card)
        table.events.append(("deal", seat, card))
    if not table.rules.classroom_trichez:
        for hand in table.hands:
            hand.sort()
    table.claims, table.challenged = [0] * players, [0] * players
    table.caught, table.wrong_challenges = [0] * players, [0] * players
    table.known = [[[0] * 13 for _ in range(players)] for _ in range(players)]


def _claim(table: Table, seat: int) -> Claim:
    """Section 4.1: D1 to D3, and the cards go on the pile."""
    rules, hand = table.rules, table.hands[seat]
    rank = required_rank(rules, table.last_rank)
    if rank == NONE:
        code = _ask(table, "rank", seat, legal_ranks(rules, table.last_rank), NONE)
        rank = rank_named(code, table.last_rank)
    table.events.append(("rank", seat, rank))
    count = _ask(table, "count", seat, legal_counts(rules, len(hand)), rank, rank=rank)
    table.events.append(("count", seat, count))
    chosen: list[int] = []
    for _ in range(count):
        legal = legal_cards(counts_of(hand), chosen, count)
        seen = {"rank": rank, "count": count, "chosen": list(chosen)}
        chosen.append(_ask(table, "card", seat, legal, rank, **seen))
    table.events += [("card", seat, card) for card in chosen]
    for card in chosen:
        hand.remove(card)
    claim = Claim(seat, rank, tuple(chosen))
    _lay(table, claim)
    return claim


def _turn_up(table: Table, seat: int) -> Claim:
    """Section 13: the top card of the stack goes on the pile, with or without a sign of fear."""
    rules, card = table.rules, table.hands[seat].pop(0)
    table.events.append(("card", seat, card))
    rate = tell_rate(rules, card)
    signal = table.chance.happens(rate, seat) if 0 < rate < 1 else rate == 1
    table.events.append(("signal", seat, int(signal)))
    claim = Claim(seat, NONE, (card,), signal)
    _lay(table, claim)
    return claim


def _lay(table: Table, claim: Claim) -> None:
    table.claims[claim.seat] += 1
    table.pile.append(claim)


def _first_challenger(table: Table, claim: Claim) -> int:
    """Section 4.2: D4 of each other seat until one challenges; -1 if nobody does."""
    seen: View = {"claim": (claim.seat, claim.rank, len(claim.cards))}
    if table.rules.classroom_trichez:
        seen["signal"] = claim.signal
    known = table.known
    table.known = known_unseen(known, claim)
    for k in range(1, table.players):
        seat = (claim.seat + k) % table.players
        if _ask(table, "challenge", seat, [PASS, CHALLENGE], claim.rank, **seen) == CHALLENGE:
            table.known = known
            return seat
    return NONE


def _resolve(table: Table, claim: Claim, challenger: int) -> int:
    """Section 4.3: the cards are shown and somebody takes the pile; gives who."""
    claimant = claim.seat
    taker = challenger if claim.is_true else claimant
    table.challenged[claimant] += 1
    if claim.is_true:
        table.wrong_challenges[challenger] += 1
    else:
        table.caught[claimant] += 1
    table.events.append(("challenge", challenger, claimant))
    table.events += [("show", claimant, card) for card in claim.cards]
    table.known = known_shown(table.known, table.pile, taker)

    taken = [card for each in table.pile for card in each.cards]
    table.pile.clear()
    table.hands[taker] += taken
    if not table.rules.classroom_trichez:
        table.hands[taker].sort()
    table.events.append(("take", taker, len(taken)))
    return taker


def _past(table: Table, seat: int) -> list[Past]:
    """Section 5: the claims of the game, with the cards that the seat laid, took or saw shown."""
    made = list(table.history)
    if len(made) < sum(table.claims):
        made.append(Resolved(table.pile[-1], NONE, NONE))
    past: list[Past] = []
    for k, each in enumerate(made):
        claim, shown = each.claim, each.challenger != NONE
        taker = next((later.taker for later in made[k:] if later.taker != NONE), NONE)
        knows = shown or seat in {claim.seat, taker}
        cards = claim.cards if knows else None
        false = shown and not claim.is_true
        past.append((claim.seat, claim.rank, len(claim.cards), cards, each.challenger, false))
    return past


def _ask(
    table: Table, decision: str, seat: int, legal: list[int], claimed: int, **seen: Any
) -> int:
    """The answer of a seat; `claimed` is the rank of the claim being made or judged, -1 if open."""
    rules = table.rules
    view: View = {
        "seat": seat,
        "n": table.players,
        "mode": CLASSROOM if rules.classroom_trichez else rules.claim_rank,
        "rules": rules,
        "hand_sizes": [len(hand) for hand in table.hands],
        "pile_size": sum(len(each.cards) for each in table.pile),
        "pile_plays": [
            (each.seat, each.rank, len(each.cards), each.cards if each.seat == seat else None)
            for each in table.pile
        ],
        "claims": list(table.claims),
        "challenged": list(table.challenged),
        "caught": list(table.caught),
        "wrong_challenges": list(table.wrong_challenges),
        "plays": sum(table.claims),
        "max_plays": rules.max_plays,
    }
    if not rules.classroom_trichez:
        counts = counts_of(table.hands[seat])
        known = [list(row) for row in table.known[seat]]
        known[seat] = counts
        cyclic = rules.claim_rank == CYCLIC
        view |= {
            "packs": rules.packs,
            "counts": counts,
            "known": known,
            "past": _past(table, seat),
            "required_rank": claimed if cyclic else NONE,
            "last_rank": NONE if cyclic else table.last_rank,
            "round_start": table.last_rank == NONE,
        }
    answer = table.choose(decision, seat, view | seen, legal)
    if answer not in legal:
        raise ValueError(f"seat {seat} cannot choose {answer} in {decision}")
    return answer
