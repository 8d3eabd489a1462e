"""A position in Cheat as a player describes it to get advice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cardsim.cards import RANKS, rank_symbol
from cardsim.errors import UserError
from cardsim.games.cheat.rules import SUIT_CARDS
from cardsim.games.cheat.state import (
    ADJACENT,
    CARD,
    CHALLENGE,
    CLASSROOM,
    CODED,
    COUNT,
    CYCLIC,
    NO_CARD,
    NONE,
    NOTES,
    RANK,
    SAME,
    STRICT,
)
from cardsim.options.params import Value, option
from cardsim.places import NUMBERS, RANKED, by_seat, listed, ranks, seat_said, words_of

CLAIMS = "claims with commas between them, each a number of cards and a rank, such as '2 K, 1 A'"
KNOWN = "cards with commas between them, each a seat and a rank, such as '2 K, 2 K, 3 4'"


@dataclass(frozen=True)
class Place:
    """The options that describe a position."""

    hand: str = option("", "your cards, by rank alone", language=RANKED)
    pile: str = option(
        "", f"the {CLAIMS} that make the pile, the first first", language=words_of(CLAIMS)
    )
    doubt: bool = option(False, "the last of them has just been made: do you believe it?")
    passed: int = option(0, "so many believe it already", low=0, high=9)
    laid: str = option(
        "",
        "the cards in the pile that you laid, from the first, where they are not what you claimed "
        "(classroom game: A a phrase, 2 Trichez!)",
        language=RANKED,
    )
    rank: str = option(
        "", "the rank that is to be claimed, or that you have chosen", language=RANKED
    )
    count: int = option(0, "how many cards you have said that you lay", low=0, high=16)
    chosen: str = option("", "those of them that you have chosen already", language=RANKED)
    sizes: str = option("", "cards that every seat holds", language=NUMBERS)
    known: str = option("", f"what you know that others hold: {KNOWN}", language=words_of(KNOWN))
    claims: str = option(
        "", "claims of every seat in this game; unknown if left out", language=NUMBERS
    )
    challenged: str = option(
        "", "how many of them were challenged; unknown if left out", language=NUMBERS
    )
    caught: str = option("", "how many of them were false; unknown if left out", language=NUMBERS)
    wrong_challenges: str = option(
        "", "challenges of true claims by every seat; unknown if left out", language=NUMBERS
    )
    won: str = option("", "games of the match that every seat has won", language=NUMBERS)
    drawn: int = option(0, "games of the match that nobody has won", low=0, high=9)
    signal: bool = option(False, "the player seems to cheat (classroom game)")
    seat: int = option(1, "your seat", low=1, high=10)


STANDS = ("won", "deals")
"""Fields of the view that change only when a game is settled."""

EXAMPLES = (
    (
        '--hand "A A 4 7 7 9 J Q" --pile "2 9, 1 10, 2 J" --doubt --sizes 8,14,25 --players 3',
        "whether to believe that the player before you laid two jacks",
    ),
    (
        '--hand "A A 4 7 7 9 J Q" --pile "2 9, 1 10, 2 J" --sizes 8,14,25 --players 3',
        "how many queens to claim",
    ),
)


def place(said: Mapping[str, Value], table: Any) -> None:
    """Set up a table as the player described it."""
    state, players = table.state, table.players
    seat, doubt = seat_said(said, "seat", players), bool(said["doubt"])
    claims = [_claim(told) for told in listed(said, "pile")]
    if doubt and not claims:
        raise UserError("--doubt needs a claim: --pile has none")
    if not doubt and state["mode"] == CLASSROOM:
        raise UserError("nothing is decided in the classroom game but whether to --doubt a claim")
    if int(said["passed"]) > (players - 2 if doubt else 0):
        raise UserError(f"--passed must be at most {players - 2 if doubt else 0}")
    # In the classroom game the first card is already on the table.
    dealt = state["hand_sizes"][:players].tolist()
    dealt[0 if state["pile_size"] == 0 else int(state["claim_seat"])] += int(state["pile_size"])
    last = (seat - 1 - int(said["passed"])) % players
    owners = [(last - len(claims) + 1 + k) % players for k in range(len(claims))]
    _check_ranks(state, [rank for _, rank in claims])
    _lay(said, state, seat, claims, owners)
    _count(said, state, players, owners)
    _hands(said, state, dealt, seat)
    _past(said, state, dealt, seat, owners)
    _turn(said, table, claims, seat, last)


def _claim(told: str) -> tuple[int, int]:
    """Return the number of cards and the rank of a claim; NO_CARD in the classroom game."""
    match = re.fullmatch(r"(\d\d?) ?(?:x )?(10|[a2-9tjqk])?s?", told)
    if match is None:
        raise UserError(f"--pile must be {CLAIMS}, not {told}")
    rank = (match[2] or "").replace("10", "t").upper()
    return int(match[1]), RANKS.index(rank) if rank else NO_CARD


STEPS = {CYCLIC: (1,), ADJACENT: (0, 1, len(RANKS) - 1), STRICT: (1, len(RANKS) - 1), SAME: (0,)}
"""By how much the rank of a claim may be above the one before, round from king to ace."""


def _check_ranks(state: Any, claimed: Sequence[int]) -> None:
    """Check that each claim of the pile may follow the one before."""
    may = STEPS.get(int(state["mode"]), ())
    for before, rank in pairwise(claimed):
        if may and (rank - before) % len(RANKS) not in may:
            after = sorted((before + step) % len(RANKS) for step in may)
            allowed = " or ".join(rank_symbol(one) for one in after)
            raise UserError(
                f"--pile must go on from {rank_symbol(before)} with {allowed}, "
                f"not {rank_symbol(rank)}"
            )


def _lay(
    said: Mapping[str, Value],
    state: Any,
    seat: int,
    claims: Sequence[tuple[int, int]],
    owners: Sequence[int],
) -> None:
    """Lay the pile."""
    laid, size = ranks(said, "laid"), 0
    state["owner"], state["pile"], state["pile_plays"] = NO_CARD, 0, 0
    own = sum(count for (count, _), owner in zip(claims, owners, strict=True) if owner == seat)
    if laid and len(laid) != own:
        raise UserError(f"--laid must be the {own} cards that you laid, not {len(laid)}")
    classroom = state["mode"] == CLASSROOM
    for n, ((count, rank), owner) in enumerate(zip(claims, owners, strict=True)):
        if not 1 <= count <= state["max_cards"]:
            raise UserError(
                f"--pile must have claims of 1 to {state['max_cards']} cards, not {count}"
            )
        if (rank == NO_CARD) != classroom:
            raise UserError(f"--pile must be {CLAIMS}")
        state["pile_plays"][n] = (owner, rank, count, size)
        for k in range(size, size + count):
            state["owner"][k] = owner
            state["pile"][k] = laid.pop(0) if owner == seat and laid else (0 if classroom else rank)
        size += count
    state["pile_size"], state["pile_claims"] = size, len(claims)


def _count(said: Mapping[str, Value], state: Any, players: int, owners: Sequence[int]) -> None:
    """Write the counts of the game and of the match."""
    made = [owners.count(seat) for seat in range(players)]
    most: dict[str, str] = {"challenged": "claims", "caught": "challenged"}
    for name in ("claims", "challenged", "caught", "wrong_challenges", "won"):
        numbers = by_seat(said, name, made if name == "claims" else [0] * players)
        if min(numbers) < 0:
            flag = name.replace("_", "-")
            raise UserError(f"--{flag} must be at least 0, not {min(numbers)}")
        state[name][:players] = numbers
        above = most.get(name)
        # What was not said is unknown, and contradicts nothing.
        if above and said[above] and (state[name] > state[above]).any():
            raise UserError(f"--{name} has more than --{above} of one seat: {said[name]}")
    true = int(state["challenged"].sum() - state["caught"].sum())
    if said["challenged"] and said["caught"] and said["wrong_challenges"]:
        wrong = int(state["wrong_challenges"].sum())
        if wrong != true and state["mode"] != CLASSROOM:
            raise UserError(
                f"--wrong-challenges must be {true} in all, by --challenged and --caught, "
                f"not {wrong}"
            )
    state["plays"] = state["claims"][:players].sum()
    if state["match"]:
        games = int(state["won"][:players].sum()) + int(said["drawn"])
        if games >= players:
            raise UserError(f"--won has {games} games, after which the match is over")
        state["deals"] = games
    if state["plays"] >= state["max_plays"] and not said["doubt"]:
        raise UserError(f"--claims has {state['plays']} claims, after which the game is over")


def _hands(said: Mapping[str, Value], state: Any, dealt: Sequence[int], seat: int) -> None:
    """Write the hand of each seat.

    `dealt` has the number of cards dealt to each seat, and `seat` asks for advice.
    """
    hand, total, players = ranks(said, "hand"), sum(dealt), len(dealt)
    classroom, pile = state["mode"] == CLASSROOM, int(state["pile_size"])
    laid = [int((state["owner"][:pile] == s).sum()) for s in range(players)]
    usual = [n - m for n, m in zip(dealt, laid, strict=True)]
    if not classroom:
        usual[seat] = len(hand)
    sizes = by_seat(said, "sizes", usual)
    if not classroom and sizes[seat] != len(hand):
        raise UserError(
            f"--sizes says that you hold {sizes[seat]} cards, and --hand has {len(hand)}"
        )
    if min(sizes) < 0 or sum(sizes) + pile != total:
        raise UserError(
            f"--sizes must make {total} cards with the {pile} in the pile, not {sum(sizes) + pile}"
        )
    state["hand_sizes"][:players] = sizes
    if classroom:
        return
    # Who has laid the last card has won, unless it is that claim which may be challenged.
    open_to = int(state["pile_plays"][int(state["pile_claims"]) - 1][0]) if said["doubt"] else NONE
    for other, held in enumerate(sizes):
        if held == 0 and other != open_to:
            who = "you hold" if other == seat else f"seat {other + 1} holds"
            raise UserError(f"--sizes says that {who} no card: then the game is over")
    state["counts_of"][seat] = 0
    state["known_of"][:] = 0
    own = [int(r) for r, owner in zip(state["pile"], state["owner"], strict=True) if owner == seat]
    for rank in hand:
        state["counts_of"][seat][rank] += 1
    for text in listed(said, "known"):
        told = text.replace(" 10", " t").split()
        if len(told) != 2 or not told[0].isdecimal() or told[1].upper() not in RANKS:
            raise UserError(f"--known must be {KNOWN}, not {' '.join(told)}")
        other = int(told[0]) - 1
        if not 0 <= other < players or other == seat:
            raise UserError(
                f"--known has seat {told[0]}, which is {'you' if other == seat else 'none'}"
            )
        state["known_of"][seat][other][RANKS.index(told[1].upper())] += 1
    for rank in range(len(RANKS)):
        held = int(state["counts_of"][seat][rank]) + own.count(rank)
        held += int(state["known_of"][seat][:, rank].sum())
        if held > SUIT_CARDS * int(state["packs"]):
            raise UserError(
                f"{held} cards of rank {rank_symbol(rank)} are said, more than there are"
            )
    for other in range(players):
        if state["known_of"][seat][other].sum() > sizes[other]:
            raise UserError(f"--known has more cards of seat {other + 1} than it holds")


def _past(
    said: Mapping[str, Value], state: Any, dealt: Sequence[int], seat: int, owners: Sequence[int]
) -> None:
    """Write the claims of a game that has had no other pile, else mark what was not said as untold.

    `owners` has the seat that made each claim of the pile.
    """
    if state["mode"] == CLASSROOM:
        return
    players, pile, made = len(dealt), int(state["pile_size"]), len(owners)
    laid = [int((state["owner"][:pile] == s).sum()) for s in range(players)]
    begun = [int(n) + m for n, m in zip(state["hand_sizes"][:players], laid, strict=True)]
    first, as_dealt = owners[0] if owners else seat, begun == list(dealt)
    before = int(state["plays"]) - made
    if not said["claims"]:
        before = _claims_before(said, state, first, as_dealt)
        if before + made > state["max_plays"]:
            # A place to which no game can come is taken as one without earlier piles.
            return
        if before > 0:
            state["plays"] = before + made
            state["claims"][:players] = NONE
    else:
        _check_claims(said, state, first, before)
    if before > 0:
        for name in ("challenged", "caught", "wrong_challenges"):
            if not said[name]:
                state[name][:players] = NONE
    elif before == 0 and as_dealt:
        _remember(state, seat)


def _check_claims(said: Mapping[str, Value], state: Any, first: int, before: int) -> None:
    """Check that the claims that were told come to the pile, where seats claim in turn.

    Seat `first` began the pile, or is to; `before` counts the claims before it.
    """
    if state["mode"] != CYCLIC or state["winner_claims"]:
        return
    players, plays, rank = int(state["players"]), int(state["plays"]), _first_rank(said, state)
    opener = _opener(state)
    made = [len(range((s - opener) % players, plays, players)) for s in range(players)]
    due = (int(state["first_rank"]) + before) % len(RANKS)
    if state["claims"][:players].tolist() != made or (opener + before) % players != first:
        raise UserError(f"--claims must be as seats claim in turn, not {said['claims']}")
    if rank not in {NONE, due} and state["first_rank"] != NONE:
        raise UserError(
            f"--claims {said['claims']} means that {rank_symbol(due)} began the pile, "
            f"not {rank_symbol(rank)}"
        )


def _opener(state: Any) -> int:
    """Return the seat that claims first in the game."""
    return int(state["deals"]) % int(state["players"]) if state["match"] else 0


def _first_rank(said: Mapping[str, Value], state: Any) -> int:
    """Return the rank with which the pile began, or is to begin; NONE where it was not told."""
    if state["pile_claims"]:
        return int(state["pile_plays"][0][1])
    told = ranks(said, "rank")
    return told[0] if told else NONE


def _remember(state: Any, seat: int) -> None:
    """Write the claims of the pile as all claims of the game, with the own cards in them."""
    for n, (owner, rank, count, under) in enumerate(state["pile_plays"][: state["pile_claims"]]):
        state["past"][n] = (owner, rank, count, 0)
        if owner == seat:
            cards = sorted(state["pile"][under : under + count].tolist())
            state["pile"][under : under + count] = cards
            if state["noted"][seat] < NOTES:
                code = sum(card + 1 << CODED * k for k, card in enumerate(cards[:CODED]))
                state["past_cards_of"][seat][state["noted"][seat]] = code
            state["noted"][seat] += 1
    state["past_claims"] = state["pile_claims"]


def _claims_before(said: Mapping[str, Value], state: Any, first: int, as_dealt: bool) -> int:
    """Return the least number of claims before the pile that was told.

    Where ranks are claimed in order and seats in turn, it follows from who began the pile by which
    rank.

    With `as_dealt` all seats then held as many cards as they were dealt.
    """
    players, rank = int(state["players"]), _first_rank(said, state)
    opener = _opener(state)
    if state["mode"] != CYCLIC or state["winner_claims"] or NONE in {rank, state["first_rank"]}:
        return int(not as_dealt or first != opener)
    steps = len(RANKS) * players
    for claims in range(int(not as_dealt), steps + 1):
        in_turn = (opener + claims) % players == first
        if in_turn and (int(state["first_rank"]) + claims) % len(RANKS) == rank:
            return claims
    return 0


def _turn(
    said: Mapping[str, Value], table: Any, claims: Sequence[tuple[int, int]], seat: int, last: int
) -> None:
    """Set the decision that comes next."""
    state, doubt, told = table.state, bool(said["doubt"]), ranks(said, "rank")
    cyclic, classroom = state["mode"] == CYCLIC, state["mode"] == CLASSROOM
    settled = claims[: len(claims) - doubt]
    state["seat"], state["signal"] = seat, bool(said["signal"]) and classroom
    state["claim_seat"] = last if doubt else NONE
    state["claim_count"] = claims[-1][0] if doubt else 0
    state["claim_rank"] = claims[-1][1] if doubt and not classroom else NONE
    opened = int(state["plays"]) > doubt
    before = settled[-1][1] if settled and not classroom else NONE
    state["last_rank"] = NONE if cyclic else before
    state["round_start"] = not opened if cyclic else before == NONE
    if doubt:
        if cyclic:
            state["required_rank"] = state["claim_rank"]
        state["asked"] = CHALLENGE
        table.look(CHALLENGE)
        return
    forced = before if state["mode"] == SAME else NONE
    if cyclic:
        due = (before + 1) % len(RANKS) if settled else state["first_rank"] if not opened else NONE
        forced = told[0] if told else due
        if opened and forced == NONE:
            raise UserError("--rank must name the rank that is to be claimed")
        state["required_rank"] = forced
    state["claim_rank"], state["asked"] = forced, RANK if forced == NONE else COUNT
    table.look(int(state["asked"]))
    if told and forced == NONE:
        _choose(table, told[0])
    if said["count"]:
        _act(table, "count", int(said["count"]), COUNT)
        for rank in ranks(said, "chosen"):
            _act(table, "chosen", rank, CARD)
        if table.decision != CARD:
            raise UserError(f"--chosen has all {said['count']} cards: nothing is left to choose")


def _choose(table: Any, rank: int) -> None:
    """Choose a rank to claim."""
    state = table.state
    start, before = state["round_start"], int(state["last_rank"])
    steps = {0: 0, 1: 1, len(RANKS) - 1: 2}
    action = rank if start else steps.get((rank - before) % len(RANKS), NONE)
    _act(table, "rank", action, RANK)


def _act(table: Any, name: str, action: int, decision: int) -> None:
    if table.decision != decision or not table.allows(action):
        raise UserError(f"--{name} has what may not be claimed or laid here")
    table.act(action)
