"""Numbers, names and files that cannot be, typed at any command: one line, nothing played."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from cardsim.cli import main

NINES, ESCAPE, TURNED = "9" * 5000, "\x1b[31m", "\u202e"
WORDS = """
runs show 0x10
runs show {nines}
runs show 9223372036854775808
runs compare 99999999999999999999 3
runs compare 1.5 2
runs gc --most 1e400
runs gc --most nan
runs gc --most -5
runs gc --most 99999999999999999999999G
runs gc --most 1GB{escape}
run scat -n 1e400
run scat -n nan
run scat -n -0
run scat -n 10 --seed 1e400
run scat -n 10 --seed 18446744073709551616
run scat -n 10 --seed -1
run scat -n 10 --players 1e300
run scat -n 10 --vs 'threshold*1e308, chase-31*1e308'
run scat -n 10 --vs 'threshold*1e-320, chase-31*1e-320'
run scat -n 10 --vs 'threshold*nan, chase-31'
run scat -n 10 --vs 'threshold*-0, chase-31'
run scat -n 10 --vs 'threshold*{nines}, chase-31'
run scat -n 10 --vs 'threshold*1, threshold*1e300, threshold*1e-300'
run scat -n 10 --vs 'threshold:knock_threshold=1e400'
run scat -n 10 --knock-threshold 21.5
run scat -n 10 --miss-31-prob nan
run scat -n 10 --precision 1e-400
run scat -n 10 --precision infpp
run scat -n 10 --threads 99999999999
run scat{turned}
run scat --strategy {turned}
sweep scat --knock-threshold 1..99999999999 -n 10
sweep scat --knock-threshold 31..17 -n 10
sweep scat --miss-31-prob 0..1:0 -n 10
sweep scat --miss-31-prob 0..1:1e400 -n 10
sweep scat --miss-31-prob 0..inf:0.1 -n 10
sweep scat --miss-31-prob 0..1:-0.1 -n 10
sweep scat --knock-threshold 17..31:{nines} -n 10
sweep scat --players 2..{nines} -n 10
advise scat --hand 'KS QS 9S' --discard 2D --lives 99999999999999999999,1,1
advise scat --hand 'KS QS 9S' --discard 2D --lives 1,,1
advise scat --hand 'KS QS 9S' --discard 2D --points 1e9,1,1
advise scat --hand 'KS QS 9S' --discard 2D --turn {nines}
advise scat --hand 'KS QS 9S' --discard 2D --worlds {nines}
advise scat --replay 1:2:3:4
advise scat --replay 99999999999999999999999:1:1
advise scat --replay -1:-1:-1
advise scat --hand {escape} --discard 2D
replay scat --seed 1 --hand 18446744073709551615
plan scat --precision 1e400
plan scat --precision 1pp --pilot {nines}
plan scat compare threshold chase-31 --difference 1e400pp
plan scat compare {turned} threshold --difference 1pp
design scat --matters 1e400
design scat --aims length:{turned}
design scat --standing {escape}
design scat --start-lives 1..{nines}
calibrate scat -n {nines}
calibrate scat --worlds 1e400
calibrate scat --by knock:{turned}
drill scat -n {nines}
drill scat --least 1e400
drill scat --only {escape}
live scat -o x{escape}
run scat -n 10 --strategy program:./a{turned}
run scat -n 10 --strategy 'program:true:seconds={nines}'
run scat -n 10 --vs 'program:true*nan'
review --hand /dev/zero
hands scat -n 1e400 -o x.parquet
play scat --seed {nines}
play scat --web --port 99999
play scat --web --port {nines}
play scat --web --port 80.5
tune scat -n {nines}
learn scat -n 1e400
exact dice-game --players {nines}
run dice-game -n 10 --{nines} 3
run bridge --deals /dev/zero
run bridge --deals .
run bridge --deals {escape}
report /dev/zero
report nothing{escape}.json
games show {escape}
games rules {turned}
new-game ../x
new-game {escape}
new-strategy scat ../../x
new-strategy scat GAME
new-strategy scat {escape}
experiment run ../x
doctor {escape}
"""


@pytest.mark.parametrize("line", WORDS.strip().splitlines())
@pytest.mark.kept(9)
def test_what_cannot_be_is_one_line(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    status = main(shlex.split(line.format(nines=NINES, escape=ESCAPE, turned=TURNED)))
    said = capsys.readouterr()

    assert (status, said.out) == (2, "")
    assert said.err.startswith("cardsim: ")
    parts = said.err.splitlines()
    assert all(part.isprintable() and len(part) < 1000 for part in parts)
    assert all(part.startswith("hint: ") for part in parts[1:])
    assert not [*tmp_path.iterdir()]
