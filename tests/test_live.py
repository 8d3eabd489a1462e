"""Pages that play: the same hands and digits as here, in Node and in a browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import cardsim
from cardsim import Strategy
from cardsim.errors import UserError
from cardsim.games import game_files, load_game
from cardsim.kernels.wasm_object import imported, with_exports
from cardsim.runs.live import LiveGame, checksum, live_game
from cardsim.show.gallery import HOW_TO_PLAY, YOUR_TABLE
from cardsim.show.live import MOST_BYTES, NUMBERS, Live, live_of, played_by_node, usual
from cardsim.show.page import file_text
from cardsim.show.pages import html_of
from cardsim.statistics.paired import Moments, all_pairs
from cardsim.statistics.stats import estimate_text, tied_share
from live_pages import HANDS, NODE, check_digits, needs_node
from typed import Command

OTHERS = sorted(set(game_files()) - {"dice-game", "scat"})
GALLERY = Path(__file__).parent.parent / "reports"
PLAYING = [
    GALLERY / f"{name}.html"
    for name in (*YOUR_TABLE, *(f"{game}-{HOW_TO_PLAY}" for game in sorted(game_files())))
]
"""The shipped pages at which readers can try their own table."""
QUICK = ("euchre", "ninety-nine", "spades")
"""Games whose loop with one strategy becomes a module in a few seconds."""
FAR = {"hand": 2**40, "seed": 2**62}


@pytest.fixture(scope="module")
def dice() -> LiveGame:
    return live_game(load_game("dice-game"))


@pytest.fixture(scope="module")
def scat() -> LiveGame:
    return live_game(load_game("scat"))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of the Dice Game that plays."""
    file = tmp_path_factory.mktemp("live") / "dice.html"
    result = cardsim.run("dice-game", n=HANDS, seed=1)
    file.write_bytes(html_of(result, playing=live_of(result).playing))
    return file


def far_hands(game: LiveGame, setting: dict[str, Any]) -> tuple[str, str]:
    """The checksums of some hands far away, there and here."""
    seed, first = FAR["seed"], FAR["hand"]
    job = {"setting": setting, "seed": str(seed), "first": str(first), "hands": 500}
    (there,) = played_by_node(NODE, game, [job])
    here = checksum(game.played(setting, seed=seed, first=first, hands=500))
    return str(there.get("sum", there.get("wrong"))), here


@needs_node
def test_the_dice_game_plays_in_node_what_it_plays_here(dice: LiveGame) -> None:
    assert Live(dice, {}).check()


@needs_node
def test_digits_of_the_dice_game_are_those_of_python(dice: LiveGame) -> None:
    draw = Random(2)

    check_digits(dice, [dice.some(draw) for _ in range(3)])


def alone(name: str) -> LiveGame:
    """A game with its usual strategy alone, which soon becomes a module."""
    game = load_game(name)
    usual = game.default_strategy
    return LiveGame(game, {usual: live_game(game).strategies[usual]}, {})


@needs_node
@pytest.mark.full
@pytest.mark.parametrize("name", QUICK)
def test_digits_of_ones_usual_play_are_those_of_python(name: str) -> None:
    game, draw = alone(name), Random(4)

    check_digits(game, [game.some(draw) for _ in range(8)], 1000)


@needs_node
@pytest.mark.parametrize(
    ("name", "unit", "rules", "values"),
    [
        pytest.param(*("bridge", "match", {"boards": 3}, {"open_hcp": 20}), marks=pytest.mark.deep),
        pytest.param("spades", "hand", {"bag_limit": 4}, {}, marks=pytest.mark.full),
    ],
)
def test_a_measure_that_depends_on_a_number_of_the_rules_has_its_digits(
    name: str, unit: str, rules: dict[str, int], values: dict[str, int]
) -> None:
    game = alone(name)
    they = {"strategy": game.game.default_strategy, "values": values}

    check_digits(game, [{**usual(game), "unit": unit, "rules": rules, "they": they}], 1000)


