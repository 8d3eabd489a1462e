"""cardsim from Python and in a notebook: what is shown, found, completed, interrupted and said."""

from __future__ import annotations

import inspect
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim import Strategy, StrategyError, UserError
from cardsim.cli import main
from cardsim.engine.table import Table
from cardsim.games import game_names, load_game
from cardsim.lists import listing as catalogue
from cardsim.lists.playable import ASKED
from cardsim.rng import below
from typed import Write

PNG = b"\x89PNG"
NEVER, VALUES = [31], {21: 1}


def words_of(text: str) -> list[str]:
    return text.split()


# ---------------------------------------------------------------- a notebook


@dataclass
class Cell:
    """What came of a cell: what was printed, shown and raised, in order."""

    printed: str = ""
    raised: str = ""
    messages: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [content for message, content in self.messages if message == kind]


class Notebook:
    """A fresh kernel, as a notebook has it."""

    def __init__(self, manager: Any, client: Any) -> None:
        self.manager, self.client = manager, client

    def run(self, code: str, *, interrupt_at: str = "") -> Cell:
        """Run a cell; it is interrupted as soon as such HTML is shown."""
        cell, sent = Cell(), self.client.execute(code)
        while True:
            message = self.client.get_iopub_msg(timeout=300)
            if message["parent_header"].get("msg_id") != sent:
                continue
            kind, content = message["msg_type"], message["content"]
            cell.messages.append((kind, content))
            if interrupt_at and interrupt_at in content.get("data", {}).get("text/html", ""):
                self.manager.interrupt_kernel()
                interrupt_at = ""
            if kind == "stream":
                cell.printed += content["text"]
            elif kind == "error":
                cell.raised = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(content["traceback"]))
            elif kind == "status" and content["execution_state"] == "idle":
                return cell

    def completed(self, code: str) -> list[str]:
        """What Tab offers at the end of some code."""
        reply = self.client.complete(code, len(code), reply=True, timeout=60)
        matches: list[str] = reply["content"]["matches"]
        return matches


@pytest.fixture(scope="module")
def notebook() -> Iterator[Notebook]:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3", cwd=str(Path(__file__).parents[1]))
    made = Notebook(manager, client)
    assert made.run("import sys, cardsim").raised == ""
    yield made
    client.stop_channels()
    manager.shutdown_kernel(now=True)
    manager.cleanup_resources()


def test_a_plot_is_a_picture_where_nobody_imported_pyplot(notebook: Notebook) -> None:
    cell = notebook.run("cardsim.run('scat', 500, seed=1, unit='hand', vs='usual').plot()")

    (shown,) = cell.of("execute_result")
    width, height = (shown["metadata"]["image/png"][side] for side in ("width", "height"))
    assert shown["data"]["image/png"].startswith("iVBOR")
    assert (width, height > 300) == (720, True)
    assert notebook.run("print('matplotlib.pyplot' in sys.modules)").printed == "False\n"


SLOW = """
import time

def slowly(view):
    time.sleep(0.002)
    return view.value > 20

slow = cardsim.Strategy("scat", name="slow", knock=slowly, compiled=False)
"""


def test_a_long_run_shows_a_bar_that_is_gone_afterwards(notebook: Notebook) -> None:
    cell = notebook.run(
        SLOW + "cardsim.run('scat', 80, seed=1, strategy=slow, vs='usual', chunk=8).hands"
    )

    drawn = cell.of("display_data")[-1]["data"]["text/html"]
    last = cell.of("update_display_data")[-1]["data"]
    assert cell.raised == ""
    assert re.match(
        r"<progress max=80 value=\d+></progress> .* left, .* matches/s, \d+ of 80 mat", drawn
    )
    assert last == {"text/html": "", "text/plain": ""}
    assert cell.of("execute_result")[0]["data"]["text/plain"] == "80"


