"""The faces of all dice and their scores, with a panel for each kind."""

from collections import Counter
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.games.dice_miner.content import Content, DieKind, Face, Kind, Symbol
from engine.games.dice_miner.scoring import hazards, treasure, tunnels
from render.canvas import Canvas, dots, size_that_fits, wrapped
from render.encode import as_picture
from render.games.dice_miner.dice import DieKey, draw_die
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.words import hero_gives, kind_name
from render.picture import Picture
from render.theme import RGB, USUAL, Theme
from render.typography.fonts import Weight
from render.words import gain, points
from texts import Words

WIDTH = 1200
HIGHEST = 1160
SIZES = (38, 37, 36, 35, 34, 33, 32, 30, 28)
_MARGIN = 14
_GAP = 10
_PAD = 22
_EDGE = 12
_DIE = 80
_PITCH = 90
_WORTH = 40
_TITLE = 48
_MOST_LINES = 6
TIMES = "×"


class Panel(NamedTuple):
    title: str
    faces: tuple[tuple[Kind, Face], ...]
    worth: tuple[str, ...]
    rule: str
    fact: str


def draw_faces(
    content: Content,
    words: Words,
    theme: Theme = USUAL,
    kinds: Collection[Kind] = tuple(Kind),
    *,
    beer: bool = True,
) -> Picture:
    return _cached_picture(panels(content, words, kinds, beer=beer), theme)


def panels(
    content: Content, words: Words, kinds: Collection[Kind], *, beer: bool
) -> tuple[Panel, ...]:
    shown = [_panel(entry, words) for entry in content.kinds if entry.kind in kinds]
    return (*shown, _beer(content, words)) if beer else tuple(shown)


def alone(face: Face) -> int:
    """Return the points of a single face; for a tunnel, with the lower ones of its sequence."""
    match face.symbol:
        case Symbol.TUNNEL:
            below = Counter(range(1, face.count))
            return tunnels(below + Counter([face.count])) - tunnels(below)
        case Symbol.ROCKFALL:
            return hazards(rockfalls=face.count, dragons=0, picks=0, shields=0)
        case Symbol.DRAGON:
            return hazards(rockfalls=0, dragons=face.count, picks=0, shields=0)
        case Symbol.GEM:
            return treasure((face.count, face.count))[0]
        case Symbol.PICK | Symbol.SHIELD | Symbol.CHEST | Symbol.DIAMOND | Symbol.BEER:
            return 0


def _panel(entry: DieKind, words: Words) -> Panel:
    rule = _rule(entry.kind, words)
    title = words.say("{kind} · {count}", kind=kind_name(words, entry.kind), count=entry.count)
    return Panel(
        title,
        tuple((entry.kind, face) for face in entry.faces),
        _all_worth(entry.faces),
        rule,
        words.say(
            "{title} ({faces}): {rule}",
            title=title,
            faces=hero_gives(words, entry.faces),
            rule=rule,
        ),
    )


def _beer(content: Content, words: Words) -> Panel:
    beers = tuple(
        (entry.kind, face)
        for entry in content.kinds
        for face in entry.faces
        if face.symbol is Symbol.BEER
    )
    title = words.say("Beer: on every die")
    rule = words.say("Give it to a friend, shout ¡Salud! and take two dice. Scores nothing.")
    return Panel(title, beers, (), rule, words.say("{title}. {rule}", title=title, rule=rule))


def _all_worth(faces: tuple[Face, ...]) -> tuple[str, ...]:
    if all(face.symbol in (Symbol.DIAMOND, Symbol.BEER) for face in faces):
        return ()
    return tuple(map(_worth, faces))


def _worth(face: Face) -> str:
    if face.symbol in (Symbol.PICK, Symbol.SHIELD):
        return TIMES
    return gain(alone(face)) if alone(face) else "0"


