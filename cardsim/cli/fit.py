"""`cardsim fit GAME HANDS...`: who plays like the people of these hands."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from cardsim.cli import delivery, options, screen
from cardsim.cli.commands import Command

app = typer.Typer()

HANDS = (
    "Files of hands, or folders with them: what `play` kept (.json), what you typed in (.txt), "
    "what other programs wrote (.pbn, .lin of Bridge, .egn of Euchre) [default what `play` kept]"
)


@app.command(cls=Command)
def fit(
    game: options.GameName,
    hands: Annotated[list[Path] | None, typer.Argument(metavar="[HANDS]...", help=HANDS)] = None,
    vs: Annotated[
        str | None,
        typer.Option(
            "--vs",
            metavar="COMPANY",
            help="The company whose members the people may be [default the game's field].",
        ),
    ] = None,
    seat: Annotated[
        str,
        typer.Option(
            "--seat",
            metavar="NAME",
            help="The only person, or seat, whose decisions count [default all].",
        ),
    ] = "",
    n: Annotated[
        str | None,
        typer.Option(
            "-n",
            metavar="N",
            help="Play so many hands or matches with each strategy against these people, and say "
            "what beats them.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=".toml the people as a company, for --vs FILE; .html a page; .json all of it; "
            ".csv or .parquet a row for each strategy and kind of decision.",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object instead.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE of -o.")] = False,
) -> int:
    """Say how well strategies and companies foretell what people did, and who sits there.

    Hands of people are read, and every strategy is asked at each of their decisions. The shares of
    a company's members are fitted to them.
    """
    from cardsim.cli import compiling
    from cardsim.output import drafted
    from cardsim.table.fit_story import story
    from cardsim.table.fitted import Fit
    from cardsim.table.fitting import fit as fitted

    path = delivery.file_named(output, Fit.suffixes)
    with ExitStack() as stack:
        draft = None
        if path is not None:
            draft = stack.enter_context(drafted(path, force=force, option="--output"))
        stack.enter_context(compiling.announced(quiet=as_json))
        tell = (lambda _: None) if as_json else screen.say
        found = fitted(game, *(hands or ()), vs=vs, seat=seat, n=n, tell=tell)
        if draft is not None and path is not None:
            draft.write_bytes(found.encoded(path.suffix))
    text = found.to_json() if as_json else screen.in_suits("\n".join(screen.told(story(found))))
    screen.emit(text)
    return 0
