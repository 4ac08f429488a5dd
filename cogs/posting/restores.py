"""Recognizes messages with content that the database lost when it went back in time.

A message is older than the last restore if its id is smaller than that of the first interaction
after the restore. This compares Discord's ids only, so a wrong clock does no harm.

A message without a restore after it that shows an unknown match, or more entries than the log has,
proves that the database lost commits (bot/storage/base/setbacks.py). Only the components that
Discord sends with the pressed message count as proof, because a client can send any custom_id.
"""

import logging

import discord

from bot.match.core.store import Store
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from cogs.base.custom_ids import custom_id_of
from cogs.posting.nonces import nonce_of
from cogs.posting.posted_message import components

_log = logging.getLogger(__name__)

NONE_YET = 1 << 63
"""Above every id: until the first interaction after a restore, all messages are older."""


class Restores:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._settled = False

    def set_back(self) -> None:
        """Record the next interaction as the first of a new generation."""
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

    async def shows_missing(self, number: int, interaction: discord.Interaction) -> bool:
        """Return whether the pressed message shows a match or tournament of this number, which the
        database does not have. If it should have it, report a setback.

        Numbers are given in their order and never again, so the number of a deleted match is not
        higher than all that were given. Raise StoreTrouble.
        """
        press = custom_id_of(interaction)
        shown = (press.number("match"), press.number("tournament"))
        if number not in shown or not _is_own(interaction):
            return False
        given = await self._store.highest_number()
        if number > given:
            _log.warning("A message shows number %d, but the highest is %d", number, given)
            await self._store.setbacks.report(number)
        return True

    async def shows_lost_entries(self, loaded: Loaded, interaction: discord.Interaction) -> bool:
        """Return whether the pressed message shows more entries than the log; if so, report a
        setback. Raise StoreTrouble.
        """
        match = loaded.record.id
        press = custom_id_of(interaction)
        after = press.number("seq")
        # Nearly every press ends here, so this must be cheap.
        if after is None or after <= loaded.seq or press.number("match") != match:
            return False
        return _is_own(interaction) and await is_ahead(self._store, match, after)


def _is_own(interaction: discord.Interaction) -> bool:
    """Return whether the pressed message contains the custom_id."""
    message = interaction.message
    if message is None or interaction.type is not discord.InteractionType.component:
        return False
    custom_id = custom_id_of(interaction).text
    return any(getattr(part, "custom_id", None) == custom_id for part in components(message))


async def is_ahead(store: Store, match: MatchId, seq: int) -> bool:
    """Return whether Discord shows more entries than the log has; if so, report a setback.

    Raise StoreTrouble.
    """
    head = await store.head(match)  # read now: another process can have added entries
    if head is None or head.seq >= seq:
        return False
    _log.warning("A board of match %d shows %d entries of %d", match, seq, head.seq)
    await report_lost(store, match)
    return True


async def report_lost(store: Store, match: MatchId) -> None:
    """Report a setback, unless there was one so recently that a request can have outlasted it.

    Raise StoreTrouble.
    """
    if not store.setbacks.is_recent:
        await store.setbacks.report(match)


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
