"""Euchre Game Notation 1.4, in which tournaments record games: JSON with deals, calls and tricks.

Seats are 0 to 3; `calls` begin at the dealer's left, with `Order` for the upcard and a suit in the
second round; tricks have their cards in order, and the leader follows from the rules. Hands, the
kitty and the dealer's discard may be missing.

Source: its specification with `docs/replayer-logic.md` and `docs/alternate-rules.md`
(NextSuit-Labs/euchre-game-notation).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardsim.cards import card_id, card_name
from cardsim.errors import UserError, echoed
from cardsim.games.euchre.deck import BEATS, CARDS, HELD, JACK, SUIT_OF, TRICKS, same_colour
from cardsim.tricks import SEATS

FILE_TYPE = "Euchre Game Notation"
SUITS = "cdhs"
RANKS = {**{rank: rank for rank in "9TJQKA"}, "N": "9"}
BOWERS = "RL"
ORDERS = ("Order", "PickUp", "Call", "Alone")
PASSES = "Pass"
CALLS = 2 * SEATS
LEADS = {"LEFT_OF_DEALER": "left-of-dealer", "LEFT_OF_LONER": "left-of-maker"}
MOST_POINTS = 1000
SWITCHES = {
    "std": "stick_the_dealer",
    "canadian": "partner_must_go_alone",
    "defend_alone": "defend_alone",
}
NUMBERS = {"winning_score": "target", "loner_march_score": "lone_points"}
FIXED = {
    "min_rank": 9,
    "num_players": SEATS,
    "loner_euchred_score": 2,
    **dict.fromkeys(("farmers", "partners_best", "go_under", "joker", "allow_no_trump"), 0),
    **dict.fromkeys(("fast_break", "four_trick_tokens"), 0),
}
"""Rules of the notation for which only this value is supported here."""
VERSION = "1.4"
KITTY = 3
BIDDING, PLAYING = "EUCHRE_BIDDING", "TRICK_PLAY"


@dataclass(frozen=True)
class Deal:
    """A deal as it was called and played.

    Attributes:
        dealer: a seat, 0 to 3.
        upcard: a card's id.
        hands: the cards that are known to have been dealt to each seat.
        calls: from the dealer's left on; 0 to 3 a suit, -1 a pass.
        alone: whether the maker plays alone.
        defender: the seat that defends alone; None where nobody does.
        discard: the card that the dealer laid away; None where it is not known.
        plays: seats and cards, in order.
        points: of both sides; None where it was not played to its end.
    """

    dealer: int
    upcard: int
    hands: tuple[tuple[int, ...], ...]
    calls: tuple[int, ...]
    alone: bool
    defender: int | None
    discard: int | None
    plays: tuple[tuple[int, int], ...]
    points: tuple[int, int] | None

    @property
    def maker(self) -> int | None:
        """Seat that made trumps; None where nobody did."""
        return _maker(self.dealer, self.calls)


@dataclass(frozen=True)
class Game:
    """A game, or a part of one.

    Attributes:
        players: their names, by seat.
        score: before the first deal, of seats 0 and 2 and of seats 1 and 3.
        rules: house rules, by their names in `Rules`.
        single: whether it is a single hand outside a game.
        deals: the deals; an error in place of each that contradicts itself.
    """

    players: tuple[str, ...]
    score: tuple[int, int]
    rules: Mapping[str, Any]
    single: bool
    deals: tuple[Deal | UserError, ...] = ()


@dataclass
class Part:
    """An object of the file, and its place there."""

    where: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def error(self, text: str) -> UserError:
        """Return an error about this object."""
        return UserError(f"{self.where}: {text}")

    def get(self, name: str, kind: type, default: Any = None) -> Any:
        """Return the value under a name."""
        value = self.values.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"'{name}' must be {KINDS[kind]}, not {echoed(value)}")
        return value


KINDS = {
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "an object",
    bool: "true or false",
}


def read(content: bytes, name: str) -> Game:
    """Read the game of a file.

    Args:
        content: all of it.
        name: of the file, for errors, which name the deal.
    """
    try:
        about = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no_number
        )
    except (ValueError, RecursionError) as error:
        why = getattr(error, "msg", None) or "it cannot be read"
        line = f", line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise UserError(f"{name}{line} is no Euchre Game Notation: {echoed(why)}") from None
    if not isinstance(about, dict) or about.get("fileType") != FILE_TYPE:
        raise UserError(f"{name} is no Euchre Game Notation: 'fileType' must say so")
    part = Part(name, about)
    version = part.get("version", str, VERSION)
    if version.partition(".")[0] != VERSION[0]:
        raise part.error(f"its version is {echoed(version)}, and {VERSION} is read")
    meta = Part(name, part.get("metadata", dict, {}))
    players = tuple(meta.get("players", list, []))
    if not all(isinstance(name, str) for name in players):
        raise meta.error(f"'players' must be names, not {echoed([*players])}")
    score = meta.get("initialScore", list, [0, 0])
    if len(players) not in {0, SEATS}:
        raise meta.error(f"'players' must be four names, not {len(players)}")
    if len(score) != 2 or not all(type(x) is int and 0 <= x < MOST_POINTS for x in score):
        raise meta.error(f"'initialScore' must be two numbers of points, not {echoed(score)}")
    deals = part.get("deals", list)
    if not deals:
        raise part.error("it has no deals")
    ruleset = Part(name, meta.get("ruleset", dict, {}))
    rules = dict(_rules(ruleset))
    single = ruleset.values.get("num_deals") == 1 and len(deals) == 1
    if ruleset.values.get("num_deals") and not single:
        raise ruleset.error("a game of so many deals ('num_deals') is not played here")
    names = players or ("",) * SEATS
    return Game(names, (score[0], score[1]), rules, single, tuple(_deals(deals, name, rules)))


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise json.JSONDecodeError(f"'{echoed(name)}' is said twice", "", 0)
        found[name] = value
    return found


def _no_number(text: str) -> None:
    raise json.JSONDecodeError(f"{text} is no number", "", 0)


def _rules(ruleset: Part) -> Iterator[tuple[str, Any]]:
    """Yield the house rules of a game, by their names in `Rules`."""
    for name, value in ruleset.values.items():
        if name in SWITCHES:
            yield SWITCHES[name], ruleset.get(name, bool)
        elif name in NUMBERS:
            number = ruleset.get(name, int)
            if number or name != "winning_score":
                yield NUMBERS[name], number
        elif name == "loner_lead":
            if not isinstance(value, str) or value not in LEADS:
                raise ruleset.error(
                    f"'loner_lead' must be {' or '.join(LEADS)}, not {echoed(value)}"
                )
            yield "lone_lead", LEADS[value]
        elif name != "num_deals" and (name not in FIXED or value != FIXED[name]):
            raise ruleset.error(f"the rule '{echoed(name)}: {echoed(value)}' is not played here")


def _deals(deals: Sequence[Any], name: str, rules: Mapping[str, Any]) -> Iterator[Deal | UserError]:
    for number, one in enumerate(deals, 1):
        part = Part(f"{name}, deal {number}", one if isinstance(one, dict) else {})
        try:
            yield _deal(part, rules)
        except UserError as wrong:
            yield wrong


def _maker(dealer: int, calls: Sequence[int]) -> int | None:
    called = [k for k, call in enumerate(calls) if call >= 0]
    return (dealer + 1 + called[0]) % SEATS if called else None


def _seat(part: Part, name: str, default: int | None = None) -> int:
    seat = part.get(name, int, default)
    if not 0 <= seat < SEATS:
        raise part.error(f"'{name}' must be a seat, 0 to 3, not {echoed(seat)}")
    return int(seat)


def _card(part: Part, text: object, trump: int | None = None) -> int | None:
    """Return a card's id; None for a card that is not known."""
    card = str(text).replace("10", "T") if isinstance(text, str) else ""
    if text == "" or card.lower().startswith("x"):
        return None
    if card[:1] in BOWERS and card and trump is not None:
        suit = trump if card[0] == BOWERS[0] else same_colour(trump)
        if card[1:] in {"", SUITS[suit], SUITS[trump]}:
            return 13 * suit + JACK
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        raise part.error(f"'{echoed(text)}' is no card; 9h and Js are some")
    return card_id(RANKS[card[0]] + card[1].upper())


