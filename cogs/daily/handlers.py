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

from bot.match.daily.days import DayGame, DayResult
from bot.match.daily.errors import NobodyAsked, NoSuchDaily, NotDone
from bot.match.daily.records import DayRecords
from bot.match.daily.service import DailyService, DayRequest
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.limits import share_limit
from bot.match.people.servers import admit
from bot.match.values.days import YESTERDAY, Day, is_day, read_day, shifted
from bot.match.values.errors import BadDay
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.markup import bold, harmless
from cogs.base.text_limits import OPTIONS
from cogs.board.day_panel import play_today_button, share_below, told_points
from cogs.board.sessions import PrivateSessions
from cogs.daily.computer import ComputerSteps, as_match, day_file
from cogs.daily.results import (
    COMPUTER,
    DayResults,
    dice_layout,
    other_days,
    results_layout,
    step_buttons,
)
from cogs.drawing.queue import DrawingQueue
from cogs.games.installed import InstalledGames
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.menus import chosen_value
from cogs.interactions.presses import on_press
from cogs.interactions.shared_posts import (
    SharedPosts,
    acknowledge_post,
    check_place,
    public_words,
)
from cogs.posting.posted_message import Content
from cogs.scenes.scenes import Scenes
from cogs.screens.base import moves_of
from cogs.screens.day_screens import DayScreens, DaySummary
from cogs.topics.client import Interaction
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui import widgets
from cogs.ui.layouts import compose, files
from cogs.ui.widgets import suggestions
from render.picture import Picture
from render.words import day_text, points
from texts import mark

_log = logging.getLogger(__name__)

