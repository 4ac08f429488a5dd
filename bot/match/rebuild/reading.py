"""Replaying stored matches, to find those that the installed code can't read.

A change of a game's rules or State that should not touch old matches, but does, freezes them all. A
new version finds that out here before it begins to write.
"""

import logging

from bot.game_register import GameRegister
from bot.match.core import match_rows
from bot.match.core.matches import replay_match
from bot.match.log.records import MatchId, Stored
from bot.match.log.store_errors import BrokenMatch
from bot.storage.base.connection import Connection

_log = logging.getLogger(__name__)

FINISHED = 20
"""Finished matches of each game and rules version that are replayed, the newest ones."""
_REPLAYED = (
    "SELECT id, game FROM (SELECT id, game, status, ROW_NUMBER() OVER"
    " (PARTITION BY game, rules, status ORDER BY id DESC) AS place FROM match"
    " WHERE frozen = 0 AND status <> 'called off') AS numbered"
    " WHERE status <> 'over' OR place <= ? ORDER BY id"
)


def read_matches(
    connection: Connection, games: GameRegister
) -> tuple[int, dict[str, list[MatchId]]]:
    """Replay all open and running matches and the newest finished ones, except frozen ones.

    Return their number, and those that can't be read, by game.
    """
    rows = connection.execute(_REPLAYED, (FINISHED,)).fetchall()
    unread: dict[str, list[MatchId]] = {}
    for match, game in rows:
        if not _reads(connection, games, match):
            unread.setdefault(game, []).append(match)
    return len(rows), unread


def _reads(connection: Connection, games: GameRegister, match: MatchId) -> bool:
    before: Stored | None = None
    while True:
        try:
            stored = match_rows.load(connection, match)
        except BrokenMatch:
            return False
        except Exception as damage:  # noqa: BLE001 - no version can read these rows
            _log.error("Match %d is damaged: %s", match, damage)
            return True
        if stored is None or _replays(stored, games):
            return True
        if stored == before:
            return False
        before = stored  # perhaps another process has committed a move between two of these reads


def _replays(stored: Stored, games: GameRegister) -> bool:
    game = games.game(stored.record.game, stored.record.rules)
    if game is None:
        return False
    try:
        replay_match(stored, game)
    except Exception:  # noqa: BLE001 - new rules can raise anything
        return False
    return True
