"""`cardsim games`, `games show`, `games rules` and `games check`: the games and their rules."""

from __future__ import annotations

import inspect
import json
import math
import os
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardsim.cli import options, screen
from cardsim.cli.commands import Command, CommandGroup
from cardsim.errors import UserError

if TYPE_CHECKING:
    from cardsim.checking.contract import CheckResult
    from cardsim.game import Decision, Game
    from cardsim.options.params import Option

LIST_SCHEMA, GAME_SCHEMA = "cardsim.games/1", "cardsim.game/1"

FARES = "Play so many hands or matches with each member, and tell how it fares against the field."
AT_RANDOM = "Hands that are played at random [default 200]"
AGAINST = (
    "A game of the same rules, such as its class in plain Python: both play with the same chance "
    "and the same actions."
)
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
app = typer.Typer(name="games", cls=CommandGroup)


@app.callback(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
def games(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List the games, show one, or print its rules."""
    if ctx.invoked_subcommand is None:
        listed(as_json=as_json)


@app.command("list", cls=Command)
def listed(*, as_json: AsJson = False) -> None:
    """List the games, and say where those are from that do not come with cardsim."""
    from cardsim.games import game_homes, load_games
    from cardsim.workspace import strategy_files

    homes = game_homes()
    games_known, wrong = load_games()
    for error in wrong.values():
        screen.complain(str(error), error.hint)
    if as_json:
        rows = [
            {**_facts(g), "from": homes[g.name][0], "strategies": list(strategy_files(g))}
            for g in games_known
        ]
        screen.emit(json.dumps({"schema": LIST_SCHEMA, "games": rows}, ensure_ascii=False))
        return
    space = max((len(g.name) for g in games_known), default=0) + 2
    lines = []
    for game in games_known:
        about = f"{game.title}, {_players(*game.players)}"
        lines += screen.named([(game.name.ljust(space - 2), about)])
        whose, file = homes[game.name]
        if whose != "cardsim":
            lines += screen.wrapped(f"from {whose}: {file.parent}", indent=space, hanging=2)
        about = "strategies: " + ", ".join(strategy_files(game))
        if not game.decisions:
            about = "nobody decides anything, so there are no strategies"
        lines += screen.wrapped(about, indent=space, hanging=2)
    screen.emit("\n".join(lines))


@app.command(cls=Command)
def show(game: options.GameName, as_json: AsJson = False) -> None:
    """Show a game: rules in short, options, decisions, strategies."""
    from cardsim.games import load_game

    facts = described(load_game(game))
    screen.emit(json.dumps(facts, ensure_ascii=False) if as_json else "\n".join(_page(facts)))


@app.command(cls=Command)
def rules(game: options.GameName) -> None:
    """Print the rules of a game in full, with examples and figures."""
    from cardsim.games import rules_text

    screen.emit(screen.markdown(rules_text(game)))


@app.command(cls=Command)
def field(
    game: options.GameName,
    n: Annotated[str | None, typer.Option("-n", "--hands", metavar="N", help=FARES)] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="N", help="The deals, with -n.")
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="House rules.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show who sits at a game's tables unless --vs names others: its field."""
    from cardsim.ask.fields import field as field_of

    answer = field_of(game, n, preset=preset, **({} if seed is None else {"seed": seed}))
    screen.emit(json.dumps(answer.to_dict(), ensure_ascii=False) if as_json else repr(answer))


@app.command(cls=Command)
def check(
    game: options.GameName,
    against: Annotated[str | None, typer.Option(metavar="GAME", help=AGAINST)] = None,
    n: Annotated[str | None, typer.Option("-n", "--hands", metavar="N", help=AT_RANDOM)] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="N", help="Of what is random [default 1]")
    ] = None,
) -> int:
    """Hold a game to its contract: say what is wrong, where, and how to mend it.

    Exit status 1 if anything is.
    """
    from cardsim.checking.contract import check as checked
    from cardsim.cli import compiling
    from cardsim.options.params import Option, parse_count
    from cardsim.runs.preparation import MAX_SEED

    hands = 200 if n is None else parse_count(n)
    number = int(Option("seed", 1, low=0, high=MAX_SEED).check(1 if seed is None else seed))
    wrong = 0
    with compiling.announced(quiet=False):
        for what, problem in checked(
            game, against=against, hands=hands, seed=number, endless=_tell_and_end
        ):
            wrong += bool(problem.wrong)
            screen.emit("\n".join(_told(what, problem)))
    return 1 if wrong else 0


