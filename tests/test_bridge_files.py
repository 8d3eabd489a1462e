"""Files of boards of Bridge, in PBN and LIN: read once, for deals and for look backs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from cardsim import UserError
from cardsim.games.bridge import lin, pbn
from cardsim.games.bridge.boards import Record, Said, call_text
from cardsim.games.bridge.files import records_in
from cardsim.table.typed_text import asked_for, hands_in, read_record

WHOLE = """\
[Event "Club evening"]
[Board "2"]
[West "Cy"]
[North "Ann"]
[East "Bo"]
[South "Dee"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "N:9.K8653.952.AK76 K82.AQ942.AT74.Q QT53.JT.KQ86.J95 AJ764.7.J3.T8432"]
[Scoring "IMP"]
[Declarer "E"]
[Contract "2D"]
[Result "7"]
[Score "NS 50"]
[Auction "E"]
1H Pass 1S! =1= Pass
2D $3 Pass Pass Pass ; so
[Note "1:four cards {or more}"]
[Play "S"]
C5 C2 CK CQ
C9 C3 CA D4
D6 D3 D2 DA
HT H7 H3 HA
S3 S4 S9 SK
S5 SA D5 S2
HJ DJ HK H2
ST S6 D9 S8
CJ C4 C7 D7
D8 S7 H5 HQ
SQ SJ H6 DT
DQ C8 H8 H9
DK CT C6 H4
"""
"""A board in which everything is said, and much of it twice."""
IN_LIN = (
    "pn|Dee,Cy,Ann,Bo,Gil,Hal,Eve,Flo|pg||\n"
    "qx|o2|st||md|4SQT53HJTDKQ86CJ95,SAJ764H7DJ3CT8432,S9HK8653D952CAK76|rh||ah|Board 2|sv|n|\n"
    "mb|1H!|an|five|mb|p|mb|1S|mb|p|mb|2D|mb|p|mb|p|mb|p|pg||\n"
    "pc|c5|pc|C2|pc|CK|pc|CQ|pg||\nmc|7|pg||\n"
    "qx|c2|st||md|4SQT53HJTDKQ86CJ95,SAJ764H7DJ3CT8432,S9HK8653D952CAK76|sv|n|"
    "mb|p|mb|p|mb|p|mb|p|pg||\n"
)
DEAL = "N:9.K8653.952.AK76 K82.AQ942.AT74.Q QT53.JT.KQ86.J95 AJ764.7.J3.T8432"


def read(text: str, name: str = "x.pbn") -> list[Record]:
    return records_in(text.encode(), name)


def edited(old: str, new: str, text: str = WHOLE) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def bare(record: Record) -> Record:
    """The same wherever in a file it stands."""
    calls, plays = (tuple(Said(0, s.code) for s in said) for said in (record.calls, record.plays))
    return replace(record, file="", line=1, room="", calls=calls, plays=plays)


def test_a_board_is_read_as_it_was_called_and_played() -> None:
    (record,) = read(WHOLE)

    assert record.players == ("Ann", "Bo", "Dee", "Cy")
    assert (record.board.number, record.board.dealer, record.board.vulnerable) == (2, 1, (1, 0))
    assert [call_text(said.code) for said in record.calls][:5] == ["1H", "Pass", "1S", "Pass", "2D"]
    assert (len(record.calls), len(record.plays), record.tricks) == (8, 52, 7)


def test_what_is_written_in_one_notation_is_read_in_the_other() -> None:
    (record,) = read(WHOLE)
    rest = replace(record, plays=record.plays[:6])

    for one in (record, rest):
        assert [*map(bare, read("\n".join(lin.written(one)), "x.lin"))] == [bare(one)]
        assert [*map(bare, read("\n".join(pbn.written(one, {}))))] == [bare(one)]


def test_lin_has_rooms_and_a_hand_that_is_what_is_left() -> None:
    opened, closed = read(IN_LIN, "x.lin")
    (whole,) = read(WHOLE)

    assert opened.board == closed.board == whole.board
    assert opened.players == ("Ann", "Bo", "Dee", "Cy")
    assert closed.players == ("Eve", "Flo", "Gil", "Hal")
    assert (opened.tricks, closed.tricks, closed.plays) == (7, None, ())
    assert [s.code for s in opened.plays] == [s.code for s in whole.plays[:4]]
    assert read(IN_LIN, "session")[0].board == whole.board


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[Auction "E"]', '[Auction "N"]', "line 15: North calls first, and East deals"),
        ('[Dealer "E"]', '[Dealer "N"]', "line 15: East calls first, and North deals"),
        (
            '[Contract "2D"]',
            '[Contract "3D"]',
            "line 12: the contract is 3D, and the calls come",
        ),
        ('[Contract "2D"]', '[Contract "2DX"]', "line 12: the contract is 2DX"),
        ('[Contract "2D"]', '[Contract "Pass"]', "line 12: the contract is Pass"),
        ('[Contract "2D"]', '[Contract "8D"]', "line 12: '8D' is no contract"),
        ('[Declarer "E"]', '[Declarer "W"]', "line 11: declarer is West, and by the calls East"),
        ('[Result "7"]', '[Result "8"]', "line 13: declarer takes 8 tricks, and by the cards 7"),
        ('[Result "7"]', '[Result "EW 6"]', "line 13: declarer takes 6 tricks"),
        ('[Result "7"]', '[Result "14"]', r"line 13: \[Result\] must be from 0 to 13"),
        ('[Result "7"]', '[Result "EW 7 NS 7"]', "line 13: 'EW 7 NS 7' contradicts itself"),
        ('[Result "7"]', '[Result "^7"]', r"line 13: '\^7' is no number"),
        (
            '[Score "NS 50"]',
            '[Score "NS -50"]',
            "line 14: the score is -50, and the",
        ),
        (
            '[Score "NS 50"]',
            '[Score "50"]',
            "is 50, and the contract brings declarer -50",
        ),
        ('[Vulnerable "NS"]', '[Vulnerable "All"]', "line 14: the score is 50, and .* NS 100"),
        ('[Play "S"]', '[Play "N"]', "line 19: North leads, and East is declarer"),
        ('[Play "S"]', '[Play "X"]', r"line 19: \[Play\] must be N, E, S or W, not 'X'"),
        ("C5 C2 CK CQ", "C5 C2 CK CA", "line 20: East does not hold CA"),
        ("C9 C3 CA D4", "C9 C3 CA C5", "line 21: C5 is played twice"),
        ("HT H7 H3 HA", "S3 H7 H3 HA", "line 23: South plays S3 and has H to follow"),
        ("C5 C2 CK CQ", "C5 - CK CQ", "line 20: C5 is played|after a card that is not told"),
        (
            "DK CT C6 H4",
            "DK CT C6 H4\n*\nH4",
            "line 34: 'H4' is behind '\\*', which ends",
        ),
        ("DK CT C6 H4", "DK CT C6 1H", "line 32: '1H' is no card; SA and H10 are some"),
        ("1S! =1= Pass", "1S! =1= Oass", "line 16: 'Oass' is no call"),
        ("1S! =1= Pass", "1S! =1= ^I", "line 16: '\\^I' is an irregularity"),
        ("1S! =1= Pass", "1C Pass", "line 16: West may not call 1C here"),
        ("1S! =1= Pass", "X Pass", "line 16: West may not call X here"),
        ("Pass Pass Pass ; so", "AP Pass", "line 17: 'Pass' stands behind 'AP', which"),
        ("Pass Pass Pass ; so", "Pass Pass Pass 3D", "line 17: 3D is called after the auction is"),
        (
            "Pass Pass Pass ; so",
            "Pass Pass *",
            "line 17: the calls stop before the auction is over",
        ),
        ('[Play "S"]', '{[Play "S"]', "line 19: a comment begins .* '}' is missing"),
        ("CJ C4 C7 D7", "CJ C4 C7 D7 - - - -", "line 32: 'DK' is behind the last of 13 tricks"),
        ("DK CT C6 H4", "DK CT C6 H4 HA", "line 32: 'HA' is behind the last of 13 tricks"),
        ('[Play "S"]', '[Auction "E"]\n1C AP\n[Play "S"]', "line 19: .Auction. comes twice, first"),
        (
            '[Play "S"]',
            '[Play "S"]\nC5\n[Play "S"]',
            "line 21: .Play. comes twice, first in line 19",
        ),
        ('[Dealer "E"]', '[dealer "N"]', "line 15: East calls first, and North deals"),
        ('[Contract "2D"]', '[CONTRACT "5D"]', "line 12: the contract is 5D, and the calls come"),
        ('[Dealer "E"]', "[DEALER E]", "line 7: '.DEALER E.' is no tag with a value in quotes"),
        ('[Dealer "E"]', '[Dealer "E"][Dealer "W"]', "line 7: .Dealer. is 'W', and in line 7 'E'"),
        ('[Board "2"]', f'[Board "{"9" * 5000}"]', "line 2: the board must be a number from 1 to"),
        ('[Board "2"]', '[Board "two"]', "line 2: the board must be a number from 1 to 1000000"),
    ],
)
def test_what_contradicts_is_refused_in_a_line(old: str, new: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as refused:
        read(edited(old, new))

    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ah|Board 2|", "ah|Board 3|", "line 2: the board is 3 here, and 2 in line 2"),
        ("qx|o2|", "qx|o0|", "line 2: the board must be a number"),
        ("qx|o2|", "qx||o2|", "is no word of LIN"),
        ("mc|7|", "mc|14|", "line 5: tricks claimed"),
        ("mc|7|", "mc|13|", "line 5: declarer takes 13 tricks, and by the cards 0 to 12"),
        ("mb|1H!|", "mb|8H!|", "line 3: '8H!' is no call"),
        ("pc|C2|", "pc|C1|", "line 4: 'C1' is no card"),
        ("pc|C2|", "pc|CA|", "line 4: West does not hold CA"),
        ("md|4SQT53HJTDKQ86CJ95,SAJ764H7DJ3CT8432,S9HK8653D952CAK76|rh", "rh", "without its"),
        ("rh||ah|Board 2|sv|n|", "sv|x|", "line 2: vulnerable .'sv'. must be o, n, e or b"),
        ("st||md|4SQT53HJTDKQ86CJ95,SAJ764H7DJ3CT8432,S9HK8653D952CAK76|rh||",
         "md|7SQT53HJTDKQ86CJ95|", "a deal must begin with its dealer, 1 to 4, not '7'"),
    ],
)  # fmt: skip
def test_what_contradicts_in_lin_is_refused_in_a_line(old: str, new: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as refused:
        read(edited(old, new, IN_LIN), "x.lin")

    assert "\n" not in str(refused.value)


ALTERED = 'AKQT92SHDCNEWXP1*-#?"|[]}!\n '


def test_a_letter_that_is_edited_is_refused_or_shown() -> None:
    """What is read after an edit is what was there, or differs in that call or number alone."""
    (known,) = map(bare, read(WHOLE))
    draw, refused = Random(3), list[str]()
    for _ in range(600):
        at = draw.randrange(WHOLE.index("[Dealer"), len(WHOLE))
        text = WHOLE[:at] + draw.choice(ALTERED) + WHOLE[at + draw.randrange(2) :]
        try:
            found = [bare(record) for record in read(text)]
        except UserError as error:
            refused.append(str(error))
            continue
        (one,) = found
        assert one.board.hands == known.board.hands
        assert one.plays == known.plays
        if one.calls != known.calls:
            both = zip(one.calls, known.calls, strict=True)
            assert sum(mine != theirs for mine, theirs in both) == 1
        assert one.tricks == known.tricks
    assert len(refused) > 300
    assert not any("\n" in text for text in refused)


def test_tables_of_a_board_have_one_dealer_and_one_vulnerability() -> None:
    other = edited('[Vulnerable "NS"]', '[Vulnerable "EW"]').replace('[Score "NS 50"]\n', "")

    with pytest.raises(
        UserError, match="line 43: board 2 has another dealer or vulnerability than"
    ):
        read(f"{WHOLE}\n\n{other}")
    with pytest.raises(UserError, match="board 2 has another dealer or vulnerability than in line"):
        read(IN_LIN + IN_LIN.replace("sv|n|", "sv|b|"), "x.lin")


def test_a_long_value_is_read_soon() -> None:
    with pytest.raises(UserError, match="is no number"):
        read(edited('[Score "NS 50"]', f'[Score "9{" " * 50_000}x"]'))


def test_a_name_in_latin_1_and_an_ending_in_capitals_are_read(tmp_path: Path) -> None:
    file = tmp_path / "CLUB.PBN"
    file.write_bytes(edited("Dee", "Jürgen").encode("latin-1"))

    (hand,) = hands_in(file)

    assert hand.players == ("Ann", "Bo", "Jürgen", "Cy")


def test_all_pass_may_have_an_empty_play() -> None:
    text = f'[Deal "{DEAL}"]\n[Declarer ""]\n[Contract "Pass"]\n[Auction "N"]\nAP\n[Play ""]\n*\n'

    (record,) = read(text)

    assert ([said.code for said in record.calls], record.plays) == ([0] * 4, ())
    with pytest.raises(UserError, match="a card is played, and all have passed"):
        read(text.replace("*", "C5"))


def test_the_auction_names_who_calls_first() -> None:
    (record,) = read(
        f'[Board "1"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n[Auction "E"]\nPass 1C AP'
    )

    assert record.board.dealer == 1


def tables(tmp_path: Path) -> Path:
    file = tmp_path / "tables.pbn"
    file.write_text(WHOLE + "\n" + edited('"Ann"', '"Eve"') + "\n" + edited('"2"', '"18"'), "utf-8")
    return file


@pytest.mark.parametrize(
    ("seat", "board", "found"),
    [
        ("South", "", ["2:1", "2:2", "18"]),
        ("s", "", ["2:1", "2:2", "18"]),
        ("Ann", "", ["2:1", "18"]),
        ("eve", "", ["2:2"]),
        ("", "18", ["18"]),
        ("", "2:2", ["2:2"]),
        ("West", "2", ["2:1", "2:2"]),
    ],
)
def test_a_board_or_all_of_one_seat_is_asked_for(
    tmp_path: Path, seat: str, board: str, found: list[str]
) -> None:
    file = tables(tmp_path)

    hands = asked_for(hands_in(file), "x", seat, board)

    assert [hand.label for hand in hands] == found
    for hand in hands if seat else ():
        names = {"ann": "North", "eve": "North", "s": "South"}
        record = read_record(hand.lines, "x")
        assert record.names[record.you] == names.get(seat.lower(), seat)


@pytest.mark.parametrize(
    ("seat", "board", "message"),
    [
        ("", "", r"x has 3 hands: say --board, 2:1, 2:2 or 18"),
        ("", "2", r"x has 2 hands: say --board, 2:1 or 2:2"),
        ("South", "7", r"--board must be of x \(2:1, 2:2, 18\), not 7"),
        ("South", "9" * 5000, r"--board must be of x \(2:1, 2:2, 18\), not 999"),
        (
            "Zoe",
            "",
            "--seat must be one of North, East, .*, Ann, Bo, Dee, Cy, Eve, not Zoe",
        ),
    ],
)
def test_a_file_of_several_hands_is_asked_which(
    tmp_path: Path, seat: str, board: str, message: str
) -> None:
    with pytest.raises(UserError, match=message):
        asked_for(hands_in(tables(tmp_path)), "x", seat, board)


def test_a_board_that_contradicts_itself_does_not_hide_the_others(tmp_path: Path) -> None:
    file = tables(tmp_path)
    file.write_text(file.read_text("utf-8").replace("NS 50", "NS 60", 1), "utf-8")

    first, second, third = asked_for(hands_in(file), "x", "South", "")

    assert first.wrong is not None
    assert (second.wrong, third.wrong) == (None, None)
    with pytest.raises(UserError, match="line 14: the score is 60"):
        records_in(file.read_bytes(), "x.pbn")
    assert re.fullmatch(r"board 2, table 1", first.title)
