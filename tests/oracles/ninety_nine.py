"""Ninety-Nine (the adding game) played slowly and plainly, to check the fast kernel against.

Written from the rules alone; "section" and "step" are those of RULES.md in the game's folder. Where
the sources are silent, this oracle decides:

1. `adds-four` has the jack at 12 and the queen at 13, as the page that it is named from has. In
   `nine-is-99` the king adds nothing: 0 means that everywhere else in the same table.
2. "No reversal with 2 players" (`nine-is-99`) needs no rule: between two players the direction
   turns with every four as always, which changes nothing for anybody.
3. A skip between two players gives the turn back to the player who skipped.
4. `auto` counts the seats of the table, so a match of five keeps its two packs to the end.
5. A reshuffle takes the played cards only; hands laid down under `continue-after-loss` stay out.
   If there is nothing to reshuffle, the player draws nothing, as in `play-on`.
6. Whether a player forgets is settled first, also when there is nothing left to draw.
7. A player who drew nothing draws one card after his next play, not two.
8. `pile` in a view lists every play of the hand, also of cards that went back into the stock; and
   invariant 2, the total as a fold of the pile, is meant so. `hand` is sorted. `next_seat` and
   `prev_seat` are the neighbours in and against the direction of play.
9. With `infinite-deck`, `stock_count` is 52: the cards that each draw is from.
10. Under `continue-after-loss` the turn passes on from the player who leaves, in the direction of
   play and without a skip. Points take the place of pennies: no penny moves and nobody drops out
   of the match, which the first player with `start-pennies` points wins. The others are placed by
   points, and equal points share the better place. A hand is lost by everybody but its winner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Event = tuple[str, int, int]
"""Kind, seat (-1 if none), number (-1 if none)."""

Action = tuple[int, int]
"""Card and option: 1 for a high ace and a ten that adds, otherwise 0."""

View = dict[str, Any]
"""What a seat may know, by the names of section 5."""

Choose = Callable[[str, int, View, list[Action]], Action]
"""`choose(decision, seat, view, legal)` gives one of the legal actions."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARDS_IN_PACK = 52
MOST_PLAYERS_WITH_ONE_PACK = 4
HIGHEST_TOTAL = 99
CLOCKWISE = 1


class Chance(Protocol):
    """Every random fact, asked for in the order in which the rules meet it."""

    def card(self, stock: list[int]) -> int:
        """The card on top of the face-down stock."""
        ...

    def happens(self, probability: float, seat: int) -> bool:
        """Whether an event with this probability, strictly between 0 and 1, happens."""
        ...

    def pick(self, count: int) -> int:
        """One of 0..count-1, each as likely as the others."""
        ...


@dataclass(frozen=True)
class Effect:
    """What a card does.

    Attributes:
        adds: what it adds to the total, by option.
        becomes: the total after it, whatever it was before; None where it adds.
        reverses: whether it turns the direction of play.
        skips: whether it skips the next player.
    """

    adds: tuple[int, ...] = (0,)
    becomes: int | None = None
    reverses: bool = False
    skips: bool = False


MINUS_TEN = {
    "A": Effect(adds=(1, 11)),
    "2": Effect(adds=(2,)),
    "3": Effect(adds=(3,)),
    "4": Effect(reverses=True),
    "5": Effect(adds=(5,)),
    "6": Effect(adds=(6,)),
    "7": Effect(adds=(7,)),
    "8": Effect(adds=(8,)),
    "9": Effect(),
    "T": Effect(adds=(-10,)),
    "J": Effect(adds=(10,)),
    "Q": Effect(adds=(10,)),
    "K": Effect(becomes=99),
}
PLUS_MINUS_TEN = MINUS_TEN | {"T": Effect(adds=(-10, 10))}

# By rank, or by rank and suit where suits matter.
CARD_TABLES: dict[str, dict[str, Effect]] = {
    "plus-minus-ten": PLUS_MINUS_TEN,
    "minus-ten": MINUS_TEN,
    "ace-one": MINUS_TEN | {"A": Effect(adds=(1,))},
    "king-of-spades": MINUS_TEN | {"K": Effect(adds=(10,)), "KS": Effect(becomes=99)},
    "black-kings": MINUS_TEN
    | {"K": Effect(adds=(10,)), "KC": Effect(becomes=99), "KS": Effect(becomes=99)},
    "adds-four": MINUS_TEN
    | {
        "4": Effect(adds=(4,), reverses=True),
        "J": Effect(adds=(12,)),
        "Q": Effect(adds=(13,)),
    },
    "eight-reverses": MINUS_TEN
    | {"A": Effect(adds=(1,)), "4": Effect(adds=(4,)), "8": Effect(reverses=True)},
    "chicago": MINUS_TEN | {"9": Effect(skips=True)},
    "nine-is-99": PLUS_MINUS_TEN
    | {"3": Effect(adds=(3,), skips=True), "9": Effect(becomes=99), "K": Effect()},
}


