"""Games in Euchre Game Notation, in the form of typed hands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardsim.cards import SUIT_NAMES, card_name
from cardsim.errors import UserError
from cardsim.game import NO_LINE, Noted
from cardsim.games.euchre import egn
from cardsim.games.euchre.egn import Deal, Game
from cardsim.games.euchre.rules import Rules
from cardsim.tricks import SEATS


def noted(content: bytes, name: str) -> list[Noted]:
    """Read the deals of a file."""
    game = egn.read(content, name)
    score: tuple[int, int] | None = game.score
    told = []
    for number, deal in enumerate(game.deals, 1):
        names = _names(game.players)
        about = str(number), f"deal {number}", names, ("",) * SEATS
        if isinstance(deal, UserError):
            told.append(Noted(*about, (), deal))
            score = None
            continue
        wrong = _objection(game, score)
        if wrong:
            told.append(Noted(*about, (), UserError(f"{name}, deal {number}: {wrong}")))
        else:
            assert score is not None  # noqa: S101
            lines = tuple((NO_LINE, line) for line in _lines(game, deal, score, names))
            told.append(Noted(*about, lines))
        if score is not None:
            points = deal.points
            score = None if points is None else (score[0] + points[0], score[1] + points[1])
    return told


def _names(players: Sequence[str]) -> tuple[str, ...]:
    """Return the players' names for use in lines: those of the file, if they are distinct."""
    names = [
        " ".join("".join(c if c.isalnum() or c in " -_." else " " for c in who).split())
        for who in players
    ]
    apart = len({name.lower() for name in names}) == SEATS and all(n[:1].isalnum() for n in names)
    return tuple(names) if apart else tuple(f"Seat {k}" for k in range(SEATS))


def _objection(game: Game, score: tuple[int, int] | None) -> str:
    """Return why a deal cannot be played at this score."""
    if score is None:
        return "the score is not known, as a deal before it is not played to its end"
    if not game.single and max(score) >= game.rules.get("target", Rules().target):
        return f"the game is over before it, at {score[0]} to {score[1]}"
    return ""


def _lines(game: Game, deal: Deal, score: tuple[int, int], names: Sequence[str]) -> Iterator[str]:
    first = (deal.dealer + 1) % SEATS
    order = [(first + k) % SEATS for k in range(SEATS)]
    yield "game: euchre"
    yield f"unit: {'hand' if game.single else 'match'}"
    for rule, value in game.rules.items():
        if value != getattr(Rules(), rule) and not (game.single and rule == "target"):
            shown = str(value).lower() if isinstance(value, bool) else value
            yield f"{rule.replace('_', '-')}: {shown}"
    yield f"seats: {', '.join(names[seat] for seat in order)}"
    you = next((name for name in names if name.lower() == "you"), None)
    if you:
        yield f"you: {you}"
    if not game.single:
        yield f"score: {score[first % 2]},{score[1 - first % 2]}"
    for seat in order:
        if deal.hands[seat]:
            yield f"deal {names[seat]}: {' '.join(map(card_name, deal.hands[seat]))}"
    yield f"up: {card_name(deal.upcard)}"
    yield from _called(deal, names)
    for seat, card in deal.plays:
        yield f"{names[seat]}: {card_name(card)}"


def _called(deal: Deal, names: Sequence[str]) -> Iterator[str]:
    """Yield the calls, and the card that the dealer laid away."""
    alone = " alone" if deal.alone else ""
    for k, call in enumerate(deal.calls):
        said = SUIT_NAMES[call] if k >= SEATS else "order up"
        yield f"{names[(deal.dealer + 1 + k) % SEATS]}: {'pass' if call < 0 else said + alone}"
    if deal.maker is not None and len(deal.calls) <= SEATS:
        laid = "discard" if deal.discard is None else card_name(deal.discard)
        yield f"{names[deal.dealer]}: {laid}"
    if deal.defender is not None:
        yield f"{names[deal.defender]}: defend alone"
