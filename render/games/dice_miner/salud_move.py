"""¡Salud! as a move: two mugs clink, and the shared die rolls to its new face."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.core.types import Seat
from engine.games.dice_miner.observation import SeenDie
from render.animation import gif, part
from render.canvas import Box, dots, size_that_fits
from render.games.dice_miner.dice import DieKey
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.salud_frames import (
    BESIDE,
    COVER,
    HEIGHT,
    REST,
    TABLE,
    WIDTH,
    clinking,
    cover,
    opening,
    rolling,
    stage,
)
from render.games.dice_miner.words import face_words
from render.indexed import IndexedCanvas
from render.names import drawn_name, plain_name
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from render.typography.runs import FONTS
from texts import Words

_RESULT_BOX: Box = (504, 284, WIDTH - 4, TABLE - 4)


def draw_shout(
    players: Sequence[Player],
    giver: Seat,
    friend: Seat,
    die: SeenDie,
    words: Words,
    theme: Theme = USUAL,
    *,
    suspense: bool = False,
) -> Picture:
    """Draw an animation that plays once and whose first and last picture are the same
    complete one.

    With `suspense`, neither the first picture nor the alt text reveals the new face.
    """
    giver_name, friend_name = (drawn_name(words, players, seat) for seat in (giver, friend))
    face, cry = face_words(words, die), words.say("¡Salud!")
    complete = _complete(theme, giver_name, friend_name, cry, DieKey(die.kind, die.face), face)
    parts = [
        *([] if suspense else [complete]),
        _names(theme, giver_name, friend_name),
        *clinking(theme, BESIDE, cry),
        *rolling(theme, die.kind, die.face),
        _result(theme, face),
    ]
    name, other = (plain_name(words, players, seat) for seat in (giver, friend))
    if suspense:
        alt = words.say(
            "¡Salud! {name} gives {friend} a beer die, and it rolls.", name=name, friend=other
        )
    else:
        alt = words.say(
            "¡Salud! {name} gave {friend} a beer die, which now shows {face}.",
            name=name,
            friend=other,
            face=face,
        )
    return gif((dots(WIDTH), dots(HEIGHT)), theme_palette(theme, 1), parts, alt)


@lru_cache(maxsize=16)
def _complete(theme: Theme, giver: str, friend: str, cry: str, die: DieKey, face: str) -> bytes:
    canvas = IndexedCanvas(cover(theme, BESIDE, cry, die), theme_palette(theme, 1))
    draw_names(canvas, theme, [giver, friend])
    result, (left, top, _, _) = _result_picture(theme, face), _RESULT_BOX
    canvas.image.paste(result, (dots(left), dots(top)))
    return part(canvas.image, 0, 0, COVER)


@lru_cache(maxsize=48)
def _names(theme: Theme, giver: str, friend: str) -> bytes:
    canvas = IndexedCanvas(opening(theme, BESIDE), theme_palette(theme, 1))
    draw_names(canvas, theme, [giver, friend])
    return part(canvas.image, 0, 0, REST)


def draw_names(canvas: IndexedCanvas, theme: Theme, names: list[str]) -> None:
    line = " → ".join(names)
    y = (TABLE + 10 + HEIGHT) // 2
    size = size_that_fits(line, Weight.BLACK, (56, 50, 44, 38), WIDTH - 60)
    if len(names) == 2 and size == 38:
        half = (WIDTH - 130) // 2
        canvas.text(30 + half, y, names[0], size, theme.cream, weight=Weight.BLACK, anchor="rm",
                    room=half)  # fmt: skip
        canvas.text(WIDTH // 2, y, "→", size, theme.lamp, weight=Weight.BLACK, anchor="mm")
        canvas.text(WIDTH - 30 - half, y, names[1], size, theme.cream, weight=Weight.BLACK,
                    room=half)  # fmt: skip
        return
    canvas.text(WIDTH // 2, y, line, size, theme.cream, weight=Weight.BLACK, anchor="mm",
                room=WIDTH - 60)  # fmt: skip


@lru_cache(maxsize=48)
def _result(theme: Theme, face: str) -> bytes:
    left, top, _, _ = _RESULT_BOX
    return part(_result_picture(theme, face), dots(left), dots(top), 1000)


def _result_picture(theme: Theme, face: str) -> Image.Image:
    left, top, right, bottom = _RESULT_BOX
    palette = theme_palette(theme, 1)
    under = stage(theme, BESIDE).crop((dots(left), dots(top), dots(right), dots(bottom)))
    canvas = IndexedCanvas(palette.reduce(under, common=False), palette)
    canvas.panel((0, 0, right - left, bottom - top), 16, theme.plate)
    size = size_that_fits(face, Weight.BLACK, (38, 34, 30, 26), right - left - 24)
    canvas.text((right - left) // 2, (bottom - top) // 2 - 1, face, size, theme.lamp,
                weight=Weight.BLACK, anchor="mm", room=right - left - 20)  # fmt: skip
    return canvas.image


FONTS.when_changed(_complete.cache_clear)
FONTS.when_changed(_names.cache_clear)
FONTS.when_changed(_result.cache_clear)
