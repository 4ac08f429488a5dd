"""Posts moments that players share, with their name and without a ping, in a place they choose."""

import asyncio
import logging
from dataclasses import dataclass, field
from functools import partial

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status, check_revealed
from bot.match.people.limits import share_limit
from bot.match.people.servers import admit
from bot.match.statistics.results import results
from bot.match.values.errors import refusal
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.markup import bold, harmless
from cogs.drawing.queue import DrawingQueue
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.interactions.shared_posts import (
    SharedPosts,
    acknowledge_post,
    check_place,
    public_words,
)
from cogs.posting.posted_message import Content
from cogs.replay import shareables
from cogs.replay.frames import FrameRenderer, match_animation
from cogs.replay.panel import moment_text
from cogs.replay.shareables import (
    ACHIEVEMENT,
    POINT,
    Pictures,
    Shareable,
    panel,
    parse,
    share_options,
    shared_layout,
)
from cogs.replay.timeline import Timeline
from cogs.replay.turning_points import TurningPoints
from cogs.scenes.end_stories import caption, story
from cogs.scenes.scenes import Scenes
from cogs.scenes.turning_point_notes import note
from cogs.screens import Scene
from cogs.screens.base import BadChoice
from cogs.ui import match_controls
from engine.core.driver import without_undone
from engine.core.turning import TurningPoint
from render.charts.achievement import draw_medal
from texts import Words

_log = logging.getLogger(__name__)


POSTING = ("here", "now", "where")
"""Verbs of presses that post something."""

NothingToShare = refusal("NothingToShare", "That can't be shared: the match has nothing like it.")


SharedContent = tuple[str, Pictures, int]
"""Text, pictures, and the step of the replay that the post opens."""


