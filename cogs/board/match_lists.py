"""Pages of a user's or a server's matches, starting with those that wait for the user."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.timekeeping.timekeeper import Timekeeper
from bot.match.values.errors import Frozen, Refusal
from cogs.base import custom_id_families as families
from cogs.base.markup import escaped
from cogs.board.publisher import BoardPublisher
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.places import address
from cogs.scenes.lookup import name_of
from cogs.scenes.scenes import Scenes
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose, page_buttons, session_button
from texts import Words

PAGE = 5
"""Matches per page; their lines fit into a message even with the longest names."""
MOST_FROZEN = 10
"""Frozen matches that a list names; it counts the others."""
MINE, SERVER = "mine", "server"


@dataclass(eq=False)
class MatchLists:
    kit: Kit
    scenes: Scenes
    boards: BoardPublisher
    keeper: Timekeeper

    async def listing(self, ctx: Context, whose: str, page: int) -> MessageLayout:
        """Return a page, counted from 0, or the last page if there are fewer."""
        words, user = ctx.words, ctx.user
        matches = await self._sorted(ctx.guild, user, whose)
        pages = max(1, -(-len(matches) // PAGE))
        page = min(page, pages - 1)
        lines, private = list[str](), list[Loaded]()
        for match in matches[page * PAGE : (page + 1) * PAGE]:
            try:
                loaded = await self.kit.matches.load(match)
                if await self.kit.access.sees(ctx.interaction, loaded.record, loaded.roster):
                    lines.append(await self.line(loaded, user, words))
                    if loaded.record.private:
                        private.append(loaded)
                else:
                    lines.append(words.say("🔒 #{match} · where you can't look", match=match))
            except Refusal:  # frozen or gone meanwhile
                continue
        if whose == MINE:
            title = words.say("## Your matches in this server")
            empty = words.say("You're in no match. `/challenge` or `/practice` starts one.")
        else:
            title = words.say("## All matches in this server")
            empty = words.say("No match is running here. `/challenge` or `/open` starts one.")
        below = []
        if pages > 1:
            below.append(words.say("-# Page {page} of {pages}", page=page + 1, pages=pages))
        frozen = await self._frozen(ctx.guild, user, whose)
        if frozen:
            lines.append(frozen_line(frozen, words))
        return compose(
            texts=[title, "\n".join(lines) or empty],
            below=below,
            rows=_rows(whose, page, pages, private, words),
        )

    async def _frozen(self, guild: int, user: int, whose: str) -> Sequence[MatchId]:
        """Return frozen matches: the user's own, or also all others that aren't private."""
        store = self.kit.matches.store
        mine = await store.frozen_matches(guild, user)
        return mine if whose == MINE else (*mine, *await store.frozen_of_others(guild, user))

    async def _sorted(self, guild: int, user: int, whose: str) -> list[MatchId]:
        """Return matches that wait for the user, then the user's other matches, then those of
        others; the newest first in each group.
        """
        store = self.kit.matches.store
        mine = list(await store.of_user(guild, user))
        waiting = []
        for match in mine:
            try:
                loaded = await self.kit.matches.load(match)
            except Refusal:
                continue
            if user in loaded.people_to_act or user in _invited(loaded):
                waiting.append(match)
        first = [*waiting, *(match for match in mine if match not in waiting)]
        if whose == MINE:
            return first
        own = set(mine)
        return [*first, *(match for match in await store.of_guild(guild) if match not in own)]

    async def line(self, loaded: Loaded, user: int, words: Words) -> str:
        record = loaded.record
        if loaded.status is Status.OPEN:
            values: dict[str, Any] = {
                "match": record.id,
                "at": record.expires,
                "url": address(record.guild, record.home, record.invitation),
            }
            if user in _invited(loaded):
                return words.say(
                    "🟢 [#{match}]({url}) · invitation · **your answer** is due <t:{at}:R>",
                    **values,
                )
            return words.say("⏳ [#{match}]({url}) · invitation · ends <t:{at}:R>", **values)
        scene = await self.scenes.scene(loaded, words)
        if record.private:
            text = words.say(
                # Translators: A practice match in a list: number and players, how far it is.
                "🔒 **{match}** · {headline} · only you see it",
                match=escaped(name_of(scene, record.id)),
                headline=scene.screens.headline(scene),
            )
            return await self.with_deadline(loaded, text, words)
        values = {
            "match": record.id,
            "players": words.listed(scene.name(seat) for seat in range(loaded.seats)),
            "headline": scene.screens.headline(scene),
            "url": await self.link(loaded),
        }
        people = loaded.people_to_act
        if user in people:
            text = words.say(
                "🟢 [#{match}]({url}) · {players} · {headline} · **your turn**", **values
            )
        elif not people:
            text = words.say(
                "⚪ [#{match}]({url}) · {players} · {headline} · a computer's turn", **values
            )
        else:
            text = words.say(
                "⚪ [#{match}]({url}) · {players} · {headline} · waiting for {waiting}",
                waiting=words.listed(scene.name(seat) for seat in sorted(loaded.seats_to_act)),
                **values,
            )
        return await self.with_deadline(loaded, text, words)

    async def link(self, loaded: Loaded) -> str:
        record = loaded.record
        current = await self.boards.current(record.id)
        return current or address(record.guild, record.place or record.channel)

    async def with_deadline(self, loaded: Loaded, text: str, words: Words) -> str:
        times = await self.keeper.times(loaded)
        if times.paused is not None:
            return words.say("{match} · paused", match=text)
        due = [time.due for time in times.people if time.due is not None]
        if not due:
            return text
        return words.say("{match} · ⏳ <t:{at}:R>", match=text, at=min(due))

    async def name_of(self, match: MatchId, words: Words) -> str:
        try:
            loaded = await self.kit.matches.load(match)
        except Frozen:
            return words.say("#{match} · frozen", match=match)
        except Refusal:
            return f"#{match}"
        return name_of(self.scenes.known(loaded, words), match)


def frozen_line(matches: Sequence[MatchId], words: Words) -> str:
    named = [f"#{match}" for match in matches[:MOST_FROZEN]]
    if len(matches) > MOST_FROZEN:
        named.append(words.say("{count} more", count=len(matches) - MOST_FROZEN))
    return words.count(
        "❄️ {matches} · frozen, because its log can't be read correctly",
        "❄️ {matches} · frozen, because their logs can't be read correctly",
        len(matches),
        matches=words.listed(named),
    )


def _invited(loaded: Loaded) -> tuple[int, ...]:
    return loaded.roster.waiting if loaded.status is Status.OPEN else ()


def _rows(
    whose: str, page: int, pages: int, private: Sequence[Loaded], words: Words
) -> list[list[discord.ui.Item[Any]]]:
    """Return a row that opens the private matches of the page, and the row that turns it."""
    opening = [
        session_button(loaded, words.say("Go on with #{match}", match=loaded.record.id))
        for loaded in private
    ]
    row = page_buttons(lambda to, _: families.MATCHES.spell(whose, to), page, 1, pages, words)
    other = SERVER if whose == MINE else MINE
    label = words.say("All in this server") if whose == MINE else words.say("Only mine")
    turning = [*row, widgets.button(families.MATCHES.spell(other, 0), label, emoji="📋")]
    return [*filter(None, [opening]), turning]
