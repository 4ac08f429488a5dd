"""Planning ahead: the form, its summary, and reasons for dropping a plan."""

from cogs.screens.base import Form, FormField, Option, Scene
from engine.core.types import Seat
from engine.games.dice_miner.observation import MountainDie, Observation, Reach
from engine.games.dice_miner.plans import BEER, SALUD, plannable
from games.dice_miner.screens.content import content_of, icon
from render.games.dice_miner.words import die_words, letters

_CHOICES = ("first", "second", "third")
"""Fields of the form, most wanted first."""
_REACHES = tuple(Reach)


def plan_form(scene: Scene, seat: Seat) -> Form | None:
    words, view = scene.words, scene.view
    spots = _plannable(scene, seat, view)
    if not spots:
        return None
    options = tuple(_option(scene, view, spot) for spot in spots)
    labels = (words.say("First choice"), words.say("Otherwise"), words.say("Otherwise"))
    fields = tuple(
        FormField(name, label, options, int(place == 0), 1)
        for place, (name, label) in enumerate(zip(_CHOICES, labels, strict=True))
    )
    text = words.say(
        "On your turn, the first of these that is on top is taken for you. The whole plan is "
        "dropped if none is, if someone says ¡Salud! first, or if you get a beer you don't have "
        "now."
    )
    return Form(words.say("Plan ahead"), text, fields[: len(spots)])


def plan_lines(scene: Scene, tokens: tuple[str, ...]) -> list[str]:
    view: Observation = scene.view
    spots = {spot.die.name: spot for spot in view.mountain}
    lines = []
    for number, token in enumerate(tokens, start=1):
        spot = spots.get(token.removeprefix("take "))
        if spot is None:
            lines.append(scene.words.say("{number}. a die that is gone", number=number))
        else:
            lines.append(
                scene.words.say(
                    "{number}. {icon} {die} · {place}",
                    number=number,
                    icon=icon(scene, spot.die),
                    die=die_words(scene.words, spot.die),
                    place=_place(scene, spot),
                )
            )
    return lines


def plan_dropped(scene: Scene, why: str) -> str:
    words = scene.words
    if why == SALUD:
        return words.say("Someone has said ¡Salud! since.")
    if why == BEER:
        return words.say("You have a beer now that you didn't have then.")
    return words.say("None of its dice is on top.")


def _plannable(scene: Scene, seat: Seat, view: Observation) -> list[MountainDie]:
    content = content_of(scene)
    actions = plannable(scene.state, seat)
    named = {content.name(action.die) for action in actions}
    spots = [spot for spot in view.mountain if spot.die.name in named]
    return sorted(spots, key=lambda spot: (_REACHES.index(spot.reach), spot.place))


def _option(scene: Scene, view: Observation, spot: MountainDie) -> Option:
    letter = letters(view).get(spot.die.name)
    label: str = die_words(scene.words, spot.die)
    if letter is not None:
        label = scene.words.say("{letter} · {die}", letter=letter, die=label)
    return Option(label, f"take {spot.die.name}", _place(scene, spot), icon(scene, spot.die))


def _place(scene: Scene, spot: MountainDie) -> str:
    words, values = scene.words, {"row": spot.row + 1, "number": spot.column + 1}
    match spot.reach:
        case Reach.TOP:
            return words.say("on top (row {row}, number {number})", **values)
        case Reach.SIDE:
            return words.say("at the side (row {row}, number {number})", **values)
        case Reach.BURIED:
            return words.say("buried (row {row}, number {number})", **values)
