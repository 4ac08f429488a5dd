"""Answers /puzzle and its buttons."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.match.people.limits import share_limit
from bot.match.people.servers import admit
from bot.match.puzzles.errors import NoPuzzles, NotAnswered, PuzzleWithdrawn
from bot.match.puzzles.service import OpenedPuzzle, PuzzleService
from bot.match.values.days import YESTERDAY, Day, read_day, shifted
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.markup import harmless
from cogs.drawing.queue import DrawingQueue
from cogs.games.installed import InstalledGames
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.presses import on_press
from cogs.interactions.shared_posts import (
    SharedPosts,
    acknowledge_post,
    check_place,
    public_words,
)
from cogs.posting.posted_message import Content
from cogs.puzzles.layouts import (
    LISTED,
    card_layout,
    day_layout,
    line_layout,
    question_layout,
    solution_layout,
)
from cogs.scenes.puzzle_scenes import BEST, OTHER, PuzzleLook, line_step, question
from cogs.screens.base import moves_of
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.emoji import GameEmoji
from cogs.ui.layouts import files
from cogs.ui.widgets import suggestions
from texts import mark

SUGGESTED = 14


def _choices(games: InstalledGames) -> Mapping[str, Any] | None:
    """Offer the games with puzzles; remove the option if there is only one."""
    if len(games.puzzling) < 2:
        return None
    return {
        CHOICES: [
            app_commands.Choice(name=games.title(game), value=game) for game in games.puzzling
        ]
    }


@dataclass(eq=False)
class PuzzleHandlers(Handlers):
    puzzles: PuzzleService
    drawing: DrawingQueue
    icons: GameEmoji
    _posts: SharedPosts = field(init=False)

    def __post_init__(self) -> None:
        limit = share_limit(self.kit.matches.clock)
        self._posts = SharedPosts(self.kit.client, limit, self.kit.names, self.kit.preferences)

    @property
    def is_offered(self) -> bool:
        """Return whether a game has puzzles. Buttons of earlier puzzles are answered in any
        case.
        """
        return bool(self.puzzles.games)

    @anywhere
    @game_command(
        mark("One decision from a real match each day, and as many more as you like"),
        name="puzzle",
        game=_choices,
    )
    @app_commands.describe(
        day=mark("A day that is over, such as yesterday: its results"),
        game=mark("Which game"),
    )
    @handler()
    async def solve(self, ctx: Context, day: str | None = None, game: str | None = None) -> None:
        name, today = self._game(game or ""), self.puzzles.today()
        chosen = today if day is None else read_day(day, self.kit.matches.clock.now())
        if chosen == today:
            await self._today(ctx, name)
        else:
            await self._day(ctx, name, chosen)

    @solve.autocomplete("day")
    async def _days(self, _: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        today = self.puzzles.today()
        days = [YESTERDAY, *(shifted(today, -back) for back in range(1, SUGGESTED + 1))]
        return suggestions(((day, day) for day in days), typed)

    def _game(self, name: str) -> str:
        games = self.puzzles.games
        if not games or (name and name not in games):
            raise NoPuzzles
        return name or games[0]

    @on_press(families.PUZZLE)
    @handler(acknowledge=False)
    async def press(self, ctx: Context, key: str, verb: str, game: str) -> None:
        # A button below a public card answers in a message of its own.
        is_new = not ctx.is_private
        action, _, rest = verb.partition(" ")
        if action == "card":
            await acknowledge_post(ctx, new_message=is_new)
        else:
            await ctx.acknowledge(new_message=is_new)
        number = number_in(rest) or 0
        match action:
            case "today":
                await self._today(ctx, self._game(game))
            case "practice":
                opened = await self.puzzles.practice(self._game(game), ctx.user)
                await self._show(ctx, opened)
            case "move":
                await self._answer(ctx, key, number)
            case _ if action in {BEST, OTHER}:
                await self._line(ctx, key, action, number)
            case "card":
                await self._post(ctx, key)
            case _:
                opened = await self.puzzles.solution(key, ctx.user)
                await self._show(ctx, opened)

    async def _today(self, ctx: Context, game: str) -> None:
        opened = await self.puzzles.of_today(game, ctx.user, ctx.server)
        await self._show(ctx, opened, await self._news(ctx))

    async def _news(self, ctx: Context) -> str:
        """Tell a solver once that puzzles which they answered were withdrawn."""
        count = await self.puzzles.store.take_news(ctx.user)
        if not count:
            return ""
        return ctx.words.count(
            "ℹ️ A puzzle that you answered was faulty. It is withdrawn and no longer counts, and "
            "your rating is as if you had never seen it.",
            "ℹ️ {count} puzzles that you answered were faulty. They are withdrawn and no longer "
            "count, and your rating is as if you had never seen them.",
            count,
        )

    async def _answer(self, ctx: Context, key: str, move: int) -> None:
        before = await self.puzzles.open(key, ctx.user)
        opened = await self.puzzles.answer(key, ctx.user, move)
        note = ""
        if before.answer == opened.answer:
            note = ctx.words.say("-# You've answered this puzzle before. Nothing changed.")
        else:
            ctx.note_counted()
        await self._show(ctx, opened, note)

    async def _show(self, ctx: Context, opened: OpenedPuzzle, note: str = "") -> None:
        if opened.answer is not None and opened.is_done:
            await self._solution(ctx, opened, note)
            return
        look = await self._look(ctx)
        scene = await asyncio.to_thread(question, look, opened.game, opened.puzzle)
        picture = await self.drawing.draw(partial(scene.screens.board, scene, ()))
        pictures = [(f"puzzle-{opened.puzzle.key}{picture.suffix}", picture)]
        as_text = bool(await self.kit.preferences.readers([ctx.user]))
        layout = await asyncio.to_thread(
            question_layout, opened, scene, pictures, note, as_text=as_text
        )
        await ctx.respond(layout, files(pictures))

    async def _solution(self, ctx: Context, opened: OpenedPuzzle, note: str) -> None:
        puzzle, look = opened.puzzle, await self._look(ctx)
        scene = await asyncio.to_thread(question, look, opened.game, puzzle)
        picture = await self.drawing.draw(partial(scene.screens.board, scene, ()))
        pictures = [(f"puzzle-{puzzle.key}{picture.suffix}", picture)]
        choices = await self.puzzles.store.choices(puzzle.key)
        streak = await self.puzzles.streak(puzzle.game, ctx.user)
        layout = await asyncio.to_thread(
            solution_layout, opened, scene, choices, streak, pictures, note
        )
        await ctx.respond(layout, files(pictures))

    async def _line(self, ctx: Context, key: str, name: str, number: int) -> None:
        opened = await self.puzzles.solution(key, ctx.user)
        look = await self._look(ctx)
        step = await asyncio.to_thread(line_step, look, opened.game, opened.puzzle, name, number)
        screens = step.scene.screens
        picture = await self.drawing.draw(
            partial(screens.board, step.scene, moves_of(step.advances))
        )
        pictures = [(f"puzzle-{key}-{name}-{step.number}{picture.suffix}", picture)]
        story = await asyncio.to_thread(screens.story, step.scene, step.advances)
        layout = line_layout(opened, step, name, story, pictures)
        await ctx.respond(layout, files(pictures))

    async def _day(self, ctx: Context, game: str, day: Day) -> None:
        store = self.puzzles.store
        if ctx.server is None:
            results = await store.day_in_world(game, day, ctx.user)
        else:
            results = await store.day(game, day, ctx.server)
        if results is None:
            raise NoPuzzles
        try:
            rules, puzzle = await self.puzzles.puzzle(results.puzzle)
        except PuzzleWithdrawn:
            scene = None
        else:
            scene = await asyncio.to_thread(question, await self._look(ctx), rules, puzzle)
        listed = [*results.results][:LISTED]
        names = await self.kit.names.names(self.kit.client, ctx.home, listed, ctx.words)
        in_server = ctx.server is not None
        layout = day_layout(day, results, scene, names, game, ctx.words, in_server=in_server)
        await ctx.respond(layout)

    async def _post(self, ctx: Context, key: str) -> None:
        """Post a card in this channel, once however often Discord delivers the press."""
        opened = await self.puzzles.solution(key, ctx.user)
        if opened.answer is None or opened.answer.day is None:
            raise NotAnswered
        await admit(self.kit.servers, ctx.home, ctx.user)
        await check_place(self.kit.client, ctx, ctx.channel)

        def posted(url: str) -> str:
            return ctx.words.say("Posted: {url}", url=url)

        build = partial(self._card, ctx, opened)
        await self._posts.post(ctx, ctx.channel, ("puzzle", key), build, posted)

    async def _card(self, ctx: Context, opened: OpenedPuzzle) -> Content:
        words, answer = await public_words(self.kit.preferences, ctx), opened.answer
        assert answer is not None, "the caller checks it"
        game = opened.puzzle.game
        player = harmless(ctx.interaction.user.display_name) or words.say_as("name", "Miner")
        streak = await self.puzzles.streak(game, ctx.user, answer.day)
        title = self.kit.games.title(game)
        return Content(card_layout(player, answer, game, title, streak, words), list[Any]())

    async def _look(self, ctx: Context) -> PuzzleLook:
        theme = await self.kit.preferences.theme(ctx.home)
        return PuzzleLook(self.kit.games, ctx.words, theme, dict(self.icons.known))


def build(kit: TopicKit) -> BuiltTopic:
    handlers = PuzzleHandlers(kit.interactions, kit.domain.puzzles, kit.drawing.private, kit.emoji)
    return BuiltTopic((handlers,))
