"""Animations of several pictures."""

import io

import pytest
from PIL import Image

from render import animation
from render.animation import Frame, animate
from render.encode import encode
from render.picture import ALT_LIMIT, Picture
from render.theme import USUAL


def picture(colour: tuple[int, int, int], width: int = 300, height: int = 200) -> Picture:
    image = Image.new("RGB", (width, height), colour)
    return Picture(encode(image), width, height, "one colour")


def test_frames_are_shown_in_order_and_repeat() -> None:
    frames = [
        Frame(picture((200, 40, 40)), "1", 1500),
        Frame(picture((40, 200, 40)), "2", 4000, marked=True),
        Frame(picture((40, 40, 200), height=260), "3", 7000),
    ]
    animation = animate(frames, "three colours")
    shown = Image.open(io.BytesIO(animation.data))
    assert (shown.width, shown.height) == (animation.width, animation.height) == (300, 316)
    assert (animation.suffix, animation.alt) == (".gif", "three colours")
    assert shown.info["loop"] == 0
    seen = []
    for number in range(3):
        shown.seek(number)
        seen.append((shown.info["duration"], shown.convert("RGB").getpixel((150, 160))))
    assert seen == [(1500, (200, 40, 40)), (4000, (40, 200, 40)), (7000, (40, 40, 200))]


def test_a_marked_frame_is_gold_and_the_progress_bar_grows() -> None:
    frames = [
        Frame(picture((9, 9, 9)), "first", 1000),
        Frame(picture((9, 9, 9)), "second", 1000, marked=True),
    ]
    animation = animate(frames, "")
    shown = Image.open(io.BytesIO(animation.data))
    gold = []
    bars = []
    for number in range(2):
        shown.seek(number)
        pixels = shown.convert("RGB")
        gold.append(_near(pixels.getpixel((290, 10)), USUAL.gold))
        bars.append([_near(pixels.getpixel((x, 53)), USUAL.lamp) for x in (50, 250)])
    assert gold == [False, True]
    assert bars == [[True, False], [True, True]]


def _near(pixel: object, colour: tuple[int, int, int]) -> bool:
    assert isinstance(pixel, tuple)
    return all(abs(one - other) < 60 for one, other in zip(pixel, colour, strict=True))


def test_an_oversized_animation_is_scaled_and_its_alt_text_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    square = animate([Frame(picture((1, 2, 3), 256, 200), "", 1000)], "x" * 5000)
    assert square.width != square.height
    assert len(square.alt) == ALT_LIMIT
    monkeypatch.setattr(animation, "LARGEST", 1)
    small = animate([Frame(picture((1, 2, 3), 256, 200), "", 1000)], "")
    assert small.width < 256


def test_a_still_oversized_animation_drops_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = [Image.effect_noise((300, 200), 90 + number).convert("RGB") for number in range(8)]
    frames = [Frame(Picture(encode(i), 300, 200, ""), str(n), 500) for n, i in enumerate(noise)]
    full_size = len(animate(frames, "").data)
    monkeypatch.setattr(animation, "LARGEST", full_size // 12)
    small = animate(frames, "")
    assert len(small.data) <= full_size // 12
    shown = Image.open(io.BytesIO(small.data))
    assert 1 <= getattr(shown, "n_frames", 1) < len(frames)