def _tell_and_end(problem: CheckResult) -> None:
    """Report code that does not end, and exit; compiled code can be stopped in no other way."""
    screen.emit("\n".join(_told("hands", problem)))
    os._exit(1)


def _told(what: str, problem: CheckResult) -> list[str]:
    if not problem.wrong:
        is_well = "not looked at" if problem.skipped else "ok"
        return screen.wrapped(f"{is_well}: {what}: {problem.checked}", hanging=4)
    lines = screen.wrapped(f"WRONG: {what}: {problem.wrong}", hanging=4)
    for line in problem.mend.splitlines():
        lines += screen.wrapped(line, indent=4, hanging=2)
    return lines


def _facts(game: Game) -> dict[str, Any]:
    low, high, usual = game.players
    return {
        "name": game.name,
        "title": game.title,
        "players": {"low": low, "high": high, "usual": usual},
    }


def described(game: Game) -> dict[str, Any]:
    """Return all that is known about a game, as plain data."""
    from cardsim.games import functions_for_strategies

    return {
        "schema": GAME_SCHEMA,
        **_facts(game),
        "units": list(game.units),
        "won_by": [_objective(game, name) for name in game.units],
        "page": game.page,
        "options": [_option(o) for o in game.options],
        "presets": {name: dict(rules) for name, rules in game.presets.items()},
        "preset_players": dict(game.preset_players),
        "decisions": [
            {
                "name": d.name,
                "function": d.function,
                "help": d.help,
                "actions": list(d.actions),
                "answers": _answers(d),
                "wide": d.wide,
            }
            for d in game.decisions
        ],
        "view": [_field(game, name) for name in game.view_help],
        "functions": [
            {"call": f"{name}{inspect.signature(function.py_func)}", "help": _returned(function)}
            for name, function in functions_for_strategies(game.name).items()
        ],
        "display": [_option(o) for o in game.display_options],
        "remembers": list(game.remembers),
        "exact": [{"name": q.name, "help": q.help} for q in game.exact],
        "advice": _advice(game),
        "default_strategy": game.default_strategy,
        "strategies": [_strategy(game, name) for name in _strategy_names(game)],
    }


def _returned(function: Any) -> str:
    """Return the first paragraph on a function as what it returns, such as "Points, int64."."""
    text = " ".join((inspect.getdoc(function) or "").partition("\n\n")[0].split())
    said = text.removeprefix("Return ").removeprefix("the ")
    return said[:1].upper() + said[1:]


def _answers(decision: Decision) -> str:
    """Return what a strategy may answer, in words; of many actions the first and the last."""
    from cardsim.plain_words import MOST_WORDS

    words = decision.actions
    if len(words) <= MOST_WORDS:
        return decision.answers
    return f"0 {words[0]}, 1 {words[1]}, ... {len(words) - 1} {words[-1]}"


def _advice(game: Game) -> dict[str, Any]:
    """Return the options and examples by which `cardsim advise` takes a position."""
    from cardsim.table.positions import own_options, told_by_words

    words = told_by_words(game)
    examples = () if words is None else words.EXAMPLES
    return {
        "options": [_option(o) for o in own_options(game)],
        "examples": [
            {"command": f"cardsim advise {game.name} {text}", "help": about}
            for text, about in examples
        ],
    }


