"""Match files. Each match has exactly one valid spelling (match-files.md, The format).

Reading is lazy, line by line, so that an error always names the first bad line.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.core import driver
from engine.core.chance import Stream, commitment
from engine.core.errors import BadEntry, BadLine, NotProvable
from engine.core.game import AnyGame
from engine.core.types import Entry

FORMAT = "salud-match 1"
_HEX64 = re.compile(r"[0-9a-f]{64}")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_ENTRY = re.compile(r"(0|[1-9][0-9]*) (\*|0|[1-9][0-9]*) ([!-~]+(?: [!-~]+)*)")

Games = Callable[[str, int], AnyGame | None]
"""A function from a game's name and rules version to the Game, or None if there is no such Game."""


@dataclass(frozen=True, slots=True)
class Header:
    game: str
    rules: int
    seats: int
    commitment: str
    contribution: str
    seed: str | None
    """64 hex digits; None until revealed."""


def write(header: Header, log: Iterable[Entry]) -> str:
    lines = [
        FORMAT,
        f"game: {header.game}",
        f"rules: {header.rules}",
        f"seats: {header.seats}",
        f"commitment: {header.commitment}",
        f"contribution: {header.contribution}",
    ]
    if header.seed is not None:
        lines.append(f"seed: {header.seed}")
    lines.append("log:")
    for entry in log:
        actor = "*" if entry.actor is None else entry.actor
        lines.append(f"{entry.seq} {actor} {entry.token}")
    return "\n".join(lines) + "\n"


class _Lines:
    def __init__(self, data: bytes) -> None:
        raw = data.split(b"\n")
        if raw[-1] == b"":
            raw.pop()
        self._raw = raw
        self.number = 0
        self.at: dict[str, int] = {}

    def __bool__(self) -> bool:
        return self.number < len(self._raw)

    def fail(self, reason: str) -> BadLine:
        return BadLine(self.number, reason)

    def next(self, wanted: str) -> str:
        if not self:
            raise BadLine(self.number + 1, f"the file ends where {wanted} is expected")
        raw = self._raw[self.number]
        self.number += 1
        if self.number == 1 and raw.startswith(b"\xef\xbb\xbf"):
            raise self.fail("a byte-order mark is not allowed")
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            raise self.fail("this is not UTF-8 text") from None
        if text.endswith("\r"):
            raise self.fail("lines must end with LF, not CR LF")
        if text == "":
            raise self.fail("blank lines are not allowed")
        return text

    def field(self, name: str) -> str:
        text = self.next(f"'{name}: …'")
        if not text.startswith(f"{name}: "):
            raise self.fail(f"expected '{name}: …' here")
        self.at[name] = self.number
        return text.removeprefix(f"{name}: ")


@dataclass(frozen=True, slots=True)
class Opened:
    header: Header
    game: AnyGame
    lines: dict[str, int]
    rest: tuple[tuple[int, str | BadLine], ...]
    """Line number and text (or error) of each line of the log."""

    def advances(self) -> Iterator[tuple[int, driver.Advance[Any]]]:
        """Yield line number and Advance of every Entry; raise BadLine at the first bad one."""
        position = driver.start(self.game, self.header.seats)
        for number, text in self.rest:
            if isinstance(text, BadLine):
                raise text
            fields = _ENTRY.fullmatch(text)
            if fields is None:
                raise BadLine(
                    number, "an entry must be 'seq actor token', separated by single spaces"
                )
            seq, actor, token = fields.groups()
            if seq != str(position.seq):
                raise BadLine(number, f"expected seq {position.seq} here, not {seq[:20]}")
            seat = None if actor == "*" else _seat(actor, self.header.seats)
            if seat == -1:
                raise BadLine(number, f"there is no seat {actor[:20]}")
            try:
                advance = driver.read(self.game, position, Entry(position.seq, seat, token))
            except BadEntry as error:
                raise BadLine(number, str(error)) from error
            yield number, advance
            position = advance.position


def _seat(actor: str, seats: int) -> int:
    return int(actor) if len(actor) == 1 and int(actor) < seats else -1


def open_match(data: bytes, games: Games) -> Opened:
    """Read the header; raise BadLine at the first bad line."""
    lines = _Lines(data)
    if lines.next(f"'{FORMAT}'") != FORMAT:
        raise lines.fail(f"expected '{FORMAT}' here")
    name = lines.field("game")
    rules = _number(lines, "rules")
    game = games(name, rules)
    if game is None:
        if games(name, 1) is None:
            raise BadLine(lines.at["game"], "there is no such game here")
        raise BadLine(lines.at["rules"], f"there is no rules version {rules} of {name} here")
    seats = _number(lines, "seats")
    if seats not in game.info.seats:
        raise lines.fail(f"{name} is not played with {seats} seats")
    committed = _hex64(lines, lines.field("commitment"))
    contribution = lines.field("contribution")
    seed = None
    text = lines.next("'log:'")
    if text.startswith("seed: "):
        seed = _hex64(lines, text.removeprefix("seed: "))
        lines.at["seed"] = lines.number
        text = lines.next("'log:'")
    if text != "log:":
        raise lines.fail("expected 'log:' here")
    header = Header(name, rules, seats, committed, contribution, seed)
    rest: list[tuple[int, str | BadLine]] = []
    while lines:
        try:
            text_or_error: str | BadLine = lines.next("an entry")
        except BadLine as error:
            text_or_error = error
        rest.append((lines.number, text_or_error))
    return Opened(header, game, lines.at, tuple(rest))


def _number(lines: _Lines, name: str) -> int:
    text = lines.field(name)
    if not _NUMBER.fullmatch(text):
        raise lines.fail(f"'{name}' must be a number in ASCII digits without leading zeros")
    return int(text)


def _hex64(lines: _Lines, text: str) -> str:
    if not _HEX64.fullmatch(text):
        raise lines.fail("expected 64 lower-case hex digits here")
    return text


def verify(opened: Opened) -> None:
    """Recompute the commitment and every outcome of chance.

    Raise NotProvable without a seed, BadLine at the first difference or illegal entry.
    """
    header = opened.header
    if header.seed is None:
        raise NotProvable("the file has no 'seed:' line, so nothing can be verified")
    seed = bytes.fromhex(header.seed)
    if commitment(seed) != header.commitment:
        raise BadLine(opened.lines["commitment"], "the commitment is not the SHA-256 of the seed")
    stream = Stream(seed, header.contribution)
    before = driver.start(opened.game, header.seats)
    for number, advance in opened.advances():
        if advance.entry.actor is None:
            bounds = opened.game.chance(before.state)
            assert bounds is not None, "a chance entry was accepted"
            drawn = stream.answer(bounds, before.drawn)
            token = opened.game.chance_notation(before.state, drawn)
            if token != advance.entry.token:
                raise BadLine(number, f"the seed gives '{token}', not '{advance.entry.token}'")
        before = advance.position
