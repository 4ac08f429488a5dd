"""Draws the moments of a replay in worker threads."""

import asyncio
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from bot.match.loaded import Loaded
from cogs.board.scenes import Scenes
from cogs.replay.timeline import Timeline, chapters, timeline_of
from cogs.screens import Scene
from render.animation import Frame, animate
from render.picture import Picture
from texts import Words

FRAMES = 160
"""Turns of an animation, at most."""
TURN, LAST, MARKED = 1500, 7000, 4500
"""Milliseconds of a turn, of the last one, and of one that stands out."""


@dataclass(frozen=True, slots=True)
class ReplayFrame:
    """One moment, drawn."""

    scene: Scene
    picture: Picture
    chapters: tuple[tuple[int, str], ...]
    """The steps at which the headline changes, with their headlines."""


class FrameRenderer:
    """Draws two frames at a time, and one animation."""

    def __init__(self, scenes: Scenes) -> None:
        self._scenes = scenes
        self._drawing = asyncio.Semaphore(2)
        self._animating = asyncio.Lock()

    async def timeline(self, loaded: Loaded) -> Timeline:
        """The turns of a match; raises NotStarted."""
        return await asyncio.to_thread(timeline_of, loaded)

    async def frame(self, timeline: Timeline, step: int, words: Words) -> ReplayFrame:
        """The picture at the end of a turn, showing what was done in it."""
        scene = await self._scenes.scene(timeline.at(step), words)
        async with self._drawing:
            return await asyncio.to_thread(_draw, timeline, step, scene)

    async def animation(
        self, timeline: Timeline, words: Words, marked: Mapping[int, Callable[[Scene], str]]
    ) -> Picture:
        """The whole match as an animation; `marked` gives captions of steps that stand out."""
        async with self._animating:
            steps = frame_steps(len(timeline.turns), marked)
            scenes = [await self._scenes.scene(timeline.at(step), words) for step in steps]
            pairs = list(zip(steps, scenes, strict=True))
            return await asyncio.to_thread(_animation, timeline, pairs, marked)


def frame_steps(steps: int, marked: Collection[int]) -> list[int]:
    """The steps that an animation shows: all, or FRAMES of them, those that stand out included."""
    if steps <= FRAMES:
        return list(range(1, steps + 1))
    kept = {1, steps, *marked}
    room = FRAMES - len(kept)
    return sorted(kept | {1 + number * steps // room for number in range(room)})


def _draw(timeline: Timeline, step: int, scene: Scene) -> ReplayFrame:
    picture = scene.screens.board(scene, timeline.done(step))
    return ReplayFrame(scene, picture, tuple(chapters(timeline, scene)))


def _animation(
    timeline: Timeline, pairs: list[tuple[int, Scene]], marked: Mapping[int, Callable[[Scene], str]]
) -> Picture:
    last = len(timeline.turns)
    frames = []
    for step, scene in pairs:
        picture = scene.screens.board(scene, timeline.done(step))
        if step in marked:
            frames.append(Frame(picture, marked[step](scene), MARKED, marked=True))
            continue
        caption = scene.words.say(
            "Match #{match} · {step} of {steps}",
            match=timeline.loaded.record.id,
            step=step,
            steps=last,
        )
        frames.append(Frame(picture, caption, LAST if step == last else TURN))
    scene = pairs[-1][1]
    return animate(frames, alt(timeline, scene), scene.theme)


def alt(timeline: Timeline, scene: Scene) -> str:
    """What the animation shows, in words; `scene` is its last moment."""
    words = scene.words
    return words.say(
        "An animation of match #{match}: {players}, {steps} turns. In the end: {points}",
        match=timeline.loaded.record.id,
        players=words.listed(player.name for player in scene.players),
        steps=len(timeline.turns),
        points=words.listed(scene.screens.final(scene).replace("**", "").splitlines()),
    )