def _objective(game: Game, name: str) -> dict[str, Any]:
    """Return what wins a unit of the standard game, at the usual table."""
    measure = game.units[name](game.rules(), game.players[2]).won_by
    return {
        "unit": name,
        "measure": measure.name,
        "text": measure.text,
        "is_share": measure.in_per_cent,
        "lower_is_better": measure.wanted,
    }


def _strategy_names(game: Game) -> list[str]:
    from cardsim.workspace import strategy_files

    names = strategy_files(game)
    return sorted(names, key=lambda name: (name != game.default_strategy, name))


def _option(option: Option) -> dict[str, Any]:
    return {
        "name": option.name,
        "flag": option.flag,
        "type": option.kind.__name__,
        "default": option.default,
        "choices": list(option.choices),
        "low": option.low if math.isfinite(option.low) else None,
        "high": option.high if math.isfinite(option.high) else None,
        "allowed": option.allowed,
        "help": option.help,
        "source": option.source,
        "needs": {name: list(values) for name, values in option.needs},
    }


def _field(game: Game, name: str) -> dict[str, Any]:
    kind = game.view
    for part in name.split("."):
        kind = kind.base[part]
    return {
        "name": name,
        "type": kind.base.name,
        "shape": list(kind.shape),
        "help": game.view_help[name],
    }


def _strategy(game: Game, name: str) -> dict[str, Any]:
    from cardsim.workspace import load_strategy, strategy_files

    facts: dict[str, Any] = {"name": name, "file": str(strategy_files(game)[name])}
    try:
        strategy = load_strategy(game, name)
        parameters = [_option(o) for o in strategy.parameters]
    except UserError as error:
        return {**facts, "about": "", "parameters": [], "error": str(error)}
    return {**facts, "about": strategy.about, "parameters": parameters, "error": None}


_BEST = {False: ("much", "little"), True: ("often", "seldom")}
"""Words for more and less of a mean (False) and a share (True)."""


def _players(low: int, high: int, usual: int) -> str:
    """Return the possible numbers of players, in words."""
    if low == high:
        return f"{low} player{'s' if low > 1 else ''}"
    return f"{low} to {high} players, usually {usual}"


def _page(facts: dict[str, Any]) -> list[str]:
    from cardsim.options.params import settings_text

    players, units = _players(**facts["players"]), " or ".join(facts["units"])
    lines = [
        *screen.wrapped(f"{facts['title']} ({facts['name']})"),
        f"{players}; by {units}",
        "",
        *screen.reflowed(facts["page"]),
        "",
        *screen.wrapped(
            f"Rules in full, with examples and figures: `cardsim games rules {facts['name']}`"
        ),
        "",
        "WON BY, in the standard game",
    ]
    for won in facts["won_by"]:
        wanted = (
            "which nobody can help"
            if won["lower_is_better"] is None
            else f"as {_BEST[won['is_share']][won['lower_is_better']]} as possible"
        )
        lines += _item(f"{won['unit']}: {won['text']}: {wanted} ({won['measure']})")
    lines += ["", "HOUSE RULES"]
    for option in facts["options"]:
        lines += _option_lines(option)
    lines += ["", "PRESETS"]
    for name, rules in facts["presets"].items():
        seats = facts["preset_players"].get(name)
        known = f"for {seats} players; " if seats is not None else ""
        lines += _item(f"{name}: {known}{settings_text(rules.items()) or 'the standard game'}")
    lines += [*_display_lines(facts["display"]), *_question_lines(facts["exact"], facts["name"])]
    if not facts["decisions"]:
        return [*lines, "", "There is nothing to decide, and so there are no strategies."]
    return lines + _advice_lines(facts["advice"], facts["name"]) + _decision_lines(facts)


def _item(text: str) -> list[str]:
    """Return the lines of one thing below its heading."""
    return screen.wrapped(text, indent=2, hanging=2)


