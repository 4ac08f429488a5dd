"""The matches that wait for a player, offered in private when their turn in another one ends.

A board is one public message, so it can't offer each reader their own next match. The player whose
press ended their turn gets a private message instead, but only if another match waits for them;
`/me` turns it off. “More” offers the same at any time.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.values.errors import Refusal
from cogs.board.match_lists import MatchLists
from cogs.interactions.context import Context
from cogs.preferences.moves import MovePreference, MovePreferences
from cogs.ui.layouts import MessageLayout, compose
from cogs.ui.widgets import link_button
from texts import Words

LISTED = 3


@dataclass(eq=False)
class NextMatches:
    lists: MatchLists
    preferences: MovePreferences

    async def offer(self, ctx: Context, played: Loaded) -> None:
        """Offer the next match privately if the user's turn in `played` has ended.

        Against computers alone the turn comes back in a moment, so nothing is offered.
        """
        alone = played.status is Status.RUNNING and len(played.roster.people) == 1
        if played.record.day is not None or alone or ctx.user in played.people_to_act:
            return
        if not await self.preferences.has(ctx.user, MovePreference.NEXT):
            return
        if waiting := await self.waiting(ctx, played.record.id):
            await ctx.tell(layout=await self._layout(ctx, waiting))

    async def waiting(self, ctx: Context, but: MatchId) -> list[Loaded]:
        """Return the other matches here that wait for the user, the longest waiting first."""
        matches = self.lists.kit.matches
        waiting = []
        for match in await matches.store.running_of_user(ctx.guild, ctx.user):
            try:
                loaded = await matches.look(match)
            except Refusal:  # frozen, or its game isn't installed
                continue
            if match != but and ctx.user in loaded.people_to_act and loaded.roster.paused is None:
                waiting.append(loaded)
        return sorted(waiting, key=lambda loaded: _since(loaded, ctx.user))

    async def button(self, waiting: Sequence[Loaded], words: Words) -> ui.Item[Any]:
        """Return a link to the first of these matches."""
        # Translators: A button: go to the next match that waits for you; {count} wait in all.
        label = words.say("▶ Next ({count})", count=len(waiting))
        return link_button(label, await self.lists.link(waiting[0]))

    async def _layout(self, ctx: Context, waiting: Sequence[Loaded]) -> MessageLayout:
        words = ctx.words
        listed = [await self.lists.line(loaded, ctx.user, words) for loaded in waiting[:LISTED]]
        if len(waiting) > LISTED:
            listed.append(words.say("… and more: `/matches` lists them all."))
        return compose(texts=["\n".join(listed)], rows=[[await self.button(waiting, words)]])


def _since(loaded: Loaded, user: int) -> int:
    """Return since when the user's turn lasts, in seconds since 1970."""
    seat = loaded.roster.seat_of(user)
    turn = None if seat is None else loaded.turns.of(seat)
    return loaded.turns.last_entry_at if turn is None else turn.since