@dataclass(frozen=True)
class Rules:
    """The options of section 7, but for `players`."""

    decks: str | int = "auto"
    hand_size: int = 3
    start_pennies: int = 3
    card_table: str = "plus-minus-ten"
    negative_total: str = "allow"
    forget_draw_prob: float | tuple[float, ...] = 0.0
    stock_exhausted: str = "reshuffle"
    continue_after_loss: bool = False
    infinite_deck: bool = False


@dataclass(frozen=True)
class PlayedHand:
    """One hand played to its end.

    Attributes:
        events: everything that happened.
        losers: seats that could not play, in that order: one, or with `continue_after_loss` all
            but the winner.
        winner: the last one left with `continue_after_loss`, otherwise -1.
        plays: seat, card and option of every card played.
        total: of the pile at the end.
        direction: of play at the end.
        hands: cards by seat at the end, also those of the losers.
        hand_targets: by seat.
        stock: cards in it at the end, sorted.
        pile: cards in it at the end, in order; without those reshuffled.
    """

    events: list[Event]
    losers: list[int]
    winner: int
    plays: list[tuple[int, int, int]]
    total: int
    direction: int
    hands: list[list[int]]
    hand_targets: list[int]
    stock: list[int]
    pile: list[int]


@dataclass(frozen=True)
class PlayedMatch:
    """Hands played until the match is won.

    Attributes:
        events: everything that happened.
        hands: each hand by itself.
        winner: seat.
        hands_lost: by seat.
        places: finishing place by seat, 1 for the winner.
        pennies: left, by seat.
        pot: pennies in it, before the winner takes it.
        points: by seat; zeros without `continue_after_loss`.
    """

    events: list[Event]
    hands: list[PlayedHand]
    winner: int
    hands_lost: list[int]
    places: list[int]
    pennies: list[int]
    pot: int
    points: list[int]


def card_id(name: str) -> int:
    """Number of a card named like `TD`, rank and suit."""
    return SUITS.index(name[1]) * len(RANKS) + RANKS.index(name[0])


def effect_of(card: int, table: str) -> Effect:
    """What a card does under the named card table."""
    suit, rank = divmod(card, len(RANKS))
    effects = CARD_TABLES[table]
    return effects.get(RANKS[rank] + SUITS[suit], effects[RANKS[rank]])


def total_after(total: int, action: Action, table: str) -> int:
    """Total after an action, not limited in either direction."""
    card, option = action
    effect = effect_of(card, table)
    return total + effect.adds[option] if effect.becomes is None else effect.becomes


def legal_actions(hand: Sequence[int], total: int, table: str) -> list[Action]:
    """Actions that leave the total at 99 or less, sorted; equal cards give the same action."""
    actions = {
        (card, option) for card in hand for option in range(len(effect_of(card, table).adds))
    }
    return sorted(
        action for action in actions if total_after(total, action, table) <= HIGHEST_TOTAL
    )


def transition(total: int, direction: int, action: Action, rules: Rules) -> tuple[int, int]:
    """Total and direction after an action.

    Raises:
        ValueError: the action takes the total over 99.
    """
    after = total_after(total, action, rules.card_table)
    if after > HIGHEST_TOTAL:
        raise ValueError(f"{action} takes {total} to {after}")
    if rules.negative_total == "floor-zero":
        after = max(after, 0)
    return after, -direction if effect_of(action[0], rules.card_table).reverses else direction


def decks_for(rules: Rules, players: int) -> int:
    """Number of packs in use."""
    if rules.decks == "auto":
        return 1 if players <= MOST_PLAYERS_WITH_ONE_PACK else 2
    return int(rules.decks)


def next_seat(seat: int, direction: int, playing: Sequence[bool]) -> int:
    """The next seat after this one, in this direction, that is playing."""
    seat = (seat + direction) % len(playing)
    while not playing[seat]:
        seat = (seat + direction) % len(playing)
    return seat