def _display_lines(options: list[dict[str, Any]]) -> list[str]:
    if not options:
        return []
    heading = ["", "DISPLAY, which changes nothing that is played"]
    return heading + [line for option in options for line in _option_lines(option)]


def _question_lines(questions: list[dict[str, str]], game: str) -> list[str]:
    if not questions:
        return []
    lines = ["", f"SOLVED EXACTLY, by `cardsim exact {game}`"]
    for question in questions:
        lines += _item(f"{question['name']}: {question['help']}")
    return lines


def _advice_lines(advice: dict[str, Any], game: str) -> list[str]:
    """Return the lines on describing a position."""
    if not advice["options"]:
        return []
    lines = ["", f"WHERE YOU ARE IN A HAND, for `cardsim advise {game}`"]
    for option in advice["options"]:
        lines += _item(f"{option['flag']} {option['help']}")
    for example in advice["examples"]:
        lines += ["", *screen.wrapped(f"{example['help']}:", indent=2), f"    {example['command']}"]
    return lines


def _decision_lines(facts: dict[str, Any]) -> list[str]:
    lines = [
        "",
        *screen.wrapped(
            "DECISIONS of a strategy, a function each; what it leaves out is played as by "
            + facts["default_strategy"]
        ),
    ]
    for decision in facts["decisions"]:
        lines += _item(f"{decision['function']}: {decision['help']} [{decision['answers']}]")
    lines += ["", "WHAT A STRATEGY SEES, as view.NAME"]
    for field in facts["view"]:
        shape = f" {'x'.join(map(str, field['shape']))}" if field["shape"] else ""
        lines += _item(f"{field['name']} ({field['type']}{shape}): {field['help']}")
    if facts["functions"]:
        package = f"cardsim.games.{facts['name'].replace('-', '_')}"
        lines += ["", f"WHAT IT MAY CALL, from {package}"]
    for function in facts["functions"]:
        lines += _item(f"{function['call']}: {function['help']}")
    lines += ["", "STRATEGIES"]
    if facts["remembers"]:
        name, limits = facts["default_strategy"], ", ".join(facts["remembers"])
        about = f"each may forget, as {name}:remembers={facts['remembers'][-1]}"
        lines += _item(f"{about} [{limits}]")
    for strategy in facts["strategies"]:
        lines += _strategy_lines(strategy, default=strategy["name"] == facts["default_strategy"])
    return lines


def _option_lines(option: dict[str, Any]) -> list[str]:
    from cardsim.options.params import shown

    name = option["flag"].removeprefix("--")
    head = f"  --{name} / --no-{name}" if option["type"] == "bool" else f"  {option['flag']}"
    needs = "".join(
        f"; needs {other.replace('_', '-')} {' or '.join(shown(v) for v in values)}"
        for other, values in option["needs"].items()
    )
    source = f"; source: {option['source']}" if option["source"] else ""
    about = f"{option['help']} " if option["help"] else ""
    return [
        head,
        *screen.wrapped(
            f"{about}[{option['allowed']}; default {shown(option['default'])}{needs}{source}]",
            indent=6,
            hanging=2,
        ),
    ]


def _strategy_lines(strategy: dict[str, Any], *, default: bool) -> list[str]:
    about = (
        strategy["about"].strip().splitlines()[0] if strategy["about"].strip() else "no description"
    )
    if strategy["error"] is not None:
        about = f"cannot be used: {strategy['error']}"
    lines = _item(f"{strategy['name']}{' (the default)' if default else ''}: {about}")
    return lines + [line for option in strategy["parameters"] for line in _parameter(option)]


def _parameter(option: dict[str, Any]) -> list[str]:
    from cardsim.options.params import shown

    about = f" {option['help']}" if option["help"] else ""
    return screen.wrapped(
        f"{option['flag']}{about} [{option['allowed']}; default {shown(option['default'])}]",
        indent=6,
        hanging=2,
    )
