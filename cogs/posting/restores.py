"""Recognizes messages posted before the database was last restored from a backup.

A message whose id is smaller than that of the first interaction since the restore is older. This
compares Discord's ids only, so no wrong clock can mislead it.
"""

import discord

from bot.match.core.store import Store
from bot.match.log.loaded import Loaded
from cogs.posting.nonces import nonce_of

NONE_YET = 1 << 63
"""Above every id: until the first interaction after a restore, all messages are older."""


class Restores:
    """Knows which messages of a match are newer than the last restore."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._settled = False

    async def saw(self, interaction: discord.Interaction) -> None:
        """Record the first interaction after a restore."""
        if self._settled:
            return
        if generation := await self._store.newest_generation():
            await self._store.first_id(generation, interaction.id)
        self._settled = True

    async def begins(self, loaded: Loaded) -> int:
        """Return the smallest valid message id of a match; 0 if all are valid."""
        return await first_message(self._store, loaded)

    async def is_of_another(self, loaded: Loaded, interaction: discord.Interaction) -> bool:
        """Return whether the pressed message is older than the last restore."""
        if not loaded.record.generation or interaction.message is None:
            return False
        await self.saw(interaction)
        return interaction.message.id < await self.begins(loaded)


async def first_message(store: Store, loaded: Loaded) -> int:
    """Return the smallest valid message id of a match; 0 if all are valid."""
    if not loaded.record.generation:
        return 0
    first = await store.first_id(loaded.record.generation)
    return NONE_YET if first is None else first


def in_generation(nonce: str, loaded: Loaded) -> str:
    """Return a nonce unused before a restore; Discord would return the old message for a
    used one.
    """
    generation = loaded.record.generation
    return nonce if not generation else nonce_of(nonce, generation)
