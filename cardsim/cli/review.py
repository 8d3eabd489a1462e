"""`cardsim review GAME`: the costliest habits of a strategy, and better choices."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Annotated

import typer

from cardsim.cli import delivery, options, screen
from cardsim.cli.commands import for_games
from cardsim.errors import UserError, echoed

EXTRA = (
    options.text(
        "by",
        "DECISION:FEATURE,...",
        "A decision, and by what its situations are told apart, as in knock:value,own-turns "
        "or with other numbers of the view; again for each decision [default those of the game]",
        repeated=True,
    ),
    options.hands(
        "Hands to be played on with other choices, or matches with --unit match: 1000000, "
        "1e6, 250k, 2.5M [default 1e6]; as many others are played by each rule that is better"
    ),
    *delivery.playing(
        ".csv a row for each situation that costs something",
        counts="all that was counted, situation by situation",
    ),
)
MINE_SCHEMA = "cardsim.mine/1"
HANDS_SCHEMA = "cardsim.hands/1"


def review(chosen: options.Chosen) -> int:
    """Say where a strategy gives most away, and what would be better there.

    Each hand is played on from one of your decisions in it with every other choice, too.
    """
    from cardsim.ask.review_story import story

    for flag, values in chosen.several.items():
        raise UserError(
            f"{flag} takes one value in a review, not {values}",
            hint=shlex.join(["cardsim", "sweep", chosen.game, flag, values]),
        )

    return delivery.answered(chosen, story)[1]


app = for_games(review, EXTRA)


@app.callback(invoke_without_command=True, subcommand_metavar="[COMMAND] [ARGS]...")
def of_mine(
    context: typer.Context,
    mine: Annotated[
        bool, typer.Option("--mine", help="Add up what you gave away in what you played yourself.")
    ] = False,
    hand: Annotated[
        Path | None,
        typer.Option(
            "--hand",
            metavar="FILE",
            help="Look back at a hand or match: what you typed in from a real table (.txt), what "
            "another program wrote (.pbn, .lin of Bridge, .egn of Euchre), or a game that `play` "
            "kept (.json).",
        ),
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat",
            metavar="NAME",
            help="With --hand: whose decisions, in a hand that was typed in [default yours].",
        ),
    ] = None,
    board: Annotated[
        str | None,
        typer.Option(
            "--board",
            metavar="N",
            help="With --hand: which board or deal of a file with several, such as 7, or 7:2 at "
            "the second table [default all of one --seat].",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            metavar="FILE",
            help="With --hand: the look back as a file. With --mine: .html a page of all that you "
            "played, .csv a row for each habit.",
        ),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --mine or --hand: as JSON.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE of -o.")] = False,
) -> int:
    """Say where a strategy gives most away, and what would be better."""
    game = context.invoked_subcommand
    given = {
        "--json": as_json,
        "-o": output is not None,
        "--seat": seat is not None,
        "--board": board is not None,
    }
    if game is not None:
        _check_game(game, [flag for flag, said in given.items() if said], mine=mine)
        return 0
    if mine and hand is not None:
        raise UserError("--mine and --hand contradict: all that you played, or one hand")
    for flag in ("-o", "--seat", "--board"):
        if given[flag] and hand is None and not (flag == "-o" and mine):
            raise UserError(f"{flag} is about the look back of --hand: say --hand FILE, too")
    if hand is not None:
        which = seat or "", board or ""
        return _hands(hand, *which, output, as_json=as_json, force=force)
    if not mine:
        raise UserError("which game? cardsim review scat", hint="`cardsim games` lists them")
    return _mine(output, as_json=as_json, force=force)


def _mine(output: str | None, *, as_json: bool, force: bool) -> int:
    """Add up what you gave away in all that you played."""
    from contextlib import ExitStack

    from cardsim.output import as_csv, drafted
    from cardsim.table.my_play import habits_of, my_plays
    from cardsim.table.my_play_story import story

    path = delivery.file_named(output, (".html", ".csv"), option="-o")
    is_page = path is not None and path.suffix == ".html"
    with ExitStack() as stack:
        draft = None
        if path is not None:
            draft = stack.enter_context(drafted(path, force=force, option="-o"))
        screen.say("Looking back at your games ...")
        plays = my_plays(lambda file, why: screen.complain(f"{file.name} is left out: {why}"))
        stories = [story(one) for one in plays] if is_page or not as_json else []
        if draft is not None and is_page:
            from cardsim.show.small_pages import my_page

            draft.write_bytes(my_page(plays, stories))
        elif draft is not None:
            draft.write_bytes(as_csv(habits_of(plays)).encode())
    if as_json:
        from cardsim.table.likeness import likeness
        from cardsim.table.own_strength import own_strength

        rows = []
        for one in plays:
            like = likeness(one.backs)
            likes = [] if like is None else like.frame().to_dicts()
            strength = own_strength(one.backs)
            told = {
                "sentence": one.sentence,
                "habits": one.frame().to_dicts(),
                "likes": likes,
                "strength": None if strength is None else strength._asdict(),
            }
            rows.append(told)
        screen.emit(json.dumps({"schema": MINE_SCHEMA, "games": rows}, ensure_ascii=False))
    else:
        lines = ("\n".join(screen.told(one)) for one in stories)
        screen.emit(screen.in_suits("\n\n".join(lines)))
    return 0


def _check_game(game: str, flags: list[str], *, mine: bool) -> None:
    """Refuse options that take no game, or that stand before it."""
    if mine:
        raise UserError("--mine is about all games that you played, and takes none")
    if flags:
        hint = shlex.join(["cardsim", "review", game, flags[0], "..."])
        raise UserError(f"the game comes before the options, so before {flags[0]}", hint=hint)


def _hands(
    file: Path, seat: str, board: str, output: str | None, *, as_json: bool, force: bool
) -> int:
    """Look back at one hand or match, or at all of one seat in a file with several."""
    from contextlib import ExitStack

    from cardsim.cli import compiling
    from cardsim.cli.play import looked_back
    from cardsim.output import SUFFIXES, drafted
    from cardsim.table.looked_back import found, load_look_backs
    from cardsim.table.typed_text import TYPED, is_typed

    if not is_typed(file) and file.suffix != ".json":
        known = ", ".join(TYPED)
        raise UserError(f"--hand must be a {known} or .json file, not {echoed(str(file))}")
    path = delivery.file_named(output, SUFFIXES)
    several = len(found(file, seat, board)) > 1
    if path is not None and several:
        raise UserError(f"-o {path} takes one look back, and {file} has several: say --board")
    rows, refused = [], None
    with ExitStack() as stack:
        draft = None
        if path is not None:
            draft = stack.enter_context(drafted(path, force=force, option="-o"))
        stack.enter_context(compiling.announced(quiet=as_json))
        for title, back in load_look_backs(file, seat, board):
            if isinstance(back, UserError):
                refused = back
                screen.complain(f"{title}: {back}")
                continue
            if draft is not None and path is not None:
                draft.write_bytes(back.encoded(path.suffix))
            if as_json and several:
                rows.append({"hand": title, **back.to_dict()})
                continue
            lines = [] if as_json else looked_back(back)
            head = [f"{title[:1].upper()}{title[1:]}:", ""] if several else []
            tail = [""] if several else []
            text = back.to_json() if as_json else "\n".join([*head, *lines, *tail])
            screen.emit(text if as_json else screen.in_suits(text))
            rows.append({})
    if as_json and several:
        screen.emit(json.dumps({"schema": HANDS_SCHEMA, "hands": rows}, ensure_ascii=False))
    return 0 if rows or refused is None else refused.status
