"""¡Salud!: two mugs, and who drinks with whom."""

from PIL import Image, ImageDraw

from render.canvas import SMOOTH, Canvas, size_that_fits
from render.encode import encode
from render.fonts import Weight
from render.games.dice_miner.marks import Pen, draw_mug
from render.landscape import landscape
from render.names import drawn_name, plain_name
from render.picture import Picture
from render.players import Player
from render.theme import DUSK, RGB, Theme, mix
from texts import Words

WIDTH, HEIGHT = 1000, 500
_MUG = 230


def draw_toast(from_name: str, to_name: str | None, words: Words, theme: Theme = DUSK) -> Picture:
    """A toast from one player to another; to everyone where `to_name` is None."""
    people = (Player(from_name), *(() if to_name is None else (Player(to_name),)))
    canvas = Canvas(landscape(theme, WIDTH, HEIGHT, HEIGHT - 60).copy())
    _draw_rays(canvas, theme)
    left, right = _mugs(theme)
    canvas.sprite(left, WIDTH // 2 - 96, 205)
    canvas.sprite(right, WIDTH // 2 + 96, 205)
    _draw_clink(canvas, theme)
    canvas.text(
        WIDTH // 2, 354, words.say("¡Salud!"), 110, theme.cream, weight=Weight.BLACK, anchor="mm",
        outline=(6, theme.shade),
    )  # fmt: skip
    names = [drawn_name(words, people, seat) for seat in range(len(people))]
    line = " → ".join(names)
    size = size_that_fits(line, Weight.BOLD, (52, 44, 36), WIDTH - 80)
    canvas.panel((0, HEIGHT - 72, WIDTH, HEIGHT), 1, theme.shade)
    canvas.text(WIDTH // 2, HEIGHT - 38, line, size, theme.sun, anchor="mm", room=WIDTH - 80)
    told = [plain_name(words, people, seat) for seat in range(len(people))]
    alt = (
        words.say("¡Salud! {name} raises a mug to everyone.", name=told[0])
        if to_name is None
        else words.say("¡Salud! {name} shares a beer with {friend}.", name=told[0], friend=told[1])
    )
    return Picture(encode(canvas.image), WIDTH, HEIGHT, alt)


def _mugs(theme: Theme) -> tuple[Image.Image, Image.Image]:
    """Two mugs that lean towards each other."""
    size = _MUG
    large = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*theme.treasure.edge, 0))
    draw_mug(Pen(ImageDraw.Draw(large), 0, 0, size * SMOOTH).at(0.5, 0.5, 0.8), theme, theme.shade)
    right = large.rotate(14, Image.Resampling.BICUBIC)
    left = right.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    return _reduced(left), _reduced(right)


def _reduced(large: Image.Image) -> Image.Image:
    return large.convert("RGBa").reduce(SMOOTH).convert("RGBA")


def _draw_rays(canvas: Canvas, theme: Theme) -> None:
    """Light that spreads from where the mugs meet."""
    middle, at, reach = WIDTH // 2, 190, 900
    large = Image.new("L", (WIDTH, HEIGHT), 0)
    draw = ImageDraw.Draw(large)
    for index in range(12):
        start = index * 30
        draw.pieslice(
            (middle - reach, at - reach, middle + reach, at + reach), start, start + 12, 46
        )
    canvas.image.paste(theme.sun, (0, 0), large)


def _draw_clink(canvas: Canvas, theme: Theme) -> None:
    """Drops where the mugs meet."""
    bright: RGB = mix(theme.foam, theme.sun, 0.2)
    size = 120
    large = Image.new("RGBA", (size * SMOOTH, size * SMOOTH), (*bright, 0))
    pen = Pen(ImageDraw.Draw(large), 0, 0, size * SMOOTH)
    for x, y, to_x, to_y in (
        (0.5, 0.42, 0.5, 0.08), (0.4, 0.46, 0.2, 0.18), (0.6, 0.46, 0.8, 0.18),
    ):  # fmt: skip
        pen.path(((x, y), (to_x, to_y)), bright, 0.07)
    canvas.sprite(_reduced(large), WIDTH // 2, 64)
