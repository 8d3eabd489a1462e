"""Example commands at the end of help pages, made for each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardsim.game import Game
    from cardsim.options.params import Option

Example = tuple[str, str]
"""A command, and a phrase on what it does."""

STEP = 2
"""Distance of a parameter's example values from its default."""

_GENERAL: dict[tuple[str, ...], list[Example]] = {
    (): [
        ("cardsim games", "which games there are"),
        ("cardsim run scat", "how well the usual strategy of Scat does among people"),
        ("cardsim sweep scat --knock-threshold 17..31", "when it is best to knock"),
        ("cardsim run scat --help", "all that can be chosen, with more examples"),
    ],
    ("run",): [
        ("cardsim run scat", "a million hands of Scat"),
    ],
    ("sweep",): [
        ("cardsim sweep scat --knock-threshold 17..31", "the same hands with each of 15 values"),
    ],
    ("live",): [
        ("cardsim live scat", "scat.html: a page on which the game plays"),
    ],
    ("compare",): [
        ("cardsim compare scat threshold chase-31", "the same hands with both strategies"),
    ],
    ("plan",): [
        (
            "cardsim plan scat compare threshold chase-31 --difference 0.3pp",
            "how many matches tell these two apart",
        ),
    ],
    ("tournament",): [
        ("cardsim tournament scat threshold chase-31", "which wins, and which takes over"),
    ],
    ("review",): [
        ("cardsim review scat", "where the usual strategy gives most away"),
    ],
    ("learn",): [
        ("cardsim learn scat", "rules that win, written as strategies/scat/mine.py"),
    ],
    ("tune",): [
        ("cardsim tune scat", "the best values of the usual strategy's parameters"),
    ],
    ("exact",): [
        ("cardsim exact dice-game", "how long a game lasts, as a Markov chain"),
        ("cardsim exact dice-game --help", "what can be chosen there, with examples"),
    ],
    ("advise",): [
        ("cardsim advise gin-rummy --help", "how to say where you are in a hand, with examples"),
    ],
    ("design",): [
        ("cardsim design scat --start-lives 2,3", "what a penny more does to Scat"),
    ],
    ("calibrate",): [
        ("cardsim calibrate scat", "whether what advice on Scat says comes true"),
    ],
    ("fit",): [
        ("cardsim fit euchre evening.egn", "who plays like the people of that evening"),
        ("cardsim fit scat", "the same of what you played yourself"),
        ("cardsim fit scat hands -o table.toml", "a company, for `--vs table.toml`"),
    ],
    ("play",): [
        ("cardsim play scat", "a match of Scat against people who play as most do"),
        ("cardsim play spades --unit hand --coach", "one hand, and what each decision gave away"),
        ("cardsim play --resume", "go on with the last game"),
    ],
    ("drill",): [
        ("cardsim drill scat", "ten decisions of Scat that matter, with what each was worth"),
        ("cardsim drill gin-rummy --only draw -n 5", "five of one kind"),
    ],
    ("replay",): [
        ("cardsim replay scat --seed 1 --hand 7", "one hand of a run, move by move"),
        ("cardsim replay scat --seed 1 --hand 7 --typed", "the same as people type hands in"),
    ],
    ("experiment",): [
        ("cardsim experiment list", "the questions"),
        ("cardsim experiment run dice-game-seat -n 2000", "one of them, with its answer"),
    ],
    ("experiment", "list"): [
        ("cardsim experiment list", "the questions"),
        ("cardsim experiment list --json", "the same for a program"),
    ],
    ("experiment", "run"): [
        ("cardsim experiment run dice-game-seat", "which seat of the Dice Game is best"),
        ("cardsim experiment run dice-game-seat -n 2000", "the same, quick and rough"),
        ("cardsim experiment run dice-game-seat -n 2000 -o seat.html", "a page to show"),
    ],
    ("experiment", "gallery"): [
        ("cardsim experiment gallery pages -n 100", "a page for every question, and an index"),
    ],
    ("report",): [
        ("cardsim run scat -n 1e4 -o played.json", "play now ..."),
        ("cardsim report played.json", "... and write played.html later"),
    ],
    ("games",): [
        ("cardsim games", "which games there are"),
        ("cardsim games show scat", "the rules in short, every option, every strategy"),
        ("cardsim games rules scat", "the rules in full, with examples and sources"),
    ],
    ("games", "show"): [
        ("cardsim games show scat", "the rules in short, every option, every strategy"),
        ("cardsim games show scat --json", "the same for a program"),
    ],
    ("games", "field"): [
        ("cardsim games field scat", "who sits there unless --vs names others, and how often"),
        ("cardsim games field scat -n 1e5", "how each of them fares against the others"),
    ],
    ("games", "rules"): [
        ("cardsim games rules scat", "the rules in full, with examples and sources"),
    ],
    ("games", "check"): [
        ("cardsim games check scat -n 20", "whether Scat keeps to what a game must do"),
    ],
    ("new-game",): [
        ("cardsim new-game my-game", "a dice game to start from, in games/my_game/"),
        ("cardsim new-game bust --like dealer", "one against a dealer, who is no player"),
    ],
    ("new-strategy",): [
        ("cardsim new-strategy scat my-idea", "writes strategies/scat/my-idea.py to start from"),
        ("cardsim run scat --strategy my-idea", "how it does"),
        ("cardsim compare scat threshold my-idea", "whether it does better than the usual one"),
    ],
    ("doctor",): [("cardsim doctor", "what is installed, and what is wrong with it")],
}


