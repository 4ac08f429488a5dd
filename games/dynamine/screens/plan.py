"""Planning ahead: the form for a list of wanted tiles, its summary, and reasons for dropping it."""

from collections.abc import Sequence

from cogs.screens.base import PICK_AT_MOST, Form, FormField, Option, Scene
from engine.core.types import Seat
from engine.games.dynamine.content import ROWS
from engine.games.dynamine.observation import Observation, SeenPile
from engine.games.dynamine.plans import GUESS, REROLL, plannable
from games.dynamine.screens.content import content_of, tile_icon
from render.games.dynamine.words import contents_words, sides_words, tile_words

WISHES = ("first", "second", "third")
"""Fields of the form, most wanted first."""
HALVES = 2
"""Number of menus per wish if one can't hold all tiles; each covers half of the rows."""


def plan_form(scene: Scene, seat: Seat) -> Form | None:
    words, piles = scene.words, _piles(scene, seat)
    if not piles:
        return None
    text = words.say(
        "On your turn, once the die is rolled, the first of these tiles that you can pay for is "
        "taken, and you choose its place. A tile that somebody else has taken by then, or that "
        "fits nowhere, is passed over. Where the round begins with a guess or a reroll, you are "
        "asked first, and the plan is dropped."
    )
    if len(piles) <= PICK_AT_MOST:
        fields = [
            _field(
                scene,
                name,
                words.say("First choice") if not at else words.say("Otherwise"),
                piles,
                0 if at else 1,
            )
            for at, name in enumerate(WISHES[: len(piles)])
        ]
    else:
        fields = _halved(scene, piles)
    return Form(words.say("Plan ahead"), text, tuple(fields))


def _halved(scene: Scene, piles: Sequence[SeenPile]) -> list[FormField]:
    words, half = scene.words, len(ROWS) // HALVES
    fields = []
    for name in WISHES[:2]:
        for rows in (ROWS[:half], ROWS[half:]):
            part = [pile for pile in piles if pile.name[0] in rows]
            first, last = rows[0], rows[-1]
            if name == WISHES[0]:
                # Translators: The wish for a tile from some rows of the supply, from {first} on.
                label = words.say("First choice, rows {first} to {last}", first=first, last=last)
            else:
                label = words.say("Otherwise, rows {first} to {last}", first=first, last=last)
            fields.append(_field(scene, f"{name} {first}", label, part, 0))
    return fields


def _field(
    scene: Scene, name: str, label: str, piles: Sequence[SeenPile], at_least: int
) -> FormField:
    return FormField(name, label, tuple(_option(scene, pile) for pile in piles), at_least, 1)


def _option(scene: Scene, pile: SeenPile) -> Option:
    words, top = scene.words, pile.top
    assert top is not None, "only tiles on top can be wished for"
    label = words.say("{pile} · {sides}", pile=pile.name, sides=sides_words(words, top.openings))
    hint = ", ".join(contents_words(words, top)) or None
    return Option(label, f"take {pile.name}", hint, tile_icon(scene, top))


def plan_lines(scene: Scene, tokens: tuple[str, ...]) -> list[str]:
    view: Observation = scene.view
    piles = {f"take {pile.name}": pile for pile in view.piles}
    lines = []
    for number, token in enumerate(tokens, start=1):
        pile = piles.get(token)
        top = None if pile is None else pile.top
        if pile is None or top is None:
            lines.append(scene.words.say("{number}. a tile that is gone", number=number))
        else:
            lines.append(
                scene.words.say(
                    "{number}. {icon} {pile} · {tile}",
                    number=number,
                    icon=tile_icon(scene, top),
                    pile=pile.name,
                    tile=tile_words(scene.words, top),
                )
            )
    return lines


def plan_dropped(scene: Scene, why: str) -> str:
    words = scene.words
    if why == GUESS:
        return words.say("This round begins with your guess.")
    if why == REROLL:
        return words.say("This round lets you roll again first.")
    return words.say("Each of its tiles is taken, too dear for this roll, or fits nowhere now.")


def _piles(scene: Scene, seat: Seat) -> list[SeenPile]:
    content, view = content_of(scene), scene.view
    return [view.piles[take.pile] for take in plannable(content, scene.state, seat)]
