"""Refusing to start a version that can't read the stored matches.

The first time that a version opens a database, it replays matches inside the transaction that
updates the schema, so a refusal leaves the database as the previous version wrote it. Then it notes
itself in the table `derived`, and later starts and other processes replay nothing.
"""

import hashlib
import logging
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.errors import CannotRun
from bot.game_register import GameRegister
from bot.match.log.records import MatchId
from bot.match.rebuild.reading import read_matches
from bot.match.rebuild.versions import note, noted_version
from bot.storage.base.connection import Connection
from bot.version import VERSION

_log = logging.getLogger(__name__)

NAME = "reading"
ROOT = Path(__file__).resolve().parent.parent
CODE = (
    "engine/**/*.py",
    "bot/match/**/*.py",
    "bot/storage/migrations/**/*.sql",
    "data/games/**/*.toml",
)
"""Files that decide whether a stored match can be read."""
NAMED = 5


@dataclass(frozen=True, slots=True)
class StartCheck:
    games: GameRegister
    command: str = "run"
    accept: bool = False
    """Whether to start without the matches that can't be read."""

    def __call__(self, connection: Connection) -> None:
        """Check the matches unless this version has done so; raise CannotRun."""
        version = code_version(self.games)
        if noted_version(connection, NAME) == version:
            return
        replayed, unread = read_matches(connection, self.games)
        if unread and not self.accept:
            raise CannotRun(self._refusal(replayed, unread))
        if unread:
            _log.warning("%s. They will be frozen.", self._unread(replayed, unread, most=None))
        note(connection, NAME, version)

    def refusal(self, connection: Connection) -> str | None:
        """Return why a start would be refused, or None."""
        if noted_version(connection, NAME) == code_version(self.games):
            return None
        replayed, unread = read_matches(connection, self.games)
        return self._refusal(replayed, unread) if unread else None

    def _refusal(self, replayed: int, unread: Mapping[str, Sequence[MatchId]]) -> str:
        return (
            f"{self._unread(replayed, unread, most=NAMED)}. The database is unchanged: to go back,"
            " install the version that you used before and start it. To start without these"
            f" matches, run `python -m bot {self.command} --accept-frozen`: they stay frozen until"
            " a version can read them."
        )

    def _unread(
        self, replayed: int, unread: Mapping[str, Sequence[MatchId]], most: int | None
    ) -> str:
        count = sum(map(len, unread.values()))
        named = []
        for name, matches in unread.items():
            numbers = ", ".join(f"#{match}" for match in matches[:most])
            others = len(matches) - len(matches[:most])
            more = f" and {others:,} more" if others else ""
            named.append(f"{self.games.package(name).title} {numbers}{more}")
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