def examples(command: Sequence[str]) -> list[Example]:
    """Return example commands for the help page of a command, given as words."""
    made = _OF_A_GAME.get(command[0]) if len(command) > 1 else None
    if made is None:
        general = _GENERAL.get(tuple(command), [])
        if command and command[0] in _OF_A_GAME and "--help" not in general[-1][0]:
            more = f"cardsim {command[0]} scat --help", "what can be chosen in Scat, with examples"
            return [*general, more]
        return general
    from cardsim.games import load_game

    game = load_game(command[1])
    return [(f"cardsim {command[0]} {game.name}{more}", about) for more, about in made(game)]


def _run(game: Game) -> list[Example]:
    examples = [("", f"{game.title} as it is usually played")]
    tuned = _hero(game) if game.decisions else None
    if tuned is not None:
        hero, option = tuned
        value = _another(option)
        examples += [(f"{hero} {option.flag} {value}", f"with {_noun(option)} {value}")]
    if game.decisions:
        other = _others(game)[0]
        examples += [(f" --strategy {other} --vs usual -n 1e5", f"{other} against {_usual(game)}")]
    table, about = _table(game)
    return [
        *examples,
        (f"{table} -n 1e5", about),
        (f" -n 1e5 -o {game.name}.html", "a page to show"),
    ]


def _sweep(game: Game) -> list[Example]:
    examples = []
    tuned = _hero(game) if game.decisions else None
    if tuned is not None:
        hero, option = tuned
        several = f"{hero} {option.flag} {_several(option)}"
        examples += [(several, f"which {_noun(option)} is best")]
        if _players(game):
            examples += [(f"{several} {_players(game)}", "which is best for so many players")]
    elif _players(game):
        examples += [(f" {_players(game)}", "with so many players")]
    rule = _rule(game)
    if rule is not None:
        examples += [
            (f" {rule.flag} {','.join(rule.choices[:2])} -n 1e5", "what a house rule changes")
        ]
    return examples


def _compare(game: Game) -> list[Example]:
    if not game.decisions:
        return []
    usual, others = _usual(game), _others(game)
    examples = [(f" {usual} {others[0]}", "which of two does better")]
    tuned = _hero(game)
    if tuned is not None:
        hero, option = tuned
        name = hero.removeprefix(" --strategy ") or usual
        value = _another(option)
        about = f"whether {_noun(option)} {value} is better"
        examples += [(f" {name} {name}:{option.name}={value}", about)]
    return [
        *examples,
        (f" {usual} {others[0]} --vs {others[-1]}", f"the same against {others[-1]}"),
        (" all -n 1e4", "all there are, your own too"),
    ]


