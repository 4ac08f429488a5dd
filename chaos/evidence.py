"""All that the checks look at: the stored matches, the log of the bot, the transcript."""

import asyncio
import sqlite3
import sys
from dataclasses import dataclass, field
from pathlib import Path

from bot.files import BadFile, export
from bot.games import load_games
from bot.match.loaded import BrokenMatch, Loaded, build
from bot.match.types import Press, Status
from bot.settings import Settings
from bot.storage.database import open_database
from bot.storage.store import SqliteStore
from chaos.nursery import ROOT
from chaos.run import Outcome
from chaos.transcript import Transcript

COMMAND_LINE = 2
"""So many matches are also exported by the command line: a process takes its time."""


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

    def begun(self) -> dict[int, Loaded]:
        """The matches that have begun."""
        return {n: loaded for n, loaded in self.matches.items() if loaded.position is not None}


async def gather(outcome: Outcome) -> Evidence:
    """Collect what a run has left; the bot no longer runs."""
    evidence = Evidence(outcome.transcript, outcome.token)
    evidence.log = outcome.log.read_text(encoding="utf-8", errors="replace")
    path = str(outcome.database)
    ids = _read(outcome.database, evidence)
    games = load_games()
    database = await open_database(path)
    try:
        for match in ids:
            stored = await SqliteStore(database).load(match)
            assert stored is not None, "its id was just read"
            game = games.game(stored.record.game, stored.record.rules)
            assert game is not None, "the bot that made it is of this version"
            try:
                evidence.matches[match] = build(stored, game)
            except (BrokenMatch, AssertionError) as error:
                evidence.broken[match] = str(error)
    finally:
        await database.close()
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


def _read(database: Path, evidence: Evidence) -> list[int]:
    connection = sqlite3.connect(database)
    try:
        rows = connection.execute("SELECT interaction, match, first, count FROM press").fetchall()
        evidence.presses = [Press(*row) for row in rows]
        return [row[0] for row in connection.execute("SELECT id FROM match ORDER BY id")]
    finally:
        connection.close()


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
