"""Tells what was posted in a life of the database before its last restore.

A message that Discord posted earlier than anything it is known to have done since the restore is
of another life. So no clock is asked, neither Discord's nor ours.
"""

import discord

from bot.match.loaded import Loaded
from bot.match.store import Store
from cogs.posting.messenger import nonce_of

NONE_YET = 1 << 63
"""Above every id: as long as none is known of this life, all messages are of another."""


class Restores:
    """Knows from which message on what is posted of a match counts."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._settled = False

    async def saw(self, interaction: discord.Interaction) -> None:
        """Remember the first interaction after a restore: what is posted from then on is newer."""
        if self._settled:
            return
        if generation := await self._store.newest_generation():
            await self._store.first_id(generation, interaction.id)
        self._settled = True

    async def begins(self, loaded: Loaded) -> int:
        """The smallest id of a message of a match that counts; 0 where all do."""
        return await first_message(self._store, loaded)

    async def is_of_another(self, loaded: Loaded, interaction: discord.Interaction) -> bool:
        """Whether somebody presses on what was posted of a match before the restore."""
        if not loaded.record.generation or interaction.message is None:
            return False
        await self.saw(interaction)
        return interaction.message.id < await self.begins(loaded)


async def first_message(store: Store, loaded: Loaded) -> int:
    """The smallest id of a message of a match that counts; 0 where all do."""
    if not loaded.record.generation:
        return 0
    first = await store.first_id(loaded.record.generation)
    return NONE_YET if first is None else first


def in_life(nonce: str, loaded: Loaded) -> str:
    """A nonce that no message of another life has had: Discord would give that one back."""
    life = loaded.record.generation
    return nonce if not life else nonce_of(nonce, life)