@needs_node
@pytest.mark.deep
@pytest.mark.parametrize("name", sorted(game_files()))
def test_digits_of_two_hundred_settings_are_those_of_python(name: str) -> None:
    game, draw = live_game(load_game(name)), Random(3)

    check_digits(game, [game.some(draw) for _ in range(200)], 1000)


@needs_node
@pytest.mark.deep
def test_scat_plays_in_node_what_it_plays_here(scat: LiveGame) -> None:
    assert Live(scat, {}).check()


@needs_node
@pytest.mark.deep
@pytest.mark.parametrize("name", OTHERS)
def test_every_game_plays_in_node_what_it_plays_here(name: str) -> None:
    assert Live(live_game(load_game(name)), {}).check()


@needs_node
@pytest.mark.deep
def test_the_largest_table_far_away_plays_the_same(scat: LiveGame) -> None:
    setting = {
        "players": 9,
        "unit": "match",
        "rules": {"start_lives": 1},
        "you": {"strategy": "level-2", "values": {"lapse": 0.25}},
        "they": {"company": "field"},
    }

    there, here = far_hands(scat, setting)

    assert there == here


@needs_node
def test_a_far_hand_of_the_dice_game_plays_the_same(dice: LiveGame) -> None:
    setting = {"players": 3, "unit": "game", "rules": {"max_dice": 3}}

    there, here = far_hands(dice, setting)

    assert there == here


@needs_node
@pytest.mark.parametrize(
    "hands", [100_000, pytest.param(10_000_000, marks=pytest.mark.deep, id="ten-million")]
)
def test_memory_stays_as_it_is_however_much_is_played(dice: LiveGame, hands: int) -> None:
    setting = {"players": 2, "unit": "game", "rules": {}}
    jobs = [{"setting": setting, "seed": "1", "first": "0", "hands": n} for n in (2000, hands)]

    few, many = played_by_node(NODE, dice, jobs)

    assert few["bytes"] == many["bytes"]


