"""The matches that wait for a player, offered in private when their turn in another one ends.

A board is one public message, so it can't offer each reader their own next match. The player whose
press ended their turn gets a private message instead, but only if another match waits for them.
Two people who play at the same time end a turn every few seconds, so the same matches are offered
again only after AGAIN seconds. `/me` turns the message off, and “More” has the button at any time.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.values.errors import Refusal
from bot.match.values.players import UserId
from cogs.board.match_lists import MatchLists
from cogs.interactions.context import Context
from cogs.preferences.moves import MovePreference
from cogs.ui.layouts import MessageLayout, compose
from cogs.ui.widgets import link_button
from texts import Words

LISTED = 3
AGAIN = 600
"""Seconds until matches that were offered already are offered again."""
REMEMBERED = 10_000


@dataclass(eq=False)
class NextMatches:
    lists: MatchLists
    _offered: OrderedDict[UserId, tuple[int, frozenset[MatchId]]] = field(
        default_factory=OrderedDict, init=False
    )
    """When each user was offered which matches, in seconds since 1970."""

    def forget(self, user: UserId) -> None:
        self._offered.pop(user, None)

    async def offer(self, ctx: Context, played: Loaded) -> None:
        """Offer the next match privately if the user's turn in `played` has ended.

        Against computers alone the turn comes back in a moment, so nothing is offered.
        """
        alone = played.status is Status.RUNNING and len(played.roster.people) == 1
        if played.record.day is not None or alone or ctx.user in played.people_to_act:
            return
        if not await self.lists.kit.preferences.wants(ctx.user, MovePreference.NEXT):
            return
        waiting = await self.waiting(ctx, played.record.id)
        if waiting and self._is_news(ctx.user, frozenset(loaded.record.id for loaded in waiting)):
            await ctx.tell(layout=await self._layout(ctx, waiting))

    def _is_news(self, user: UserId, matches: frozenset[MatchId]) -> bool:
        now = self.lists.kit.clock.now()
        at, offered = self._offered.get(user, (0, frozenset()))
        if matches <= offered and now - at < AGAIN:
            return False
        self._offered[user] = now, matches
        self._offered.move_to_end(user)
        if len(self._offered) > REMEMBERED:
            self._offered.popitem(last=False)
        return True

    async def waiting(self, ctx: Context, but: MatchId) -> list[Loaded]:
        """Return the other matches here that wait for the user, the longest waiting first; none
        outside servers.
        """
        if ctx.server is None:
            return []
        matches = self.lists.kit.matches
        waiting = []
        for match in await matches.store.running_of_user(ctx.server, ctx.user):
            try:
                loaded = await matches.load(match)
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
