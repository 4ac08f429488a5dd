"""A user's report of a problem with a match, without secrets and personal data."""

import platform
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from importlib.metadata import version

from bot.game_register import GameRegister
from bot.match.log.records import Status, Stored, secret_until
from bot.match.log.roster import Roster, fold
from bot.match.log.store_errors import CONTRADICTORY, BrokenMatch
from bot.match.values.errors import NotStarted
from bot.match.values.players import UserId
from bot.version import VERSION
from engine.core import driver
from engine.core.chance import commitment
from engine.core.disclosure import may_know
from engine.core.errors import EngineError
from engine.core.matchfile import Header, write
from engine.core.reportfile import Report, join
from engine.core.types import Entry, Seat

WITHHELD = "withheld"
"""Replaces secrets, and the contribution because it can contain interaction ids."""
_NUMBER = re.compile(r"[0-9]{15,}")
_MENTION = re.compile(r"<[@#][!&]?[0-9]+>|@\w+")


def report_file(
    stored: Stored,
    games: GameRegister,
    user: UserId,
    board: int,
    problem: str,
    pressed: Sequence[str],
    now: int,
) -> str:
    """Return the match file of a stored match, with the report below it.

    It needs no replay, because users also report broken matches. WITHHELD replaces hidden moves, or
    all moves if the game isn't installed or the match's day is not over. Raises NotStarted or
    BrokenMatch.
    """
    record = stored.record
    try:
        roster = fold(stored.events)
    except CONTRADICTORY as error:
        raise BrokenMatch(f"match {record.id}: its history is inconsistent") from error
    if roster.contribution is None:
        raise NotStarted
    header = Header(
        game=record.game,
        rules=record.rules,
        seats=len(roster.holders),
        commitment=commitment(record.seed),
        contribution=WITHHELD,
        seed=None,
    )
    report = Report(
        versions=(
            ("salud", VERSION),
            ("python", platform.python_version()),
            ("discord.py", version("discord.py")),
        ),
        status=roster.status.value,
        seat=roster.seat_of(user),
        board=board,
        said=harmless(problem),
        pressed=tuple(nameless(press) for press in pressed),
    )
    if secret_until(record, now) is not None:
        entries = _withheld(tuple(stored_entry.entry for stored_entry in stored.log))
    else:
        entries = _entries(stored, games, roster, roster.seat_of(user))
    return join(write(header, entries), report)


def _withheld(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    return tuple(replace(entry, token=WITHHELD) for entry in entries)


def _entries(
    stored: Stored, games: GameRegister, roster: Roster, viewer: Seat | None
) -> tuple[Entry, ...]:
    entries = tuple(stored_entry.entry for stored_entry in stored.log)
    game = games.game(stored.record.game, stored.record.rules)
    if roster.status is not Status.RUNNING or (game is not None and not game.info.hidden):
        return entries
    if game is None:  # unknown rules could hide anything
        return _withheld(entries)
    disclosed_seqs: set[int] = set()
    position = driver.start(game, len(roster.holders))
    with suppress(EngineError, *CONTRADICTORY):  # withhold everything from the first bad entry on
        for entry in entries:
            if may_know(game, position.state, entry, viewer):
                disclosed_seqs.add(entry.seq)
            position = driver.read(game, position, entry).position
    return tuple(
        entry if entry.seq in disclosed_seqs else replace(entry, token=WITHHELD)
        for entry in entries
    )


def harmless(text: str) -> str:
    return _NUMBER.sub("…", _MENTION.sub("…", text))


def nameless(custom_id: str) -> str:
    return _NUMBER.sub("…", re.sub(r"^((?:2:)?[a-z]+[a-z0-9-]*):[0-9]+", r"\1:#", custom_id))