def test_what_plays_is_watched_in_a_notebook_as_in_a_terminal(
    notebook: Notebook, tmp_path: Path
) -> None:
    """Another process plays meanwhile, and is forgotten when it is killed."""
    file, shown = tmp_path / "runs.sqlite", tmp_path / "shown"
    play = "import cardsim; cardsim.run('scat', 10**10, seed=1, vs='usual', unit='hand')"
    watch = f"""
import os, pathlib, threading, time
os.environ["CARDSIM_RUNS"] = {str(file)!r}
from cardsim.files.kept_runs import far
while not os.path.exists({str(file)!r}) or not far():
    time.sleep(0.1)
threading.Timer(3, pathlib.Path({str(shown)!r}).touch).start()
cardsim.watch_runs()
os.environ["CARDSIM_RUNS"] = ""
"""

    def kill() -> None:
        while not shown.exists() and process.poll() is None:
            time.sleep(0.1)
        process.kill()
        process.wait()

    asked = os.environ | {"CARDSIM_RUNS": str(file)}
    with subprocess.Popen([sys.executable, "-c", play], env=asked) as process:
        killer = threading.Thread(target=kill)
        killer.start()
        cell = notebook.run(watch)
        killer.join()

    assert cell.raised == ""
    (drawn,) = [content["data"]["text/plain"] for content in cell.of("display_data")]
    far = r"cardsim\.run\('scat', 10000000000, seed=1, .*\): 0 %, .* left, .* hands/s, .*"
    assert re.fullmatch(far, drawn)
    assert cell.of("update_display_data")[-1]["data"]["text/plain"] == ""


def test_a_short_run_and_one_with_its_own_progress_show_no_bar(notebook: Notebook) -> None:
    assert (
        notebook.run("cardsim.run('scat', 1000, seed=1, vs='usual'); None").of("display_data") == []
    )

    told = "told = []; given = {'strategy': slow, 'seed': 1, 'vs': 'usual', 'chunk': 8}\n"
    told += "given['progress'] = told.append\n"
    cell = notebook.run(SLOW + told + "cardsim.run('scat', 80, **given); len(told) > 3")

    assert not [shown for shown in cell.of("display_data") if "<progress" in str(shown)]
    assert cell.of("execute_result")[0]["data"]["text/plain"] == "True"

    cell = notebook.run("given['progress'] = False; cardsim.run('scat', 80, **given).hands")

    assert not [shown for shown in cell.of("display_data") if "<progress" in str(shown)]
    assert cell.of("execute_result")[0]["data"]["text/plain"] == "80"


@pytest.mark.parametrize("given", [True, 3, "loud"])
@pytest.mark.kept(1)
def test_progress_is_a_function_or_false(given: Any) -> None:
    two = ["threshold", "chase-31"]
    several = {"compare": (two,), "tournament": two}
    more = {"sweep": {"players": "2,3"}}

    learning = ("learn", "self_play", "find_safest")
    for name in ("run", "sweep", "compare", "review", "tournament", *learning, "tune"):
        ask = getattr(cardsim, name)
        with pytest.raises(
            UserError, match=f"^progress must be a function or False, not '?{given}"
        ):
            ask("scat", *several.get(name, ()), **more.get(name, {}), seed=1, progress=given)


LONG = {
    "run": "run('scat', '1e11', seed=1)",
    "sweep": "sweep('scat', '1e11', seed=1, knock_threshold='20,21,22', players='2,3')",
    "compare": "compare('scat', 'threshold', 'chase-31', n='1e11', seed=1)",
}


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
def test_interrupting_the_kernel_gives_back_what_was_done(notebook: Notebook, call: str) -> None:
    code = f"done = cardsim.{call}; print(done.partial, done.sentence, sep='|')"
    cell = notebook.run(code, interrupt_at="<progress")

    assert cell.raised == ""
    assert cell.printed.startswith("True|Interrupted after ")
    assert cell.of("update_display_data")[-1]["data"]["text/html"] == ""


def test_a_traceback_in_a_notebook_ends_with_the_hint(notebook: Notebook) -> None:
    cell = notebook.run("cardsim.run('scat', 10, knock_treshold=21)")

    *_, said, hint = cell.raised.splitlines()
    assert said == "UserError: no option --knock-treshold for scat with strategy 'threshold'"
    assert hint == "hint: did you mean 'knock-threshold'?"


@pytest.mark.parametrize("jedi", [True, False])
def test_tab_offers_house_rules_and_parameters(notebook: Notebook, jedi: bool) -> None:
    notebook.run(f"scat = cardsim.get_game('scat'); get_ipython().Completer.use_jedi = {jedi}")

    assert "knock_threshold=" in notebook.completed("scat.run(knock_")
    assert "knocker_tie=" in notebook.completed("scat.compare('threshold', knock")
    if not jedi:  # It reads the package for each of them.
        assert "knock_timing=" in notebook.completed("scat.sweep(knock_")
        assert "take_margin=" in notebook.completed("scat.replay(take_")


