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
    """One colour."""
    image = Image.new("RGB", (width, height), colour)
    return Picture(encode(image), width, height, "one colour")


def test_frames_come_one_after_the_other() -> None:
    """Each for its time, the pictures themselves unchanged, and it starts over after its end."""
    frames = [
        Frame(picture((200, 40, 40)), "1", 1500),
        Frame(picture((40, 200, 40)), "2", 4000, marked=True),
        Frame(picture((40, 40, 200), height=260), "3", 7000),
    ]
    made = animate(frames, "three colours")
    shown = Image.open(io.BytesIO(made.data))
    assert (shown.width, shown.height) == (made.width, made.height) == (300, 316)
    assert (made.suffix, made.alt) == (".gif", "three colours")
    assert shown.info["loop"] == 0
    seen = []
    for number in range(3):
        shown.seek(number)
        seen.append((shown.info["duration"], shown.convert("RGB").getpixel((150, 160))))
    assert seen == [(1500, (200, 40, 40)), (4000, (40, 200, 40)), (7000, (40, 40, 200))]


def test_a_frame_that_stands_out_and_how_far_it_has_come() -> None:
    """The line is gold; the bar in it grows to the whole width."""
    frames = [
        Frame(picture((9, 9, 9)), "first", 1000),
        Frame(picture((9, 9, 9)), "second", 1000, marked=True),
    ]
    made = animate(frames, "")
    shown = Image.open(io.BytesIO(made.data))
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


def test_never_square_and_never_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be too many bytes is drawn smaller; alt text is cut to what Discord takes."""
    square = animate([Frame(picture((1, 2, 3), 256, 200), "", 1000)], "x" * 5000)
    assert square.width != square.height
    assert len(square.alt) == ALT_LIMIT
    monkeypatch.setattr(animation, "LARGEST", 1)
    small = animate([Frame(picture((1, 2, 3), 256, 200), "", 1000)], "")
    assert small.width < 256


def test_it_is_never_larger_than_discord_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where drawing it smaller is not enough it shows fewer pictures, the last one always."""
    noise = [Image.effect_noise((300, 200), 90 + number).convert("RGB") for number in range(8)]
    frames = [Frame(Picture(encode(i), 300, 200, ""), str(n), 500) for n, i in enumerate(noise)]
    whole = len(animate(frames, "").data)
    monkeypatch.setattr(animation, "LARGEST", whole // 12)
    made = animate(frames, "")
    assert len(made.data) <= whole // 12
    shown = Image.open(io.BytesIO(made.data))
    assert 1 <= getattr(shown, "n_frames", 1) < len(frames)
