"""Replays all matches of a database that was copied to."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.match.log.records import MatchId, Stored
from bot.match.log.store_errors import BrokenMatch
from bot.storage.tables import match_rows
from bot.storage.transfer.ends import End
from bot.storage.transfer.progress import REPLAYED, Progress
from bot.storage.transfer.reporting import Reporter

TOGETHER = 50
"""How many matches are replayed between two notes of how far that has come."""
NAMED = 20
"""How many matches are named that don't replay."""

Replay = Callable[[Stored], bool]
"""Replays a match; False if its game is not installed. Raises BrokenMatch."""


@dataclass(frozen=True, slots=True)
class Replays:
    """How all matches replay."""

    after: MatchId = 0
    """The last one that was tried."""
    replayed: int = 0
    missing: int = 0
    """How many are of games that are not installed."""
    broken: int = 0
    """How many don't replay."""
    named: tuple[MatchId, ...] = ()
    """Some of these."""


def replay_all(end: End, progress: Progress, replay: Replay, reporter: Reporter) -> Replays:
    """Replay every match that was not replayed before; raises StoreTrouble."""
    with end.told():
        made = _read(progress.read(REPLAYED))
        total = end.connection.execute("SELECT COUNT(*) FROM match").fetchone()[0]
    while True:
        with end.told():
            matches = end.connection.execute(
                "SELECT id FROM match WHERE id > ? ORDER BY id LIMIT ?", (made.after, TOGETHER)
            ).fetchall()
        if not matches:
            return made
        for (match,) in matches:
            made = _replayed(end, match, replay, made)
        with end.told(), end.transaction():
            progress.note(REPLAYED, asdict(made))
        done = made.replayed + made.missing + made.broken
        reporter.goes_on("replayed", done, total, "matches")


def _replayed(end: End, match: MatchId, replay: Replay, made: Replays) -> Replays:
    made = replace(made, after=match)
    try:
        with end.told():
            stored = match_rows.load(end.connection, match)
        assert stored is not None, "nobody else writes there"
        if replay(stored):
            return replace(made, replayed=made.replayed + 1)
        return replace(made, missing=made.missing + 1)
    except BrokenMatch:
        return replace(made, broken=made.broken + 1, named=(*made.named, match)[:NAMED])


def _read(kept: Any) -> Replays:
    return Replays(**{**kept, "named": tuple(kept["named"])}) if kept else Replays()
