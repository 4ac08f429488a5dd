"""Export of a stored match as a match file."""

import asyncio
from pathlib import Path

from bot.app.games import load_games
from bot.app.settings import Settings
from bot.app.start_check import start_check
from bot.database_address import is_server
from bot.errors import OperatorError
from bot.game_register import GameRegister
from bot.match.core.store import Store
from bot.match.core.unread_rows import Remains
from bot.match.log.loaded import build
from bot.match.log.readable import entry_count
from bot.match.log.records import Record, Stored
from bot.match.log.store_errors import BrokenMatch
from bot.match.playing.proof import match_file, readable_file
from bot.match.values.times import SystemClock
from bot.storage.opening import open_database
from engine.core.game import AnyGame

Exported = tuple[str, str, bool]
"""A match file; if the match doesn't replay, why not and which part was saved, otherwise ""; and
whether that part is incomplete.
"""


async def export(settings: Settings, match: int, games: GameRegister | None = None) -> Exported:
    """Return a stored match as a match file, with the seed if that is public.

    If the match doesn't replay, return its readable part. Raise OperatorError if the match does not
    exist, has not begun, or can't be read at all.
    """
    on_server = is_server(settings.salud_database)
    if not on_server and not await asyncio.to_thread(Path(settings.salud_database).is_file):
        raise OperatorError(f"There is no database {settings.salud_database}.")
    games = games or load_games()
    database = await open_database(settings.salud_database, check=start_check(games))
    try:
        store = Store(database)
        try:
            stored = await store.load(match)
            if stored is None:
                where = "the database" if on_server else settings.salud_database
                raise OperatorError(f"There is no match {match} in {where}.")
            return _whole(stored, _game(stored.record, games))
        except BrokenMatch as broken:
            return _part(await _remains(store, match, broken), games, broken)
    finally:
        await database.close()


def _game(record: Record, games: GameRegister) -> AnyGame:
    game = games.game(record.game, record.rules)
    if game is None:
        raise OperatorError(
            f"The game of match {record.id}, or its rules version, is not installed."
        )
    return game


def _whole(stored: Stored, game: AnyGame) -> Exported:
    loaded = build(stored, game)
    if loaded.roster.contribution is None:
        raise OperatorError(f"Match {loaded.record.id} has not begun.")
    return match_file(loaded, SystemClock().now()), "", False


async def _remains(store: Store, match: int, broken: BrokenMatch) -> Remains:
    try:
        remains = await store.remains(match)
    except BrokenMatch as worse:
        raise OperatorError(f"{_why(match, broken)} Nothing can be saved: {worse}.") from worse
    assert remains is not None, "the match exists"
    return remains


def _part(remains: Remains, games: GameRegister, broken: BrokenMatch) -> Exported:
    match = remains.record.id
    why = _why(match, broken)
    try:
        text, gap = readable_file(remains, _game(remains.record, games), SystemClock().now())
    except ValueError as error:
        raise OperatorError(f"{why} Nothing can be saved: {error}.") from error
    if gap is None:
        entries = entry_count(len(remains.log))
        saved = f"Its log was saved to its end ({entries}), and leads where it should."
        return text, f"{why} {saved}", False
    return text, f"{why} {gap}", True


def _why(match: int, broken: BrokenMatch) -> str:
    reason = str(broken).removeprefix(f"match {match}: ")
    return f"Match {match} doesn't replay: {reason}."
