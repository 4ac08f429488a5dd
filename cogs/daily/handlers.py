"""Answers /daily and the buttons about days."""

import asyncio
import io
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.match.daily.days import DayResult
from bot.match.daily.errors import NoSuchDaily, NotDone
from bot.match.daily.service import DailyService, DayRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.limits import ShareLimit
from bot.match.people.servers import admit
from bot.match.values.days import YESTERDAY, Day, is_day, read_day, shifted
from bot.match.values.errors import BadDay
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.markup import bold, harmless
from cogs.base.text_limits import OPTIONS
from cogs.board.day_panel import told_points
from cogs.board.sessions import PrivateSessions
from cogs.daily.computer import as_match, day_file
from cogs.daily.results import DayResults, results_layout
from cogs.games.installed import InstalledGames
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.menus import chosen
from cogs.interactions.presses import answers
from cogs.interactions.shared_posts import SharedPosts, check_place
from cogs.posting.posted_message import Content
from cogs.scenes.scenes import Scenes
from cogs.screens.capabilities import DayScreens
from cogs.topics.client import Interaction
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.layouts import compose, files
from cogs.ui.widgets import suggestions
from render.picture import Picture
from render.words import points
from texts import mark

_log = logging.getLogger(__name__)

SUGGESTED = 14


def _daily(games: InstalledGames) -> Mapping[str, Any] | None:
    """Offer the games with a daily puzzle; remove the option if there is only one."""
    if len(games.daily) < 2:
        return None
    return {
        CHOICES: [app_commands.Choice(name=games.title(game), value=game) for game in games.daily]
    }


