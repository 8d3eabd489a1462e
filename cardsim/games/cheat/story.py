"""A traced game of Cheat as events, for checks, and in words, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardsim.cards import PACK, rank_symbol
from cardsim.game import DEALT, SCORED, Event, Step
from cardsim.games.cheat.state import CHALLENGE, CLASSROOM, NONE, RANKS, STACK, TRICHEZ

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
STEPS = ("the same rank", "one up", "one down")
NAMES = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)


def told_rank(view: Any, action: Any) -> str:
    """Return a rank to claim in words: its name, or how it follows the last."""
    return _plural(action) if view["round_start"] else STEPS[action]


def told_cards(count: int, rank: int) -> str:
    """Return the cards of a claim in words: `two fours`."""
    return f"{NUMBERS[count]} {_plural(rank) if count > 1 else NAMES[rank]}"


def events(step: Step, rules: Any) -> list[Event]:
    """Return the events of a step.

    (deal, seat, card); of each claim (rank, seat, rank), (count, seat, cards) and (card, seat, its
    rank) for each, or in the classroom game (card, seat, card) and (signal, seat, 0 or 1);
    (challenge, seat, claimant), (show, claimant, card) and (take, seat, cards in the pile);
    (win, seat, claims) or (draw, -1, claims), and (left, seat, cards).
    """
    before, after = step.before, step.after
    if step.decision is None:
        if step.action == DEALT:
            return [*_deal_events(after, rules), *_turned_up(after)]
        return _end_events(after) if step.action == SCORED else []
    name, seat, action = step.decision.name, step.seat, step.action
    if name == "rank":
        return []
    if name == "count":
        return [Event("rank", seat, (int(before["claim_rank"]),)), Event("count", seat, (action,))]
    if name == "card":
        return [Event("card", seat, (action,))]
    turned_up = _turned_up(after) if after["plays"] > before["plays"] else []
    if action == 0:
        return turned_up
    size, claimant = int(before["pile_size"]), int(before["claim_seat"])
    shown = before["pile"][size - int(before["claim_count"]) : size].tolist()
    return [
        Event("challenge", seat, (claimant,)),
        *(Event("show", claimant, (card,)) for card in shown),
        Event("take", int(after["taker"]), (size,)),
        *turned_up,
    ]


def _deal_events(state: Any, rules: Any) -> list[Event]:
    players, first = int(state["players"]), int(state["first"])
    size = int(rules["phrase_cards"] + rules["cheat_cards"])
    size = size if state["mode"] == CLASSROOM else PACK * int(state["packs"])
    cards = enumerate(state["deck"][:size].tolist())
    return [Event("deal", (first + k) % players, (card,)) for k, card in cards]


def _turned_up(state: Any) -> list[Event]:
    """Return the events of the classroom game's claim, which takes no decision."""
    if state["mode"] != CLASSROOM:
        return []
    seat, card = int(state["claim_seat"]), int(state["pile"][state["pile_size"] - 1])
    return [Event("card", seat, (card,)), Event("signal", seat, (int(state["signal"]),))]


def _end_events(state: Any) -> list[Event]:
    winner, plays = int(state["winner"]), int(state["plays"])
    sizes = enumerate(state["hand_sizes"][: state["players"]].tolist())
    end = Event("draw" if winner == NONE else "win", winner, (plays,))
    return [end, *(Event("left", seat, (cards,)) for seat, cards in sizes)]


# ---------------------------------------------------------------- in words


def tell(steps: list[Step], rules: Any, who: Sequence[str]) -> list[str]:
    """Tell a game or match claim by claim, with the cards that were really laid."""
    lines: list[str] = []
    for step in steps:
        dealt = step.decision is None and step.action == DEALT
        if dealt:
            lines += _told_deal(step.after, who)
        elif step.decision is None and step.action == SCORED:
            lines += _told_end(step.after, who)
        elif step.decision is None:
            lines += _told_match(step.after, who)
        elif step.decision.name == "challenge":
            lines += _told_challenge(step, who)
        # In the classroom game the first card is turned up with the deal.
        if dealt or step.after["plays"] > step.before["plays"]:
            lines += _told_claim(step.after, who)
    return lines


