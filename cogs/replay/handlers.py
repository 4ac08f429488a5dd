"""Answers the buttons of replays, whose custom_ids contain match and step."""

import asyncio
import contextlib
import re
from dataclasses import dataclass, field
from functools import partial

from discord import app_commands

from bot.match.log.loaded import Loaded
from bot.match.log.records import check_revealed
from bot.match.values.errors import refusal
from bot.worker.process import WorkerLost
from cogs.base import custom_id_families as families
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.menus import Interaction, chosen_value
from cogs.interactions.presses import on_press
from cogs.replay.accuracy import Accuracies, accuracy_panel
from cogs.replay.frames import match_animation
from cogs.replay.panel import Pictures, panel, turning_panel
from cogs.replay.share_handlers import ShareHandlers
from cogs.replay.shareables import ANIMATION
from cogs.replay.timeline import Timeline, chapters
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.past_lookup import find_past
from cogs.scenes.turning_point_notes import note
from cogs.screens import Scene
from cogs.topics.autocomplete import matches_to_review
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.layouts import MessageLayout, compose, files
from cogs.ui.match_controls import share_button
from render.picture import Picture
from texts import Words, mark

NoSuchTurn = refusal("NoSuchTurn", "This match has no turn {step}: its last one is {last}.")


@dataclass(eq=False)
class ReplayHandlers(Handlers):
    share: ShareHandlers
    lookup: MatchLookup
    accuracies: Accuracies = field(init=False)

    def __post_init__(self) -> None:
        self.accuracies = Accuracies(self.kit.clock, self.kit.workers)
        # A match whose end was lost can end in another way.
        self.kit.matches.store.setbacks.listeners.append(self.accuracies.clear)

    @app_commands.command(description=mark("How well everybody decided in a match that is over"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    @handler()
    async def accuracy(self, ctx: Context, match: int | None = None) -> None:
        await self._accuracy(ctx, await find_past(self.lookup, ctx, match))

    @app_commands.command(description=mark("Watch a match again, turn by turn"))
    @app_commands.describe(
        match=mark("Match number; the one played here if left out"),
        step=mark("Which turn to start at"),
    )
    @app_commands.autocomplete(match=matches_to_review)
    @handler()
    async def replay(
        self,
        ctx: Context,
        match: int | None = None,
        step: app_commands.Range[int, 1] | None = None,
    ) -> None:
        loaded = await find_past(self.lookup, ctx, match)
        self._check_revealed(loaded)
        if step is not None:
            last = len((await self.share.frames.timeline(loaded)).turns)
            if step > last:
                raise NoSuchTurn(step=step, last=last)
        await self._show(ctx, loaded, step or 1)

    @on_press(families.REPLAY)
    @handler(acknowledge=False)
    async def press(self, ctx: Context, match: int, step: int, verb: str) -> None:
        await ctx.acknowledge(new_message=verb in ("open", "film", "turning", "accuracy"))
        loaded = await ctx.match(match)
        match verb:
            case "film":
                await self._animation(ctx, loaded)
            case "turning":
                await self._turning_points(ctx, loaded)
            case "accuracy":
                await self._accuracy(ctx, loaded)
            case _:
                await self._show(ctx, loaded, step)

    @on_press(families.REPLAY_MENU)
    async def jump(self, interaction: Interaction, match: int, step: int) -> None:
        value = chosen_value(interaction)
        chosen_step = int(value) if re.fullmatch("[0-9]{1,6}", value) else step
        await self.press(interaction, match, chosen_step, "next")

    async def _show(self, ctx: Context, loaded: Loaded, step: int) -> None:
        self._check_revealed(loaded)
        timeline = await self.share.frames.timeline(loaded)
        step = timeline.step(step)
        scene, picture = await self.share.frames.frame(timeline, step, ctx.words)
        titles = await asyncio.to_thread(chapters, timeline, scene)
        point = self._note(loaded, step, scene)
        await _answer(ctx, *panel(timeline, step, scene, picture, titles, note=point))

    def _check_revealed(self, loaded: Loaded) -> None:
        """Raise SecretUntilDayEnds for a day that isn't over, because a reader could show the
        replay to others.
        """
        check_revealed(loaded.record, self.kit.matches.clock.now())

    def _note(self, loaded: Loaded, step: int, scene: Scene) -> str:
        for point in self.share.turning.known(loaded.record.id) or ():
            if point.step == step:
                return note(point, scene)
        return ""

    async def _animation(self, ctx: Context, loaded: Loaded) -> None:
        self._check_revealed(loaded)
        frames, turning = self.share.frames, self.share.turning
        timeline = await frames.timeline(loaded)
        animation = await ctx.patiently(
            match_animation(frames, turning, timeline, ctx.words, ctx.user),
            _drawing(loaded, ctx.words),
        )
        await _answer(ctx, *_animation_layout(timeline, animation, ctx.words))

    async def _turning_points(self, ctx: Context, loaded: Loaded) -> None:
        frames = self.share.frames
        points = await ctx.patiently(
            self.share.turning.find(loaded, ctx.user), _playing_on(loaded, ctx.words)
        )
        timeline = await frames.timeline(loaded)
        drawn = [await frames.frame(timeline, point.step, ctx.words) for point in points]
        await _answer(ctx, *turning_panel(timeline, points, drawn, ctx.words))

    async def _accuracy(self, ctx: Context, loaded: Loaded) -> None:
        match = loaded.record.id
        finding = asyncio.ensure_future(self.accuracies.find(loaded, ctx.user))
        try:
            weighed = await ctx.patiently(
                self.accuracies.soon(match, finding), self.accuracies.progress(match, ctx.words)
            )
            timeline = await self.share.frames.timeline(loaded)
            scene = await self.share.scenes.scene(loaded, ctx.words)
            draw = partial(accuracy_panel, timeline, scene, words=ctx.words)
            final = finding.done()
            if final:
                weighed = finding.result()
            await _answer(ctx, *await asyncio.to_thread(draw, weighed=weighed, final=final))
            if not final:
                with contextlib.suppress(WorkerLost):
                    weighed = await finding
                layout, pictures = await asyncio.to_thread(draw, weighed=weighed)
                await ctx.edit(layout, files(pictures))
        finally:
            finding.cancel()


def _playing_on(loaded: Loaded, words: Words) -> MessageLayout:
    text = words.say(
        "⚡ Computers are playing on from the turns of match #{match} that changed most…",
        match=loaded.record.id,
    )
    return compose(texts=[text])


def _drawing(loaded: Loaded, words: Words) -> MessageLayout:
    return compose(texts=[words.say("🎞️ Drawing match #{match}…", match=loaded.record.id)])


def _animation_layout(
    timeline: Timeline, animation: Picture, words: Words
) -> tuple[MessageLayout, Pictures]:
    match = timeline.loaded.record.id
    pictures = [(f"match-{match}-{timeline.loaded.seq}{animation.suffix}", animation)]
    text = words.say("🎞️ **Match #{match}**, turn by turn.", match=match)
    again = share_button(match, ANIMATION, words.say("Share"))
    return compose(texts=[text], galleries=[pictures], rows=[[again]]), pictures


async def _answer(ctx: Context, layout: MessageLayout, pictures: Pictures) -> None:
    await ctx.respond(layout, files(pictures))


def build(kit: TopicKit) -> BuiltTopic:
    share = ShareHandlers(kit.interactions, kit.scenes, kit.drawing.private, kit.drawing.animations)
    replay = ReplayHandlers(kit.interactions, share, kit.lookup)
    return BuiltTopic((share, replay), on_forget=(share.frames.forget,))
