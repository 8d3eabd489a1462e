"""What a seat sees at a decision, said in words: the way back from `situation.place`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardsim.cards import RANKS, SUIT_NAMES, card_name
from cardsim.engine.table import Table
from cardsim.games.casino.story import in_set, told_action
from cardsim.games.cheat import state as cheat
from cardsim.games.scat import state as scat

Said = Mapping[str, object]


def named(cards: Any) -> str:
    """Cards as people type them."""
    return " ".join(card_name(int(card)) for card in cards)


def commas(numbers: Any) -> str:
    """Numbers with commas between them."""
    return ",".join(str(int(n)) for n in numbers)


def of_scat(table: Table, before: Said) -> Said:
    """A decision of Scat."""
    view = table.view
    if table.asks.name == "declare-31" and view.turn > 0:
        return {**before, "throw": card_name(view.history[(view.turn - 1) % 256][3])}
    turns: list[str] = []
    for seat, source, _, thrown in view.history[: view.turn].tolist():
        told = "?" if thrown == scat.NO_CARD else card_name(thrown)
        told = {scat.KNOCKED: "knock", scat.PASSED: "pass"}.get(source, told)
        told = f"take {told}" if source == scat.FROM_DISCARD else told
        knocks = view.knocker == seat != view.seat and source < scat.KNOCKED
        turns.append(f"{told} knock" if knocks and _last(view, seat) == len(turns) else told)
    played, name = ", ".join(turns), table.asks.name
    said: dict[str, object] = {
        "hand": named(view.hand[: view.hand_size]),
        "lives": commas(view.lives[: view.players]),
        "points": commas(view.points[: view.players]),
        "seat": view.seat + 1,
        "drew": "pile" if view.took_discard and view.hand_size == 4 else "stock",
        "declined": name not in {"hammer", "throw-down", "declare-31"},
        "knock": "no" if name in {"draw-source", "discard"} else "ask",
    }
    if name == "discard" and view.knocker == view.seat:
        said["knock"] = "yes"
    if played:
        return {**said, "played": played, "upcard": card_name(view.upcard)}
    return {**said, "discard": card_name(view.upcard), "first": view.first + 1}


def _last(view: Any, seat: int) -> int:
    """The last turn of a seat."""
    return max(t for t in range(view.turn) if view.history[t, 0] == seat)


def of_cheat(table: Table, _: Said) -> Said:
    """A decision of Cheat."""
    view, players, seat = table.view, table.players, table.seat
    name, classroom = table.asks.name, table.view.mode == cheat.CLASSROOM
    plays = view.pile_plays[: view.pile_claims].tolist()
    laid = [r for r in view.own_pile.tolist() if r != cheat.NO_CARD]
    known = [
        f"{s + 1} {RANKS[r]}"
        for s in range(players)
        for r in range(13)
        for _ in range(int(view.known[s][r]))
        if s != seat and not classroom
    ]
    doubt = name == "challenge"
    said: dict[str, object] = {
        "seat": seat + 1,
        "pile": ", ".join(f"{n}" if classroom else f"{n} {RANKS[r]}" for _, r, n, _ in plays),
        "doubt": doubt,
        "passed": (seat - view.claim_seat) % players - 1 if doubt else 0,
        "sizes": commas(view.hand_sizes[:players]),
        "known": ", ".join(known),
        "signal": bool(view.signal),
        "drawn": view.deals - sum(view.won.tolist()),
        "count": view.claim_count if name == "card" else 0,
        "chosen": ranked(view.chosen) if name == "card" else "",
    }
    said["laid"] = " ".join(RANKS[r] for r in laid)
    if not classroom:
        said["hand"] = ranked(view.counts)
    if not doubt and view.claim_rank >= 0:
        said["rank"] = RANKS[view.claim_rank]
    for what in ("claims", "challenged", "caught", "wrong_challenges", "won"):
        said[what] = commas(getattr(view, what)[:players])
    return said


def ranked(counts: Any) -> str:
    """So many cards of each rank."""
    return " ".join(RANKS[rank] for rank in range(13) for _ in range(int(counts[rank])))


def of_casino(table: Table, _: Said) -> Said:
    """A decision of Casino."""
    view = table.view
    moves = [told_action(view, tuple(move)) for move in view.history[: view.turn].tolist()]
    played = {card & 63 for card, _ in view.history[: view.turn].tolist()}
    faced = ~(view.unseen | view.hand) & (1 << 52) - 1
    return {
        "hand": named(in_set(view.hand)),
        "played": ", ".join(moves),
        "layout": named(card for card in in_set(faced) if card not in played),
        "dealer": view.dealer + 1,
        "scores": commas(view.scores[: view.sides]),
        "settled": view.deals,
    }


def of_ninety_nine(table: Table, _: Said) -> Said:
    """A decision of Ninety-Nine."""
    view, players, rules = table.view, table.players, table.house_rules
    told: list[str] = []
    size = [int(rules.hand_size)] * players
    inside = [s for s in range(players) if view.pennies[s] > 0]
    direction, rows = 1, view.history[: view.played].tolist()
    followers = [row[0] for row in rows[1:]] + [view.seat]
    for (seat, card, high, held), following in zip(rows, followers, strict=False):
        forgot = ["forgot"] * (held < size[seat])
        told.append(" ".join([card_name(card), *["high"] * high, *forgot]))
        size[seat] = held
        direction *= -1 if view.card_effect[card] & 1 else 1
        at = _next(inside, seat, direction)
        at = _next(inside, at, direction) if view.card_effect[card] & 2 else at
        while at != following:
            told.append("out")
            gone, at = at, _next(inside, at, direction)
            inside.remove(gone)
    return {
        "hand": named(view.hand[: view.hand_size]),
        "played": ", ".join(told),
        "first": view.first + 1,
        "dealer": view.dealer + 1,
        "pennies": commas(view.pennies[:players]),
        "points": commas(view.points[:players]),
        "seat": view.seat + 1,
    }


def _next(inside: list[int], seat: int, direction: int) -> int:
    """The next seat of those in the hand."""
    return inside[(inside.index(seat) + direction) % len(inside)]


def of_spades(table: Table, _: Said) -> Said:
    """A decision of Spades."""
    view = table.view
    order = [(view.dealer + 1 + k) % 4 for k in range(4)]
    bids = [(int(view.bids[s]), view.blind[s]) for s in order if view.bids[s] >= 0]
    return {
        "hand": named(in_set(view.hand)),
        "bids": ", ".join("blind" if blind else str(bid) for bid, blind in bids),
        "played": laid(view),
        "dealer": view.dealer + 1,
        "score": commas(view.score),
        "bags": commas(view.bags),
        "settled": view.deals,
    }


def of_euchre(table: Table, _: Said) -> Said:
    """A decision of Euchre."""
    view, suits = table.view, SUIT_NAMES
    order, calls = [(view.dealer + 1 + k) % 4 for k in range(4)], []
    for turn, names in enumerate((["pass", "order", "order alone"], suits)):
        for said in (int(view.calls[turn, seat]) for seat in order):
            if said > 0 and turn == 1:
                calls.append(names[(said - 1) % 4] + (" alone" if said > 4 else ""))
            elif said >= 0:
                calls.append(names[said] if turn == 0 else "pass")
    answers = [int(view.defend_calls[(view.maker + k) % 4]) for k in range(1, 5)]
    return {
        "hand": named(in_set(view.hand)),
        "upcard": card_name(view.upcard),
        "calls": ", ".join(calls),
        "laid_away": "" if view.discard == 255 else card_name(view.discard),
        "defends": ", ".join(("no", "yes")[a] for a in answers if a >= 0),
        "played": laid(view),
        "dealer": view.dealer + 1,
        "score": commas(view.score),
        "settled": view.deals,
        "seat": view.seat + 1,
        "declined": table.asks.name != "farmer",
    }


def of_bridge(table: Table, _: Said) -> Said:
    """A decision of Bridge."""
    view = table.view
    names = ["P", *(f"{level}{strain}" for level in range(1, 8) for strain in "CDHSN"), "X", "XX"]
    return {
        "hand": named(in_set(view.hand)),
        "dummy": named(in_set(view.dummy_hand)),
        "auction": " ".join(names[call] for call in view.calls[: view.called].tolist()),
        "played": laid(view),
        "board": view.board + 1,
        "deal_number": view.deal_number,
        "dealer": "NESW"[view.dealer],
        "vulnerable": ["none", "NS", "EW", "both"][view.vul[0] + 2 * view.vul[1]],
        "below": commas(view.below),
        "games": commas(view.games),
        "totals": commas(view.totals),
        "redeals": view.redeals,
        "settled": view.deals,
    }


def of_chinese_ten(table: Table, _: Said) -> Said:
    """A decision of Chinese Ten."""
    view = table.view
    rows = view.history[: view.turn + 1].tolist()
    turns: list[str] = []
    for played, took, flipped, flip_took in rows:
        pairs = [[c for c in pair if c != 255] for pair in ((played, took), (flipped, flip_took))]
        told = [" ".join("three" if c == 52 else card_name(c) for c in pair) for pair in pairs]
        turns.append(" flips ".join(part for part in told if part))
    faced = {c for row in rows for c in (row[0], row[2])}
    seen = ~(view.unseen | view.held) & (1 << 52) - 1
    if table.asks.name != "play-card":
        turns[view.turn] += " ?"
    return {
        "hand": named(view.hand[: view.hand_size]),
        "layout": named(c for c in in_set(seen) if c not in faced),
        "played": ", ".join(turn for turn in turns if turn),
        "redealt": ", ".join(named(row) for row in view.redealt[: view.redeals].tolist()),
    }


def of_square_nine(table: Table, before: Said) -> Said:
    """A decision of Square 9."""
    view, name = table.view, table.asks.name
    ranks = [*"A23456789TJQK", "joker"]
    turns = []
    for took, rank, cell, off in view.history[: view.turn].tolist():
        told = "thrown" if cell == 9 else f"at {cell + 1} for {ranks[off]}"
        turns.append(f"{'take ' * took}{ranks[rank]} {told}")
    said: dict[str, object] = {
        **before,
        "played": ", ".join(turns),
        "scores": commas(view.seats[s]["score"] for s in range(view.players)),
        "hand": table.house_rules.holes - view.holes_left,
        "card": "" if name != "place" else ranks[view.card],
        "drew": "pile" if view.took_discard else "stock",
    }
    if view.turn == 0:
        said |= {"discard": ranks[view.top_discard], "opened": _opened(table, ranks)}
    return said


def _opened(table: Table, ranks: list[str]) -> str:
    """The cells that were turned up at the start, as far as they are seen."""
    view, each = table.view, int(table.house_rules.open_cells)
    told: list[str] = []
    for k in range(view.players):
        seat = (view.first + k) % view.players
        if table.asks.name == "expose" and seat == view.seat:
            each = -1
        cards = view.seats[seat]["cards"].tolist()
        shown = [f"{cell + 1} {ranks[rank]}" for cell, rank in enumerate(cards[:9]) if rank != 255]
        told += shown or ["?"] * each
        if each < 0:
            break
    return ", ".join(told)


def of_counter_cameroon(table: Table, _: Said) -> Said:
    """A decision of Counter-Cameroon."""
    view = table.view
    marks = sum(view.my_marks.tolist()) + sum(view.opp_marks.tolist())
    return {
        "dice": commas(view.dice),
        "marks": commas(view.my_marks[2:13]),
        "theirs": commas(view.opp_marks[2:13]),
        "lost": view.made - marks,
        "turns": view.turns,
        "decided": commas(view.decided[2:13]),
        "seat": view.seat + 1,
    }


def laid(view: Any) -> str:
    """The cards of all tricks in order."""
    return named(card for card in view.history.ravel().tolist() if card < 52)


SAYING: dict[str, Callable[[Table, Said], Said]] = {
    "scat": of_scat,
    "cheat": of_cheat,
    "casino": of_casino,
    "ninety-nine": of_ninety_nine,
    "spades": of_spades,
    "counter-cameroon": of_counter_cameroon,
    "square-nine": of_square_nine,
    "chinese-ten": of_chinese_ten,
    "bridge": of_bridge,
    "euchre": of_euchre,
}
"""By game: a table at which a decision waits, and what was said of the one before -> this one."""
