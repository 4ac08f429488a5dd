"""Match files: one spelling, and every refusal with its line."""

import hashlib

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.core import driver, matchfile
from engine.core.chance import Stream, commitment
from engine.core.errors import BadLine, NotProvable
from engine.core.game import AnyGame
from engine.core.matchfile import Header, open_match, verify, write
from engine.core.types import Entry
from tests.tiers import full_or
from tests.toy_game import ToyGame

SEED = bytes(range(32))
GAME = ToyGame()


def games(name: str, rules: int) -> AnyGame | None:
    """The toy in versions 1 and 2."""
    return ToyGame(rules=rules) if name == "toy" and rules in (1, 2) else None


def header(*, seed: str | None = SEED.hex(), contribution: str = "123+456") -> Header:
    return Header("toy", 1, 3, commitment(SEED), contribution, seed)


def played(entries: int = 99) -> list[Entry]:
    stream = Stream(SEED, "123+456")
    position = driver.start(GAME, 3)
    log: list[Entry] = []
    while GAME.outcome(position.state) is None and len(log) < entries:
        advances = driver.advance(GAME, position, stream)
        if not advances:
            seat = max(GAME.to_act(position.state))
            token = driver.legal_tokens(GAME, position, seat)[len(log) % 3]
            advances = (driver.choose(GAME, position, seat, token),)
        log += [advance.entry for advance in advances]
        position = advances[-1].position
    return log


TEXT = write(header(), played())
LINES = TEXT.split("\n")
"""Line 2 is the game, line 7 the seed, line 8 `log:`, and line 9 + n entry n."""


def with_line(number: int, *new: str) -> bytes:
    """Return the file with a line (counted from 1) replaced by others."""
    return "\n".join([*LINES[: number - 1], *new, *LINES[number:]]).encode()


def refusal(data: bytes) -> BadLine:
    """Return the error that refuses the file, in its header or its log."""
    with pytest.raises(BadLine) as caught:
        list(open_match(data, games).advances())
    return caught.value


def test_written_bytes() -> None:
    log = [Entry(0, None, "roll 3"), Entry(1, 0, "add 1")]
    assert (
        "salud-match 1\ngame: toy\nrules: 1\nseats: 3\n"
        f"commitment: {hashlib.sha256(SEED).hexdigest()}\ncontribution: 123+456\n"
        f"seed: {SEED.hex()}\nlog:\n0 * roll 3\n1 0 add 1\n"
    ) == write(header(), log)
    assert "seed" not in write(header(seed=None), log)


@pytest.mark.parametrize("entries", [0, 1, 5, 99])
@pytest.mark.parametrize("seed", [SEED.hex(), None])
@pytest.mark.parametrize("contribution", ["", " ", "1+2", " a: b ", "πίτα ⛏", "seed: x"])
def test_written_file_opens_as_the_same_match(
    entries: int, seed: str | None, contribution: str
) -> None:
    head = header(seed=seed, contribution=contribution)
    log = played(entries)
    opened = open_match(write(head, log).encode(), games)
    assert head == opened.header
    assert log == [advance.entry for _, advance in opened.advances()]
    first = 9 if seed else 8
    assert [first + seq for seq in range(len(log))] == [n for n, _ in opened.advances()]


def test_last_newline_is_optional() -> None:
    assert len(played()) == len(list(open_match(TEXT.rstrip("\n").encode(), games).advances()))
    assert refusal(TEXT.encode() + b"\n").reason == "blank lines are not allowed"


def test_rules_version_selects_the_game() -> None:
    assert open_match(with_line(3, "rules: 2"), games).game.info.rules == 2


LONG = "9" * 5000

