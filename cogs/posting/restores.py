"""Recognises messages posted before the database was last restored from a backup.

A message whose id is smaller than that of the first interaction since the restore is older than it.
So no clock is compared, neither Discord's nor ours.
"""

import discord

from bot.match.core.store import Store
from bot.match.log.loaded import Loaded
from cogs.posting.nonces import nonce_of

NONE_YET = 1 << 63
"""Above every id: until the first interaction after a restore, all messages are older than it."""


class Restores:
    """Knows which messages of a match count."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._settled = False

    async def saw(self, interaction: discord.Interaction) -> None:
        """Remember the first interaction after a restore: what is posted after it counts."""
        if self._settled:
            return
        if generation := await self._store.newest_generation():
            await self._store.first_id(generation, interaction.id)
        self._settled = True

    async def begins(self, loaded: Loaded) -> int:
        """The smallest id of a message of a match that counts; 0 if all do."""
        return await first_message(self._store, loaded)

    async def is_of_another(self, loaded: Loaded, interaction: discord.Interaction) -> bool:
        """Whether the message that was pressed was posted before the last restore."""
        if not loaded.record.generation or interaction.message is None:
            return False
        await self.saw(interaction)
        return interaction.message.id < await self.begins(loaded)


async def first_message(store: Store, loaded: Loaded) -> int:
    """The smallest id of a message of a match that counts; 0 if all do."""
    if not loaded.record.generation:
        return 0
    first = await store.first_id(loaded.record.generation)
    return NONE_YET if first is None else first


def in_life(nonce: str, loaded: Loaded) -> str:
    """A nonce that no message before a restore has used: Discord would give that message back."""
    life = loaded.record.generation
    return nonce if not life else nonce_of(nonce, life)