def _plan(game: Game) -> list[Example]:
    measure = game.units[game.usual_unit](game.rules(), game.players[2]).won_by
    size, wider = ("0.3pp", "0.5pp") if measure.in_per_cent else ("0.05", "0.1")
    examples = [(f" run --precision {wider}", f"how many a run needs for {wider} on each side")]
    if game.decisions:
        named = f" compare {_usual(game)} {_others(game)[0]} --difference {size}"
        examples += [(named, f"how many a comparison needs to see {size}")]
    if _players(game):
        examples += [(f" sweep {_players(game)} --precision {wider}", "how many a sweep needs")]
    return examples


def _tournament(game: Game) -> list[Example]:
    if not game.decisions:
        return []
    usual, others = _usual(game), _others(game)
    return [
        (f" {usual} {others[0]} {others[-1]} -n 2000", "which wins, and which takes over"),
        (" all -n 100", "all there are, your own too"),
        (f" {usual} {others[0]} -n 2000 -o {game.name}.html", "a page to show"),
    ]


def _review(game: Game) -> list[Example]:
    if not game.by:
        return []
    name, features = max(game.by.items(), key=lambda pair: len(pair[1]))
    return [
        ("", f"where {_usual(game)} gives most away"),
        (f" --strategy {_others(game)[0]} -n 3e5", f"the same of {_others(game)[0]}"),
        (f" --by {name}:{features[0]} -n 1e5", f"at {name} alone, by {features[0]}"),
        (f" -n 3e5 -o {game.name}.html", "a page to show"),
    ]


def _learn(game: Game) -> list[Example]:
    if not game.by:
        return []
    name, features = next(iter(game.by.items()))
    return [
        ("", "rules that win among people"),
        (" --self-play", "rules by which nobody gains where all learn"),
        (" --safest -n 2e4 --rounds 2", "what loses least if you do not know the others"),
        (f" --by {name}:{features[0]}", "one decision alone, by one thing"),
    ]


def _tune(game: Game) -> list[Example]:
    tuned = _hero(game)
    if tuned is None:
        return []
    hero, option = tuned
    return [
        (f"{hero} -n 1e6", "the best values of all its parameters"),
        (f"{hero} --over {option.flag[2:]} -n 1e6", f"of {_noun(option)} alone"),
    ]


def _exact(game: Game) -> list[Example]:
    examples = []
    for question in game.exact:
        examples += [(f" {question.name}", question.help)]
    if examples:
        examples += [(f" {game.exact[0].name} -o {game.name}.json", "with all its tables")]
    return examples


def _advise(game: Game) -> list[Example]:
    from cardsim.table.positions import told_by_words

    if not game.decisions:
        return []
    words = told_by_words(game)
    examples = [(f" {text}", about) for text, about in words.EXAMPLES] if words is not None else []
    other = _others(game)[0]
    return [
        *examples,
        (" --replay 1:7:3", "what to do at the third decision of the deals of seed 1, number 7"),
        (f" --replay 1:7:3 --vs {other}", f"the same where the others play as {other}"),
    ]


def _design(game: Game) -> list[Example]:
    examples = [("", "what each preset does to it")] if len(game.presets) > 1 else []
    option = _rule(game)
    if option is not None:
        examples += [(f" {option.flag} {_several(option)}", f"what {_noun(option)} does")]
    players = _players(game)
    if players:
        examples += [(f" {players} -n 2e4", "with more players or fewer, quick and rough")]
    return examples or [("", "its only set of rules, alone")]


def _calibrate(game: Game) -> list[Example]:
    if not game.decisions or game.imagine is None:
        return []
    name = game.decisions[-1].name
    return [
        ("", "whether what advice says comes true, by kind of decision"),
        (f" --by {name} -n 400", f"at {name} alone"),
        (f" --vs usual -n 4000 -o {game.name}.html", "among players of the usual strategy; a page"),
    ]


def _live(game: Game) -> list[Example]:
    examples = [("", f"{game.name}.html, which anybody can open"), (" --open", "and open it here")]
    if game.decisions:
        examples.append((f" --also {_others(game)[0]}", "with one more strategy to choose"))
    return examples


