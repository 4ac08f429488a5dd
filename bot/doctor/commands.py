"""The commands as Discord has them, compared with those that this bot brings."""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bot.game_register import GameRegister
from bot.match.core.matches import Matches
from bot.match.values.times import SystemClock
from bot.storage.sqlite.database import open_sqlite
from bot.storage.stores import sql_stores
from bot.storage.tables.store import SqlStore
from cogs.app.client import SaludClient
from cogs.games.installed import InstalledGames
from texts import Catalogue

Json = Mapping[str, Any]
OF_DISCORD = frozenset(
    ("id", "application_id", "guild_id", "version", "handler", "nsfw", "dm_permission")
)
"""What Discord adds, and what no command of ours sets."""


async def brought(games: GameRegister) -> Sequence[Json]:
    """The commands of this bot, as it would send them. Builds it, and connects to nothing."""
    with tempfile.TemporaryDirectory(prefix="salud-doctor-") as folder:
        database = await open_sqlite(str(Path(folder) / "empty.db"))
        try:
            async with SaludClient(
                Matches(SqlStore(database), games, SystemClock()),
                Catalogue.load(),
                InstalledGames(games),
                sql_stores(database),
            ) as client:
                await client.load_commands()
                translator = client.tree.translator
                assert translator is not None, "the commands are loaded"
                return [
                    await command.get_translated_payload(client.tree, translator)
                    for command in client.tree.get_commands()
                ]
        finally:
            await database.close()


def differences(ours: Sequence[Json], theirs: Sequence[Json]) -> list[str]:
    """The commands that are not the same, each with how: `/open (not there)`."""
    mine, others = _by_name(ours), _by_name(theirs)
    found = []
    for key in sorted({*mine, *others}):
        if key not in others:
            found.append(f"{_shown(key)} (not there)")
        elif key not in mine:
            found.append(f"{_shown(key)} (too many)")
        elif not _same(mine[key], others[key]):
            found.append(f"{_shown(key)} (otherwise)")
    return found


def _by_name(commands: Sequence[Json]) -> dict[tuple[int, str], Json]:
    return {(int(one.get("type", 1)), str(one["name"])): one for one in commands}


def _shown(key: tuple[int, str]) -> str:
    return f"/{key[1]}" if key[0] == 1 else f"“{key[1]}”"


def _same(ours: Any, theirs: Any) -> bool:
    """Whether both are the same to Discord, which leaves out what is empty or usual."""
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        keys = ({*ours} | {*theirs}) - OF_DISCORD
        return all(_same(ours.get(key), theirs.get(key)) for key in keys)
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(_same, ours, theirs))
    if not ours and not theirs and 0 not in (ours, theirs):
        return True
    return ours == theirs or (ours is not None and str(ours) == str(theirs))
