"""Recognizes messages that are older than the last restore of the database from a backup.

A message is older if its id is smaller than that of the first interaction after the restore. This
compares Discord's ids only, so a wrong clock does no harm.
"""

import discord

from bot.match.core.store import Store
from bot.match.log.loaded import Loaded
from cogs.posting.nonces import nonce_of

NONE_YET = 1 << 63
"""Above every id: until the first interaction after a restore, all messages are older."""


class Restores:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._settled = False

    async def saw(self, interaction: discord.Interaction) -> None:
        if self._settled:
            return
        if generation := await self._store.newest_generation():
            await self._store.first_id(generation, interaction.id)
        self._settled = True

    async def begins(self, loaded: Loaded) -> int:
        return await first_message(self._store, loaded)

    async def is_of_another(self, loaded: Loaded, interaction: discord.Interaction) -> bool:
        if not loaded.record.generation or interaction.message is None:
            return False
        await self.saw(interaction)
        return interaction.message.id < await self.begins(loaded)


async def first_message(store: Store, loaded: Loaded) -> int:
    """Return the smallest id of a match's valid messages; 0 if all are valid."""
    if not loaded.record.generation:
        return 0
    first = await store.first_id(loaded.record.generation)
    return NONE_YET if first is None else first


def in_generation(nonce: str, loaded: Loaded) -> str:
    """Return a nonce that differs from the one before a restore, for which Discord would return the
    old message.
    """
    generation = loaded.record.generation
    return nonce if not generation else nonce_of(nonce, generation)