def play_hand(
    rules: Rules,
    players: int,
    chance: Chance,
    choose: Choose,
    *,
    dealer: int = -1,
    pennies: Sequence[int] = (),
    pot: int = 0,
) -> PlayedHand:
    """One hand.

    Args:
        rules: house rules.
        players: number of seats.
        chance: cards, and who forgets to draw.
        choose: which card to play.
        dealer: seat, or -1 for the last, so that seat 0 leads.
        pennies: by seat, where not those of the start; without a penny a seat is not dealt in.
        pot: pennies in it.
    """
    purse = list(pennies) or [rules.start_pennies] * players
    playing = [held > 0 for held in purse]
    dealer %= players
    decks = decks_for(rules, players)
    hands: list[list[int]] = [[] for _ in range(players)]
    targets = [rules.hand_size if playing[seat] else 0 for seat in range(players)]
    stock = sorted(list(range(CARDS_IN_PACK)) * decks)
    pile: list[int] = []
    plays: list[tuple[int, int, int]] = []
    losers: list[int] = []
    events: list[Event] = []
    winner = -1

    def top_card() -> int:
        cards = list(range(CARDS_IN_PACK)) if rules.infinite_deck else list(stock)
        card = chance.card(cards)
        if card not in cards:
            raise ValueError(f"card {card} is not in the stock")
        if not rules.infinite_deck:
            stock.remove(card)
        return card

    # Step 1.
    leader = next_seat(dealer, CLOCKWISE, playing)
    for _ in range(rules.hand_size):
        for seat in [(leader + step) % players for step in range(players)]:
            if playing[seat]:
                card = top_card()
                hands[seat].append(card)
                events.append(("deal", seat, card))

    total, direction, turn = 0, CLOCKWISE, leader
    while True:
        # Steps 2 and 6.
        legal = legal_actions(hands[turn], total, rules.card_table)
        if not legal:
            losers.append(turn)
            if not rules.continue_after_loss:
                events.append(("lose", turn, total))
                break
            events.append(("leave", turn, total))
            playing[turn] = False
            turn = next_seat(turn, direction, playing)
            if sum(playing) == 1:
                winner = turn
                events.append(("point", winner, 1))
                break
            continue

        # Step 3.
        view = {
            "hand": sorted(hands[turn]),
            "total": total,
            "direction": direction,
            "n_alive": sum(playing),
            "my_seat": turn,
            "next_seat": next_seat(turn, direction, playing),
            "prev_seat": next_seat(turn, -direction, playing),
            "hand_sizes": [len(hands[seat]) if playing[seat] else 0 for seat in range(players)],
            "pennies": list(purse),
            "pot": pot,
            "stock_count": CARDS_IN_PACK if rules.infinite_deck else len(stock),
            "pile": list(plays),
            "decks": decks,
        }
        action = choose("play-card", turn, view, list(legal))
        if action not in legal:
            raise ValueError(f"seat {turn} cannot play {action}, only {legal}")
        card, option = action
        total, direction = transition(total, direction, action, rules)
        hands[turn].remove(card)
        pile.append(card)
        plays.append((turn, card, option))
        events += [("play", turn, card), ("total", turn, total), ("direction", turn, direction)]

        # Step 4.
        if _forgets(rules, turn, chance):
            targets[turn] -= 1
            events.append(("forget", turn, targets[turn]))
        else:
            if not rules.infinite_deck and not stock and rules.stock_exhausted == "reshuffle":
                stock, pile = sorted(pile[:-1]), pile[-1:]
                if stock:
                    events.append(("reshuffle", -1, len(stock)))
            if stock or rules.infinite_deck:
                drawn = top_card()
                hands[turn].append(drawn)
                events.append(("draw", turn, drawn))
            else:
                events.append(("no-draw", turn, -1))

        # Step 5.
        turn = next_seat(turn, direction, playing)
        if effect_of(card, rules.card_table).skips:
            turn = next_seat(turn, direction, playing)

    return PlayedHand(
        events=events,
        losers=losers,
        winner=winner,
        plays=plays,
        total=total,
        direction=direction,
        hands=hands,
        hand_targets=targets,
        stock=stock,
        pile=pile,
    )


def play_match(rules: Rules, players: int, chance: Chance, choose: Choose) -> PlayedMatch:
    """Hands until one player has pennies, or with `continue_after_loss` points enough."""
    pennies = [rules.start_pennies] * players
    points = [0] * players
    hands_lost = [0] * players
    dropped_out: list[int] = []
    pot = 0
    hands: list[PlayedHand] = []
    events: list[Event] = []
    winner = -1
    dealer = chance.pick(players)

    while winner < 0:
        leader = next_seat(dealer, CLOCKWISE, [held > 0 for held in pennies])
        events.append(("hand", dealer, leader))
        hand = play_hand(rules, players, chance, choose, dealer=dealer, pennies=pennies, pot=pot)
        hands.append(hand)
        events += hand.events
        for seat in hand.losers:
            hands_lost[seat] += 1

        if rules.continue_after_loss:
            points[hand.winner] += 1
            if points[hand.winner] == rules.start_pennies:
                winner = hand.winner
        else:
            (loser,) = hand.losers
            pennies[loser] -= 1
            pot += 1
            events.append(("pennies", loser, pennies[loser]))
            if pennies[loser] == 0:
                dropped_out.append(loser)
                events.append(("out", loser, -1))
            if len(dropped_out) == players - 1:
                winner = next(seat for seat in range(players) if pennies[seat] > 0)

        # Step 7.
        dealer = next_seat(dealer, CLOCKWISE, [held > 0 for held in pennies])

    events.append(("win", winner, len(hands)))
    if rules.continue_after_loss:
        places = [1 + sum(1 for other in points if other > own) for own in points]
    else:
        last_to_first = [*dropped_out, winner]
        places = [players - last_to_first.index(seat) for seat in range(players)]
    return PlayedMatch(
        events=events,
        hands=hands,
        winner=winner,
        hands_lost=hands_lost,
        places=places,
        pennies=pennies,
        pot=pot,
        points=points,
    )


def _forgets(rules: Rules, seat: int, chance: Chance) -> bool:
    by_seat = rules.forget_draw_prob
    probability = by_seat[seat] if isinstance(by_seat, tuple) else by_seat
    if probability in (0, 1):
        return probability == 1
    return chance.happens(probability, seat)
