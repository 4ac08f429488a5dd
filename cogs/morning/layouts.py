"""Results of a past day for a server: of its daily puzzles with the world's best and mean points,
and of its puzzles from matches with the solve rate.
"""

import asyncio
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.daily.errors import NobodyAsked
from bot.match.daily.records import DayRecords
from bot.match.daily.service import DailyService
from bot.match.daily.standings import DayTally
from bot.match.puzzles.errors import PuzzleWithdrawn
from bot.match.puzzles.records import DayOfPuzzles, PuzzleResult
from bot.match.puzzles.service import PuzzleService
from bot.match.statistics.projections import Leaderboard
from bot.match.values.days import Day
from cogs.base import custom_id_families as families
from cogs.base.markup import bold
from cogs.base.text_limits import listing
from cogs.board.day_panel import play_today_button, world_lines
from cogs.board.puzzle_days import MARKS, rate_lines, today_button
from cogs.kit import Kit
from cogs.preferences.server_settings import MorningTables, ServerSettings
from cogs.scenes.puzzle_scenes import PuzzleLook, question
from cogs.ui import widgets
from cogs.ui.emoji import GameEmoji
from cogs.ui.layouts import ROW, TEXT_LIMIT, MessageLayout, compose
from render.words import day_text, points
from texts import Words

LISTED = 10
RESERVE = 200
"""Characters of each table's room that are left for the lines below."""
NOBODY = 0
"""Stands in for the reader of a message that everyone reads."""


@dataclass(eq=False)
class MorningLayouts:
    kit: Kit
    daily: DailyService
    records: DayRecords
    puzzles: PuzzleService
    emoji: GameEmoji

    async def morning(self, guild: int, day: Day) -> MessageLayout | None:
        """Return the tables that the server wants, of each game with players in it; without any,
        return None.

        This ends running matches of the day.
        """
        words = await self.kit.preferences.words(guild)
        daily, puzzling = self._games(await self.kit.preferences.choices(guild))
        room = TEXT_LIMIT // max(1, len(daily) + len(puzzling)) - RESERVE
        tables: dict[str, str] = {}
        for game in daily:
            table = await self._table(guild, game, day, words, room)
            if table is not None:
                tables[game] = table
        solved: dict[str, str] = {}
        for game in puzzling:
            table = await self._puzzle_table(guild, game, day, words, room)
            if table is not None:
                solved[game] = table
        if not tables and not solved:
            return None
        notes = []
        if tables:
            notes.append(
                words.say(
                    "-# `/daily day:yesterday` has everybody's matches and the dice, `/daily` "
                    "today's puzzle."
                )
            )
        if solved:
            notes.append(
                words.say(
                    "-# `/puzzle day:yesterday` has everybody's results and, if you answered, the "
                    "solution."
                )
            )
        rows = [
            [self._play(day, game, tables, words) for game in tables],
            [self._compare(day, game, tables, words) for game in tables],
            [self._solve(game, solved, words) for game in solved],
        ]
        return compose(
            texts=[*tables.values(), *solved.values()],
            below=["\n".join(notes)],
            rows=[row for row in rows if row],
        )

    def _games(self, choices: ServerSettings) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the games whose daily puzzle is wanted, and those whose puzzles from matches are.

        If the installed games have only one kind, a server can't choose.
        """
        daily, puzzling = self.daily.games[:ROW], self.puzzles.games[:ROW]
        wanted = MorningTables(choices.morning_tables)
        if daily and puzzling and wanted is MorningTables.DAILY:
            return daily, ()
        if daily and puzzling and wanted is MorningTables.PUZZLE:
            return (), puzzling
        return daily, puzzling

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

    def _solve(self, game: str, solved: dict[str, str], words: Words) -> ui.Item[Any]:
        return today_button(game, words, "" if len(solved) == 1 else self.kit.games.title(game))

    async def _puzzle_table(
        self, guild: int, game: str, day: Day, words: Words, room: int
    ) -> str | None:
        """Return the solve rate, the most popular mistake and the solvers. Return None for a
        withdrawn puzzle, and for one that no member solved.

        Members who answered wrongly are counted, and named only in the private `/puzzle`.
        """
        results = await self.puzzles.store.day(game, day, guild)
        if results is None or not results.solved:
            return None
        try:
            rules, puzzle = await self.puzzles.puzzle(results.puzzle)
        except PuzzleWithdrawn:
            return None
        theme = await self.kit.preferences.theme(guild)
        look = PuzzleLook(self.kit.games, words, theme, dict(self.emoji.known))
        scene = await asyncio.to_thread(question, look, rules, puzzle)
        when = day_text(words, day)
        title = words.say("## 🧩 {game}: {day}", game=self.kit.games.title(game), day=when)
        head = "\n".join((title, *rate_lines(results, scene, in_server=True)))
        more = words.say("… and more: `/puzzle day:yesterday` lists them all.")
        lines = await self._solvers(guild, game, day, results, words)
        if results.solved > len(lines):
            lines.append(more)
        return "\n".join((head, listing(lines, room - len(head), lambda _: more)))

    async def _solvers(
        self, guild: int, game: str, day: Day, results: DayOfPuzzles, words: Words
    ) -> list[str]:
        """Return a line for each of the first solvers, those at the first try before the others."""
        solvers = sorted(
            (user for user, result in results.results.items() if result.solved),
            key=lambda user: results.results[user] is not PuzzleResult.RIGHT,
        )[:LISTED]
        names = await self.kit.names.names(self.kit.client, guild, solvers, words)
        lines = []
        for user in solvers:
            streak = await self.puzzles.streak(game, user, day)
            marks = [f"🔥 {streak}"] if streak > 1 else []
            solver = f"{MARKS[results.results[user]]} {bold(names[user])}"
            lines.append(" · ".join([solver, *marks]))
        return lines

    async def _table(self, guild: int, game: str, day: Day, words: Words, room: int) -> str | None:
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
        shown = listing(lines, room - len(around), lambda _: more)
        return "\n".join((title, shown, *world_lines(world, words)))

    async def _lines(
        self, guild: int, game: str, day: Day, standings: Leaderboard[DayTally], words: Words
    ) -> list[str]:
        users = [tally.user for _, tally in standings.lines]
        names = await self.kit.names.names(self.kit.client, guild, users, words)
        fewest, lines = self.daily.fewest(game), list[str]()
        for place, tally in standings.lines:
            user, score = tally.user, tally.points
            record = await self.records.record(game, user, guild, fewest=fewest, until=day)
            # Translators: A line of a table: place, name, points.
            text = words.say(
                "{place}. {player}: {points}",
                place=place,
                player=bold(names[user]),
                points=points(words, score),
            )
            marks = []
            if record is not None and record.streak > 1:
                marks.append(f"🔥 {record.streak}")
            if record is not None and record.days > 1 and record.best_day == day:
                # Translators: Beside points of a day: they are the player's best so far.
                marks.append(words.say("🏅 own best"))
            lines.append(" · ".join([text, *marks]))
        return lines
