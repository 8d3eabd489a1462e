"""What `RULES.md` of every game must have, so that it does not drift from what is played."""

from cardsim.game import Game
from cardsim.options.params import settings_text, shown

HEADINGS = [
    "1. Players and components",
    "2. Setup",
    "3. State",
    "4. Course of play",
    "5. Decisions",
    "6. Scoring and end",
    "7. Options",
    "8. Presets",
    "9. Where the sources are silent",
    "10. Examples",
    "11. Invariants",
    "12. Figures",
    "13. Baseline strategies",
    "14. Sources",
]
COLUMNS = 80
"""Of a usual terminal."""


def sections(text: str) -> dict[str, str]:
    """The text below each heading, with its lines joined by single blanks."""
    parts = text.split("\n## ")[1:]
    found = [part.partition("\n") for part in parts]
    return {heading: " ".join(below.split()) for heading, _, below in found}


def assert_complete(game: Game, text: str) -> None:
    """The rules have all headings, and name players, options, decisions and presets as they are."""
    low, high, usual = game.players
    found = sections(text)

    assert text.startswith("# ")
    assert list(found) == HEADINGS
    assert [heading for heading, below in found.items() if not below] == []
    if low < high:
        assert f"{low} to {high} players, usually {usual}" in found[HEADINGS[0]]
    for option in game.options:
        name = option.flag.removeprefix("--")
        line = f"- `{name}` [{option.allowed}; default {shown(option.default) or 'none'}]: "
        assert line in found["7. Options"], option.name
    assert found["7. Options"].count("; default ") == len(game.options)
    for decision in game.decisions:
        assert f"`{decision.name}`" in found["5. Decisions"]
    for name, rules in game.presets.items():
        line = f"- `{name}`: {settings_text(rules.items()) or 'the standard game'}."
        assert line in found["8. Presets"], name
    assert found["8. Presets"].count("- `") == len(game.presets)
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= COLUMNS