def _rule(kind: Kind, words: Words) -> str:
    match kind:
        case Kind.TUNNEL:
            return words.say(
                "Score in sequences from 1 up: 1-2-3 is {points}.",
                points=points(words, tunnels(Counter((1, 2, 3)))),
            )
        case Kind.HAZARD:
            return words.say("Rockfalls cost points without a pick, dragons without a shield.")
        case Kind.TOOL:
            return words.say(
                "Picks multiply your rockfalls, shields your dragons: 2 picks make 3 rockfalls"
                " {points}. Chests keep dice.",
                points=gain(hazards(rockfalls=3, dragons=0, picks=2, shields=0)),
            )
        case Kind.TREASURE:
            return words.say("A point for each gem. Whoever alone has the most scores double.")
        case Kind.MAGIC:
            return words.say("Each diamond rerolls one of your dice. Scores nothing.")


@lru_cache(maxsize=64)
def _cached_picture(shown: tuple[Panel, ...], theme: Theme) -> Picture:
    size = next((size for size in SIZES if _height(shown, size) <= HIGHEST), SIZES[-1])
    canvas = Canvas(Image.new("RGB", (dots(WIDTH), dots(_height(shown, size))), theme.ground))
    top = _MARGIN
    for panel in shown:
        bottom = top + _tall(panel, size)
        _draw(canvas, theme, (top, bottom), panel, size)
        top = bottom + _GAP
    return as_picture(canvas.image, [panel.fact for panel in shown], theme_palette(theme))


def _height(shown: tuple[Panel, ...], size: int) -> int:
    return 2 * _MARGIN + sum(_tall(panel, size) + _GAP for panel in shown) - _GAP


def _tall(panel: Panel, size: int) -> int:
    text = _TITLE + len(_lines(panel, size)) * (size + 6)
    dice = _DIE + (_WORTH if panel.worth else 0)
    return max(text, dice) + 2 * _EDGE


def _lines(panel: Panel, size: int) -> tuple[str, ...]:
    return wrapped(panel.rule, Weight.REGULAR, size, _room(panel), _MOST_LINES)


def _left(panel: Panel) -> int:
    return _MARGIN + _PAD + len(panel.faces) * _PITCH + 12


def _room(panel: Panel) -> int:
    return WIDTH - _MARGIN - _PAD - _left(panel)


def _x(number: int) -> int:
    return _MARGIN + _PAD + number * _PITCH + _PITCH // 2


def _draw(canvas: Canvas, theme: Theme, span: tuple[int, int], panel: Panel, size: int) -> None:
    top, bottom = span
    box = (_MARGIN, top, WIDTH - _MARGIN, bottom)
    canvas.card(box, 18, theme, line=4)
    middle = (top + bottom - (_WORTH if panel.worth else 0)) // 2
    for number, (kind, face) in enumerate(panel.faces):
        x = _x(number)
        draw_die(canvas, theme, _DIE, DieKey(kind, face), x, middle, theme.paper)
    for number, text in enumerate(panel.worth):
        x = _x(number)
        canvas.text(
            x, middle + _DIE // 2 + 24, text, 36, _colour(theme, text),
            weight=Weight.BLACK, anchor="mm",
        )  # fmt: skip
    lines = _lines(panel, size)
    left, room = _left(panel), _room(panel)
    y = (top + bottom) // 2 - (_TITLE + len(lines) * (size + 6)) // 2 + _TITLE // 2
    title = size_that_fits(panel.title, Weight.BLACK, (42, 38, 34, 30), room)
    canvas.text(left, y, panel.title, title, theme.ink, weight=Weight.BLACK, room=room)
    y += _TITLE // 2 + (size + 6) // 2
    for line in lines:
        canvas.text(left, y, line, size, theme.ink, weight=Weight.REGULAR)
        y += size + 6


def _colour(theme: Theme, worth: str) -> RGB:
    if worth.startswith("+"):
        return theme.good
    return theme.bad if worth.startswith("−") else theme.ink_soft
