"""Planning ahead: the form for a list of wanted tiles, its summary, and reasons for dropping it."""

from collections.abc import Sequence

from cogs.screens.base import PICK_AT_MOST, Form, FormField, Option, Scene
from engine.core.types import Seat
from engine.games.dynamine.observation import Observation, SeenPile
from engine.games.dynamine.plans import GUESS, REROLL, plannable
from games.dynamine.screens.content import content_of, tile_icon
from render.games.dynamine.signs import signs_of
from render.games.dynamine.words import contents_words, sides_words, tile_words

WISHES = ("first", "second")
"""Fields of the form, most wanted first."""


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
    fields = [
        _field(scene, WISHES[0], words.say("First choice"), piles, 1),
        _field(scene, WISHES[1], words.say("Otherwise"), piles, 0),
    ]
    return Form(words.say("Plan ahead"), text, tuple(fields[: len(piles)]))


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
    """Return the piles to wish for, in the order of the supply.

    If a menu is too small for all, leave out the tiles with the fewest signs: bare tunnels first.
    """
    content, view = content_of(scene), scene.view
    piles = [view.piles[take.pile] for take in plannable(content, scene.state, seat)]
    wanted = {pile.name for pile in sorted(piles, key=_shown, reverse=True)[:PICK_AT_MOST]}
    return [pile for pile in piles if pile.name in wanted]


def _shown(pile: SeenPile) -> tuple[int, int]:
    top = pile.top
    assert top is not None, "only tiles on top can be wished for"
    return len(signs_of(top, built=False)) + len(top.plus.letters), pile.cost
