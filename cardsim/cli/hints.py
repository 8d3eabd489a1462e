"""Errors of a command line that the parser refuses: one line, and a hint."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from cardsim.cli.commands import hero
from cardsim.cli.options import STRATEGY
from cardsim.errors import UserError

_OF_GAMES = ("check", "rules", "show")
"""Commands of `cardsim games`."""
_ELSEWHERE = {
    ("hands", "--fields"): "fields are told of decisions: `cardsim decisions GAME --fields NAME`",
    ("plan", "-n"): "a plan says how many; --pilot N sets the hands of its pilot",
    ("plan", "--hands"): "a plan says how many; --pilot N sets the hands of its pilot",
}
"""Hints for options that a command does not have, where others do."""
_OTHER_WORDS = {
    "--opponents": "--vs",
    "--opponent": "--vs",
    "--against": "--vs",
    "--others": "--vs",
    "--games": "--hands",
}
"""Options that people guess, and their names here."""


def near_flag(word: str, parameters: Iterable[Any]) -> str | None:
    """Return a hint with the option that a word means or begins, strategies' options first."""
    from cardsim.options.params import did_you_mean

    panels = {f: p.rich_help_panel for p in parameters for f in p.opts if not p.hidden}
    if _OTHER_WORDS.get(word) in panels:
        return f"did you mean '{_OTHER_WORDS[word]}'?"
    longer = [flag for flag in panels if flag.startswith(f"{word}-")]
    longer.sort(key=lambda flag: panels[flag] != STRATEGY)
    return did_you_mean(longer[0], longer) if longer else None


def owner_of(word: str, words: Sequence[str]) -> str | None:
    """Return a hint with the strategies that have a parameter of this name; None if none has."""
    from cardsim.games import game_files, load_game
    from cardsim.options.params import did_you_mean
    from cardsim.workspace import load_strategy, strategy_files

    game_named = next((w for w in words if w in game_files()), None)
    if game_named is None or not load_game(game_named).decisions:
        return None
    game, name = load_game(game_named), word.removeprefix("--").replace("-", "_")
    plays = command_word(words) == "play"
    no_hero = bool({"compare", "tournament", "learn"} & {*words})
    owners: list[str] = []
    begun: dict[str, str] = {}
    for known in sorted(strategy_files(game), key=lambda n: n != game.default_strategy):
        # Some of the user's own strategies may not load, and are not asked for here.
        with suppress(UserError):
            names = [p.name for p in load_strategy(game, known).parameters]
            begun |= {n: known for n in names if n.startswith(f"{name}_") and n not in begun}
            if name in names:
                owners.append(known)
    if not owners and no_hero and begun:
        longer, known = next(iter(begun.items()))
        return f"did you mean {known}:{longer}=VALUE?"
    if not owners:
        return None
    playing = hero(game, words)
    # The strategy of that name goes first, and the default before the others.
    usual = (name.replace("_", "-"), game.default_strategy)
    owners.sort(key=lambda owner: owner not in usual)
    if plays:
        # The user plays himself, so only the others have parameters.
        value = next((v for w, v in itertools.pairwise(words) if w == word), "VALUE")
        return f"the others play by it: --vs {owners[0]}:{name}={value}"
    rest = f" and {len(owners) - 1} more" if len(owners) > 1 else ""
    if no_hero:
        return f"{word} belongs to strategy {owners[0]}{rest}"
    rest += f"; {playing.name} has no such number"
    near = did_you_mean(word, [p.flag for p in playing.parameters])
    return f"{word} belongs to strategy {owners[0]}{rest}" + (f"; {near}" if near else "")


def command_word(words: Sequence[str]) -> str:
    """Return the first word that is no option, the command; empty if there is none."""
    return next((w for w in words if not w.startswith("-")), "")


_SAME = {"-n": "--hands", "-o": "--output"}
_REPEATED = frozenset(("--seat", "--by"))
_IN_COMPANIES = frozenset(("compare", "run", "sweep", "tune"))
"""Commands that take `--vs` once for each company."""


def check_once(words: Sequence[str]) -> None:
    """Refuse an option that a command line gives twice."""
    seen: dict[str, str] = {}
    repeated = _REPEATED | ({"--vs"} if command_word(words) in _IN_COMPANIES else set())
    for word in words:
        if not word.startswith("-") or not word.strip("-")[:1].isalpha():
            continue
        flag = word.partition("=")[0]
        name = _SAME.get(flag, flag).replace("--no-", "--", 1)
        if name in seen and name not in repeated:
            other = seen[name]
            raise UserError(
                f"{flag} is given twice" if other == flag else f"{other} and {flag} contradict"
            )
        seen[name] = flag


def usage(error: Any, words: Sequence[str]) -> tuple[str, str | None]:
    """Return a usage error of the parser in one line of our own, and its hint."""
    from cardsim.options.params import did_you_mean

    message = " ".join(str(error.format_message()).split())
    context: Any = getattr(error, "ctx", None)
    word = getattr(error, "option_name", None)
    path = context.command_path if context is not None else "cardsim"
    hint = f"`{path} --help` lists what there is"
    if word is not None and "o such option" in message:
        parameters = context.command.get_params(context) if context is not None else []
        flags = [flag for p in parameters for flag in (*p.opts, *p.secondary_opts)]
        near = _ELSEWHERE.get((command_word(words), word))
        near = near or owner_of(word, words) or near_flag(word, parameters)
        near = near or did_you_mean(word, flags)
        if {"compare", "tournament"} & {*path.split()}:
            name = word.lstrip("-").replace("-", "_")
            hint = f"a parameter goes with its strategy: NAME:{name}=VALUE"
            near = near if near and "=VALUE" in near else near and f"{near}; {hint}"
        return f"no option {word} for `{path}`", near or hint
    if "o such command" in message:
        known = context.command.list_commands(context)
        name = message.split("'")[1]
        line = f"no command '{name}' in `{path}`; there are: {', '.join(known)}"
        if name in _OF_GAMES and path == "cardsim":
            rest = shlex.join(words[words.index(name) :])
            return line, f"did you mean `cardsim games {rest}`?"
        return line, did_you_mean(name, known)
    return message[:1].lower() + message[1:].rstrip("."), hint