@needs_node
def test_numbers_are_written_as_python_writes_them() -> None:
    draw = Random(5)
    cases = [[draw.uniform(-200, 200), draw.uniform(0, 3) ** 4] for _ in range(500)]
    cases += [[0.125, 0.5], [2.5, 20.0], [-0.0004, 9.0], [3.5, 20.0], [1e-7, 1e-7], [36.125, 0.2]]
    script = file_text(NUMBERS) + (
        "const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "process.stdout.write(JSON.stringify(cases.map(([value, half]) =>"
        "liveParts({ value, low: value - half, high: value + half }))));"
    )
    done = subprocess.run(
        [NODE, "-e", script], input=json.dumps(cases).encode(), capture_output=True, check=True
    )

    wanted = [[*estimate_text(v, v - h, v + h, is_share=False)] for v, h in cases]
    assert json.loads(done.stdout) == wanted


@needs_node
def test_intervals_of_shares_with_ties_are_those_of_python() -> None:
    cases = [(0.4, 0.2, 1000), (0.05, 0.02, 5000), (0.97, 0.01, 2000), (1, 0, 1000), (0, 0, 1000)]
    script = file_text(NUMBERS) + (
        "const cases = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "process.stdout.write(JSON.stringify(cases.map(one => liveTied(...one))));"
    )
    done = subprocess.run(
        [NODE, "-e", script], input=json.dumps(cases).encode(), capture_output=True, check=True
    )

    for case, found in zip(cases, json.loads(done.stdout), strict=True):
        assert found == pytest.approx(tied_share(*case), abs=1e-12)


@needs_node
def test_spreads_and_luck_are_those_of_the_counts() -> None:
    """By numpy's quantiles, and by the formula of how many units it takes to lead."""
    draw = np.random.default_rng(8)
    change = draw.integers(-5, 8, 4001)
    of_wins = (0.4 * 0.6) * (1.6448536 / 0.15) ** 2
    script = file_text(NUMBERS) + (
        "const { values } = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "const counts = list => { const found = new Map();"
        "for (const v of list) found.set(v, (found.get(v) ?? 0) + 1); return found; };"
        "const number = { quantile: null, range: null, scale: 1, worth: 1, less: 0 };"
        "const share = { ...number, is_share: true, range: [1, 1] };"
        "const wins = new Map([[1, 4000], [0, 6000]]);"
        "process.stdout.write(JSON.stringify([liveSpread(number, counts(values)),"
        "liveLuck(number, counts(values), 0).units, liveLuck(share, wins, 0.25).units,"
        "liveLuck(share, wins, 0.4), liveLuck(share, wins, 0.5).ahead]));"
    )
    done = subprocess.run(
        [NODE, "-e", script],
        input=json.dumps({"values": change.tolist()}).encode(),
        capture_output=True,
        check=True,
    )

    spread, net, wins, level, ahead = json.loads(done.stdout)
    assert spread == np.quantile(change, [0.1, 0.5, 0.9], method="inverted_cdf").tolist()
    assert net == pytest.approx((1.6448536 * change.std() / change.mean()) ** 2)
    assert wins == pytest.approx(of_wins)
    assert (level, ahead) == (None, False)


@needs_node
def test_differences_in_the_same_hands_are_those_of_python() -> None:
    draw = np.random.default_rng(9)
    ours = draw.integers(0, 4, (3, 1500))
    theirs = np.where(draw.random((3, 1500)) < 0.9, ours, draw.integers(0, 4, (3, 1500)))
    theirs[2] = ours[2]
    script = file_text(NUMBERS) + (
        "const { cases } = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "const number = { range: null, scale: 1, worth: 0.5 };"
        "process.stdout.write(JSON.stringify(cases.map(([ours, theirs]) => {"
        "const pair = livePair(); liveAdd(pair, number, ours, theirs);"
        "const { value, low, high } = liveGap(pair, number); return [value, low, high]; })));"
    )
    given = {"cases": np.stack([ours, theirs], axis=1).tolist()}
    done = subprocess.run(
        [NODE, "-e", script], input=json.dumps(given).encode(), capture_output=True, check=True
    )

    for a, b, found in zip(ours, theirs, json.loads(done.stdout), strict=True):
        both = np.stack([a, b])
        moments = Moments(1500, both.sum(axis=1), both @ both.T, unit=0.5)
        gap, half = moments.means[0] - moments.means[1], all_pairs(moments)[0, 1]
        assert found == pytest.approx([gap, gap - half, gap + half], abs=1e-12)


@needs_node
def test_a_page_that_would_play_other_hands_is_not_written(dice: LiveGame) -> None:
    other = live_game(load_game("dice-game"))
    rules = dict(dice.described["rules"])
    (start,) = (o["offset"] for o in rules["options"] if o["name"] == "start_units")
    packed = bytearray(base64.b64decode(rules["packed"]))
    packed[start] += 1
    rules["packed"] = base64.b64encode(packed).decode()
    other.__dict__["described"] = {**other.described, "rules": rules}

    with pytest.raises(UserError, match=r"does not play the hands .*: they differ"):
        Live(other, {}).check()


def test_an_object_of_another_form_is_refused_and_not_taken_for_a_module() -> None:
    with pytest.raises(RuntimeError, match="no WebAssembly"):
        with_exports(b"\x7fELF" + bytes(60), ["hands"], base=1024)


def test_a_module_that_lacks_a_function_is_refused() -> None:
    with pytest.raises(RuntimeError, match="lacks hands"):
        with_exports(b"\0asm\1\0\0\0", ["hands"], base=1024)


def test_the_functions_that_a_module_imports_are_found() -> None:
    import_of = {
        "a_function": b"\0\x85\1",
        "memory": b"\2\1\1\xff\x7f",
        "fmod": b"\0\3",
        "stack": b"\3\x7f\1",
        "table": b"\1\x70\0\2",
        "round": b"\0\4",
    }
    body = b"".join(
        b"\3env" + bytes([len(name)]) + name.encode() + kind for name, kind in import_of.items()
    )
    section = bytes([2, len(body) + 1, len(import_of)]) + body

    assert imported(b"\0asm\1\0\0\0" + section) == {"a_function", "fmod", "round"}


def test_a_page_that_plays_is_small_and_allows_nothing_but_its_own_scripts(page: Path) -> None:
    text = page.read_text("utf-8")

    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]+)"', text)
    assert len(text.encode()) < MOST_BYTES
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/=]+'; script-src( 'sha256-[\w+/=]+'){3} "
        r"'wasm-unsafe-eval'; worker-src blob:; base-uri 'none'; "
        r"form-action 'none'",
        policy,
    )
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_readers_can_try_their_own_table_on_the_pages_that_people_ask_for() -> None:
    lacking = [file.name for file in PLAYING if 'id="live-code"' not in file.read_text("utf-8")]

    assert lacking == []


