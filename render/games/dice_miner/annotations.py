"""Marks on the mountain that explain a rule: a die, the dice that lie on it, and labels."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.games.dice_miner.observation import MountainDie, Observation, Reach
from render.canvas import Canvas, crisp, dots, smooth, standing_points
from render.games.dice_miner.colours import colours_of
from render.games.dice_miner.mountain import Lattice, badge_centre
from render.games.dice_miner.words import die_words
from render.theme import RGB, Theme
from render.typography.fonts import Weight, font
from texts import Words

SIDE = 60


@dataclass(frozen=True, slots=True)
class Annotations:
    """Dice to mark, by name. Dice that are not on the mountain are ignored."""

    meant: str | None = None
    blocking: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict, hash=False)


@lru_cache(maxsize=8)
def _outline(theme: Theme, step: int, colour: RGB) -> Image.Image:
    side = step * 0.7
    shade, line = 3, step * 0.06

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        middle, half, radius = step / 2 * scale, side / 2 * scale, side * 0.2 * scale
        for inset, fill in (
            (0.0, (*theme.shade, 255)),
            (shade, (*colour, 255)),
            (line, (*theme.shade, 255)),
            (line + shade, (*theme.shade, 0)),
        ):
            at = inset * scale
            pen.polygon(standing_points(middle, half - at, max(radius - at, 1)), fill=fill)

    return crisp(smooth(step, step, draw), colours_of(theme).earth)


@lru_cache(maxsize=64)
def label(theme: Theme, text: str, ground: RGB, ink: RGB) -> Image.Image:
    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for inset, colour in ((1, theme.shade), (4, ground)):
            box = (inset * scale, inset * scale, (SIDE - inset) * scale, (SIDE - inset) * scale)
            pen.rounded_rectangle(box, 16 * scale, fill=colour)

    sprite = smooth(SIDE, SIDE, draw)
    face = font(Weight.BLACK, dots(46 if len(text) == 1 else 40))
    left, top, right, bottom = face.getbbox(text, anchor="ls")
    at = (sprite.width / 2 - (left + right) / 2, sprite.height / 2 - (top + bottom) / 2)
    ImageDraw.Draw(sprite).text(at, text, font=face, fill=ink, anchor="ls")
    return crisp(sprite, colours_of(theme).earth)


def draw_annotations(
    canvas: Canvas, theme: Theme, lattice: Lattice, view: Observation, annotations: Annotations
) -> None:
    lying = {seen.place for seen in view.mountain}
    frames: list[tuple[MountainDie, RGB]] = []
    signs: list[tuple[MountainDie, Image.Image]] = []
    for seen in view.mountain:
        if seen.die.name in annotations.blocking:
            frames.append((seen, theme.bad))
            signs.append((seen, label(theme, "!", theme.bad, theme.cream)))
        elif seen.die.name == annotations.meant:
            frames.append((seen, theme.cream))
            signs.append((seen, label(theme, "?", theme.cream, theme.shade)))
        elif text := annotations.labels.get(seen.die.name):
            signs.append((seen, label(theme, text, theme.paper, theme.ink)))
    for seen, colour in frames:
        canvas.sprite(_outline(theme, lattice.step, colour), *lattice.centre(seen.place))
    for seen, sign in signs:
        canvas.sprite(sign, *_spot(lattice, seen, lying))


def _spot(lattice: Lattice, seen: MountainDie, lying: set[int]) -> tuple[int, int]:
    if seen.reach is Reach.SIDE or seen.takeable:
        return badge_centre(lattice, seen, lying)
    x, y = lattice.centre(seen.place)
    return x, y - round(lattice.step * 0.36)


def annotation_facts(view: Observation, words: Words, annotations: Annotations) -> tuple[str, ...]:
    facts = []
    lying = {seen.die.name: die_words(words, seen.die) for seen in view.mountain}
    if annotations.meant in lying:
        facts.append(words.say("Marked with “?”: {die}.", die=lying[annotations.meant]))
    on_it = [lying[name] for name in annotations.blocking if name in lying]
    if on_it:
        facts.append(
            words.count(
                "Marked with “!”, as it lies on that: {dice}.",
                "Marked with “!”, as they lie on that: {dice}.",
                len(on_it),
                dice=words.listed(on_it),
            )
        )
    labelled = [
        words.say("{letter}: {die}", letter=text, die=lying[name])
        for name, text in annotations.labels.items()
        if name in lying
    ]
    if labelled:
        facts.append(words.say("Marked: {dice}.", dice=", ".join(labelled)))
    return tuple(facts)
