"""Small signs for tournaments: results, states and zones.

Each sign has a shape of its own, so that colour is never the only difference.
"""

from enum import Enum
from functools import lru_cache

from PIL import Image

from render.canvas import Canvas
from render.ornaments import crown
from render.pen import drawings, pen_sprite
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
    return _sprite(theme, FORM, f"form_{form.value}")


@lru_cache(maxsize=16)
def state_sprite(theme: Theme, state: State) -> Image.Image:
    return crown(theme, SIGN) if state is State.CHAMPION else _sprite(theme, SIGN, state.value)


@lru_cache(maxsize=16)
def zone_sprite(theme: Theme, zone: Zone) -> Image.Image:
    return _sprite(theme, SIGN, zone.value)


def _sprite(theme: Theme, size: int, name: str) -> Image.Image:
    """Draw a sign; states and zones without one are empty."""
    return pen_sprite(size, lambda pen: pen.draw(drawings("all").get(name, ()), theme))
