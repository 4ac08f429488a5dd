"""Everything that the checks of a run look at.

A check compares two sides: the messages that people saw, and the stored data. The first side is the
Transcript. This module adds the second one after the bot has stopped: it replays every match, and
reads the days, tournaments and absences from the database, and the bot's log.

A season restores backups. A restore takes the database back in time: matches that came after the
copy vanish, although people saw them, and their numbers might be given to other matches. A check
that knew only the last database would report all of that as loss. So evidence is divided into
lives. A life is the time from one restore to the next, together with the database as it was at the
life's end. A check looks up the life in which something happened, and judges it by that database.
"""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.match.core.store import Store
from bot.match.log.loaded import Loaded, build
from bot.match.log.records import Press, Status
from bot.match.log.store_errors import BrokenMatch
from bot.match.playing.proof import match_file
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.values.days import end_of
from bot.storage.opening import open_database
from chaos.games import ALONE, PlayableGame, find_game
from chaos.scenario import RunResult
from chaos.transcript import Transcript

LATER = 1 << 40
"""A time after the end of every day, in Unix seconds."""


@dataclass(frozen=True, slots=True)
class DayRows:
    seeds: dict[tuple[str, str], bytes] = field(default_factory=dict)
    """By game and day."""
    openings: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """The lines of the opening log, by game and day."""
    points: dict[int, int | None] = field(default_factory=dict)
    """By match."""
    asked: frozenset[tuple[int, str, str, int]] = frozenset()
    """(server, game, day, user) for each request of a puzzle."""
    tallies: dict[tuple[int, str, str, int], tuple[int, int]] = field(default_factory=dict)
    """(days, points) by server, game, period and user."""


@dataclass(frozen=True, slots=True)
class TournamentRows:
    name: str
    channel: int
    seed: bytes
    events: tuple[TournamentEvent, ...]
    shown: int
    """Number of events on the panel, according to the bot."""
    told: int
    """Number of events with no notice left to post, according to the bot."""
    matches: tuple[tuple[str, int], ...]
    """(table, match) pairs."""
    barred: frozenset[int] = frozenset()
    trophies: tuple[tuple[int, int, int], ...] = ()
    """(stage, user, place) of each."""


@dataclass(frozen=True, slots=True)
class LifeEvidence:
    """The state of the database at the end of one life: at a restore, or at the end of the run."""

    began: float
    ended: float
    matches: dict[int, Loaded]
    presses: list[Press]
    away: dict[int, list[tuple[int, int]]]
    """Absences by user, in the bot's time."""
    opened: frozenset[int]
    """Interactions that created a match or an invitation."""
    days: DayRows = field(default_factory=DayRows)
    tournaments: dict[int, TournamentRows] = field(default_factory=dict)
    copied: float = float("inf")
    """Creation time of the backup that ended this life; work since then was lost."""


@dataclass(slots=True)
class Evidence:
    """The evidence of one run. Fields that a life also has describe the last life."""

    transcript: Transcript
    token: str
    matches: dict[int, Loaded] = field(default_factory=dict)
    """Matches that replay."""
    broken: dict[int, str] = field(default_factory=dict)
    presses: list[Press] = field(default_factory=list)
    exports: dict[int, str] = field(default_factory=dict)
    printed: dict[int, str] = field(default_factory=dict)
    log: str = ""
    season: bool = False
    past_lives: list[LifeEvidence] = field(default_factory=list)
    """Lives that ended with a restore."""
    away: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    opened: frozenset[int] = frozenset()
    days: DayRows = field(default_factory=DayRows)
    tournaments: dict[int, TournamentRows] = field(default_factory=dict)
    game: PlayableGame = field(default_factory=find_game)

    def game_of(self, loaded: Loaded) -> PlayableGame:
        name = loaded.record.game
        return self.game if name not in ALONE else find_game(name)

    def opening(self, loaded: Loaded) -> int:
        """Return the number of log entries with which a match begins; not 0 on a day."""
        day = loaded.record.day
        return 0 if day is None else len(self.days.openings[loaded.record.game, day])

    def is_over(self, day: str, at: float | None = None) -> bool:
        """Return whether a day was certainly over at a moment, by default at the end of the run."""
        now = self.transcript.ended if at is None else at + self.transcript.skew
        return now >= end_of(day)

    def lives(self) -> list[LifeEvidence]:
        began = self.past_lives[-1].ended if self.past_lives else 0.0
        end, left = float("inf"), (self.presses, self.away, self.opened, self.days)
        last = LifeEvidence(began, end, self.matches, *left, self.tournaments)
        return [*self.past_lives, last]

    def life_at(self, at: float) -> LifeEvidence:
        lives = self.lives()
        return next((life for life in lives if life.began <= at < life.ended), lives[-1])

    def all_tournaments(self) -> list[tuple[int, TournamentRows]]:
        return [item for life in self.lives() for item in life.tournaments.items()]

    def begun(self) -> dict[int, Loaded]:
        return {n: loaded for n, loaded in self.matches.items() if loaded.position is not None}

    def over(self) -> dict[int, Loaded]:
        return {n: loaded for n, loaded in self.matches.items() if loaded.status is Status.OVER}