def _cards(part: Part, texts: Sequence[object], trump: int | None) -> tuple[int, ...]:
    found = [_card(part, text, trump) for text in texts]
    return tuple(card for card in found if card is not None)


def _deal(part: Part, rules: Mapping[str, Any]) -> Deal:
    """Return a deal."""
    state = Part(part.where, part.get("initialState", dict))
    dealer, upcard = _seat(state, "dealer"), _card(state, state.get("upCard", str))
    if upcard is None:
        raise state.error("the card that is turned up is not known")
    listed = part.get("phases", list)
    phases = [Part(part.where, one if isinstance(one, dict) else {}) for one in listed]
    numbers = [phase.get("phaseNumber", int, k) for k, phase in enumerate(phases)]
    if sorted({*numbers}) != numbers or min((part.get("dealNumber", int, 0), *numbers)) < 0:
        raise part.error("'dealNumber' and 'phaseNumber' must be whole numbers from 0 on, in order")
    kinds = [phase.get("type", str) for phase in phases]
    if kinds not in ([BIDDING], [BIDDING, PLAYING]):
        raise part.error(f"its phases must be {BIDDING} and {PLAYING}, not {echoed(kinds)}")
    bidding, playing = [*phases, Part(part.where, {"tricks": []})][:2]
    calls, alone = _calls(bidding, dealer, upcard)
    trump = max(calls, default=-1)
    maker = _maker(dealer, calls)
    defender = bidding.values.get("aloneDefender", -1)
    defender = None if defender == -1 else _seat(bidding, "aloneDefender")
    if defender is not None and (not alone or maker is None or (defender - maker) % 2 == 0):
        raise bidding.error(f"seat {defender} defends alone, and no other plays alone")
    if bool(playing.values.get("isAlone", alone)) != alone:
        raise playing.error("'isAlone' is not the same in both phases")
    told = bidding.values.get("discard")
    discard = None if told is None else _card(bidding, told, trump)
    ordered = 0 < len(calls) <= SEATS and maker is not None
    if discard is not None and not ordered:
        raise bidding.error("a card is laid away, and the upcard was not ordered up")
    tricks = playing.get("tricks", list)
    if maker is None:
        if tricks:
            raise playing.error("cards are played, and nobody has made trumps")
        plays: tuple[tuple[int, int], ...] = ()
    else:
        plays = tuple(_plays(playing, tricks, (dealer, maker, trump), alone, defender, rules))
    played = [tuple(card for who, card in plays if who == seat) for seat in range(SEATS)]
    if ordered and discard is None and len(played[dealer]) == HELD and upcard not in played[dealer]:
        # The dealer has played all that he kept.
        discard = upcard
    hands = _hands(state, played, dealer if ordered else None, upcard, discard, trump)
    _check(
        part, hands, plays, upcard, discard, trump if maker is not None else None, dealer, ordered
    )
    if ordered and discard is None and len(hands[dealer]) == len(played[dealer]) == HELD:
        discard = next((card for card in hands[dealer] if card not in played[dealer]), upcard)
    kitty = _cards(state, state.get("kitty", list, []), trump)
    wrong = next((card for card in kitty if any(card in hand for hand in hands)), None)
    if len(kitty) > KITTY or len({*kitty}) != len(kitty) or wrong is not None or upcard in kitty:
        raise state.error(f"'kitty' cannot be {echoed(state.values['kitty'])}")
    points = _points(plays, maker, alone, defender, trump, rules) if calls else None
    return Deal(dealer, upcard, hands, calls, alone, defender, discard, plays, points)