def test_what_there_is_to_play_shows_itself_in_a_notebook(notebook: Notebook) -> None:
    games = notebook.run("cardsim.list_games()").of("execute_result")[0]["data"]
    rules = notebook.run("cardsim.rules('scat')").of("execute_result")[0]["data"]
    hand = notebook.run("cardsim.replay('scat', 7, seed=1, unit='hand', vs='usual')").of(
        "execute_result"
    )[0]["data"]

    assert "<td style='text-align:left'>dice-game</td>" in games["text/html"]
    assert rules["text/markdown"] == cardsim.rules("scat").text
    assert hand["text/html"].startswith("<p><b>Hand 7 of seed 1: ")


# ---------------------------------------------------------------- a script

SCRIPT = """
import signal
import cardsim
signal.signal(signal.SIGINT, signal.default_int_handler)
told = lambda progress: print("playing", flush=True)
done = cardsim.{call}
print(done.partial, done.sentence, sep="|")
"""


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
@pytest.mark.full
def test_ctrl_c_gives_a_script_what_was_done_and_shows_no_bar(tmp_path: Path, call: str) -> None:
    code = SCRIPT.format(call=f"{call[:-1]}, progress=told)")
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    assert process.stdout is not None

    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)

    assert (first, process.returncode, err) == ("playing\n", 0, "")
    assert out.splitlines()[-1].startswith("True|Interrupted after ")


def test_a_run_interrupted_before_its_first_hand_has_nothing_to_give_back() -> None:
    def think(_view: Any) -> bool:
        signal.raise_signal(signal.SIGINT)
        raise KeyboardInterrupt

    strategy = Strategy("scat", name="thinker", knock=think, compiled=False)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            cardsim.run("scat", 100, seed=1, strategy=strategy, unit="hand")
    finally:
        signal.signal(signal.SIGINT, before)


# ---------------------------------------------------------------- one line each


@pytest.mark.full
def test_whatever_is_given_back_says_on_one_line_what_it_is() -> None:
    swept = cardsim.sweep("scat", 300, seed=1, knock_threshold="20..22", unit="hand", vs="usual")
    compared = cardsim.compare(
        "scat", "threshold", "chase-31", n=300, seed=1, unit="hand", vs="usual"
    )
    result = swept.best.result
    bold = Strategy("scat", name="bold", knock=lambda view: True, compiled=False)  # noqa: ARG005
    found = {
        "Result scat: If you ": result,
        "SweepResult scat: Of three ": swept,
        "Group of 3 points, best knock-threshold 2": swept.groups[0],
        "Point knock-threshold 2": swept.best,
        "CompareResult scat: Of two ": compared,
        "Contender threshold: ": compared.contenders[0],
        "Findings scat-sit-first: ": cardsim.experiment("scat-sit-first", 200),
        "Exact dice-game outcome: With 2 players ": cardsim.exact("dice-game", players=2),
        "Strategy scat/bold: knock, plain Python>": bold,
        "Game scat: Scat (Thirty-One)>": load_game("scat"),
        "Table of scat, 3 players, seat ": Table("scat"),
        "Replay scat: Hand 0 of seed 1: ": cardsim.replay("scat", seed=1, unit="hand", vs="usual"),
        "Rules of Scat (Thirty-One): ": cardsim.rules("scat"),
        "Playable scat: Scat (Thirty-One), ": cardsim.get_game("scat"),
    }

    for begin, thing in found.items():
        assert repr(thing).startswith(f"<{begin}"), thing
        assert repr(thing).endswith(">")
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 250


# ---------------------------------------------------------------- a sweep, a comparison


def test_the_best_point_of_a_sweep_and_its_settings_by_name() -> None:
    swept = cardsim.sweep("scat", 500, seed=1, knock_threshold="15,21,31", unit="hand", vs="usual")

    assert swept.best is swept.groups[0].best
    assert {p["knock_threshold"] for p in swept.points} == {15, 21, 31}
    with pytest.raises(UserError, match="'knock_treshold' is none of knock_threshold") as raised:
        swept.best["knock_treshold"]
    assert raised.value.hint == "did you mean 'knock_threshold'?"