HEADERS = [
    (1, ["salud-match 2"], "expected 'salud-match 1' here"),
    (1, ["Salud-match 1"], "expected 'salud-match 1' here"),
    (1, ["salud-match 1 "], "expected 'salud-match 1' here"),
    (1, ["\ufeffsalud-match 1"], "byte-order mark"),
    (1, ["salud-match 1\r"], "must end with LF"),
    (1, ["", "salud-match 1"], "blank lines"),
    (2, ["game: chess"], "no such game"),
    (2, ["game: ../toy"], "no such game"),
    (2, ["game: toy "], "no such game"),
    (2, ["game:toy"], "expected 'game: …' here"),
    (2, ["Game: toy"], "expected 'game: …' here"),
    (2, [], "expected 'game: …' here"),
    (2, ["rules: 1"], "expected 'game: …' here"),
    (2, ["title: x", "game: toy"], "expected 'game: …' here"),
    (3, ["rules: 3"], "no rules version 3 of toy"),
    (3, ["rules: 0"], "without leading zeros"),
    (3, ["rules: 01"], "without leading zeros"),
    (3, ["rules: +1"], "ASCII digits"),
    (3, ["rules: 1 "], "ASCII digits"),
    (3, ["rules: １"], "ASCII digits"),
    (3, ["rules: ١"], "ASCII digits"),
    (3, ["rules: "], "ASCII digits"),
    (3, [f"rules: {LONG}"], "ASCII digits"),
    (3, [], "expected 'rules: …' here"),
    (4, ["seats: 1"], "not played with 1 seats"),
    (4, ["seats: 5"], "not played with 5 seats"),
    (4, ["seats: 03"], "leading zeros"),
    (4, ["seats: three"], "ASCII digits"),
    (4, [f"seats: {LONG}"], "ASCII digits"),
    (4, [], "expected 'seats: …' here"),
    (5, [f"commitment: {'A' * 64}"], "64 lower-case hex digits"),
    (5, [f"commitment: {'a' * 63}"], "64 lower-case hex digits"),
    (5, [f"commitment: {'a' * 65}"], "64 lower-case hex digits"),
    (5, [f"commitment: {'g' * 64}"], "64 lower-case hex digits"),
    (5, [f"commitment:  {'a' * 64}"], "64 lower-case hex digits"),
    (5, [], "expected 'commitment: …' here"),
    (6, [], "expected 'contribution: …' here"),
    (6, ["contribution:"], "expected 'contribution: …' here"),
    (6, ["contribution: 1\r"], "must end with LF"),
    (7, [f"seed: {'B' * 64}"], "64 lower-case hex digits"),
    (7, ["seed: "], "64 lower-case hex digits"),
    (7, ["seed:"], "expected 'log:' here"),
    (7, ["note: x"], "expected 'log:' here"),
    (8, ["log: "], "expected 'log:' here"),
    (8, ["Log:"], "expected 'log:' here"),
    (8, [f"seed: {SEED.hex()}"], "expected 'log:' here"),
    (8, [], "expected 'log:' here"),
]


@pytest.mark.parametrize(("number", "new", "reason"), HEADERS)
def test_bad_header_is_refused_with_its_line(number: int, new: list[str], reason: str) -> None:
    error = refusal(with_line(number, *new))
    assert number == error.line
    assert reason in error.reason
    assert f"line {number}: {error.reason}" == str(error)


def test_contribution_and_seed_swapped() -> None:
    data = "\n".join([*LINES[:5], LINES[6], LINES[5], *LINES[7:]]).encode()
    assert refusal(data).line == 6


@pytest.mark.parametrize("lines", range(8))
def test_missing_header_line_is_named(lines: int) -> None:
    data = "\n".join(LINES[:lines]).encode()
    error = refusal(data)
    assert lines + 1 == error.line
    assert "the file ends where" in error.reason


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        (["0 * roll 7"], "a face"),
        (["0 * roll 03"], "a face"),
        (["0 0 add 1"], "an outcome of chance is expected"),
        (["1 * roll 3"], "expected seq 0 here, not 1"),
        (["00 * roll 3"], "seq actor token"),
        (["-1 * roll 3"], "seq actor token"),
        ([f"{LONG} * roll 3"], "expected seq 0 here"),
        (["٠ * roll 3"], "seq actor token"),
        (["0  * roll 3"], "seq actor token"),
        (["0 * roll  3"], "seq actor token"),
        ([" 0 * roll 3"], "seq actor token"),
        (["0 * roll 3 "], "seq actor token"),
        (["0\t* roll 3"], "seq actor token"),
        (["0 * "], "seq actor token"),
        (["0 *"], "seq actor token"),
        (["0"], "seq actor token"),
        (["0 ** roll 3"], "seq actor token"),
        (["0 3 add 1"], "there is no seat 3"),
        (["0 00 add 1"], "seq actor token"),
        ([f"0 {LONG} add 1"], "there is no seat 9"),
        (["0 * röll 3"], "seq actor token"),
        (["0 * ROLL 3"], "a face"),
        (["0 * roll 3\r"], "must end with LF"),
        (["", "0 * roll 3"], "blank lines"),
        (["# a note", "0 * roll 3"], "seq actor token"),
        (["0 * undo"], "a face"),
    ],
)
def test_bad_entry_is_refused_with_its_line(new: list[str], reason: str) -> None:
    error = refusal(with_line(9, *new))
    assert error.line == 9
    assert reason in error.reason
    assert len(str(error)) < 200