SUGGESTED = 14
MANY = 10
"""Fewest players in the world for a card to say how many did worse."""
LESSON_BEGINS = "again"
"""The choice that begins a lesson (`cogs/lessons/`)."""


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
    records: DayRecords
    drawing: DrawingQueue
    _posts: SharedPosts = field(init=False)

    def __post_init__(self) -> None:
        limit = share_limit(self.kit.matches.clock)
        self._posts = SharedPosts(self.kit.client, limit, self.kit.names, self.kit.preferences)

    @property
    def is_offered(self) -> bool:
        """Return whether a game has a daily puzzle. Buttons of earlier days are answered in any
        case.
        """
        return bool(self.kit.games.daily)

    @anywhere
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
        await self._open(ctx, name)

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

    @on_press(families.DAY)
    async def choose(self, interaction: Interaction, day: Day, verb: str, game: str) -> None:
        value = chosen_value(interaction)
        match = number_in(value)
        if verb == "watch" and match is not None:
            replay = interaction.client.presses.find(families.REPLAY, (match, 0, "open"))
            await replay(interaction)
        elif verb == "watch" and value == COMPUTER:
            await self.press(interaction, day, "step 1", game)
        elif verb == "other" and is_day(value):
            await self.press(interaction, value, "results", game)
        elif verb == "how":
            await self._how(interaction, game)
        else:
            await self.press(interaction, day, verb, game)

    async def _how(self, interaction: Interaction, game: str) -> None:
        """Begin the game's lesson in this message; its last button leads back."""
        lesson = self.kit.games.lesson(game) if game in self.kit.games.taught else None
        if lesson is None:
            await self.press(interaction, self.daily.today(), "today", game)
            return
        begin = interaction.client.presses.find(
            families.TUTORIAL, (lesson.version, "", LESSON_BEGINS, game)
        )
        await begin(interaction)

    @handler(acknowledge=False)
    async def press(self, ctx: Context, day: Day, verb: str, game: str) -> None:
        today = self.daily.today()
        if not is_day(day) or day > today:
            raise BadDay(example=shifted(today, -1))
        kind, _, rest = verb.partition(" ")
        step = number_in(rest) if kind == "step" else None
        # Buttons between steps have leading zeros, and edit the message that the first opened.
        if verb in ("post", "picture"):
            await acknowledge_post(ctx, new_message=True)
        else:
            await ctx.acknowledge(new_message=not rest.startswith("0"))
        name = self._game(game)
        match verb:
            case "post" | "picture":
                await self._post(ctx, name, day, pictured=verb == "picture")
            case "computer":
                await self._computer(ctx, name, day)
            case "today":
                await self._open(ctx, name)
            case "past":
                await self._open_past(ctx, name, day)
            case "dice":
                fixed = await self.daily.over(name, day)
                await ctx.respond(dice_layout(fixed, self._title(name), ctx.words))
            case "other":
                await self._other(ctx, name, today)
            case _ if step is not None:
                await self._step(ctx, name, day, step)
            case _:
                await self._results(ctx, name, day)

    async def _open(self, ctx: Context, game: str) -> None:
        request = _request(ctx, game)
        loaded = await self.daily.open(request, ctx.note_counted)
        await self.sessions.show(ctx, loaded.record.id)

    async def _open_past(self, ctx: Context, game: str, day: Day) -> None:
        request = _request(ctx, game)
        loaded = await self.daily.open_past(request, day, ctx.note_counted)
        await self.sessions.show(ctx, loaded.record.id)

    async def _other(self, ctx: Context, game: str, today: Day) -> None:
        days = await self.daily.store.days_before(game, today, OPTIONS)
        if not days:
            raise NobodyAsked
        words = ctx.words
        text = words.say("A past day: its results, and its dice to play for yourself.")
        row = [other_days(days, game, today, words)]
        await ctx.respond(compose(texts=[text], rows=[row]))

    async def _results(self, ctx: Context, game: str, day: Day) -> None:
        fixed = await self.daily.over(game, day)
        store, fewest = self.daily.store, self.daily.fewest(game)
        server_results: tuple[DayResult, ...] = ()
        if ctx.server is not None:
            server_results = await store.results(game, day, ctx.server, most=OPTIONS, fewest=fewest)
        days = await store.days_before(game, self.daily.today(), OPTIONS)
        own = await store.result(game, day, ctx.server, ctx.user)
        users = [result.user for result in server_results] + ([] if own is None else [own.user])
        computer = await store.computer(game, day)
        results = DayResults(
            fixed,
            self._title(game),
            server_results,
            await self.kit.stores.standings.world(game, day, fewest=fewest),
            None if computer is None else computer[0],
            await self.kit.names.names(self.kit.client, ctx.home, users, ctx.words),
            own,
            0 if own is None else await self._place(own, game, day, ctx.server),
            self.kit.games.screens(game),
            [past for past in days if past != day],
            in_server=ctx.server is not None,
        )
        await ctx.respond(results_layout(results, ctx.words))

    async def _place(self, own: DayResult, game: str, day: Day, guild: int | None) -> int:
        points, fewest = own.points or 0, self.daily.fewest(game)
        return (await self.daily.store.standing(game, day, guild, points, fewest=fewest)).place

    async def _computers(self, game: str, day: Day) -> tuple[DayGame, int, Loaded]:
        """Return a past day, with the computer's points and its game as a match."""
        fixed = await self.daily.over(game, day)
        score, log = await self.daily.computer(fixed)
        rules = self.kit.matches.games.game(game, fixed.rules)
        if rules is None:
            raise NoSuchDaily
        return fixed, score, await asyncio.to_thread(as_match, rules, fixed, log)

    async def _step(self, ctx: Context, game: str, day: Day, step: int) -> None:
        """Show a turn of the computer's game, with buttons to its others."""
        fixed, _, loaded = await self._computers(game, day)
        steps = await asyncio.to_thread(ComputerSteps, loaded, len(fixed.opening))
        if not steps:
            await self._computer(ctx, game, day)
            return
        step = min(max(step, 1), len(steps))
        words, advances = ctx.words, steps.done(step)
        scene = self.scenes.known(steps.at(step), words, guild=ctx.home)
        picture = await self.drawing.draw(partial(scene.screens.board, scene, moves_of(advances)))
        pictures = [(f"computer-{day}-{step}{picture.suffix}", picture)]
        title = words.say(
            "**🤖 The computer on {day}** · {step} of {steps} · {headline}",
            day=day_text(words, day),
            step=step,
            steps=len(steps),
            headline=scene.screens.headline(scene),
        )
        story = await asyncio.to_thread(scene.screens.story, scene, advances)
        layout = compose(
            galleries=[pictures],
            story="\n".join([title, *story]),
            rows=[step_buttons(day, game, step, len(steps))],
        )
        await ctx.respond(layout, files(pictures))

    async def _computer(self, ctx: Context, game: str, day: Day) -> None:
        fixed, score, loaded = await self._computers(game, day)
        scene = self.scenes.known(loaded, ctx.words, guild=ctx.home)
        picture = await asyncio.to_thread(scene.screens.end, scene)
        pictures = [(f"computer-{day}{picture.suffix}", picture)]
        name = f"computer-{day}.match"
        layout = compose(
            texts=[
                ctx.words.say(
                    "## 🤖 {game}: {day}\nThis is how the computer would have played on from the "
                    "same beginning: {points}. The file has all of it.",
                    game=self._title(game),
                    day=day_text(ctx.words, day),
                    points=points(ctx.words, score),
                )
            ],
            galleries=[pictures],
            rows=[
                [
                    widgets.button(
                        families.DAY.spell(day, "step 1", game),
                        ctx.words.say("Step by step"),
                        emoji="▶️",
                    )
                ]
            ],
            attached=[name],
        )
        file = discord.File(io.BytesIO(day_file(fixed, loaded.entries).encode()), filename=name)
        await ctx.respond(layout, [*files(pictures), file])

    async def _post(self, ctx: Context, game: str, day: Day, *, pictured: bool) -> None:
        """Post a card in this channel, once however often Discord delivers the press."""
        loaded = await self.daily.own(game, day, ctx.user)
        if loaded.status is not Status.OVER:
            raise NotDone
        await admit(self.kit.servers, ctx.home, ctx.user)
        await check_place(self.kit.client, ctx, ctx.channel)
        build = partial(self._card, ctx, loaded, pictured=pictured)
        key = ("day", loaded.record.id, pictured)

        def posted(url: str) -> str:
            return ctx.words.say("Posted: {url}", url=url)

        await self._posts.post(ctx, ctx.channel, key, build, posted)

    async def _card(self, ctx: Context, loaded: Loaded, *, pictured: bool) -> Content:
        words = await public_words(self.kit.preferences, ctx)
        scene = await self.scenes.scene(loaded, words, guild=ctx.home)
        screens, day = scene.screens, loaded.record.day or ""
        text, pictures = f"**{told_points(loaded, scene)}**", list[tuple[str, Picture]]()
        if isinstance(screens, DayScreens):
            summary = await self._summary(loaded, ctx.server)
            picture = None
            if pictured:
                picture = await asyncio.to_thread(screens.day_picture, scene, summary)
            if picture is None:
                text = await asyncio.to_thread(screens.day_card, scene, summary)
            else:  # the picture says everything
                text = ""
                pictures.append((f"card-{loaded.record.id}{picture.suffix}", picture))
        player = harmless(ctx.interaction.user.display_name) or words.say_as("name", "Miner")
        title = words.say(
            "📣 {player} · {game} · {day}",
            player=bold(player),
            game=self._title(loaded.record.game),
            day=day_text(words, day),
        )
        layout = compose(
            above=title,
            texts=[text],
            galleries=[pictures] if pictures else (),
            below=[words.say("-# `/daily`: the same dice for everybody.")],
            rows=[[play_today_button(screens, loaded.record.game, day, words)]],
        )
        return Content(layout, pictures)

    async def _summary(self, loaded: Loaded, guild: int | None) -> DaySummary:
        """Return the player's place and streak as they are now. Places can change until the day
        ends.
        """
        game, user = loaded.record.game, loaded.roster.holders[0]
        local = None if guild is None else await self.daily.standing(loaded, guild)
        world = await self.daily.standing(loaded, None)
        record = None
        if user is not None:
            fewest, until = self.daily.fewest(game), loaded.record.day
            record = await self.records.record(game, user, None, fewest=fewest, until=until)
        share = None if world is None or world.of < MANY else share_below(world)
        return DaySummary(
            await asyncio.to_thread(loaded.advances),
            loaded.record.opening,
            None if local is None or local.of < 2 else (local.place, local.of),
            None if share is None else round(100 * share),
            0 if record is None else record.streak,
        )

    def _title(self, game: str) -> str:
        return f"{self.kit.games.emoji(game)} {self.kit.games.title(game)}"


def _request(ctx: Context, game: str) -> DayRequest:
    return DayRequest(game, ctx.user, ctx.home, ctx.home_channel, ctx.interaction.id)


def build(kit: TopicKit) -> BuiltTopic:
    handlers = DailyHandlers(
        kit.interactions,
        kit.domain.daily,
        kit.scenes,
        kit.sessions,
        kit.domain.day_records,
        kit.drawing.private,
    )
    return BuiltTopic((handlers,))