@dataclass(eq=False)
class ShareHandlers(Handlers):
    """Answers the buttons and menus of sharing."""

    scenes: Scenes
    drawing: DrawingQueue
    animating: DrawingQueue
    frames: FrameRenderer = field(init=False)
    turning: TurningPoints = field(init=False)
    _posts: SharedPosts = field(init=False)

    def __post_init__(self) -> None:
        self.frames = FrameRenderer(self.scenes, self.drawing, self.animating)
        self.turning = TurningPoints(self.kit.clock, self.kit.workers)
        # A match whose end was lost can end in another way.
        self.kit.matches.store.setbacks.listeners += (self.frames.clear, self.turning.clear)
        limit = share_limit(self.kit.matches.clock)
        names = self.kit.names
        self._posts = SharedPosts(self.kit.client, limit, names, self.kit.preferences)

    @on_press(families.SHARE)
    @handler(acknowledge=False)
    async def press(self, ctx: Context, match: int, spelled: str, verb: str) -> None:
        if verb in POSTING:
            await acknowledge_post(ctx, new_message=verb == "now")
        else:
            await ctx.acknowledge(new_message=verb == "open")
        value = ctx.chosen
        item = parse(value if verb == "what" else spelled)
        if item is None:
            raise NothingToShare
        if verb in ("here", "now"):
            await self.post(ctx, match, item, ctx.channel)
        elif verb == "where":
            channel = number_in(value)
            if channel is None:
                raise NothingToShare
            await self.post(ctx, match, item, channel)
        else:
            await self._offer(ctx, match, item)

    async def _shareable(self, ctx: Context, match: int) -> Loaded:
        """Return the match; raise SecretUntilDayEnds while other players must not see it."""
        loaded = await ctx.match(match)
        check_revealed(loaded.record, self.kit.matches.clock.now())
        return loaded

    async def _offer(self, ctx: Context, match: int, item: Shareable) -> None:
        loaded = await self._shareable(ctx, match)
        timeline = await self.frames.timeline(loaded)
        scene = await self.scenes.scene(loaded, ctx.words)
        points = self.turning.known(match) or ()
        options = await asyncio.to_thread(
            share_options,
            timeline,
            scene,
            self.kit.games.statistics(scene.game.info.name),
            points,
            item,
        )
        layout = panel(match, options, ctx.words, elsewhere=ctx.server is not None)
        await ctx.respond(layout)

    async def post(self, ctx: Context, match: int, item: Shareable, place: int) -> None:
        """Post the item in this place, once however often Discord delivers the press."""
        loaded = await self._shareable(ctx, match)
        user = ctx.interaction.user
        await admit(self.kit.servers, ctx.home, user.id)
        await check_place(self.kit.client, ctx, place)
        record = loaded.record
        own = record.private and record.day is None and user.id in loaded.roster.had_part
        if not own and not await self.kit.access.in_channel(place, record):
            raise BadChoice(
                ctx.words.say(
                    "Not everyone there can see where this match is played, so nothing was shared."
                )
            )

        async def build() -> Content:
            # Before the post, whose readers can press its button. The number of the bot's direct
            # messages would name their only reader.
            direct = ctx.interaction.guild_id is None and ctx.interaction.context.dm_channel
            if own and record.place != place and not direct:
                await self.kit.matches.store.set_shared(match, place)
                self.kit.matches.drop_cached(match)
            public = await public_words(self.kit.preferences, ctx)
            if item.kind == match_controls.RESULT:  # a match without moves has a result, too
                text, pictures, step = await self._end(loaded, public)
            else:
                timeline = await self.frames.timeline(loaded)
                text, pictures, step = await self._content(timeline, item, public, user.id)
            by = bold(harmless(user.display_name) or public.say_as("name", "Miner"))
            return Content(shared_layout(match, step, by, text, pictures, public), pictures)

        key = ("match", match, item, loaded.seq)

        def posted(url: str) -> str:
            return ctx.words.say("Shared: {url}", url=url)

        await self._posts.post(ctx, place, key, build, posted)

    async def _content(
        self, timeline: Timeline, item: Shareable, words: Words, asker: UserId
    ) -> SharedContent:
        match item.kind:
            case shareables.ANIMATION:
                return await self._animation(timeline, words, asker)
            case shareables.TURN | shareables.POINT:
                return await self._moment(timeline, item, words, asker)
            case shareables.HIGH_POINT:
                return await self._high_point(timeline, item, words)
            case _:
                return await self._achievement(timeline, item, words)

    async def _scene(self, timeline: Timeline, step: int, words: Words) -> Scene:
        return await self.scenes.scene(timeline.at(step), words)

    async def _end(self, loaded: Loaded, words: Words) -> SharedContent:
        if loaded.status is not Status.OVER:
            raise NothingToShare
        match = loaded.record.id
        scene = await self.scenes.scene(loaded, words)
        remark = await asyncio.to_thread(caption, scene, loaded)
        picture = await self.drawing.draw(partial(scene.screens.end, scene, remark))
        text = await asyncio.to_thread(story, scene, loaded)
        number = words.say("-# Match #{match}", match=match)
        pictures = [(f"result-{match}{picture.suffix}", picture)]
        return "\n".join(line for line in (text, number) if line), pictures, 1

    async def _animation(self, timeline: Timeline, words: Words, asker: UserId) -> SharedContent:
        match = timeline.loaded.record.id
        animation = await match_animation(self.frames, self.turning, timeline, words, asker)
        text = words.say("🎞️ **Match #{match}**, turn by turn.", match=match)
        name = f"match-{match}-{timeline.loaded.seq}{animation.suffix}"
        return text, [(name, animation)], 1

    async def _moment(
        self, timeline: Timeline, item: Shareable, words: Words, asker: UserId
    ) -> SharedContent:
        points: tuple[TurningPoint, ...] = ()
        if item.kind == POINT:
            points = await self.turning.find(timeline.loaded, asker, hurry=True)
            points = tuple(point for point in points if point.step == item.number)
            if not points:
                raise NothingToShare
        step = timeline.step(item.number)
        scene, picture = await self.frames.frame(timeline, step, words)
        special = note(points[0], scene) if points else ""
        name = f"moment-{timeline.loaded.record.id}-{step}{picture.suffix}"
        return moment_text(timeline, step, scene, special), [(name, picture)], step

    async def _high_point(self, timeline: Timeline, item: Shareable, words: Words) -> SharedContent:
        end = timeline.turns[-1].stop
        made = [
            advance
            for advance in without_undone(timeline.advances[:end])
            if advance.entry.seq == item.number
        ]
        step = next((n for n, turn in enumerate(timeline.turns, 1) if item.number < turn.stop), 1)
        scene = await self._scene(timeline, step, words)
        picture = await self.drawing.draw(partial(scene.screens.moment, scene, made))
        if picture is None:
            raise NothingToShare
        match = timeline.loaded.record.id
        lines = [*scene.screens.story(scene, made), words.say("-# Match #{match}", match=match)]
        name = f"high-{match}-{item.number}{picture.suffix}"
        return "\n".join(lines), [(name, picture)], step

    async def _achievement(
        self, timeline: Timeline, item: Shareable, words: Words
    ) -> SharedContent:
        ended = await asyncio.to_thread(results, timeline.loaded)
        earned = {
            Shareable(ACHIEVEMENT, result.seat, name): figure
            for result in ended
            for name, figure in result.earned
        }
        if timeline.loaded.status is not Status.OVER or item not in earned:
            raise NothingToShare
        match, did = timeline.loaded.record.id, earned[item]
        scene = await self.scenes.scene(timeline.loaded, words)
        player = scene.players[item.number]
        theme = await self.kit.preferences.theme(timeline.loaded.record.guild)
        game = scene.game.info.name
        achievement = self.kit.games.statistics(game).achievement(words, item.name, did)
        assert achievement is not None, "a game has words for all its achievements"
        pictures = self.kit.games.pictures(game)
        draw = partial(
            draw_medal,
            player,
            item.number,
            item.name,
            achievement.name,
            achievement.reason,
            pictures,
            words,
            theme,
        )
        picture = await self.drawing.draw(draw)
        text = words.say("-# Match #{match}", match=match)
        name = f"medal-{match}-{item.name}{picture.suffix}"
        return text, [(name, picture)], len(timeline.turns)