def test_invalid_utf8_is_refused_with_its_line() -> None:
    for number in (1, 6, 9, 12):
        lines = [line.encode() for line in LINES]
        lines[number - 1] += b"\xff"
        error = refusal(b"\n".join(lines))
        assert (number, "this is not UTF-8 text") == (error.line, error.reason)


def test_illegal_entry_is_named_before_later_bytes() -> None:
    lines = [line.encode() for line in LINES]
    lines[11], lines[9] = b"\xff\xfe", b"1 0 add 9"
    assert refusal(b"\n".join(lines)).line == 10


def test_entry_after_the_end_is_refused() -> None:
    log = played()
    error = refusal(TEXT.encode() + f"{len(log)} 0 add 1\n".encode())
    assert (9 + len(log), "the match is over") == (error.line, error.reason)


def test_carriage_returns_are_refused_at_line_one() -> None:
    for ending in ("\r\n", "\r"):
        error = refusal(TEXT.replace("\n", ending).encode())
        assert (error.line, error.reason) == (1, "lines must end with LF, not CR LF")


@settings(deadline=None, max_examples=full_or(200, 50))
@given(st.binary(max_size=200))
@example(b"")
@example(b"\n")
@example(b"\x00" * 50)
def test_any_bytes_raise_nothing_but_bad_line(data: bytes) -> None:
    with pytest.raises(BadLine):
        list(open_match(data, games).advances())


@settings(deadline=None, max_examples=full_or(200, 50))
@given(st.integers(0, len(TEXT) - 1), st.binary(max_size=6), st.integers(0, 6))
def test_damaged_file_opens_or_names_a_line(place: int, new: bytes, length: int) -> None:
    data = TEXT.encode()
    data = data[:place] + new + data[place + length :]
    line = _first_wrong_line(data)
    assert line is None or 1 <= line <= data.count(b"\n") + 1


def _first_wrong_line(data: bytes) -> int | None:
    try:
        opened = open_match(data, games)
        list(opened.advances())
        verify(opened)
    except BadLine as error:
        return error.line
    except NotProvable:
        return None
    return None


def check(data: bytes) -> None:
    verify(open_match(data, games))


def test_genuine_luck_verifies_at_every_length() -> None:
    for entries in (0, 1, 6, 99):
        check(write(header(), played(entries)).encode())


def test_without_a_seed_nothing_can_be_proven() -> None:
    with pytest.raises(NotProvable, match="no 'seed:' line"):
        check(write(header(seed=None), played()).encode())


def second_roll() -> int:
    return 9 + [entry.token.startswith("roll") for entry in played()].index(True, 1)


@pytest.mark.parametrize("number", [9, second_roll()])
def test_first_wrong_outcome_is_named(number: int) -> None:
    seq, _, token = LINES[number - 1].split(" ", 2)
    other = "roll 2" if token == "roll 1" else "roll 1"
    with pytest.raises(BadLine, match=f"the seed gives '{token}', not '{other}'") as caught:
        check(with_line(number, f"{seq} * {other}"))
    assert number == caught.value.line


def test_wrong_commitment_is_named_before_entries() -> None:
    data = with_line(5, f"commitment: {'0' * 64}").replace(b"* roll", b"* rall")
    with pytest.raises(BadLine, match="not the SHA-256 of the seed") as caught:
        check(data)
    assert caught.value.line == 5


def test_another_contribution_gives_other_luck() -> None:
    with pytest.raises(BadLine, match="the seed gives"):
        check(with_line(6, "contribution: 123+457"))


def test_illegal_decision_is_named_unless_a_wrong_outcome_precedes_it() -> None:
    roll = second_roll()
    lines = LINES.copy()
    lines[roll - 1] = f"{roll - 9} * roll {1 + lines[roll - 1].endswith('1')}"
    lines[roll - 2] = "1 nonsense"
    with pytest.raises(BadLine) as caught:
        check("\n".join(lines).encode())
    assert roll - 1 == caught.value.line
    lines = LINES.copy()
    lines[roll - 1] = f"{roll - 9} * roll {1 + lines[roll - 1].endswith('1')}"
    lines[roll] = "nonsense"
    with pytest.raises(BadLine, match="the seed gives") as caught:
        check("\n".join(lines).encode())
    assert roll == caught.value.line


def test_first_line_is_the_format() -> None:
    assert LINES[0] == matchfile.FORMAT
