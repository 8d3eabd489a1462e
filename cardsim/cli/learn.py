"""`cardsim learn GAME`: find rules to play by, and write them as a strategy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardsim.cli import compiling, delivery, options, screen
from cardsim.cli.starter import check_name, check_place, strategy_path, write_strategy
from cardsim.errors import UserError
from cardsim.process.signals import INTERRUPTED

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from cardsim.search.learned import Learned
    from cardsim.search.safest import Safest

NAME = "mine"
EXTRA = (
    options.hands(
        "Hands, or matches with --unit match, that are played on with other choices in each "
        "round [default 500000, and 100000 with --safest and --lines]"
    ),
    options.text(
        "start",
        "NAME",
        "The strategy to begin with; NAME:parameter=value,... sets parameters. It is the "
        "only one, unless you name several: the best few of 'mine;all' go on, of yours and of all "
        "that come with the game [default all]",
        "--from",
    ),
    options.flag("self_play", "All seats learn, for rules by which nobody gains where all play so"),
    options.flag(
        "safest",
        "Look for what loses least by not knowing the others, and for what can be taken from "
        "it: begin with all strategies and the field, and answer whatever does well",
    ),
    options.text(
        "teacher",
        "NAME",
        "Learn what a strategy that looks ahead says each choice is worth, such as "
        "look-ahead:worlds=32,base=learned; in a round it is asked once in one of so many of the "
        "hands as it imagines worlds",
    ),
    options.text(
        "by",
        "DECISION:FEATURE,...",
        "What to learn, and by what: knock:value,own-turns; may be repeated. With two "
        "choices the first is what one waits for [default what matters most in the game]",
        repeated=True,
    ),
    options.text(
        "lines",
        "N",
        "Look for the best card of one line, of two and so on up to this many, 1 to 12, and "
        "say what each is worth; whatever it does not say is played as the one strategy that "
        "--from names [its default the game's]",
    ),
    options.text(
        "rounds", "N", "The most rounds [default 8, 24 with --self-play, and 4 with --safest]"
    ),
    options.text(
        "until",
        "GAIN",
        "With --self-play: no more rounds as soon as nobody is found to gain more than this, "
        "0.3pp of a share or a number of points; looked for after each 8 rounds. With --safest: "
        "what an answer must gain to be played on with",
    ),
    options.text(
        "name",
        "NAME",
        f"Write it to strategies/GAME/NAME.py [default {NAME}]",
        panel=options.OUTPUT,
    ),
    delivery.THREADS,
    options.WORKERS,
    options.DASK,
    delivery.JSON,
    delivery.FORCE,
    delivery.QUIET,
    delivery.NO_KEEP,
)
FORM = options.GameOptions(without=frozenset(("strategy", "partner", "seats")), hero=False)


def learn(chosen: options.Chosen) -> int:
    """Find how to play, and write it as a strategy that you can read and change.

    Round after round it plays on from your decisions with every other choice, and keeps what wins.
    """
    rest = chosen.rest
    name, quiet = rest["name"] if rest["name"] is not None else NAME, bool(rest["quiet"])
    check_name(name, "--name")
    path = strategy_path(chosen.game, name)
    check_place(path, force=bool(rest["force"]), option=f"--name {name}")
    _check_free(chosen.game, name, path)
    if name in (start.partition(":")[0].strip() for start in (rest["start"] or "").split(";")):
        # A file may borrow from its starting strategy, but not from itself.
        raise UserError(f"--name {name} would write over what --from begins with: name another")
    progress = None if quiet else screen.say

    def search(executor: Executor | None, threads: int) -> Learned | Safest:
        with compiling.announced(quiet=quiet):
            learned: Learned | Safest = chosen.request.answer(
                threads=threads, executor=executor, progress=progress
            )
            return learned

    keep = not rest["no_keep"]
    try:
        with delivery.keeping(hands=keep, answers=keep, quiet=quiet):
            answer = options.played_by(rest, search)()
    except KeyboardInterrupt:
        raise delivery.NothingError("before anything was learned; no file is written") from None
    if _is_new(answer):
        write_strategy(chosen.game, name, answer.text, force=bool(rest["force"]))
    elif not quiet:
        why = (
            "nothing was learned" if not rest["safest"] else "the safest strategy is there already"
        )
        screen.say(f"cardsim: {why}, and no file is written")
    screen.emit(
        answer.to_json()
        if rest["as_json"]
        else "\n".join(delivery.told(answer, page(answer, path)))
    )
    if answer.reached and not answer.partial:
        return 0
    if not quiet:
        ended = "interrupted" if answer.partial else "somebody may gain more"
        screen.say(f"cardsim: {ended} after {answer.done}")
    return INTERRUPTED if answer.partial else delivery.NOT_REACHED


def _check_free(game: str, name: str, path: Path) -> None:
    """Refuse the name of a shipped strategy, which the file would replace."""
    from cardsim.games import load_game
    from cardsim.workspace import shipped, strategy_files

    known = strategy_files(load_game(game)).get(name)
    if known is not None and known.is_relative_to(shipped()) and known != path:
        raise UserError(f"--name {name}: a strategy of this name comes with cardsim")


def _is_new(answer: Learned | Safest) -> bool:
    """Return True if a new strategy is to be written."""
    from cardsim.search.safest import Safest

    return bool(answer.text) if isinstance(answer, Safest) else answer.is_new


def page(answer: Learned | Safest, path: Path) -> list[str]:
    """Return the findings for people: the answer, what it rests on, how to repeat it."""
    from cardsim.search import telling
    from cardsim.search.safest import Safest

    story = (
        telling.safest_story(answer)
        if isinstance(answer, Safest)
        else telling.learned_story(answer)
    )
    if _is_new(answer):
        story = replace(story, asked=(("Written", str(path)), *story.asked))
    named = f" --name {path.stem}" if path.stem != NAME else ""
    return delivery.page(story, answer.command + named)
