"""All that the checks look at: the stored matches, the log of the bot, the transcript."""

import asyncio
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.games import load_games
from bot.match.loaded import BrokenMatch, Loaded, build
from bot.match.types import Press, Status
from bot.match_files import BadFile, export
from bot.settings import Settings
from bot.storage.database import open_database
from bot.storage.store import SqliteStore
from chaos.nursery import ROOT
from chaos.run import Outcome
from chaos.transcript import Transcript

COMMAND_LINE = 2
"""So many matches are also exported by the command line: a process takes its time."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a life of the bot left: between two restores of its database, or after the last."""

    began: float
    ended: float
    matches: dict[int, Loaded]
    """As they were at its end."""
    presses: list[Press]
    away: dict[int, list[tuple[int, int]]]
    """When people were away, by the bot's clock."""
    opened: frozenset[int]
    """The interactions that made a match or an invitation."""


@dataclass(slots=True)
class Evidence:
    """One run, as it is judged."""

    transcript: Transcript
    token: str
    matches: dict[int, Loaded] = field(default_factory=dict)
    """Those that replay."""
    broken: dict[int, str] = field(default_factory=dict)
    """Why the others don't."""
    presses: list[Press] = field(default_factory=list)
    exports: dict[int, str] = field(default_factory=dict)
    """Match files of what is over."""
    printed: dict[int, str] = field(default_factory=dict)
    """Some of them as the command line prints them."""
    log: str = ""
    season: bool = False
    """Whether it was a season, and no storm."""
    chapters: list[Chapter] = field(default_factory=list)
    """Those that ended with a restore."""
    away: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """When people were away in the last life, by the bot's clock."""
    opened: frozenset[int] = frozenset()
    """The interactions that made a match or an invitation in it."""

    def lives(self) -> list[Chapter]:
        """All of them, the last one too."""
        began = self.chapters[-1].ended if self.chapters else 0.0
        last = Chapter(began, float("inf"), self.matches, self.presses, self.away, self.opened)
        return [*self.chapters, last]

    def begun(self) -> dict[int, Loaded]:
        """The matches that have begun."""
        return {n: loaded for n, loaded in self.matches.items() if loaded.position is not None}


async def gather(outcome: Outcome) -> Evidence:
    """Collect what a run has left; the bot no longer runs."""
    evidence = Evidence(outcome.transcript, outcome.token)
    evidence.season = outcome.season
    evidence.log = outcome.log.read_text(encoding="utf-8", errors="replace")
    path = str(outcome.database)
    evidence.presses = _presses(outcome.database)
    evidence.matches, evidence.broken = await _matches(outcome.database)
    evidence.away, evidence.opened = _away(outcome.database), _opened(outcome.database)
    for life in outcome.transcript.lives:
        kept = Path(life.database)
        matches, _ = await _matches(kept)
        left = (_presses(kept), _away(kept), _opened(kept))
        chapter = Chapter(life.began, life.ended, matches, *left)
        evidence.chapters.append(chapter)
    settings = Settings(salud_database=path)
    over = [n for n, loaded in evidence.matches.items() if loaded.status is Status.OVER]
    for match in over:
        try:
            evidence.exports[match] = await export(settings, match)
        except (BadFile, BrokenMatch) as error:
            evidence.exports[match] = f"not exported: {error}"
    for match in over[:COMMAND_LINE]:
        evidence.printed[match] = await _print(path, match)
    return evidence


async def _matches(path: Path) -> tuple[dict[int, Loaded], dict[int, str]]:
    """The matches of a database that replay, and why the others don't."""
    games, found, broken = load_games(), dict[int, Loaded](), dict[int, str]()
    ids = [row[0] for row in _rows(path, "SELECT id FROM match ORDER BY id")]
    database = await open_database(str(path))
    try:
        for match in ids:
            stored = await SqliteStore(database).load(match)
            assert stored is not None, "its id was just read"
            game = games.game(stored.record.game, stored.record.rules)
            assert game is not None, "the bot that made it is of this version"
            try:
                found[match] = build(stored, game)
            except (BrokenMatch, AssertionError) as error:
                broken[match] = str(error)
    finally:
        await database.close()
    return found, broken


def _presses(path: Path) -> list[Press]:
    return [
        Press(*row) for row in _rows(path, "SELECT interaction, match, first, count FROM press")
    ]


def _opened(path: Path) -> frozenset[int]:
    return frozenset(row[0] for row in _rows(path, "SELECT opened_by FROM match"))


def _away(path: Path) -> dict[int, list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for user, since, until in _rows(path, "SELECT user, since, until FROM absence"):
        found.setdefault(user, []).append((since, until))
    return found


def _rows(path: Path, sql: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


async def _print(database: str, match: int) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot", "export", str(match)),
        cwd=ROOT,
        env={"SALUD_DATABASE": database},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed, _ = await process.communicate()
    return printed.decode(errors="replace")
