"""Somebody's report of a problem with a match, with nothing in it that is secret or a person's."""

import platform
import re
from collections.abc import Sequence
from importlib.metadata import version

from bot.match.errors import NotStarted
from bot.match.holders import UserId
from bot.match.loaded import BrokenMatch
from bot.match.roster import fold
from bot.match.types import Stored
from bot.version import VERSION
from engine.core.chance import commitment
from engine.core.matchfile import Header, write
from engine.core.reportfile import Report, join

WITHHELD = "withheld"
"""Stands for the contribution: it is made of the ids of what people pressed."""
_NUMBER = re.compile(r"[0-9]{15,}")
"""As long as the ids of people, servers and messages are."""
_MENTION = re.compile(r"<[@#][!&]?[0-9]+>|@\w+")


def report_file(stored: Stored, user: UserId, board: int, said: str, pressed: Sequence[str]) -> str:
    """What is stored of a match as a match file with the report below it.

    It asks for no replay, as a match that does not replay is what one reports. Raises NotStarted,
    or BrokenMatch where there is no history to begin with.
    """
    record = stored.record
    try:
        roster = fold(stored.events)
    except (AssertionError, ValueError, IndexError) as error:
        raise BrokenMatch(f"match {record.id}: its history is no history") from error
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
        said=harmless(said),
        pressed=tuple(nameless(press) for press in pressed),
    )
    return join(write(header, tuple(kept.entry for kept in stored.log)), report)


def harmless(said: str) -> str:
    """Without whoever is mentioned, and without ids."""
    return _NUMBER.sub("…", _MENTION.sub("…", said))


def nameless(custom_id: str) -> str:
    """What was pressed, without the number of the match and without ids."""
    return _NUMBER.sub("…", re.sub(r"^((?:2:)?[a-z]+[a-z0-9-]*):[0-9]+", r"\1:#", custom_id))