def test_where_there_are_several_circumstances_none_is_best_of_all() -> None:
    swept = cardsim.sweep(
        "scat", 300, seed=1, knock_threshold="20,21", players="2..4", unit="hand", vs="usual"
    )

    assert [group["players"] for group in swept.groups] == [2, 3, 4]
    with pytest.raises(UserError, match="a best point for each of the 3 values of players") as told:
        _ = swept.best
    assert told.value.hint == "[group.best for group in swept.groups]"


@pytest.mark.full
def test_strategies_are_compared_one_by_one_or_in_a_list() -> None:
    many = ("threshold", "chase-31", "suit-keeper")

    one_by_one = cardsim.compare("scat", *many, n=300, seed=1, unit="hand", vs="usual")

    assert (
        cardsim.compare("scat", many, n=300, seed=1, unit="hand", vs="usual").to_json()
        == one_by_one.to_json()
    )
    mixed = cardsim.compare(
        "scat", "threshold", iter(many[1:]), n=300, seed=1, unit="hand", vs="usual"
    )
    assert mixed.to_json() == one_by_one.to_json()


@pytest.mark.parametrize(
    ("strategies", "said", "hint"),
    [
        ((["threshold", "chase-31"], 1000), "strategies, not 1000", "n=1000 says how many hands"),
        (("threshold", None), "strategies, not None", None),
        (("threshold",), "takes 2 to 100 strategies, not 1", "`cardsim games show scat` lists"),
    ],
)
def test_what_cannot_be_compared_is_refused(strategies: Any, said: str, hint: str | None) -> None:
    with pytest.raises(UserError, match=said) as raised:
        cardsim.compare("scat", *strategies, unit="hand")

    assert (raised.value.hint or "").startswith(hint or "")


# ---------------------------------------------------------------- what there is


def test_games_and_strategies_are_listed_by_name_and_as_frames() -> None:
    assert [*cardsim.list_games()] == game_names()
    names = [*cardsim.strategies("scat")]
    assert names[0] == "threshold"
    assert names == cardsim.list_games().rows[names_at("scat")]["strategies"]
    frame = cardsim.strategies("scat").frame()
    assert frame.columns == ["name", "about", "parameters"]
    assert frame.row(0)[2] == "hammer_threshold=14, knock_threshold=21"
    assert len(cardsim.strategies("dice-game")) == 0
    assert "  threshold " in repr(cardsim.strategies("scat"))


def names_at(game: str) -> int:
    return game_names().index(game)


@pytest.mark.full
def test_the_strategies_of_a_game_can_be_compared_as_they_are_listed() -> None:
    compared = cardsim.compare(
        "square-nine", *cardsim.strategies("square-nine"), n=100, seed=1, vs="usual"
    )

    names = [c.player.strategy for c in compared.contenders]
    assert names == [*cardsim.strategies("square-nine")]


def test_a_strategy_that_cannot_be_used_is_listed_as_such(write_strategy: Write) -> None:
    write_strategy("broken", "1 / 0\n")

    rows = {row["name"]: row for row in cardsim.strategies("scat").rows}

    assert rows["broken"]["about"].startswith("cannot be used: ")
    assert "knock_threshold" in inspect.signature(cardsim.get_game("scat").run).parameters


@pytest.mark.parametrize("game", game_names())
def test_the_rules_of_a_game_are_its_text_its_options_and_its_presets(game: str) -> None:
    rules = cardsim.rules(game)

    assert str(rules) == rules.text
    assert [*rules.options] == [o.name for o in load_game(game).options]
    assert [*rules.presets] == [*load_game(game).presets]
    assert set(rules.options.frame().columns) == {"name", "meaning", "allowed", "default"}


def test_a_listing_shows_what_is_in_it_escaped() -> None:
    rows = [{"name": "a", "about": "<b>", "n": ["1", "2"]}]
    listing = catalogue.Listing("Things & more", rows)

    assert repr(listing) == "Things & more\n  a  <b>; n: 1, 2"
    assert "&lt;b&gt;" in listing._repr_html_()
    assert "<caption>Things &amp; more</caption>" in listing._repr_html_()


# ---------------------------------------------------------------- a hand again


