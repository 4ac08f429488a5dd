"""Panels of replays, animations and turning points, without Discord."""

import io
import itertools
from typing import Any

import pytest
from PIL import Image

from bot.match.log.loaded import Loaded
from bot.match.values.times import SystemClock
from bot.worker.pool import WorkerPool
from cogs.replay import frames
from cogs.replay.frames import FrameRenderer, frame_steps
from cogs.replay.panel import Pictures, panel, turning_panel
from cogs.replay.timeline import chapters, timeline_of
from cogs.replay.turning_points import NotPlayedOut, TurningPoints
from cogs.scenes.turning_point_notes import caption, note
from engine.core.turning import TurningPoint
from tests.cogs.drawn import queue
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import TEXT, check
from tests.cogs.test_papers import book, scenes
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, World
from tests.workers import find, find_nothing


async def played(world: World, *, most: int = 2_000) -> Loaded:
    """Play a match of four players with the longest names."""
    match = (await world.begun(ANN, BEN, CAT, DAN, lobby=world.dice)).record.id
    return await world.play(match, "replay", most=most)


def texts(layout: Any) -> str:
    return "\n".join(part["content"] for part in check(layout) if part["type"] == TEXT)


def custom_ids(layout: Any) -> set[str]:
    return {
        part["custom_id"]
        for part in check(layout)
        if "custom_id" in part and not part.get("disabled")
    }


def names(pictures: Pictures) -> list[str]:
    return [name for name, _ in pictures]


async def test_every_step_of_a_match_has_a_panel(world: World) -> None:
    loaded = await played(world)
    drawer = FrameRenderer(scenes(world, book()), queue(), queue())
    timeline = await drawer.timeline(loaded)
    last = len(timeline.turns)
    for step in (1, 2, 5, last // 2, last - 1, last):
        scene, picture = await drawer.frame(timeline, step, WORDS)
        layout, pictures = panel(timeline, step, scene, picture, chapters(timeline, scene))
        assert f"· {step} of {last} ·" in texts(layout)
        assert names(pictures) == [f"replay-{loaded.record.id}-{step}.png"]
        number = loaded.record.id
        ways = {f"2:replay:{number}:{step - 1}:back", f"2:replay:{number}:{step + 1}:next"}
        possible = {way for way in ways if f":{0}:" not in way and f":{last + 1}:" not in way}
        assert ways & custom_ids(layout) == possible
        assert f"2:share:{number}:turn{step}:open" in custom_ids(layout)
    menu = next(
        part for part in check(layout) if str(part.get("custom_id")).startswith("2:replay-menu:")
    )
    assert [option["label"] for option in menu["options"]][-1] == "The end"
    assert menu["options"][-1]["default"]


async def test_replay_shows_a_player_who_has_resigned_since(world: World) -> None:
    loaded = await played(world, most=30)
    before = timeline_of(loaded)
    await world.service.resign(loaded.record.id, BEN)
    after = timeline_of(await world.matches.load(loaded.record.id))
    step = len(before.turns) - 1
    assert after.at(step).roster == before.at(step).roster
    assert after.at(step).roster.seat_of(BEN) == 1
    assert after.at(len(after.turns)).roster.seat_of(BEN) is None
    happened = [event.kind.value for event in after.events(len(before.turns))]
    assert "resigned" in happened


async def test_chapters_begin_at_new_headlines(world: World) -> None:
    timeline = timeline_of(await played(world))
    scene = await scenes(world, book()).scene(timeline.at(1), WORDS)
    chapter_starts = chapters(timeline, scene)
    steps = [step for step, _ in chapter_starts]
    assert steps == sorted(set(steps))
    assert steps[0] == 1
    titles = [title for _, title in chapter_starts]
    assert all(title != following for title, following in itertools.pairwise(titles))
    assert "Round 2 of 3 · Excavation" in titles


async def test_animation_has_a_frame_per_turn_and_marked_frames_last_longer(world: World) -> None:
    loaded = await played(world, most=40)
    drawer = FrameRenderer(scenes(world, book()), queue(), queue())
    timeline = await drawer.timeline(loaded)
    animation = await drawer.animation(timeline, WORDS, {3: lambda _: "here"}, ANN)
    image = Image.open(io.BytesIO(animation.data))
    assert getattr(image, "n_frames", 0) == len(timeline.turns)
    durations = []
    for number in range(len(timeline.turns)):
        image.seek(number)
        durations.append(image.info["duration"])
    assert durations[2] == frames.MARKED
    assert durations[-1] == frames.LAST
    assert {*durations[:2], *durations[3:-1]} == {frames.TURN}
    assert str(len(timeline.turns)) in animation.alt


def test_long_matches_are_shown_in_part() -> None:
    """Steps are left out evenly, but never the beginning, the end or a marked step."""
    assert frame_steps(160, ()) == list(range(1, 161))
    steps = frame_steps(1000, (333, 334))
    assert {1, 333, 334, 1000} <= set(steps)
    assert len(steps) <= frames.FRAMES
    gaps = [b - a for a, b in itertools.pairwise(steps)]
    assert max(gaps) <= 8


POINT = TurningPoint(9, (0.62, 0.38, 0.0, 0.0), (0.11, 0.83, 0.06, 0.0))


async def test_turning_points_show_chances_rounded_to_five_percent(world: World) -> None:
    timeline = timeline_of(await played(world))
    drawer = FrameRenderer(scenes(world, book()), queue(), queue())
    points = [POINT, TurningPoint(20, POINT.after, POINT.before), TurningPoint(30, *_pair())]
    drawn = [await drawer.frame(timeline, point.step, WORDS) for point in points]
    layout, pictures = turning_panel(timeline, points, drawn, WORDS)
    number = timeline.loaded.record.id
    assert names(pictures) == [f"turning-{number}-{step}.png" for step in (9, 20, 30)]
    assert custom_ids(layout) == {
        *(f"2:replay:{number}:{point.step}:open" for point in points),
        *(f"2:share:{number}:point{point.step}:open" for point in points),
    }
    scene, _ = drawn[0]
    assert "60% → 10%" in note(POINT, scene)
    assert "40% → 85%" in note(POINT, scene)
    assert "60% → 10%" in caption(POINT, scene)
    none, _ = turning_panel(timeline, [], [], WORDS)
    assert "bit by bit" in texts(none)


def _pair() -> tuple[tuple[float, ...], tuple[float, ...]]:
    return (0.25, 0.25, 0.25, 0.25), (1.0, 0.0, 0.0, 0.0)


async def test_turning_points_are_searched_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search runs in another process. A running match has none."""
    loaded = await played(world)
    asker = TurningPoints(SystemClock(), WorkerPool(GAMES))
    find(monkeypatch, (TurningPoint(4, (1, 0), (0, 1)),))
    assert asker.known(loaded.record.id) is None
    points = await asker.find(loaded, ANN)
    assert points == (TurningPoint(4, (1, 0), (0, 1)),)
    find_nothing(monkeypatch)
    assert await asker.find(loaded, ANN) == points == asker.known(loaded.record.id)
    running = await played(world, most=20)
    with pytest.raises(NotPlayedOut):
        await asker.find(running, ANN)
