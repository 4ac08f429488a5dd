"""Puzzle files: a match file up to the decision, ``puzzle:``, then the verdict (docs/puzzles.md).

The match file comes first, so that its line numbers stay valid. Its commitment and contribution say
nothing, because those of the real match would lead to it. Each puzzle has exactly one valid
spelling.
"""

import re
from collections.abc import Sequence
from typing import Any

from engine.core import driver
from engine.core.driver import Position
from engine.core.errors import BadEntry, BadLine
from engine.core.game import AnyGame
from engine.core.matchfile import Games, Header, open_match
from engine.core.matchfile import write as write_match
from engine.core.puzzles import Candidate, Puzzle, Tempted, worth
from engine.core.types import Entry

MARK = "puzzle:"
VERSION = "salud-puzzle 1"
NOTHING = "0" * 64
"""Commitment of a puzzle: there is no seed to commit to."""
CONTRIBUTION = "puzzle"
LEAST, MOST = 1000, 2000
"""Range of ratings."""
LONGEST = 100_000
"""Maximum number of bytes in a file."""
_MOVE = re.compile(
    r"([!-~]+(?: [!-~]+)*) \| (0\.\d{4}|1\.0000) (-?\d{1,4}\.\d{2}) (\d{1,4}\.\d{2})"
)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_LINE = re.compile(r"(\*|[0-9]) ([!-~]+(?: [!-~]+)*)")


def write(puzzle: Puzzle) -> str:
    header = Header(puzzle.game, puzzle.rules, puzzle.seats, NOTHING, CONTRIBUTION, None)
    return "\n".join(
        [
            write_match(header, puzzle.log).rstrip("\n"),
            MARK,
            VERSION,
            f"seat: {puzzle.seat}",
            f"kind: {puzzle.kind}",
            f"rating: {puzzle.rating}",
            f"effort: {puzzle.effort}",
            f"right: {puzzle.right}",
            f"tempting: {puzzle.tempting.token}",
            f"tempted: {puzzle.tempted.value}",
            *(f"move: {_move(candidate)}" for candidate in puzzle.candidates),
            *(f"best: {_entry(entry)}" for entry in puzzle.best_line),
            *(f"other: {_entry(entry)}" for entry in puzzle.tempting_line),
            "",
        ]
    )


def _move(candidate: Candidate) -> str:
    return f"{candidate.token} | {candidate.share:.4f} {candidate.points:.2f} {candidate.error:.2f}"


def _entry(entry: Entry) -> str:
    return f"{'*' if entry.actor is None else entry.actor} {entry.token}"


def is_puzzle(data: bytes) -> bool:
    return f"\n{MARK}\n".encode() in data


def match_of(data: bytes) -> bytes:
    """Return the match file of a puzzle file; any other file unchanged."""
    match, mark, _ = data.partition(f"\n{MARK}\n".encode())
    return match + b"\n" if mark else data


def read(data: bytes, games: Games) -> tuple[AnyGame, Puzzle]:
    """Return a Puzzle and its Game; raise BadLine at the first bad line.

    Checks that the position replays by the rules, that the moves are exactly the legal ones, that
    their order fits their values, that the lines are legal, and that the Game has this kind.
    Doesn't search.
    """
    if len(data) > LONGEST:
        raise BadLine(1, f"a puzzle has at most {LONGEST} bytes")
    if not is_puzzle(data):
        raise BadLine(data.count(b"\n") + 1, f"the file ends where '{MARK}' is expected")
    match = match_of(data)
    opened = open_match(match, games)
    game, header = opened.game, opened.header
    if header.seed is not None:
        raise BadLine(opened.lines["seed"], "a puzzle has no seed")
    if header.commitment != NOTHING:
        raise BadLine(opened.lines["commitment"], "the commitment of a puzzle is 64 zeros")
    if header.contribution != CONTRIBUTION:
        line = opened.lines["contribution"]
        raise BadLine(line, f"the contribution of a puzzle is '{CONTRIBUTION}'")
    at: Position[Any] = driver.start(game, header.seats)
    log = []
    for number, advance in opened.advances():
        if advance.entry.token == driver.UNDO:
            raise BadLine(number, "a puzzle has no moves that were taken back")
        log.append(advance.entry)
        at = advance.position
    fields = _Fields(data[len(match) :], match.count(b"\n"))
    puzzle = _puzzle(fields, game, header, tuple(log), at)
    if write(puzzle).encode() != data:
        raise BadLine(fields.number, "the puzzle is not spelled in the only valid way")
    return game, puzzle