def test_a_page_that_does_not_play_is_as_it_was() -> None:
    plain = html_of(cardsim.run("dice-game", n=HANDS, seed=1)).decode()

    assert "wasm" not in plain
    assert "live" not in re.findall(r'id="(\w+)"', plain)


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("run scat --live", "--live is for a page, and takes -o FILE.html too"),
        ("run scat --live -o scat.json", "--live is for a page, and takes -o FILE.html too"),
        ("run scat --also chase-31 -o scat.html", "--also is for readers of a page that plays"),
        ("live scat --also chase-32", "no strategy called 'chase-32' for scat"),
        ("live dice-game --also chase-31", "nobody decides anything in dice-game"),
        ("live scat --strategy look-ahead", "looks ahead, and a page plays each hand once"),
        ("live scat -o scat.pdf", "--output scat.pdf must end in .html"),
        ("live scat -o scat.json", "--output scat.json must end in .html"),
    ],
)
def test_a_page_that_cannot_play_is_refused_before_anything_is_played(
    command: Command, words: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    said = command(words)

    assert said.status == 2
    assert wrong in said.err
    assert not list(tmp_path.iterdir())


def test_a_page_begins_with_what_a_sweep_chooses_and_not_with_the_players() -> None:
    both = cardsim.sweep("dice-game", n=1000, seed=1, players="3,4", start_units="2,3")
    players = cardsim.sweep("dice-game", n=1000, seed=1, players="3,4")

    charts = [live_of(sweep).start["chart"] for sweep in (both, players)]

    assert charts == ["rule.start_units", "players"]


def test_only_runs_sweeps_and_experiments_have_a_page_that_plays() -> None:
    with pytest.raises(UserError, match="only a run, a sweep or an experiment"):
        cardsim.exact("dice-game").live()


def test_a_strategy_in_python_cannot_go_into_a_page() -> None:
    slow = Strategy("scat", name="slow", compiled=False, knock=lambda _view: True)

    with pytest.raises(UserError, match="is plain Python, and a page plays compiled ones"):
        live_game(load_game("scat"), [slow])


def test_a_strategy_that_remembers_too_much_cannot_go_into_a_page() -> None:
    notes = [("claims", "i8", (9000,))]
    long = Strategy("scat", name="long", memory=notes, knock=lambda _view, _memory: True)

    with pytest.raises(UserError, match="remembers 72000 bytes, and has 65536 in a page"):
        live_game(load_game("scat"), [long])


@pytest.fixture
def slips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LiveGame:
    """Scat with a field of one's own, in which somebody slips by a temperature."""
    file = tmp_path / "strategies" / "scat" / "field.toml"
    file.parent.mkdir(parents=True)
    file.write_text(
        '[[member]]\nstrategy = "threshold"\n[[member]]\nstrategy = "threshold:temperature=0.2"\n',
        "utf-8",
    )
    monkeypatch.chdir(tmp_path)
    return live_game(load_game("scat"), ["threshold"])


def test_members_of_a_field_bring_their_temperature_into_a_page(slips: LiveGame) -> None:
    assert [*slips.companies] == ["field"]
    assert slips.left_out == []
    assert slips.strategies["threshold"].worths


@needs_node
@pytest.mark.full
def test_who_slips_by_a_temperature_slips_alike_in_node(slips: LiveGame) -> None:
    there, here = far_hands(slips, usual(slips) | {"they": {"company": "field"}})

    assert there == here


# ---------------------------------------------------------------- in a browser


@pytest.fixture
def opened(chromium: Any) -> Iterator[Any]:
    """What opens a page, off line."""
    context = chromium.new_context(offline=True)
    yield lambda file, link="": _open(context, file, link)
    context.close()


def _open(context: Any, file: Path, link: str) -> Any:
    there = context.new_page()
    there.goto(file.as_uri() + link)
    return there


def changed(page: Path, file: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """The page with something changed of what it was told."""
    text = page.read_text("utf-8")
    (told,) = re.findall(r'id="live-told">([^<]+)<', text)
    other = json.loads(gzip.decompress(base64.b64decode(told)))
    change(other)
    packed = base64.b64encode(gzip.compress(json.dumps(other).encode())).decode()
    file.write_text(text.replace(told, packed), "utf-8")
    return file


def says(there: Any, wanted: str) -> str:
    """What the page says once it says this."""
    there.locator(".live-says", has_text=re.compile(wanted)).wait_for(timeout=60_000)
    return str(there.inner_text("#live"))


def done(there: Any) -> str:
    """What the page says once it has played all that was asked for."""
    there.locator("#live", has_text="Done.").wait_for(timeout=120_000)
    return str(there.inner_text("#live"))


@pytest.mark.full
def test_a_reader_gets_the_digits_of_the_command(page: Path, opened: Any, command: Command) -> None:
    there = opened(page, "#players=4&rule.start_units=2&n=100000")

    says(there, "A game lasts .* turns")
    said = done(there)
    (value, interval) = re.findall(r"lasts: ([\d.]+), 95 % interval ([\d.]+ to [\d.]+);", said)[0]
    told = there.inner_text("#live pre code")

    here = cardsim.run("dice-game", n=100_000, seed=1, players=4, start_units=2)
    assert here.headline.parts == (value, interval)
    again = command(" ".join(told.split()).removeprefix("cardsim "))
    assert value in again.out
    assert interval in again.out


@pytest.mark.full
def test_all_that_is_counted_has_the_digits_of_python(page: Path, opened: Any) -> None:
    there = opened(page, "#n=100000")
    says(there, "A game lasts .* turns")
    done(there)
    there.click("text=All that is counted")

    told = [
        row.split("\t")[:2] for row in there.locator(".live-counted tbody tr").all_inner_texts()
    ]

    here = cardsim.run("dice-game", n=100_000, seed=1)
    wanted = [
        [m.text, "\n".join(here[m.name].parts)]
        for m in here.unit.measures
        if not m.name.endswith("money")
    ]
    assert [[name, value.strip()] for name, value in told] == wanted


@pytest.mark.full
def test_a_hand_is_told_as_python_replays_it(page: Path, opened: Any) -> None:
    there = opened(page)
    says(there, "turns")
    there.click("text=One game, move by move")
    there.click("#live-hand-next")
    there.click("#live-move-next")
    few = there.locator(".live-moves li").all_inner_texts()
    there.click("#live-move-end")
    every = there.locator(".live-moves li").all_inner_texts()

    lines = cardsim.replay("dice-game", 1, seed=1).lines
    assert (few, every) == (lines[:2], lines)
    assert "only counted" not in there.inner_text(".live-replay")
    there.focus("#live-players")
    there.keyboard.press("ArrowRight")
    assert "Your own table, as it is set now, is only counted" in there.inner_text(".live-replay")


@pytest.mark.full
def test_a_hand_that_a_browser_deals_otherwise_is_not_told(
    page: Path, opened: Any, tmp_path: Path
) -> None:
    def other(told: dict[str, Any]) -> None:
        told["shown"]["hands"][1]["sum"] ^= 1

    there = opened(changed(page, tmp_path / "other.html", other))

    says(there, "turns")
    assert not there.locator(".live-replay").count()


@pytest.mark.full
def test_a_notebook_shows_what_plays_without_a_kernel(opened: Any, tmp_path: Path) -> None:
    shown = cardsim.run("dice-game", n=HANDS, seed=1).live()
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{shown._repr_html_()}", "utf-8")

    there = opened(file).frame_locator("iframe").locator(".live-says", has_text="A game lasts")

    there.wait_for(timeout=60_000)


@pytest.mark.full
def test_a_slider_moves_by_keyboard_and_the_link_holds_it(page: Path, opened: Any) -> None:
    there = opened(page)
    says(there, "turns")

    there.focus("#live-players")
    there.keyboard.press("ArrowRight")
    says(there, "turns")

    assert there.inner_text("label[for=live-players] b").strip() == "7"
    assert "players=7" in there.url
    there.context.grant_permissions(["clipboard-read", "clipboard-write"])
    there.get_by_role("button", name="Copy a link to this table").click()
    there.get_by_role("button", name="Copied").wait_for()
    assert there.evaluate("navigator.clipboard.readText()") == there.url


@pytest.mark.deep
@pytest.mark.parametrize("file", PLAYING, ids=[file.stem for file in PLAYING])
def test_each_shipped_page_plays(opened: Any, file: Path) -> None:
    """It compares some hands with those of the machine that made it, and says a sentence."""
    opened(file, "#n=100000").locator(".live-says b").first.wait_for(timeout=60_000)


@pytest.mark.full
def test_the_best_choice_is_marked_and_no_number_of_players_is(opened: Any) -> None:
    file = GALLERY / "cheat-how-to-play.html"
    packs, players = opened(file, "#chart=rule.packs"), opened(file, "#chart=players")

    packs.locator(".live-best").wait_for(timeout=60_000)
    players.locator(".live-dot").nth(5).wait_for(timeout=60_000)

    assert not players.locator(".live-best").count()


@pytest.mark.full
def test_length_seats_and_luck_move_with_the_house_rules(opened: Any) -> None:
    def middle(lives: int) -> int:
        link = f"#n=100000&rule.start_lives={lives}"
        there = opened(GALLERY / "scat-how-to-play.html", link)
        told = re.compile("lasts: half up to .*By your seat: .*Luck: ", re.DOTALL)
        there.locator("#live", has_text=told).wait_for(timeout=60_000)
        return int(re.findall(r"half up to (\d+)", there.inner_text("#live"))[0])

    assert middle(1) < middle(3) < middle(5)


@pytest.mark.full
def test_what_is_played_now_is_compared_with_what_is_set(page: Path, opened: Any) -> None:
    there = opened(page)
    says(there, "turns")

    def compares(wanted: str) -> None:
        there.locator(".live-gap", has_text=re.compile(wanted)).wait_for(timeout=60_000)

    there.get_by_role("button", name="I play this now").click()
    compares("This is what you play now")
    there.focus("#live-players")
    there.keyboard.press("ArrowRight")
    compares("Compared with what you play now: .* turns (more|fewer)")

    there.get_by_role("button", name="Forget what I play now").click()
    there.wait_for_selector(".live-gap:empty", state="attached")


@pytest.mark.full
def test_nonsense_in_a_link_is_named_and_the_rest_is_taken(page: Path, opened: Any) -> None:
    link = "#players=4&players=99&rule.start_units=<b>&seed=-1&who=%3Cscript%3E&n=7"

    there = opened(page, link)

    said = says(there, "turns")
    assert "players=99, rule.start_units=<b>, seed=-1, who=<script>, n=7" in said
    assert "players=4" in there.url


@pytest.mark.full
def test_a_module_that_is_cut_off_leaves_the_page_as_it_was(
    page: Path, opened: Any, tmp_path: Path
) -> None:
    text = page.read_text("utf-8")
    (code,) = re.findall(r'id="live-code">([^<]+)<', text)
    cut = gzip.compress(gzip.decompress(base64.b64decode(code))[:-900])
    file = tmp_path / "cut.html"
    file.write_text(text.replace(code, base64.b64encode(cut).decode()), "utf-8")

    said = says(opened(file), "cannot be played here")

    assert "All the rest of the page is as it was" in said


@pytest.mark.full
def test_a_policy_against_webassembly_leaves_the_page_as_it_was(
    page: Path, opened: Any, tmp_path: Path
) -> None:
    file = tmp_path / "strict.html"
    file.write_text(page.read_text("utf-8").replace(" 'wasm-unsafe-eval'", ""), "utf-8")

    said = says(opened(file), "cannot be played here")

    assert "All the rest of the page is as it was" in said


@pytest.mark.full
def test_a_page_that_is_begun_again_comes_to_the_same_digits(page: Path, opened: Any) -> None:
    there = opened(page, "#n=100000&players=3")
    says(there, "A game lasts .* turns")

    there.reload()
    said = done(there)

    here = cardsim.run("dice-game", n=100_000, seed=1, players=3)
    assert f"A game lasts {here.headline.parts[0]} turns" in said


@pytest.mark.full
def test_a_slider_that_comes_back_goes_on_counting_where_it_was(page: Path, opened: Any) -> None:
    there = opened(page, "#n=100000")
    done(there)
    there.focus("#live-players")
    there.keyboard.press("ArrowRight")
    says(there, "turns")

    at_once = there.evaluate(
        """() => new Promise(told => {
            const slider = document.getElementById("live-players");
            slider.value -= 1;
            slider.dispatchEvent(new Event("input"));
            requestAnimationFrame(() => requestAnimationFrame(
                () => told(document.getElementById("live").innerText)));
        })"""
    )

    assert "100,000 games played" in at_once


@pytest.mark.full
def test_a_page_that_nobody_sees_stops_and_goes_on_when_it_is_seen(page: Path, opened: Any) -> None:
    there = opened(page, "#n=10000000")
    says(there, "turns")

    def seen(*, now: bool) -> None:
        there.evaluate(
            "now => {"
            "Object.defineProperty(document, 'hidden', { value: !now, configurable: true });"
            "document.dispatchEvent(new Event('visibilitychange')); }",
            now,
        )
        there.wait_for_timeout(1000)

    def played() -> int:
        (count,) = re.findall(r"([\d,]+) games played", there.inner_text("#live"))
        return int(count.replace(",", ""))

    seen(now=False)
    first = played()
    there.wait_for_timeout(1000)
    assert played() == first
    seen(now=True)
    assert played() > first


@pytest.mark.full
def test_nothing_else_may_run_in_a_page_that_plays(page: Path, opened: Any) -> None:
    there = opened(page)
    says(there, "turns")

    there.evaluate(
        "() => { const foreign = document.createElement('script');"
        "foreign.textContent = 'globalThis.foreign = 1'; document.body.append(foreign); }"
    )
    asked = "() => fetch('data:,x').then(() => 'answered', () => 'refused')"

    assert there.evaluate("globalThis.foreign ?? 'refused'") == "refused"
    assert there.evaluate(asked) == "refused"


@pytest.mark.full
def test_a_module_that_plays_other_hands_says_nothing(
    page: Path, opened: Any, tmp_path: Path
) -> None:
    def other(told: dict[str, Any]) -> None:
        told["checks"][0]["sum"] ^= 1

    file = changed(page, tmp_path / "other.html", other)

    says(opened(file), "plays other hands than cardsim did")


@pytest.mark.full
def test_a_browser_without_webassembly_is_told_so(page: Path, chromium: Any) -> None:
    context = chromium.new_context()
    context.add_init_script("delete globalThis.WebAssembly")

    says(_open(context, page, ""), "no WebAssembly")

    context.close()


@pytest.mark.full
def test_without_javascript_the_page_is_the_static_one(page: Path, chromium: Any) -> None:
    context = chromium.new_context(java_script_enabled=False)
    there = _open(context, page, "")

    assert not there.is_visible("#live")
    assert there.is_visible("h1")

    context.close()


@pytest.mark.full
@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_nothing_sticks_out_and_everything_is_named(
    page: Path, chromium: Any, width: int, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    context = chromium.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
    )
    there = _open(context, page, "")
    says(there, "turns")
    there.click("#live summary")

    assert there.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(there).response["violations"]
    assert [v["id"] for v in found] == []

    context.close()
