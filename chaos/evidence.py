"""All that the checks look at: the stored matches, the log of the bot, the transcript."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.match.log.loaded import Loaded, build
from bot.match.log.records import Press, Status
from bot.match.log.store_errors import BrokenMatch
from bot.match.playing.proof import match_file
from bot.match.tournaments.events import EventKind, TournamentEvent
from bot.match.values.days import end_of
from bot.storage.opening import open_database
from bot.storage.tables.store import SqlStore
from chaos.games import ALONE, PlayableGame, find_game
from chaos.scenario import RunResult
from chaos.transcript import Transcript

LATER = 1 << 40
"""A time by which every day is over."""


@dataclass(frozen=True, slots=True)
class DayRows:
    """What the database holds of days."""

    seeds: dict[tuple[str, str], bytes] = field(default_factory=dict)
    """By game and day."""
    openings: dict[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    """A line an entry, by game and day."""
    points: dict[int, int | None] = field(default_factory=dict)
    """By match."""
    asked: frozenset[tuple[int, str, str, int]] = frozenset()
    """Server, game, day and person of each who asked for it there."""
    tallies: dict[tuple[int, str, str, int], tuple[int, int]] = field(default_factory=dict)
    """Days and points by server, game, period and person."""


@dataclass(frozen=True, slots=True)
class TournamentRows:
    """What the database holds of one tournament."""

    name: str
    channel: int
    seed: bytes
    events: tuple[TournamentEvent, ...]
    shown: int
    """How many of its events its panel shows, as the bot has noted."""
    told: int
    """Of how many nothing needs to be told any more, as the bot has noted."""
    matches: tuple[tuple[str, int], ...]
    """Each match of it, after its table."""
    barred: frozenset[int] = frozenset()
    """Who may not take part in its server."""
    trophies: tuple[tuple[int, int, int], ...] = ()
    """Stage, user and place of each."""


@dataclass(frozen=True, slots=True)
class LifeEvidence:
    """What a life of the database left: between two restores, or after the last."""

    began: float
    ended: float
    matches: dict[int, Loaded]
    """As they were at its end."""
    presses: list[Press]
    away: dict[int, list[tuple[int, int]]]
    """When people were away, by the bot's clock."""
    opened: frozenset[int]
    """The interactions that made a match or an invitation."""
    days: DayRows = field(default_factory=DayRows)
    tournaments: dict[int, TournamentRows] = field(default_factory=dict)
    """By number, as they were at its end."""
    copied: float = float("inf")
    """When the copy was made that ended it: what came after that is lost."""


@dataclass(slots=True)
class Evidence:
    """One run, as the checks see it."""

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
    past_lives: list[LifeEvidence] = field(default_factory=list)
    """Those that ended with a restore."""
    away: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    """When people were away in the last life, by the bot's clock."""
    opened: frozenset[int] = frozenset()
    """The interactions that made a match or an invitation in it."""
    days: DayRows = field(default_factory=DayRows)
    """Those of the last life."""
    tournaments: dict[int, TournamentRows] = field(default_factory=dict)
    """By number, in the last life."""
    game: PlayableGame = field(default_factory=find_game)

    def game_of(self, loaded: Loaded) -> PlayableGame:
        """The game of a match; a game for one is played beside the game of the run."""
        name = loaded.record.game
        return self.game if name not in ALONE else find_game(name)

    def opening(self, loaded: Loaded) -> int:
        """With how many entries of the house a match begins."""
        day = loaded.record.day
        return 0 if day is None else len(self.days.openings[loaded.record.game, day])

    def is_over(self, day: str, at: float | None = None) -> bool:
        """Whether a day was surely over at a moment; at the end of the run if none is named."""
        now = self.transcript.ended if at is None else at + self.transcript.skew
        return now >= end_of(day)

    def lives(self) -> list[LifeEvidence]:
        """All of them, the last one too."""
        began = self.past_lives[-1].ended if self.past_lives else 0.0
        end, left = float("inf"), (self.presses, self.away, self.opened, self.days)
        last = LifeEvidence(began, end, self.matches, *left, self.tournaments)
        return [*self.past_lives, last]

    def life_at(self, at: float) -> LifeEvidence:
        """The life in which something happened."""
        lives = self.lives()
        return next((life for life in lives if life.began <= at < life.ended), lives[-1])

    def all_tournaments(self) -> list[tuple[int, TournamentRows]]:
        """Return the tournaments of each life, by number, as they were at its end."""
        return [item for life in self.lives() for item in life.tournaments.items()]

    def begun(self) -> dict[int, Loaded]:
        """The matches that have begun."""
        return {n: loaded for n, loaded in self.matches.items() if loaded.position is not None}

    def over(self) -> dict[int, Loaded]:
        """The matches that are over."""
        return {n: loaded for n, loaded in self.matches.items() if loaded.status is Status.OVER}


async def gather(result: RunResult) -> Evidence:
    """Collect what a run has left; the bot no longer runs."""
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
        kept = Path(life.database)
        matches, _ = await _matches(kept, game)
        left = (_presses(kept), _away(kept), _opened(kept), read_days(kept))
        cups = read_tournaments(kept)
        evidence.past_lives.append(
            LifeEvidence(life.began, life.ended, matches, *left, cups, life.copied)
        )
    return evidence


async def _matches(path: Path, game: PlayableGame) -> tuple[dict[int, Loaded], dict[int, str]]:
    """The matches of a database that replay, and why the others don't."""
    games, found, broken = game.load(), dict[int, Loaded](), dict[int, str]()
    ids = [row[0] for row in _rows(path, "SELECT id FROM match ORDER BY id")]
    database = await open_database(str(path))
    try:
        for match in ids:
            stored = await SqlStore(database).load(match)
            assert stored is not None, "its id was just read"
            rules = games.game(stored.record.game, stored.record.rules)
            assert rules is not None, "the bot that made it is of this version"
            try:
                found[match] = build(stored, rules)
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


def read_days(path: Path) -> DayRows:
    """What a database holds of days."""
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
    """The tournaments of a database."""
    events = "SELECT n, kind, at, by_user, user, detail FROM tournament_event"
    matches = "SELECT tournament_table, id FROM match WHERE tournament = ? ORDER BY id"
    tournaments = "SELECT id, name, channel, seed, shown, told, guild FROM tournament ORDER BY id"
    found = {}
    for number, name, channel, seed, shown, told, guild in _rows(path, tournaments):
        log = _rows(path, f"{events} WHERE tournament = ? ORDER BY n", number)
        made = tuple(TournamentEvent(n, EventKind(kind), *rest) for n, kind, *rest in log)
        tables = tuple((row[0], row[1]) for row in _rows(path, matches, number))
        bars = _rows(path, "SELECT user FROM bar WHERE guild = ?", guild)
        barred = frozenset(row[0] for row in bars)
        won = _rows(path, "SELECT stage, user, place FROM trophy WHERE tournament = ?", number)
        trophies = tuple((stage, user, place) for stage, user, place in won)
        rows = TournamentRows(name, channel, seed, made, shown, told, tables, barred, trophies)
        found[number] = rows
    return found


def _rows(path: Path, sql: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql, values).fetchall()