async def gather(result: RunResult) -> Evidence:
    """Collect the evidence of a run. The bot must have stopped."""
    scenario, database = result.scenario, result.database
    game = find_game(scenario.game)
    evidence = Evidence(result.transcript, result.token, season=scenario.season, game=game)
    evidence.log = result.log.read_text(encoding="utf-8", errors="replace")
    evidence.presses = _presses(database)
    evidence.matches, evidence.broken = await _matches(database, game)
    evidence.away, evidence.opened = _away(database), _opened(database)
    evidence.days = read_days(database)
    evidence.tournaments = read_tournaments(database)
    evidence.exports = {n: match_file(loaded, LATER) for n, loaded in evidence.over().items()}
    evidence.printed = result.printed
    for life in result.transcript.lives:
        ended_database = Path(life.database)
        matches, _ = await _matches(ended_database, game)
        left = (
            _presses(ended_database),
            _away(ended_database),
            _opened(ended_database),
            read_days(ended_database),
        )
        cups = read_tournaments(ended_database)
        evidence.past_lives.append(
            LifeEvidence(life.began, life.ended, matches, *left, cups, life.copied)
        )
    return evidence


async def _matches(path: Path, game: PlayableGame) -> tuple[dict[int, Loaded], dict[int, str]]:
    games, matches, broken = game.load(), dict[int, Loaded](), dict[int, str]()
    ids = [row[0] for row in _rows(path, "SELECT id FROM match ORDER BY id")]
    database = await open_database(str(path))
    try:
        for match in ids:
            stored = await Store(database).load(match)
            assert stored is not None, "its id was just read"
            rules = games.game(stored.record.game, stored.record.rules)
            assert rules is not None, "the bot that made it is of this version"
            try:
                matches[match] = build(stored, rules)
            except (BrokenMatch, AssertionError) as error:
                broken[match] = str(error)
    finally:
        await database.close()
    return matches, broken


def _presses(path: Path) -> list[Press]:
    return [
        Press(*row) for row in _rows(path, "SELECT interaction, match, first, count FROM press")
    ]


def _opened(path: Path) -> frozenset[int]:
    return frozenset(row[0] for row in _rows(path, "SELECT opened_by FROM match"))


def _away(path: Path) -> dict[int, list[tuple[int, int]]]:
    absences: dict[int, list[tuple[int, int]]] = {}
    for user, since, until in _rows(path, "SELECT user, since, until FROM absence"):
        absences.setdefault(user, []).append((since, until))
    return absences


def read_days(path: Path) -> DayRows:
    fixed = _rows(path, "SELECT game, day, seed, opening FROM day")
    tallies = "SELECT guild, game, period, user, days, points FROM day_tally"
    return DayRows(
        {(game, day): seed for game, day, seed, _ in fixed},
        {(game, day): tuple(opening.splitlines()) for game, day, _, opening in fixed},
        {row[0]: row[1] for row in _rows(path, "SELECT match, points FROM day_match")},
        frozenset(_rows(path, "SELECT guild, game, day, user FROM day_guild")),
        {row[:4]: row[4:] for row in _rows(path, tallies)},
    )


def read_tournaments(path: Path) -> dict[int, TournamentRows]:
    events = "SELECT n, kind, at, by_user, user, detail FROM tournament_event"
    matches = "SELECT tournament_table, id FROM match WHERE tournament = ? ORDER BY id"
    tournaments = (
        "SELECT id, name, channel, seed,"
        " CASE WHEN panel.shown < panel.wanted THEN 0 ELSE events END,"
        " COALESCE(note.shown, events), tournament.guild FROM tournament"
        " LEFT JOIN message AS panel ON panel.kind = 'panel' AND panel.subject = id"
        " LEFT JOIN message AS note ON note.kind = 'note' AND note.subject = id ORDER BY id"
    )
    by_number = {}
    for number, name, channel, seed, shown, told, guild in _rows(path, tournaments):
        log = _rows(path, f"{events} WHERE tournament = ? ORDER BY n", number)
        typed = tuple(
            TournamentEvent(n, TournamentEventKind(kind), *rest) for n, kind, *rest in log
        )
        tables = tuple((row[0], row[1]) for row in _rows(path, matches, number))
        bars = _rows(path, "SELECT user FROM bar WHERE guild = ?", guild)
        barred = frozenset(row[0] for row in bars)
        won = _rows(path, "SELECT stage, user, place FROM trophy WHERE tournament = ?", number)
        trophies = tuple((stage, user, place) for stage, user, place in won)
        rows = TournamentRows(name, channel, seed, typed, shown, told, tables, barred, trophies)
        by_number[number] = rows
    return by_number


def _rows(path: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql, values).fetchall()