def _replay(game: Game) -> list[Example]:
    examples = [(" --seed 1 --hand 7", f"{game.usual_unit} 7 of the deals of seed 1")]
    if game.decisions:
        other = _others(game)[0]
        examples += [
            (f" --seed 1 --hand 7 --strategy {other}", f"the same cards, played by {other}")
        ]
    return [*examples, (" --seed 1 --hand 7 --json", "for a program")]


_OF_A_GAME: dict[str, Callable[[Game], list[Example]]] = {
    "run": _run,
    "sweep": _sweep,
    "live": _live,
    "compare": _compare,
    "plan": _plan,
    "tournament": _tournament,
    "review": _review,
    "learn": _learn,
    "tune": _tune,
    "exact": _exact,
    "advise": _advise,
    "calibrate": _calibrate,
    "design": _design,
    "replay": _replay,
}


def _usual(game: Game) -> str:
    return game.default_strategy


def _others(game: Game) -> list[str]:
    """Return the strategies other than the default; the default itself if it is alone."""
    from cardsim.workspace import strategy_files

    return [n for n in strategy_files(game) if n != _usual(game)] or [_usual(game)]


def _hero(game: Game) -> tuple[str, Option] | None:
    """Return a strategy with parameters, as an option if not the default, and its last one."""
    from cardsim.workspace import load_strategy

    for kinds in ((int, str), (float, bool)):
        for name in [_usual(game), *_others(game)]:
            strategy = load_strategy(game, name)
            parameters = [p for p in strategy.parameters if p.kind in kinds]
            # A strategy that looks ahead is too slow for a first try.
            if parameters and not strategy.looks_ahead:
                return "" if name == _usual(game) else f" --strategy {name}", parameters[-1]
    return None


def _noun(option: Option) -> str:
    return option.name.replace("_", " ")


def _another(option: Option) -> str:
    """Return a value other than the default."""
    if option.kind is bool:
        return "false" if option.default else "true"
    if option.choices:
        return next(c for c in option.choices if c != option.default)
    low, high = _around(option)
    return f"{high:g}" if high != option.default else f"{low:g}"


def _several(option: Option) -> str:
    """Return some values, with the default among them."""
    if option.kind is bool:
        return "true,false"
    if option.choices:
        return ",".join([str(option.default), _another(option)])
    low, high = _around(option)
    if option.kind is int:
        return f"{low:g}..{high:g}"
    return ",".join(dict.fromkeys(f"{value:g}" for value in (low, float(option.default), high)))


def _around(option: Option) -> tuple[float, float]:
    """Return values near the default, on both sides as far as they are allowed."""
    usual = float(option.default)
    step = STEP if option.kind is int else abs(usual) / 2 or 0.5
    low = max(usual - step, option.low) if isfinite(option.low) else usual - step
    high = min(usual + step, option.high) if isfinite(option.high) else usual + step
    return low, high


def _players(game: Game) -> str:
    """Return other numbers of players, as an option; empty if there are none."""
    low, high, usual = game.players
    return f"--players {low}..{min(high, max(usual, low + 2))}" if high > low else ""


def _table(game: Game) -> Example:
    """Return options for another number of players, other rules or a longer unit."""
    low, high, usual = game.players
    presets, units = list(game.presets), [u for u in game.units if u != game.usual_unit]
    players = usual + 1 if usual < high else low
    parts = [(f" --players {players}", f"with {players} players")] if high > low else []
    if len(presets) > 1:
        parts = [] if presets[1] in game.preset_players else parts
        parts.append((f" --preset {presets[1]}", f"by the house rules called {presets[1]}"))
    elif units:
        parts.append((f" --unit {units[0]}", f"by {units[0]}"))
    return "".join(option for option, _ in parts), ", ".join(about for _, about in parts)


def _rule(game: Game) -> Option | None:
    """Return a house rule with several choices that matters now, and keeps the main measure."""
    made = game.units[game.usual_unit]

    def won_by(option: Option, choice: str) -> str:
        return made(game.rules(**{option.name: choice}), game.players[2]).won_by.text

    for option in game.options:
        needed = all(n == "unit" and game.usual_unit in values for n, values in option.needs)
        if option.choices and needed and not option.lists:
            first, second = option.choices[:2]
            if won_by(option, first) == won_by(option, second):
                return option
    return None
