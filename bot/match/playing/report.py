"""A user's report of a problem with a match, without secrets and personal data."""

import platform
import re
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version

from bot.match.log.records import Stored, secret_until
from bot.match.log.roster import fold
from bot.match.log.store_errors import CONTRADICTORY, BrokenMatch
from bot.match.values.errors import NotStarted
from bot.match.values.players import UserId
from bot.version import VERSION
from engine.core.chance import commitment
from engine.core.matchfile import Header, write
from engine.core.reportfile import Report, join

WITHHELD = "withheld"
"""Replaces secrets, and the contribution because it can contain interaction ids."""
_NUMBER = re.compile(r"[0-9]{15,}")
_MENTION = re.compile(r"<[@#][!&]?[0-9]+>|@\w+")


def report_file(
    stored: Stored,
    user: UserId,
    board: int,
    problem: str,
    pressed: Sequence[str],
    now: int,
) -> str:
    """Return the match file of a stored match, with the report below it.

    It needs no replay, because users also report broken matches. WITHHELD replaces all moves while
    the match's day is not over. Raises NotStarted or BrokenMatch.
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
    entries = tuple(stored_entry.entry for stored_entry in stored.log)
    if secret_until(record, now) is not None:
        entries = tuple(replace(entry, token=WITHHELD) for entry in entries)
    return join(write(header, entries), report)


def harmless(text: str) -> str:
    return _NUMBER.sub("…", _MENTION.sub("…", text))


def nameless(custom_id: str) -> str:
    return _NUMBER.sub("…", re.sub(r"^((?:2:)?[a-z]+[a-z0-9-]*):[0-9]+", r"\1:#", custom_id))