@dataclass(eq=False)
class DailyHandlers(Handlers):
    daily: DailyService
    scenes: Scenes
    sessions: PrivateSessions
    _posts: SharedPosts = field(init=False)

    def __post_init__(self) -> None:
        limit = ShareLimit(self.kit.matches.clock)
        self._posts = SharedPosts(self.kit.client, limit, self.kit.names, self.kit.preferences)

    @property
    def is_offered(self) -> bool:
        """Return whether a game has a daily puzzle. Buttons of earlier days are answered in any
        case.
        """
        return bool(self.kit.games.daily)

    @game_command(
        mark("Today's puzzle: the same dice for everybody, and all day to solve it"),
        name="daily",
        game=_daily,
    )
    @app_commands.describe(
        day=mark("A day that is over, such as yesterday: its results"),
        game=mark("Which game"),
    )
    @handler()
    async def puzzle(self, ctx: Context, day: str | None = None, game: str | None = None) -> None:
        name = self._game(game)
        today = self.daily.today()
        now = self.kit.matches.clock.now()
        chosen = today if day is None else read_day(day, now)
        if chosen != today:
            await self._results(ctx, name, chosen)
            return
        await self._open_today(ctx, name)

    async def _open_today(self, ctx: Context, game: str) -> None:
        request = DayRequest(game, ctx.user, ctx.guild, ctx.channel, ctx.interaction.id)
        loaded = await self.daily.open(request, ctx.counted)
        await self.sessions.show(ctx, loaded.record.id)

    def _game(self, name: str | None) -> str:
        games = self.kit.games.daily
        if not games or (name is not None and name not in games):
            raise NoSuchDaily
        return name or games[0]

    @puzzle.autocomplete("day")
    async def _days(self, _: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return self.suggest(typed)

    def suggest(self, typed: str) -> list[app_commands.Choice[str]]:
        today = self.daily.today()
        days = [YESTERDAY, *(shifted(today, -back) for back in range(1, SUGGESTED + 1))]
        return suggestions(((day, day) for day in days), typed)

    @answers(families.DAY)
    async def choose(self, interaction: Interaction, day: Day, verb: str, game: str) -> None:
        match = number_in(chosen(interaction))
        if verb == "watch" and match is not None:
            replay = interaction.client.presses.find(families.REPLAY, (match, 0, "open"))
            await replay(interaction)
        else:
            await self.press(interaction, day, verb, game)

    @handler(acknowledge=False)
    async def press(self, ctx: Context, day: Day, verb: str, game: str) -> None:
        today = self.daily.today()
        if not is_day(day) or day > today:
            raise BadDay(example=shifted(today, -1))
        await ctx.acknowledge(new_message=True)
        match verb:
            case "post" | "picture":
                await self._post(ctx, self._game(game), day, pictured=verb == "picture")
            case "today":
                await self._open_today(ctx, self._game(game))
            case "computer":
                await self._computer(ctx, self._game(game), day)
            case _:
                await self._results(ctx, self._game(game), day)

    async def _results(self, ctx: Context, game: str, day: Day) -> None:
        fixed = await self.daily.over(game, day)
        store, fewest = self.daily.store, self.daily.fewest(game)
        server_results = await store.results(game, day, ctx.guild, most=OPTIONS, fewest=fewest)
        best = await store.results(game, day, None, most=1, fewest=fewest)
        own = await store.result(game, day, ctx.guild, ctx.user)
        users = [result.user for result in server_results] + ([] if own is None else [own.user])
        results = DayResults(
            fixed,
            self._title(game),
            server_results,
            best[0] if best else None,
            await store.computer(game, day),
            await self.kit.names.names(self.kit.client, ctx.guild, users, ctx.words),
            own,
            0 if own is None else await self._place(own, game, day, ctx.guild),
        )
        await ctx.respond(results_layout(results, ctx.words))

    async def _place(self, own: DayResult, game: str, day: Day, guild: int) -> int:
        points, fewest = own.points or 0, self.daily.fewest(game)
        return (await self.daily.store.standing(game, day, guild, points, fewest=fewest)).place

    async def _computer(self, ctx: Context, game: str, day: Day) -> None:
        fixed = await self.daily.over(game, day)
        played = await self.daily.computer(fixed)
        rules = self.kit.matches.games.game(game, fixed.rules)
        if rules is None:
            raise NoSuchDaily
        loaded = await asyncio.to_thread(as_match, rules, fixed, played)
        scene = self.scenes.known(loaded, ctx.words, guild=ctx.guild)
        picture = await asyncio.to_thread(scene.screens.end, scene)
        pictures = [(f"computer-{day}{picture.suffix}", picture)]
        name = f"computer-{day}.match"
        layout = compose(
            texts=[
                ctx.words.say(
                    "## 🤖 {game}: {day}\nThis is how the computer would have played on from the "
                    "same beginning: {points}. The file has all of it.",
                    game=self._title(game),
                    day=day,
                    points=points(ctx.words, played.points),
                )
            ],
            galleries=[pictures],
            attached=[name],
        )
        file = discord.File(io.BytesIO(day_file(fixed, played.log).encode()), filename=name)
        await ctx.respond(layout, [*files(pictures), file])

    async def _post(self, ctx: Context, game: str, day: Day, *, pictured: bool) -> None:
        """Post a card in this channel, once however often Discord delivers the press."""
        loaded = await self.daily.own(game, day, ctx.user)
        if loaded.status is not Status.OVER:
            raise NotDone
        await admit(self.kit.servers, ctx.guild, ctx.user)
        await check_place(self.kit.client, ctx, ctx.channel)
        build = partial(self._card, ctx, loaded, pictured=pictured)
        key = ("day", loaded.record.id, pictured)

        def posted(url: str) -> str:
            return ctx.words.say("Posted: {url}", url=url)

        await self._posts.post(ctx, ctx.channel, key, build, posted)

    async def _card(self, ctx: Context, loaded: Loaded, *, pictured: bool) -> Content:
        words = await self.kit.preferences.words(ctx.guild)
        scene = await self.scenes.scene(loaded, words, guild=ctx.guild)
        screens, day = scene.screens, loaded.record.day
        text, pictures = "", list[tuple[str, Picture]]()
        if isinstance(screens, DayScreens):
            text = await asyncio.to_thread(screens.day_card, scene)
            picture = await asyncio.to_thread(screens.day_picture, scene) if pictured else None
            if picture is not None:
                pictures.append((f"card-{loaded.record.id}{picture.suffix}", picture))
        player = harmless(ctx.interaction.user.display_name) or words.say_as("name", "Miner")
        title = words.say(
            "📣 {player} · {game} · {day}",
            player=bold(player),
            game=self._title(loaded.record.game),
            day=day,
        )
        layout = compose(
            above=title,
            texts=[f"**{told_points(loaded, scene)}**", text],
            galleries=[pictures] if pictures else (),
            below=[words.say("-# `/daily`: the same dice for everybody.")],
        )
        return Content(layout, pictures)

    def _title(self, game: str) -> str:
        return f"{self.kit.games.emoji(game)} {self.kit.games.title(game)}"


def build(kit: TopicKit) -> BuiltTopic:
    handlers = DailyHandlers(kit.interactions, kit.domain.daily, kit.scenes, kit.sessions)
    return BuiltTopic((handlers,))