@pytest.mark.parametrize("unit", ["hand", "match"])
@pytest.mark.kept(1)
def test_a_replay_prints_what_the_command_prints(
    unit: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = cardsim.replay("scat", hand=7, seed=1, unit=unit, knock_threshold=25, vs="chase-31")

    words = f"--unit {unit} --knock-threshold 25 --vs chase-31 --seed 1 --hand 7".split()
    assert main(["replay", "scat", *words]) == 0
    assert words_of(str(shown)) == words_of(capsys.readouterr().out)
    assert main(["replay", "scat", *words, "--json"]) == 0
    assert shown.to_json() + "\n" == capsys.readouterr().out


def test_a_replay_has_lines_events_steps_and_the_outcome_of_the_hand() -> None:
    shown = cardsim.replay("scat", 7, seed=1, unit="hand", vs="usual")
    ran = cardsim.run("scat", 8, seed=1, chunk=1, unit="hand", vs="usual").tables["you"]

    assert shown.lines[0].startswith("The first to play holds ")
    assert shown.events[0].kind == "deal"
    assert len(shown.steps) > 3
    assert shown.outcome["end"] in ran["end"].to_list()
    assert shown.fault is None
    assert shown.command == "cardsim replay scat --unit hand --vs threshold --seed 1 --hand 7"
    assert [str(p) for p in shown.seats] == [
        str(cardsim.run("scat", 1, unit="hand", vs="usual").spec.hero)
    ] * 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "seed is missing: it says which deals"),
        ({"seed": 1, "hand": -1}, "--hand must be a whole number from 0 to "),
        ({"seed": 1, "knock_treshold": 3}, "no option --knock-treshold"),
    ],
)
def test_what_cannot_be_replayed_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        cardsim.replay("scat", **given)


# ---------------------------------------------------------------- a game with its options


@pytest.mark.parametrize("game", game_names())
@pytest.mark.kept(2)
def test_the_functions_of_a_game_name_all_its_options(game: str) -> None:
    playable, rules = cardsim.get_game(game), [o.name for o in load_game(game).options]

    assert all(f"{name}(...)" in playable._repr_html_() for name in ASKED)
    for name in ASKED:
        function = getattr(playable, name)
        signature = inspect.signature(function)
        assert set(rules) <= set(signature.parameters)
        assert "game" not in signature.parameters
        for option in rules:
            assert re.search(rf"^    {option}: ", function.__doc__ or "", re.MULTILINE)


@pytest.mark.full
def test_a_game_plays_as_the_functions_do() -> None:
    scat = cardsim.get_game("scat")
    given: dict[str, Any] = {"seed": 1, "first_turn_knock": False, "unit": "hand", "vs": "usual"}

    alone = scat.run(300, knock_threshold=25, **given)
    assert alone.to_json() == cardsim.run("scat", 300, knock_threshold=25, **given).to_json()
    swept = {"knock_threshold": "20,21", **given}
    assert scat.sweep(300, **swept).to_json() == cardsim.sweep("scat", 300, **swept).to_json()
    compared = scat.compare("threshold", "chase-31", n=300, **given)
    wanted = cardsim.compare("scat", "threshold", "chase-31", n=300, **given)
    assert compared.to_json() == wanted.to_json()
    assert str(scat.replay(7, **given)) == str(cardsim.replay("scat", 7, **given))
    assert scat.rules() == cardsim.rules("scat")
    assert scat.strategies() == cardsim.strategies("scat")
    dice = cardsim.get_game("dice-game").exact(players=2)
    assert dice.figures == cardsim.exact("dice-game", players=2).figures


def test_a_game_of_ones_own_strategy_takes_its_parameters_too() -> None:
    def knock(view: Any, boldness: int = 20) -> bool:
        return bool(view.value >= boldness)

    bold = Strategy("scat", name="bold", knock=knock, compiled=False)
    scat = cardsim.get_game("scat")

    played = scat.run(50, seed=1, strategy=bold, boldness=5, vs="usual")

    assert played.spec.hero.changed == (("boldness", 5),)
    with pytest.raises(UserError, match="no option --baldness"):
        scat.run(50, seed=1, strategy=bold, baldness=5)


# ---------------------------------------------------------------- what is said


def test_a_hint_stands_below_the_traceback_and_travels() -> None:
    with pytest.raises(UserError) as raised:
        cardsim.run("skat")

    told = "".join(traceback.format_exception_only(raised.value))
    assert told.splitlines()[-1] == "hint: did you mean 'scat'?"
    again = pickle.loads(pickle.dumps(raised.value))
    assert "".join(traceback.format_exception_only(again)) == told
    assert not hasattr(UserError("without a hint"), "__notes__")


