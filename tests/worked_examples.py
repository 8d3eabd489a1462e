"""The worked examples of RULES.md, read once and played by the oracle and by the kernel.

They stand in fenced blocks. Each begins with a kind and, after a colon, the options that are not
at their defaults or those of the `preset` that is named. In a `position` each line is an example of
its own: fields apart by two blanks, then `=` and what must come of them. In an `example` blank
lines part the examples, which have a field in each line, and `=` before each that must come out.
The first word of a field is its name.

`tests/harnesses/<game>.py` has in WORKED two functions for each kind, the oracle's and the
kernel's: (rules, fields) -> the fields that come out. Of these they are told the names, as `=`.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cardsim.cards import card_id, card_name
from cardsim.games import game_names, load_game, rules_text
from harness import oracle_rules, part_of

Fields = Mapping[str, str]
"""What stands behind each name."""
Worked = Callable[[Any, Fields], Fields]
PLAYERS = ("oracle", "kernel")
FENCED = re.compile(r"^```(position|example)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """Examples of one kind with the same options: what is given, and what comes of it."""

    game: str
    line: int
    heading: str
    kind: str
    options: dict[str, Any]
    rows: tuple[tuple[Fields, Fields], ...]

    def __str__(self) -> str:
        return f"{self.game} {self.heading}"

    def found(self, player: str) -> list[Fields]:
        """What the oracle or the kernel makes of each, the expected fields alone."""
        part, options = part_of(self.game), dict(self.options)
        preset = options.pop("preset", None)
        usual = part.game.presets[preset] if preset else {}
        rules = part.game.rules(**{**usual, **options})
        own = rules if player == "kernel" else oracle_rules(part, rules)
        worked: dict[str, tuple[Worked, Worked]] = importlib.import_module(
            f"harnesses.{self.game}"
        ).WORKED
        play = worked[self.kind][PLAYERS.index(player)]
        asked = [({**given, "=": " ".join(expected)}, expected) for given, expected in self.rows]
        found = [(play(own, given), expected) for given, expected in asked]
        return [{name: said.get(name, "") for name in expected} for said, expected in found]


def blocks() -> list[Block]:
    """All blocks of all games."""
    return [block for name in game_names() for block in blocks_of(name)]


def blocks_of(game: str) -> list[Block]:
    """The blocks of one game, in order; those with the same heading are numbered."""
    text, headings = rules_text(game), Counter[str]()
    blocks = []
    for found in FENCED.finditer(text):
        line = text[: found.start()].count("\n") + 2
        block = read(game, line, *found.groups())
        headings[block.heading] += 1
        number = headings[block.heading]
        again = f"{block.heading} ({number})" if number > 1 else block.heading
        blocks.append(replace(block, heading=again))
    return blocks


def read(game: str, line: int, form: str, text: str) -> Block:
    """A block from what stands between its fences."""
    head, *lines = text.splitlines()
    kind, _, named = head.partition(": ")
    words = [option.split(maxsplit=1) for option in named.split(", ") if option]
    choices = {option.name: option.choices or () for option in load_game(game).options}
    options: dict[str, Any] = {}
    for flag, value in words:
        name = flag.replace("-", "_")
        options[name] = value if value in choices.get(name, ()) else value_of(value)
    if form == "example":
        several = [each.splitlines() for each in "\n".join(lines).split("\n\n")]
        rows = [
            (
                fields([line for line in one if not line.startswith("= ")]),
                fields([line.removeprefix("= ") for line in one if line.startswith("= ")]),
            )
            for one in several
        ]
    else:
        halves = [each.split(" = ") for each in lines]
        rows = [(fields(apart(left)), fields(apart(right))) for left, right in halves]
    if not all(expected for _, expected in rows):
        raise ValueError(f"RULES.md of {game}, line {line}: nothing is expected")
    return Block(game.replace("-", "_"), line, head, kind, options, tuple(rows))


def apart(text: str) -> list[str]:
    """What is parted by two blanks or more."""
    return re.split(r" {2,}", text.strip())


def fields(texts: list[str]) -> dict[str, str]:
    """Name and value of each; those of the same name are joined."""
    found: dict[str, str] = {}
    for text in texts:
        name, _, value = text.partition(" ")
        found[name] = " ".join([*found.get(name, "").split(), *value.split()])
    return found


def value_of(text: str) -> bool | int | str:
    """The value of an option as the rules have it."""
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def numbers(text: str) -> list[int]:
    """Numbers with commas between them; "none" is no number."""
    return [] if text in ("none", "") else list(map(int, text.split(",")))


def listed(values: Any) -> str:
    """Those numbers as the examples have them."""
    return ",".join(str(int(value)) for value in values) or "none"


def cards(names: str) -> list[int]:
    """The ids of cards."""
    return [card_id(name) for name in names.split()]


def named(some: Iterable[int]) -> str:
    """Their names."""
    return " ".join(map(card_name, some))


class Deck:
    """Gives these cards first, then the rest of the pack from the lowest on."""

    def __init__(self, top: Sequence[int]) -> None:
        """Begin."""
        self.order = [*top, *(card for card in range(52) if card not in top)]
        self.left = iter(self.order)

    def card(self, stock: list[int]) -> int:
        """The next; the lowest there is where cards were put back."""
        return next(self.left, stock[0])
