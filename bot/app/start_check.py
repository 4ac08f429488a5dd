"""Refusing to start a version that can't read the stored matches.

The first time that a version opens a database, it replays matches inside the transaction that
updates the schema, so a refusal leaves the database as the previous version wrote it. Then it notes
itself in the table `derived`, and later starts and other processes replay nothing.
"""

import hashlib
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.errors import OperatorError
from bot.game_register import GameRegister
from bot.match.log.records import MatchId
from bot.match.rebuild.reading import read_matches
from bot.match.rebuild.versions import note, noted_version
from bot.storage.base.connection import Check, Connection
from bot.version import VERSION

_log = logging.getLogger(__name__)

NAME = "reading"
ROOT = Path(__file__).resolve().parents[2]
CODE = (
    "engine/**/*.py",
    "bot/match/**/*.py",
    "bot/storage/migrations/**/*.sql",
    "data/games/**/*.toml",
)
"""Files that decide whether a stored match can be read."""
NAMED = 5
Unread = Mapping[str, Sequence[MatchId]]
"""Matches that can't be read, by game."""


def start_check(games: GameRegister, command: str = "run", *, accept: bool = False) -> Check:
    """Return a check of the matches, which does nothing if this version has done it already.

    It raises OperatorError if some can't be read, unless the operator accepts to start without
    them.
    """

    def check(connection: Connection) -> None:
        version = code_version(games)
        if noted_version(connection, NAME) == version:
            return
        replayed, unread = read_matches(connection, games)
        if unread and not accept:
            raise OperatorError(_refusal(games, replayed, unread, command))
        if unread:
            sentence = _unread(games, replayed, unread, most=None)
            _log.warning("%s. They will be frozen.", sentence)
        note(connection, NAME, version)

    return check


def start_refusal(games: GameRegister, connection: Connection) -> str | None:
    """Return why a start would be refused, or None."""
    if noted_version(connection, NAME) == code_version(games):
        return None
    replayed, unread = read_matches(connection, games)
    return _refusal(games, replayed, unread, "run") if unread else None


def _refusal(games: GameRegister, replayed: int, unread: Unread, command: str) -> str:
    found = _unread(games, replayed, unread, most=NAMED)
    return (
        f"{found}. The database is unchanged: to go back, install the version that you used before"
        f" and start it. To start without these matches, run `python -m bot {command}"
        " --accept-frozen`: they stay frozen until a version can read them."
    )


def _unread(games: GameRegister, replayed: int, unread: Unread, most: int | None) -> str:
    count = sum(map(len, unread.values()))
    named = []
    for name, matches in unread.items():
        numbers = ", ".join(f"#{match}" for match in matches[:most])
        others = len(matches) - len(matches[:most])
        more = f" and {others:,} more" if others else ""
        named.append(f"{games.package(name).title} {numbers}{more}")
    return (
        f"Salud {VERSION} can't read {count:,} of the {replayed:,} matches that it has"
        f" replayed: {'; '.join(named)}"
    )


def code_version(games: GameRegister, root: Path = ROOT) -> int:
    """Return a number that changes with everything on which replays depend.

    Operators also run versions between two releases, so the name of the release is not enough.
    """
    versions = {name: sorted(games.games[name]) for name in sorted(games.names)}
    digest = hashlib.sha256(repr((sys.version_info[:2], versions)).encode())
    for pattern in CODE:
        for file in sorted(root.glob(pattern)):
            digest.update(f"\n{file.relative_to(root)}\n".encode())
            digest.update(file.read_bytes())
    return int.from_bytes(digest.digest()[:7])
