"""Results of a past day for a server: its players, and the world's best and mean points."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from babel.dates import format_date
from discord import ui

from bot.match.daily.errors import NobodyAsked
from bot.match.daily.service import DailyService
from bot.match.daily.standings import DayStandings, WorldDay
from bot.match.values.days import Day
from cogs.base import custom_id_families as families
from cogs.base.figures import decimal
from cogs.base.markup import bold
from cogs.base.text_limits import listing
from cogs.kit import Kit
from cogs.ui import widgets
from cogs.ui.layouts import ROW, TEXT_LIMIT, MessageLayout, compose
from render.words import points
from texts import Words

LISTED = 10
NOBODY = 0
"""Stands in for the reader of a message that everyone reads."""


@dataclass(eq=False)
class MorningLayouts:
    kit: Kit
    daily: DailyService

    async def morning(self, guild: int, day: Day) -> MessageLayout | None:
        """Return a table for each game with players in this server; without any, return None.

        This ends running matches of the day.
        """
        words = await self.kit.preferences.words(guild)
        tables: dict[str, str] = {}
        for game in self.daily.games[:ROW]:
            table = await self._table(guild, game, day, words)
            if table is not None:
                tables[game] = table
        if not tables:
            return None
        note = words.say(
            "-# `/daily day:yesterday` has everybody's matches and the dice, `/daily` today's "
            "puzzle. This message pings nobody."
        )
        return compose(
            texts=list(tables.values()),
            below=[note],
            rows=[[self._compare(day, game, tables, words) for game in tables]],
        )

    def _compare(self, day: Day, game: str, tables: dict[str, str], words: Words) -> ui.Item[Any]:
        label = words.say("Compare") if len(tables) == 1 else self.kit.games.title(game)
        return widgets.button(families.DAY.spell(day, "results", game), label, emoji="🏁")

    async def _table(self, guild: int, game: str, day: Day, words: Words) -> str | None:
        try:
            await self.daily.over(game, day)
        except NobodyAsked:
            return None
        fewest = self.daily.fewest(game)
        local = await self.kit.stores.standings.standings(
            guild, game, day, needed=1, start=0, most=LISTED, asker=NOBODY, fewest=fewest
        )
        world = await self.kit.stores.standings.world(game, day, fewest=fewest)
        if not local.lines or world is None:
            return None
        when = format_date(date.fromisoformat(day), "full", locale=words.locale)
        title = words.say("## 📅 {game}: {day}", game=self.kit.games.title(game), day=when)
        around = "\n".join((title, *_world(world, words)))
        more = words.say("… and more: `/daily day:yesterday` lists them all.")
        lines = await self._lines(guild, local, words)
        if local.total > len(lines):
            lines.append(more)
        room = TEXT_LIMIT // len(self.daily.games) - len(around) - 200
        return "\n".join((title, listing(lines, room, lambda _: more), *_world(world, words)))

    async def _lines(self, guild: int, standings: DayStandings, words: Words) -> list[str]:
        users = [line.tally.user for line in standings.lines]
        names = await self.kit.names.names(self.kit.client, guild, users, words)
        return [
            # Translators: A line of a table: place, name, points.
            words.say(
                "{place}. {player}: {points}",
                place=line.place,
                player=bold(names[line.tally.user]),
                points=points(words, line.tally.points),
            )
            for line in standings.lines
        ]


def _world(world: WorldDay, words: Words) -> tuple[str, ...]:
    return (
        words.say("The best in the world: {points}", points=points(words, world.best)),
        words.count(
            "The mean of {count} person: {average}",
            "The mean of {count} people: {average}",
            world.people,
            average=decimal(words, world.average),
        ),
    )
