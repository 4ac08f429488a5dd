"""What an overview says: the matches of a server, whose turn it is in each, and since when."""

from dataclasses import dataclass
from typing import Any

from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from cogs.board.scenes import Scenes
from cogs.interactions import custom_ids
from cogs.matches.lists import MINE, MatchLists
from cogs.server.preferences import Preferences
from cogs.ui import widgets
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose
from cogs.ui.text_limits import listing
from texts import Words

LISTED = 15
"""Matches that an overview lists at most."""
PEOPLE = 2
"""A match of fewer people concerns nobody else."""


@dataclass(eq=False)
class OverviewLayouts:
    """Makes the layouts of overviews."""

    matches: Matches
    scenes: Scenes
    lists: MatchLists
    preferences: Preferences

    async def overview(self, guild: int) -> MessageLayout:
        """The overview of a server as it is now."""
        words = await self.preferences.words(guild)
        lines: list[str] = []
        for match in await self.matches.store.of_guild(guild):
            if len(lines) > LISTED:
                break
            try:
                loaded = await self.matches.look(match)
                if len(loaded.roster.people) >= PEOPLE:
                    lines.append(await self._line(loaded, words))
            except Refusal:  # frozen or gone meanwhile
                continue
        more = words.say("… and more: `/matches` lists them all.")
        if len(lines) > LISTED:
            lines[LISTED:] = [more]
        if not lines:
            lines = [words.say("No match is running here. `/challenge` or `/open` starts one.")]
        title = words.say("## 📋 Whose turn it is")
        note = words.say("-# Always up to date. It pings nobody.")
        room = TEXT_LIMIT - len(title) - len(note)
        mine = custom_ids.matches(MINE, 0)
        return compose(
            texts=[title, listing(lines, room, lambda _: more)],
            below=[note],
            rows=[[widgets.button(mine, words.say("My matches"), emoji="⛏️")]],
        )

    async def _line(self, loaded: Loaded, words: Words) -> str:
        scene = await self.scenes.scene(loaded, words)
        values: dict[str, Any] = {
            "match": loaded.record.id,
            "url": await self.lists.link(loaded),
            "headline": scene.screens.headline(scene),
        }
        people = loaded.people_to_act
        others = [seat for seat in range(loaded.seats) if seat not in loaded.seats_to_act]
        if not people:
            text = words.say(
                "🤖 [#{match}]({url}) · {players} · {headline} · a computer's turn",
                players=words.listed(scene.name(seat) for seat in range(loaded.seats)),
                **values,
            )
        elif not others:
            text = words.say(
                "🟢 [#{match}]({url}) · {waiting} · {headline}",
                waiting=words.listed(scene.name(seat) for seat in sorted(loaded.seats_to_act)),
                **values,
            )
        else:
            text = words.say(
                "🟢 [#{match}]({url}) · {waiting} · {headline} · with {others}",
                waiting=words.listed(scene.name(seat) for seat in sorted(loaded.seats_to_act)),
                others=words.listed(scene.name(seat) for seat in others),
                **values,
            )
        return await self.lists.with_deadline(loaded, text, words)