def line_in(function: Callable[..., Any], after: int) -> str:
    return f"{__file__}:{function.__code__.co_firstlineno + after}"


def by_zero(view):  # type: ignore[no-untyped-def]
    turns = view.own_turns
    return view.value // (turns - 2) > 100


def out_of_range(view):  # type: ignore[no-untyped-def]
    parts = (1, 2, 3)
    return parts[view.own_turns + 3] > 0


def own_error(view):  # type: ignore[no-untyped-def]
    if view.value > 20:
        raise ValueError("too much")
    return helped(view.value, 1)


def helped(value: Any, other: Any) -> Any:
    return value < other


def by_memory(view, memory):  # type: ignore[no-untyped-def]
    memory.count += 1
    return 100 // (5 - memory.count) < view.value - view.value


def by_chance(view, chance):  # type: ignore[no-untyped-def]
    return view.value // below(chance, 3) > 100


FAULTS = {
    "by zero": (by_zero, {}, "ZeroDivisionError", 2),
    "out of range": (out_of_range, {}, "IndexError", 2),
    "by its chance": (by_chance, {}, "ZeroDivisionError", 1),
    "its own": (own_error, {}, "ValueError: too much", 2),
    "by what it remembers": (
        by_memory,
        {"memory": [("count", "i8")], "forgets": "match"},
        "ZeroDivisionError",
        2,
    ),
}


@pytest.mark.parametrize("unit", ["hand", "match"])
@pytest.mark.parametrize(("knock", "given", "error", "line"), FAULTS.values(), ids=FAULTS)
@pytest.mark.kept(5)
def test_an_error_of_compiled_code_names_the_strategy_and_its_line(
    knock: Any, given: dict[str, Any], error: str, line: int, unit: str
) -> None:
    faulty = Strategy("scat", name="faulty", knock=knock, **given)

    with pytest.raises(StrategyError) as raised:
        cardsim.run("scat", 5000, seed=1, unit=unit, vs=faulty)

    told = str(raised.value)
    assert told.startswith(f"strategy 'scat/faulty' raised {error}")
    assert f" at {line_in(knock, line)}, asked for 'knock' in {unit} " in told


def as_a_list(view: Any) -> Any:
    return view.value >= NEVER[0]


def as_a_dict(view):  # type: ignore[no-untyped-def]
    return VALUES[view.value] > 0


def through_another(view):  # type: ignore[no-untyped-def]
    return as_a_list(view)


@pytest.mark.parametrize(
    ("knock", "where", "name", "kind"),
    [
        (as_a_list, as_a_list, "NEVER", "list"),
        (as_a_dict, as_a_dict, "VALUES", "dict"),
        (through_another, as_a_list, "NEVER", "list"),
    ],
)
def test_a_global_that_may_change_is_to_be_a_tuple(
    knock: Any, where: Any, name: str, kind: str
) -> None:
    with pytest.raises(UserError) as raised:
        cardsim.run("scat", 10, strategy=Strategy("scat", knock=knock), unit="hand")

    told = f"{line_in(where, 1)}: '{name}' is a {kind}, which may change after "
    assert str(raised.value).startswith(told)
    assert str(raised.value).endswith("; use a tuple")
    assert "the line is: return " in (raised.value.hint or "")


def test_a_list_of_another_module_is_to_be_a_tuple_too(write_strategy: Write) -> None:
    write_strategy("_limits", "KNOCK = [21]\n")
    write_strategy(
        "limited",
        "import _limits\nfrom cardsim import Strategy\n\n\n"
        "def knock(view):\n    return view.value >= _limits.KNOCK[0]\n\n\n"
        "STRATEGY = Strategy(game='scat', knock=knock)\n",
    )

    with pytest.raises(UserError, match=r"limited\.py:6: 'KNOCK' is a list, .*; use a tuple"):
        cardsim.run("scat", 10, strategy="limited", unit="hand")


@pytest.mark.full
def test_none_is_none_where_an_option_may_be() -> None:
    options = {o.name: o for o in load_game("scat").options}

    assert options["tie_break"].check(None) == options["tie_break"].check("none")
    with pytest.raises(UserError, match="--start-lives must be"):
        options["start_lives"].check(None)