def cards_of(state: Any, seat: int) -> list[int]:
    """Return the cards of a seat, by rank; in the classroom game its stack, from the top."""
    if state["mode"] == CLASSROOM:
        head, size = int(state["heads"][seat]), int(state["hand_sizes"][seat])
        return [int(state["stacks"][seat][(head + k) % STACK]) for k in range(size)]
    counts = state["counts_of"][seat][:RANKS].tolist()
    return [rank for rank in range(RANKS) for _ in range(counts[rank])]


def _told_deal(state: Any, who: Sequence[str]) -> list[str]:
    lines = [f"Game {int(state['deals']) + 1}"] if state["match"] else []
    for seat in range(int(state["players"])):
        held = cards_of(state, seat)
        if state["mode"] == CLASSROOM:
            if seat == state["claim_seat"]:
                held = [int(state["pile"][0]), *held]
            what = " ".join("Trichez!" if card == TRICHEZ else "phrase" for card in held)
        else:
            what = " ".join(map(rank_symbol, held))
        lines.append(f"{who[seat]} holds {what}")
    return lines


def _told_claim(state: Any, who: Sequence[str]) -> list[str]:
    if state["asked"] != CHALLENGE or state["claim_seat"] == NONE:
        return []
    seat, size, number = (int(state[name]) for name in ("claim_seat", "pile_size", "claim_count"))
    cards = state["pile"][size - number : size].tolist()
    name, held = who[seat], _cards(int(state["hand_sizes"][seat]))
    if state["mode"] == CLASSROOM:
        card = "a Trichez! card and makes up a phrase" if cards[0] == TRICHEZ else "a phrase"
        shows = ", and seems to cheat" if state["signal"] else ""
        return [f"{name} plays {card}{shows}; {held} left"]
    rank = int(state["claim_rank"])
    what = told_cards(number, rank)
    laid = "" if state["truthful"] else f", but lays {' '.join(map(rank_symbol, cards))}"
    return [f"{name} claims {what}{laid}; {held} left"]


def _told_challenge(step: Step, who: Sequence[str]) -> list[str]:
    before, after = step.before, step.after
    if step.action == 0:
        return []
    taker, claimant = int(after["taker"]), int(before["claim_seat"])
    right = "rightly" if taker == claimant else "wrongly"
    size = _cards(int(before["pile_size"]))
    return [f"{who[step.seat]} challenges {right}: {who[taker]} takes the pile of {size}"]


def _told_end(state: Any, who: Sequence[str]) -> list[str]:
    plays = f"{int(state['plays'])} {'claim' if state['plays'] == 1 else 'claims'}"
    if state["winner"] == NONE:
        return [f"Nobody has won after {plays}, and the game is given up"]
    return [f"{who[state['winner']]} has no card left and wins after {plays}"]


def _told_match(state: Any, who: Sequence[str]) -> list[str]:
    players = int(state["players"])
    if state["deals"] < players:
        return []
    won = state["won"][:players].tolist()
    best = [who[seat] for seat in range(players) if won[seat] == max(won)]
    games = f"{max(won)} {'game' if max(won) == 1 else 'games'}"
    if len(best) == 1:
        return [f"{best[0]} has won {games} and wins the match"]
    return [f"{', '.join(best[:-1])} and {best[-1]} have won {games} each and share the match"]


def _plural(rank: int) -> str:
    return NAMES[rank] + ("es" if NAMES[rank] == "six" else "s")


def _cards(number: int) -> str:
    return f"{number} {'card' if number == 1 else 'cards'}"


def holdings(states: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Return the cards of each seat, by rank."""
    counts = states["counts_of"][..., :RANKS].astype(np.int64)
    ends = counts.cumsum(axis=-1)
    most = max(int(ends[..., -1].max(initial=0)), 1)
    ranks = (ends[..., None, :] <= np.arange(most)[:, None]).sum(axis=-1)
    cards = np.where(ranks < RANKS, ranks, -1)
    return {"cards": np.where(cards >= 0, cards + 52, -1).astype(np.int16)}