def _calls(bidding: Part, dealer: int, upcard: int) -> tuple[tuple[int, ...], bool]:
    """Return the calls, each a suit or -1, and whether the maker plays alone."""
    calls: list[int] = []
    alone = bidding.get("isAlone", bool, False)
    texts = bidding.get("calls", list)
    for k, text in enumerate(texts):
        who = (dealer + 1 + k) % SEATS
        if (calls and calls[-1] >= 0) or k == CALLS:
            raise bidding.error(f"'{echoed(text)}' is called after the calls are over")
        if text == PASSES:
            calls.append(-1)
        elif k < SEATS and text in ORDERS:
            calls.append(upcard // 13)
            alone |= text == ORDERS[-1]
        elif k >= SEATS and isinstance(text, str) and len(text) == 1 and text in SUITS:
            if SUITS.index(text) == upcard // 13:
                raise bidding.error(f"seat {who} calls {text}, which was turned down")
            calls.append(SUITS.index(text))
        else:
            raise bidding.error(f"seat {who} cannot call '{echoed(text)}' there")
    return tuple(calls), alone


def _plays(
    playing: Part,
    tricks: Sequence[Any],
    made: tuple[int, int, int],
    alone: bool,
    defender: int | None,
    rules: Mapping[str, Any],
) -> Iterator[tuple[int, int]]:
    """Yield the seat and the card of each play."""
    dealer, maker, trump = made
    out = {(maker + 2) % SEATS} if alone else set()
    out |= {(defender + 2) % SEATS} if defender is not None else set()
    seats = [seat for seat in range(SEATS) if seat not in out]
    first = maker if alone and rules.get("lone_lead") == "left-of-maker" else dealer
    leader = next(s for k in range(1, SEATS + 1) if (s := (first + k) % SEATS) in seats)
    told = playing.values.get("initialLead")
    if told is not None and _seat(playing, "initialLead") != leader:
        raise playing.error(f"seat {told} leads ('initialLead'), and by the rules seat {leader}")
    if len(tricks) > TRICKS:
        raise playing.error(f"there are {len(tricks)} tricks, and at most {TRICKS} are played")
    for number, trick in enumerate(tricks, 1):
        cards = trick if isinstance(trick, list) else []
        last = number == len(tricks)
        if len(cards) > len(seats) or (len(cards) < len(seats) and not (last and cards)):
            raise playing.error(f"trick {number} must have {len(seats)} cards, not {len(cards)}")
        order = [s for k in range(SEATS) if (s := (leader + k) % SEATS) in seats]
        best = -1
        for seat, text in zip(order, cards, strict=False):
            card = _card(playing, text, trump)
            if card is None:
                raise playing.error(f"a card of trick {number} is not known")
            if best < 0 or int(BEATS[trump, best]) >> card & 1:
                best, leader = card, seat
            yield seat, card


def _hands(
    state: Part,
    played: Sequence[tuple[int, ...]],
    taker: int | None,
    upcard: int,
    discard: int | None,
    trump: int,
) -> tuple[tuple[int, ...], ...]:
    """Return the cards that are known to have been dealt to each seat."""
    told = state.values.get("playerCards", state.values.get("player_cards")) or [[]] * SEATS
    if (
        not isinstance(told, list)
        or len(told) != SEATS
        or not all(isinstance(h, list) for h in told)
    ):
        raise state.error(f"'playerCards' must be four lists of cards, not {echoed(told)}")
    hands = []
    for seat in range(SEATS):
        known = [card for card in played[seat] if seat != taker or card != upcard]
        if seat == taker and discard is not None and discard != upcard:
            known.append(discard)
        hand = _cards(state, told[seat], trump)
        if len(told[seat]) > HELD or len({*hand}) != len(hand):
            raise state.error(f"seat {seat} cannot be dealt {echoed(told[seat])}")
        if len(hand) == HELD:
            missing = next((card for card in known if card not in hand), None)
            if missing is not None:
                raise state.error(f"seat {seat} has {_text(missing)}, and was not dealt it")
        more = tuple(card for card in known if card not in hand)
        hands.append(hand + more)
    return tuple(hands)


def _check(
    part: Part,
    hands: Sequence[tuple[int, ...]],
    plays: Sequence[tuple[int, int]],
    upcard: int,
    discard: int | None,
    trump: int | None,
    dealer: int,
    ordered: bool,
) -> None:
    """Refuse cards that their players cannot hold, and a suit that is not followed."""
    laid: list[int] = []
    led = -1
    many = max(len({seat for seat, _ in plays}), 1)
    for n, (seat, card) in enumerate(plays):
        if card in laid or (card == discard):
            raise part.error(f"{_text(card)} is played, and is gone")
        if card == upcard and not (ordered and seat == dealer):
            raise part.error(f"seat {seat} plays {_text(card)}, which is the upcard")
        assert trump is not None  # noqa: S101
        suit = int(SUIT_OF[trump, card])
        if n % many == 0:
            led = suit
        mine = [c for s, c in plays[n:] if s == seat]
        full = hands[seat] if len(hands[seat]) == HELD and not (ordered and seat == dealer) else ()
        left = {*mine, *full} - {*laid}
        if suit != led and any(int(SUIT_OF[trump, c]) == led for c in left):
            raise part.error(f"seat {seat} plays {_text(card)} and has {SUITS[led]} to follow")
        laid.append(card)
    seen: set[int] = set()
    for seat, hand in enumerate(hands):
        if len(hand) > HELD:
            raise part.error(f"seat {seat} has {len(hand)} cards, not {HELD}")
        for card in hand:
            if card in seen or card == upcard:
                raise part.error(f"{_text(card)} is in two places")
        seen |= {*hand}


def _points(
    plays: Sequence[tuple[int, int]],
    maker: int | None,
    alone: bool,
    defender: int | None,
    trump: int,
    rules: Mapping[str, Any],
) -> tuple[int, int] | None:
    """Return the points of a deal for both sides; None where it was not played to its end."""
    if maker is None:
        return 0, 0
    players = SEATS - alone - (defender is not None)
    if len(plays) < TRICKS * players:
        return None
    won = 0
    for at in range(0, len(plays), players):
        seat, best = plays[at]
        for other, card in plays[at + 1 : at + players]:
            if int(BEATS[trump, best]) >> card & 1:
                seat, best = other, card
        won += (seat - maker) % 2 == 0
    lone = int(rules.get("lone_points", 4))
    made = 1 if won < TRICKS else lone if alone else 2
    if won < 3:
        made = lone if defender is not None else 2
    side = (maker + (won < 3)) % 2
    return (made, 0) if side == 0 else (0, made)


def _text(card: int) -> str:
    name = card_name(card)
    return name[0] + name[1].lower()


# ------------------------------------------------------------------- writing


def written(game: Game) -> list[str]:
    """Return a game as lines of a file, one for each deal."""
    rules = dict(game.rules)
    ruleset: dict[str, Any] = {name: bool(rules.get(ours)) for name, ours in SWITCHES.items()}
    ruleset["loner_lead"] = next(k for k, v in LEADS.items() if v == rules["lone_lead"])
    ruleset |= {name: rules[ours] for name, ours in NUMBERS.items() if ours in rules}
    if game.single:
        ruleset |= {"winning_score": 0, "num_deals": 1}
    meta = {"players": [*game.players], "initialScore": [*game.score], "ruleset": ruleset}
    head = {"fileType": FILE_TYPE, "version": VERSION, "metadata": meta}
    deals = [deal for deal in game.deals if isinstance(deal, Deal)]
    lines = [json.dumps(_written(deal, n), ensure_ascii=False) for n, deal in enumerate(deals)]
    start = json.dumps(head, ensure_ascii=False)[:-1] + ', "deals": ['
    return [start, *(line + "," * (n < len(lines)) for n, line in enumerate(lines, 1)), "]}"]


def _written(deal: Deal, number: int) -> dict[str, Any]:
    known = {card for hand in deal.hands for card in hand} | {deal.upcard}
    kitty = [_text(card) for card in CARDS if card not in known]
    state = {
        "dealer": deal.dealer,
        "upCard": _text(deal.upcard),
        **({"kitty": kitty} if len(kitty) == KITTY else {}),
        "playerCards": [[_text(card) for card in hand] for hand in deal.hands],
    }
    calls = [
        PASSES if call < 0 else ORDERS[0] if k < SEATS else SUITS[call]
        for k, call in enumerate(deal.calls)
    ]
    bidding: dict[str, Any] = {"phaseNumber": 0, "type": BIDDING, "calls": calls}
    bidding["isAlone"] = deal.alone
    if deal.defender is not None:
        bidding["aloneDefender"] = deal.defender
    if deal.discard is not None:
        bidding["discard"] = _text(deal.discard)
    phases = [bidding]
    if deal.plays:
        players = SEATS - deal.alone - (deal.defender is not None)
        cards = [_text(card) for _, card in deal.plays]
        tricks = [cards[at : at + players] for at in range(0, len(cards), players)]
        phases.append({"phaseNumber": 1, "type": PLAYING, "tricks": tricks})
    return {"dealNumber": number, "initialState": state, "phases": phases}
