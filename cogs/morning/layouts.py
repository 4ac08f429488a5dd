"""Results of a past day for a server: its players, and the world's best and mean points."""

from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.daily.errors import NobodyAsked
from bot.match.daily.records import DayRecords
from bot.match.daily.service import DailyService
from bot.match.daily.standings import DayStandings
from bot.match.values.days import Day
from cogs.base import custom_id_families as families
from cogs.base.markup import bold
from cogs.base.text_limits import listing
from cogs.board.day_panel import play_today_button, world_lines
from cogs.kit import Kit
from cogs.ui import widgets
from cogs.ui.layouts import ROW, TEXT_LIMIT, MessageLayout, compose
from render.words import day_text, points
from texts import Words

LISTED = 10
NOBODY = 0
"""Stands in for the reader of a message that everyone reads."""


@dataclass(eq=False)
class MorningLayouts:
    kit: Kit
    daily: DailyService
    records: DayRecords

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
            "puzzle."
        )
        return compose(
            texts=list(tables.values()),
            below=[note],
            rows=[
                [self._play(day, game, tables, words) for game in tables],
                [self._compare(day, game, tables, words) for game in tables],
            ],
        )

    async def push(self, guild: int, day: Day) -> str:
        words = await self.kit.preferences.words(guild)
        # Translators: On a lock screen; the name of a role follows.
        return words.say("📅 The table of {day} is here", day=day_text(words, day))

    def _play(self, day: Day, game: str, tables: dict[str, str], words: Words) -> ui.Item[Any]:
        if len(tables) == 1:
            return play_today_button(self.kit.games.screens(game), game, day, words)
        return widgets.button(
            families.DAY.spell(day, "today", game), self.kit.games.title(game), emoji="▶️"
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
        when = day_text(words, day)
        title = words.say("## 📅 {game}: {day}", game=self.kit.games.title(game), day=when)
        around = "\n".join((title, *world_lines(world, words)))
        more = words.say("… and more: `/daily day:yesterday` lists them all.")
        lines = await self._lines(guild, game, day, local, words)
        if local.total > len(lines):
            lines.append(more)
        room = TEXT_LIMIT // len(self.daily.games) - len(around) - 200
        return "\n".join((title, listing(lines, room, lambda _: more), *world_lines(world, words)))

    async def _lines(
        self, guild: int, game: str, day: Day, standings: DayStandings, words: Words
    ) -> list[str]:
        users = [line.tally.user for line in standings.lines]
        names = await self.kit.names.names(self.kit.client, guild, users, words)
        fewest, lines = self.daily.fewest(game), list[str]()
        for line in standings.lines:
            user, score = line.tally.user, line.tally.points
            record = await self.records.record(game, user, guild, fewest=fewest, until=day)
            # Translators: A line of a table: place, name, points.
            text = words.say(
                "{place}. {player}: {points}",
                place=line.place,
                player=bold(names[user]),
                points=points(words, score),
            )
            marks = []
            if record is not None and record.streak.now > 1:
                marks.append(f"🔥 {record.streak.now}")
            if record is not None and record.days > 1 and record.best.day == day:
                # Translators: Beside points of a day: they are the player's best so far.
                marks.append(words.say("🏅 own best"))
            lines.append(" · ".join([text, *marks]))
        return lines
