"""Files that appear whole or not at all, and never over another one by accident."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cardsim
from cardsim.cli import main
from cardsim.errors import UserError
from cardsim.output import claim, drafted, write_whole
from cardsim.showing import Progress
from command_line import files_in


def gone() -> int:
    """The number of a process that is no more."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def beaten_to(path: Path) -> None:
    """Write a file while somebody else does."""
    with drafted(path, force=False, option="--output") as part:
        part.write_text("ours")
        path.write_text("theirs")


def test_a_file_that_appears_meanwhile_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "run.json"

    with pytest.raises(UserError, match=r"run\.json appeared in the meantime"):
        beaten_to(path)

    assert path.read_text() == "theirs"
    assert files_in(tmp_path) == ["run.json"]


def test_with_force_it_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "run.json"

    with drafted(path, force=True, option="--output") as part:
        part.write_text("ours")
        path.write_text("theirs")

    assert path.read_text() == "ours"


def test_a_file_is_written_where_the_file_system_has_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuse)

    write_whole(tmp_path / "new", b"ours", force=False)
    with pytest.raises(UserError, match="appeared"):
        beaten_to(tmp_path / "other")

    assert [(tmp_path / name).read_bytes() for name in ("new", "other")] == [b"ours", b"theirs"]
    assert files_in(tmp_path) == ["new", "other"]


def test_hands_that_appear_meanwhile_are_left_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "hands.parquet"

    def write(_: Progress) -> None:
        path.write_text("theirs")

    with pytest.raises(UserError, match="appeared in the meantime"):
        cardsim.run("scat", 2000, seed=1, hands_out=path, progress=write, unit="hand", vs="usual")

    assert path.read_text() == "theirs"
    assert files_in(tmp_path) == ["hands.parquet"]


@pytest.mark.parametrize("other", ["d/../p.parquet", "linked/p.parquet", "./p.parquet"])
def test_two_names_of_one_file_are_seen_to_be_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    other: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "d").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path)

    status = main(["run", "scat", "-n", "100", "-o", other, "--hands-out", "p.parquet"])

    assert status == 2
    assert f"--output {Path(other)} and --hands-out p.parquet are the same file" in (
        capsys.readouterr().err
    )
    assert files_in(tmp_path) == ["d", "linked"]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("words", ["run scat -n 1e12 -o a.json", "hands scat -n 1e9 -o a.csv"])
@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no files without a name")
@pytest.mark.full
def test_a_killed_command_leaves_nothing(tmp_path: Path, how: signal.Signals, words: str) -> None:
    command = [sys.executable, "-m", "cardsim", *words.split(), "--seed", "1"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE)
    try:
        # As soon as it says something the file is checked, and play begins.
        time.sleep(4)
        assert process.poll() is None
        seen = files_in(tmp_path)
        process.send_signal(how)
        process.wait(60)
    finally:
        process.kill()
        process.communicate()

    # After SIGTERM there may be the answer of what was played.
    assert seen == []
    assert set(files_in(tmp_path)) <= ({"a.json"} if how == signal.SIGTERM else set())


def test_drafts_of_processes_that_are_no_more_are_cleaned(tmp_path: Path) -> None:
    draft = claim(tmp_path / "a.json", force=False)
    ours, mine = str(os.getpid()), draft.name
    assert f"-{ours}-" in mine
    dead = tmp_path / mine.replace(f"-{ours}-", f"-{gone()}-")
    parent = tmp_path / mine.replace(f"-{ours}-", f"-{os.getppid()}-")
    elsewhere = tmp_path / dead.name.replace(f".cardsim-{platform.node()[:1]}", ".cardsim-@")
    for path in (dead, parent, elsewhere):
        path.touch()

    write_whole(tmp_path / "b.json", b"{}", force=False)

    assert files_in(tmp_path) == sorted([mine, parent.name, elsewhere.name, "b.json"])
