"""Saved answers are read back as they were written, and refused where somebody edited them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import cardsim
from cardsim.cli import main
from cardsim.errors import UserError
from cardsim.files.saved import WORDS
from cardsim.runs.sealed import CHECKSUM, RECKONING, checksum, sealed
from edited import Place, as_text, edits

HOW: dict[str, Any] = {"seed": 3, "unit": "hand"}
WRITTEN: dict[str, Callable[[], Any]] = {
    "run": lambda: cardsim.run("scat", 300, players=2, vs="usual", **HOW),
    "seats": lambda: cardsim.run("scat", 60, seats="threshold;chase-31", **HOW),
    "sweep": lambda: cardsim.sweep(
        "scat", 300, knock_threshold="19,25", players="2,3", measure="loses", vs="usual", **HOW
    ),
    "compare": lambda: cardsim.compare("scat", "threshold", "chase-31", n=300, vs="usual", **HOW),
    "tournament": lambda: cardsim.tournament(
        "scat", "threshold", "chase-31", n=100, players=2, **HOW
    ),
    "review": lambda: cardsim.review(
        "scat", 20_000, strategy="chase-31", by="knock:value", vs="usual", **HOW
    ),
    "tune": lambda: cardsim.tune(
        "scat", "threshold", 2000, over="knock_threshold", vs="usual", **HOW
    ),
    "learn": lambda: cardsim.learn("scat", 3000, start="chase-31", rounds=1, vs="usual", **HOW),
    "advise": lambda: cardsim.advise(
        "gin-rummy", hand="AS 2S 3S 7H 7D KC QD 9C", discard="5H 6D", worlds=100, seed=3, vs="usual"
    ),
    "calibrate": lambda: cardsim.calibrate("scat", 30, by="knock", worlds=4, vs="usual", **HOW),
    "exact": lambda: cardsim.exact("dice-game"),
}
EDITS = 100


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """One saved answer of each kind."""
    folder = tmp_path_factory.mktemp("written")
    for kind, played in WRITTEN.items():
        (folder / f"{kind}.json").write_bytes(played().encoded(".json"))
    return {kind: folder / f"{kind}.json" for kind in WRITTEN}


def check_refused(file: Path, place: Place, value: Any) -> None:
    """One line that a user can read."""
    said = complaint(file)
    assert said is not None, f"{place} may be {value!r}"
    assert said.startswith(str(file)), f"{place} {value!r}: {said}"


def without_words(content: Any) -> Any:
    """What a file says without the words that are told anew."""
    if isinstance(content, list):
        return [without_words(one) for one in content]
    if not isinstance(content, dict):
        return content
    told = {name for name, one in content.items() if name in WORDS and isinstance(one, str)}
    return {name: without_words(one) for name, one in content.items() if name not in told}


def complaint(file: Path) -> str | None:
    """The line with which a file is refused; None where it is read."""
    try:
        cardsim.load(file)
    except UserError as error:
        line = str(error)
        return line if "\n" not in line else f"not one line: {line}"
    return None


@pytest.mark.parametrize("kind", WRITTEN)
@pytest.mark.full
def test_an_edited_file_is_refused(written: dict[str, Path], tmp_path: Path, kind: str) -> None:
    content = json.loads(written[kind].read_text("utf-8"))
    file = tmp_path / f"{kind}.json"

    count = 0
    for place, value, changed in edits(content, seed=1, count=EDITS):
        file.write_text(as_text(changed), "utf-8")
        check_refused(file, place, value)
        count += 1

    assert count >= EDITS


@pytest.mark.parametrize(
    "kind",
    ["run" if kind == "run" else pytest.param(kind, marks=pytest.mark.full) for kind in WRITTEN],
)
def test_an_edit_whose_checksum_fits_is_refused_or_what_it_says_is_shown(
    written: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    content = json.loads(written[kind].read_text("utf-8"))
    file = tmp_path / f"{kind}.json"

    # A tournament takes long to be added up again.
    each = 3 if kind == "tournament" else 1
    for place, value, changed in islice(edits(content, seed=2, count=8), 0, None, each):
        if isinstance(value, str) and value.startswith("@"):
            continue
        file.write_text(json.dumps(sealed(changed)), "utf-8")
        said = complaint(file)
        if said is None:
            told = json.loads(cardsim.load(file).to_json())
            changed.pop(CHECKSUM, None)
            told.pop(CHECKSUM)
            older = value == "removed" and {"display", "exact"} & {*place}
            same = without_words(told) == without_words(changed)
            assert same or older, f"{place} may be {value!r}"
        else:
            assert said.startswith(str(file)), f"{place} {value!r}: {said}"


@pytest.mark.full
def test_a_file_may_be_spaced_in_another_way(written: dict[str, Path], tmp_path: Path) -> None:
    for kind, file in written.items():
        content = json.loads(file.read_text("utf-8"))
        (tmp_path / f"{kind}.json").write_text(json.dumps(content, indent=4), "utf-8")

        found = cardsim.load(tmp_path / f"{kind}.json")

        assert found.to_json() + "\n" == file.read_text("utf-8")
        assert found == cardsim.load(file)
        assert found != cardsim.load(written["seats" if kind == "run" else "run"])


def test_a_file_of_an_older_reckoning_is_told_anew(
    written: dict[str, Path], tmp_path: Path
) -> None:
    for kind, file in written.items():
        content = json.loads(file.read_text("utf-8"))
        if "estimates" in content:
            content["estimates"][0]["low"] -= 0.01
        older = tmp_path / f"{kind}.json"
        older.write_text(json.dumps(content | {CHECKSUM: checksum(content, "")}), "utf-8")

        assert cardsim.load(older) == cardsim.load(file)


def test_a_file_whose_words_are_said_otherwise_by_now_is_told_anew(tmp_path: Path) -> None:
    made = WRITTEN["seats"]()
    content = json.loads(made.to_json())
    worded = content | {"sentence": "You win half of them."}
    worded["estimates"] = [{**row, "text": "as it was called"} for row in content["estimates"]]
    file = tmp_path / "run.json"
    file.write_text(json.dumps(sealed(worded)), "utf-8")

    assert cardsim.load(file) == made
    assert cardsim.load(file).sentence == made.sentence


def test_a_file_is_read_whose_usual_strategy_is_another_by_now(tmp_path: Path) -> None:
    made = WRITTEN["compare"]()
    content = json.loads(made.to_json())
    file = tmp_path / "compare.json"
    command = f"{content['command']} --strategy threshold"
    file.write_text(json.dumps(sealed(content | {"command": command})), "utf-8")

    assert cardsim.load(file) == made


def test_a_file_of_another_version_is_read(tmp_path: Path) -> None:
    made = WRITTEN["compare"]()
    file = tmp_path / "compare.json"
    file.write_text(json.dumps(sealed(json.loads(made.to_json()) | {"version": "0.0.9"})), "utf-8")

    assert cardsim.load(file) == made


def test_a_file_is_not_taken_for_one_of_another_reckoning(tmp_path: Path) -> None:
    content = json.loads(WRITTEN["run"]().to_json())
    digest = content[CHECKSUM].removeprefix(RECKONING)
    file = tmp_path / "run.json"
    for other in ("", "1:"):
        file.write_text(json.dumps(content | {CHECKSUM: other + digest}), "utf-8")

        assert complaint(file) == f"{file} was edited: its content is not what cardsim wrote"


def test_a_run_of_more_hands_than_were_asked_for_is_refused(
    written: dict[str, Path], tmp_path: Path
) -> None:
    content = json.loads(written["run"].read_text("utf-8"))
    file = tmp_path / "run.json"
    file.write_text(json.dumps(sealed(content | {"hands_asked": 299})), "utf-8")

    assert "300 hands of 299" in str(complaint(file))


def test_the_command_line_refuses_an_edited_file_in_one_line(
    written: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = json.loads(written["tournament"].read_text("utf-8"))
    file = tmp_path / "edited.json"
    file.write_text(json.dumps({**content, "seed": 4}), "utf-8")

    status = main(["report", str(file)])

    said = capsys.readouterr()
    assert (status, said.out) == (2, "")
    assert said.err.splitlines() == [
        f"cardsim: {file} was edited: its content is not what cardsim wrote",
        "hint: spaces and line ends may be changed, and nothing else",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["edited.json"]


def test_a_file_of_an_older_layout_is_told_how_it_is_written_anew(
    written: dict[str, Path], tmp_path: Path
) -> None:
    content = json.loads(written["run"].read_text("utf-8"))
    file = tmp_path / "older.json"
    del content["checksum"]
    file.write_text(json.dumps({**content, "schema": "cardsim.run/2"}), "utf-8")

    with pytest.raises(UserError, match=r"has the layout cardsim\.run/2") as raised:
        cardsim.load(file)

    assert raised.value.hint == f"this writes it anew: {content['command']} -o older.json"


def test_a_parquet_file_whose_counts_were_edited_is_refused(tmp_path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = tmp_path / "run.parquet"
    file.write_bytes(cardsim.run("scat", 300, vs="usual", **HOW).encoded(".parquet"))
    assert isinstance(cardsim.load(file), cardsim.Result)
    table = pq.read_table(file)
    counts = table["count"].to_pylist()
    counts[0] += 1
    counts[1] -= 1
    place = table.column_names.index("count")
    pq.write_table(table.set_column(place, "count", pa.array(counts)), file)

    with pytest.raises(UserError, match="was edited"):
        cardsim.load(file)


def test_tuning_is_read_back_as_it_was(written: dict[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "tune.json"
    shutil.copy(written["tune"], file)

    found = cardsim.load(file)

    assert isinstance(found, cardsim.TuneResult)
    assert found.command == json.loads(file.read_text("utf-8"))["command"]
    assert main(["report", str(file)]) == 0
    text = file.with_suffix(".html").read_text("utf-8")
    assert "How the search went" in text
    assert "Where the best of each generation lay" in text
