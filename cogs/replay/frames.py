"""The moments of a replay, drawn."""

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from functools import partial

from bot.match.log.loaded import Loaded
from bot.match.values.players import UserId
from cogs.drawing.queue import DrawingQueue
from cogs.replay.pictures import AnimationFrame, animation
from cogs.replay.timeline import Timeline, timeline_of
from cogs.replay.turning_points import TurningPoints
from cogs.runtime.expensive import ExpensiveWork, StillAtWork, TooManyAtWork
from cogs.scenes.scenes import Scenes
from cogs.scenes.turning_point_notes import caption
from cogs.screens import Scene
from cogs.screens.base import moves_of
from cogs.ui.match_controls import has_turning_points
from engine.core.turning import TurningPoint
from render.picture import Picture
from texts import Words

ANIMATIONS, KEPT = 4, 120.0
"""Number of cached animations, of up to eight megabytes each, and seconds until they are dropped.
By then, a person who shares the animation that they have just seen has done so.
"""
FRAMES = 160
TURN, LAST, MARKED = 1500, 7000, 4500
"""Milliseconds for a turn, for the last turn, and for a marked turn."""


class FrameRenderer:
    def __init__(self, scenes: Scenes, drawing: DrawingQueue, animating: DrawingQueue) -> None:
        """Animations have their own queue, because they take seconds."""
        self._scenes = scenes
        self._drawing = drawing
        self._animating = animating
        self._animations = ExpensiveWork[Picture](remembered=ANIMATIONS, kept=KEPT)

    async def timeline(self, loaded: Loaded) -> Timeline:
        return await asyncio.to_thread(timeline_of, loaded)

    async def frame(self, timeline: Timeline, step: int, words: Words) -> tuple[Scene, Picture]:
        """Return the moment after a step, and its picture."""
        scene = await self._scenes.scene(timeline.at(step), words)
        draw = partial(scene.screens.board, scene, moves_of(timeline.done(step)))
        return scene, await self._drawing.draw(draw)

    async def animation(
        self,
        timeline: Timeline,
        words: Words,
        marked: Mapping[int, Callable[[Scene], str]],
        asker: UserId,
    ) -> Picture:
        """Return the match as an animation, with captions from `marked`; raise StillAtWork or
        TooManyAtWork.
        """
        steps = frame_steps(len(timeline.turns), marked)
        end = await self._scenes.scene(timeline.at(steps[-1]), words)

        async def draw() -> Picture:
            scenes = [await self._scenes.scene(timeline.at(step), words) for step in steps]
            moments = [
                _moment(timeline, step, scene, marked.get(step))
                for step, scene in zip(steps, scenes, strict=True)
            ]
            return await self._animating.draw(partial(animation, moments, alt(timeline, end)))

        loaded = timeline.loaded
        looks = (words.locale, end.theme.name, end.players, tuple(sorted(marked)))
        return await self._animations.get(asker, (loaded.record.id, loaded.seq, looks), draw)

    def forget(self, user: UserId) -> None:
        """Drop all animations, because each of them can name the forgotten user."""
        del user
        self.clear()

    def clear(self) -> None:
        self._animations.clear()


def frame_steps(steps: int, marked: Collection[int]) -> list[int]:
    if steps <= FRAMES:
        return list(range(1, steps + 1))
    chosen = {1, steps, *marked}
    room = FRAMES - len(chosen)
    return sorted(chosen | {1 + number * steps // room for number in range(room)})


def _moment(
    timeline: Timeline, step: int, scene: Scene, caption_of: Callable[[Scene], str] | None
) -> AnimationFrame:
    moves = moves_of(timeline.done(step))
    if caption_of is not None:
        return AnimationFrame(scene, moves, caption_of(scene), MARKED, marked=True)
    last = len(timeline.turns)
    caption = scene.words.say(
        "Match #{match} · {step} of {steps}",
        match=timeline.loaded.record.id,
        step=step,
        steps=last,
    )
    return AnimationFrame(scene, moves, caption, LAST if step == last else TURN, marked=False)


def alt(timeline: Timeline, scene: Scene) -> str:
    words = scene.words
    return words.say(
        "An animation of match #{match}: {players}, {steps} turns. In the end: {points}",
        match=timeline.loaded.record.id,
        players=words.listed(player.name for player in scene.players),
        steps=len(timeline.turns),
        points=words.listed(scene.screens.final(scene).replace("**", "").splitlines()),
    )


_log = logging.getLogger(__name__)


async def match_animation(
    frames: FrameRenderer,
    turning: TurningPoints,
    timeline: Timeline,
    words: Words,
    asker: UserId,
) -> Picture:
    """Return the animation of all turns; turning points are marked if they are found in time.

    Raise the refusals of ExpensiveWork for the animation.
    """
    points: tuple[TurningPoint, ...] = ()
    if has_turning_points(timeline.loaded):
        try:
            points = await turning.find(timeline.loaded, asker, hurry=True)
        except (TimeoutError, StillAtWork, TooManyAtWork) as error:
            _log.warning(
                "The animation of match %d has no turning points: %r",
                timeline.loaded.record.id,
                error,
            )
    return await frames.animation(
        timeline, words, {point.step: partial(caption, point) for point in points}, asker
    )
