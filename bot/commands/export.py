"""Export of a stored match as a match file."""

import asyncio
from pathlib import Path

from bot.database_address import is_server
from bot.errors import BadFile
from bot.game_register import GameRegister
from bot.games import load_games
from bot.match.core.store import Store
from bot.match.log.loaded import build
from bot.match.playing.proof import match_file
from bot.match.values.errors import SecretUntilOver
from bot.match.values.times import SystemClock
from bot.settings import Settings
from bot.storage.opening import open_database


async def export(settings: Settings, match: int, games: GameRegister | None = None) -> str:
    """Return a stored match as a match file, with the seed if that is public.

    Raise BadFile if the match does not exist, has not begun, or is still running and has hidden
    information.
    """
    on_server = is_server(settings.salud_database)
    if not on_server and not await asyncio.to_thread(Path(settings.salud_database).is_file):
        raise BadFile(f"There is no database {settings.salud_database}.")
    database = await open_database(settings.salud_database)
    try:
        stored = await Store(database).load(match)
    finally:
        await database.close()
    if stored is None:
        where = "the database" if on_server else settings.salud_database
        raise BadFile(f"There is no match {match} in {where}.")
    game = (games or load_games()).game(stored.record.game, stored.record.rules)
    if game is None:
        raise BadFile(f"The game of match {match}, or its rules version, is not installed.")
    loaded = build(stored, game)
    if loaded.roster.contribution is None:
        raise BadFile(f"Match {match} has not begun.")
    try:
        return match_file(loaded, SystemClock().now())
    except SecretUntilOver as secret:
        raise BadFile(
            f"Match {match} is still running, and its log contains hidden information. It can be "
            "exported after its end."
        ) from secret
