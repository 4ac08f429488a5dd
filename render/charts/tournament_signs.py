"""Small signs for tournaments: results, states and zones.

Each sign has a shape of its own, so that colour is never the only difference.
"""

from enum import Enum
from functools import lru_cache

from PIL import Image

from render.canvas import Canvas
from render.ornaments import crown
from render.pen import Pen, pen_sprite
from render.theme import Theme
from render.typography.fonts import Weight
from texts import Words

FORM = 48
SIGN = 44
_LETTER = 34


class Form(Enum):
    WON = "won"
    TIED = "tied"
    LOST = "lost"
    BYE = "bye"


class State(Enum):
    IN = "in"
    WITHDRAWN = "withdrawn"
    DROPPED = "dropped"
    ELIMINATED = "eliminated"
    CHAMPION = "champion"


class Zone(Enum):
    NONE = "none"
    PROMOTED = "promoted"
    ADVANCES = "advances"
    RELEGATED = "relegated"


def form_word(words: Words, form: Form) -> str:
    match form:
        case Form.WON:
            # Translators: The result of a match, in a list.
            return words.say("won")
        case Form.TIED:
            return words.say("tied")
        case Form.LOST:
            # Translators: The result of a match, in a list.
            return words.say("lost")
        case Form.BYE:
            # Translators: In a list of results: a round off, which counts as a win.
            return words.say("bye")


def form_letters(words: Words) -> dict[Form, str]:
    # Translators: A letter each for won, tied, lost and a round off, with blanks between.
    letters = words.say("W T L B").split()
    # A translation with more or fewer letters must not make drawing fail.
    return dict(zip(Form, (*letters, *"????"), strict=False))


def state_word(words: Words, state: State) -> str:
    """Return the state in a word or two, for example ``withdrawn``; "" for State.IN."""
    match state:
        case State.IN:
            return ""
        case State.WITHDRAWN:
            # Translators: Next to a player who left a tournament voluntarily.
            return words.say("withdrawn")
        case State.DROPPED:
            # Translators: Next to a player who stopped showing up in a tournament.
            return words.say("dropped out")
        case State.ELIMINATED:
            # Translators: Next to a player who lost too often to stay in a tournament.
            return words.say("eliminated")
        case State.CHAMPION:
            # Translators: Next to the winner of a tournament.
            return words.say("champion")


def zone_word(words: Words, zone: Zone) -> str:
    """Return the zone in a word or two, for example ``promoted``; "" for Zone.NONE."""
    match zone:
        case Zone.NONE:
            return ""
        case Zone.PROMOTED:
            # Translators: Next to a player who plays in the league above next season.
            return words.say("promoted")
        case Zone.ADVANCES:
            # Translators: Next to a player who advances to the next stage of a tournament.
            return words.say("goes on")
        case Zone.RELEGATED:
            # Translators: Next to a player who plays in the league below next season.
            return words.say("relegated")


def draw_form(canvas: Canvas, theme: Theme, x: int, y: int, form: Form, letter: str) -> None:
    canvas.sprite(_form_sprite(theme, form), x, y)
    ink = theme.ink if form is Form.BYE else theme.cream
    canvas.text(x, y - 1, letter, _LETTER, ink, weight=Weight.BLACK, anchor="mm")


@lru_cache(maxsize=16)
def _form_sprite(theme: Theme, form: Form) -> Image.Image:
    def draw(pen: Pen) -> None:
        match form:
            case Form.WON:
                pen.oval((0, 0, 1, 1), theme.good)
            case Form.TIED:
                pen.block((0.04, 0.04, 0.96, 0.96), 0.12, theme.ink_soft)
            case Form.LOST:
                shield = ((0.03, 0.02), (0.97, 0.02), (0.97, 0.6), (0.78, 0.84), (0.5, 1.0),
                          (0.22, 0.84), (0.03, 0.6))  # fmt: skip
                pen.shape(shield, theme.bad)
            case Form.BYE:
                pen.oval((0, 0, 1, 1), theme.ink_soft)
                pen.oval((0.08, 0.08, 0.92, 0.92), theme.paper)

    return pen_sprite(FORM, draw)


@lru_cache(maxsize=16)
def state_sprite(theme: Theme, state: State) -> Image.Image:
    if state is State.CHAMPION:
        return crown(theme, SIGN)

    def draw(pen: Pen) -> None:
        match state:
            case State.IN | State.CHAMPION:
                pass
            case State.WITHDRAWN:
                pen.path(((0.2, 0.1), (0.2, 0.94)), theme.ink, 0.09)
                flag = ((0.2, 0.1), (0.56, 0.16), (0.92, 0.1), (0.92, 0.56), (0.56, 0.62),
                        (0.2, 0.56))  # fmt: skip
                pen.shape(flag, theme.white, theme.ink, 0.07)
            case State.DROPPED:
                pen.oval((0.02, 0.02, 0.98, 0.98), theme.ink_soft)
                for x in (0.27, 0.5, 0.73):
                    pen.oval((x - 0.085, 0.415, x + 0.085, 0.585), theme.cream)
            case State.ELIMINATED:
                pen.oval((0.02, 0.02, 0.98, 0.98), theme.bad)
                pen.path(((0.32, 0.32), (0.68, 0.68)), theme.cream, 0.13)
                pen.path(((0.68, 0.32), (0.32, 0.68)), theme.cream, 0.13)

    return pen_sprite(SIGN, draw)


@lru_cache(maxsize=16)
def zone_sprite(theme: Theme, zone: Zone) -> Image.Image:
    def draw(pen: Pen) -> None:
        match zone:
            case Zone.NONE:
                pass
            case Zone.PROMOTED:
                pen.oval((0, 0, 1, 1), theme.good)
                _arrow(pen, theme, (0.5, 0.8), (0.5, 0.22), ((0.25, 0.46), (0.75, 0.46)))
            case Zone.ADVANCES:
                pen.oval((0, 0, 1, 1), theme.accent)
                _arrow(pen, theme, (0.2, 0.5), (0.78, 0.5), ((0.54, 0.25), (0.54, 0.75)))
            case Zone.RELEGATED:
                pen.block((0.02, 0.02, 0.98, 0.98), 0.14, theme.bad)
                _arrow(pen, theme, (0.5, 0.2), (0.5, 0.78), ((0.25, 0.54), (0.75, 0.54)))

    return pen_sprite(SIGN, draw)


def _arrow(
    pen: Pen,
    theme: Theme,
    tail: tuple[float, float],
    tip: tuple[float, float],
    barbs: tuple[tuple[float, float], tuple[float, float]],
) -> None:
    pen.path((tail, tip), theme.cream, 0.13)
    pen.path((barbs[0], tip, barbs[1]), theme.cream, 0.13)