class _Fields:
    """The lines after the match file."""

    def __init__(self, data: bytes, before: int) -> None:
        self.number = before + 1
        """Number of the line read last in the whole file."""
        self._before = before
        self._lines = data.removesuffix(b"\n").split(b"\n")
        self._next = 1

    def fail(self, reason: str) -> BadLine:
        return BadLine(self.number, reason)

    def line(self, wanted: str) -> str:
        self.number = self._before + self._next + 1
        if self._next >= len(self._lines):
            raise self.fail(f"the file ends where {wanted} is expected")
        self._next += 1
        try:
            return self._lines[self._next - 1].decode("ascii")
        except UnicodeDecodeError:
            raise self.fail("this is not ASCII text") from None

    def field(self, name: str) -> str:
        text = self.line(f"'{name}: …'")
        if not text.startswith(f"{name}: "):
            raise self.fail(f"expected '{name}: …' here")
        return text.removeprefix(f"{name}: ")

    def count(self, name: str, least: int, most: int) -> int:
        text = self.field(name)
        if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
            raise self.fail(f"'{name}' must be a number from {least} to {most}")
        return int(text)

    def more(self, name: str) -> bool:
        there = self._next < len(self._lines)
        return there and self._lines[self._next].startswith(f"{name}: ".encode())

    def end(self) -> None:
        if self._next < len(self._lines):
            self.line("nothing")
            raise self.fail("nothing is expected after the lines of the puzzle")


def _puzzle(
    fields: _Fields, game: AnyGame, header: Header, log: tuple[Entry, ...], at: Position[Any]
) -> Puzzle:
    if fields.line(f"'{VERSION}'") != VERSION:
        raise fields.fail(f"expected '{VERSION}' here")
    if not game.puzzle_kinds:
        raise fields.fail(f"there are no puzzles of {header.game}")
    seat = fields.count("seat", 0, header.seats - 1)
    legal = driver.legal_tokens(game, at, seat)
    if len(legal) < 2:
        raise fields.fail(f"seat {seat} has no choice here")
    kind = fields.field("kind")
    if kind not in game.puzzle_kinds:
        raise fields.fail(f"the kinds of puzzles here are {', '.join(game.puzzle_kinds)}")
    rating = fields.count("rating", LEAST, MOST)
    effort = fields.count("effort", 1, 10**8)
    right = fields.count("right", 1, len(legal) - 1)
    tempting, tempting_line = fields.field("tempting"), fields.number
    try:
        tempted = Tempted(fields.field("tempted"))
    except ValueError:
        raise fields.fail("expected 'popular' or 'apprentice' here") from None
    candidates = _candidates(fields, legal, right, header.seats)
    wrong = {candidate.token: candidate for candidate in candidates[right:]}
    if tempting not in wrong:
        raise BadLine(tempting_line, "the tempting move must be a wrong one")
    lines = [
        _line(fields, game, at, name, seat, token)
        for name, token in (("best", candidates[0].token), ("other", tempting))
    ]
    fields.end()
    return Puzzle(
        game=header.game,
        rules=header.rules,
        seats=header.seats,
        log=log,
        seat=seat,
        kind=kind,
        rating=rating,
        tempted=tempted,
        candidates=candidates,
        right=right,
        tempting=wrong[tempting],
        effort=effort,
        best_line=lines[0],
        tempting_line=lines[1],
    )


def _candidates(
    fields: _Fields, legal: Sequence[str], right: int, seats: int
) -> tuple[Candidate, ...]:
    candidates: list[Candidate] = []
    for _ in legal:
        match = _MOVE.fullmatch(fields.field("move"))
        if match is None:
            raise fields.fail(
                "a move must be 'token | share points error', as in 'x | 0.5000 1.00 0.10'"
            )
        token, share, points, error = match.groups()
        if token not in legal:
            raise fields.fail(f"'{token[:60]}' is not legal here")
        if any(token == candidate.token for candidate in candidates):
            raise fields.fail(f"'{token[:60]}' is there twice")
        candidate = Candidate(token, float(share), float(points), float(error))
        ordered = not candidates or len(candidates) == right
        if not ordered and worth(candidate, seats) > worth(candidates[-1], seats):
            raise fields.fail("the better of two moves must come first")
        if candidates and worth(candidate, seats) > worth(candidates[0], seats):
            raise fields.fail("no move can be better than the first")
        candidates.append(candidate)
    return tuple(candidates)


def _line(
    fields: _Fields, game: AnyGame, at: Position[Any], name: str, seat: int, first: str
) -> tuple[Entry, ...]:
    line: list[Entry] = []
    while fields.more(name) or not line:
        match = _LINE.fullmatch(fields.field(name))
        if match is None:
            raise fields.fail("a move of a line must be 'actor token'")
        actor, token = match.groups()
        if not line and (actor, token) != (str(seat), first):
            raise fields.fail(f"the line must begin with '{seat} {first}'")
        entry = Entry(at.seq, None if actor == "*" else int(actor), token)
        try:
            at = driver.read(game, at, entry).position
        except BadEntry as error:
            raise fields.fail(str(error)) from error
        if token == driver.UNDO:
            raise fields.fail("no move of a line is taken back")
        line.append(entry)
    return tuple(line)
