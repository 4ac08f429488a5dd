"""Planning ahead in Dice Miner: the form, what is planned in words, why a plan was dropped."""

from cogs.screens.base import Form, FormField, Option, Scene
from engine.core.types import Seat
from engine.games.dice_miner.observation import MountainDie, Observation, Reach
from engine.games.dice_miner.plans import BEER, SALUD, plannable
from games.dice_miner.screens.content import content_of, icon
from render.games.dice_miner.words import die_words, letters

_CHOICES = ("first", "second", "third")
"""The fields of the form, the dearest first."""
_REACHES = tuple(Reach)


def plan_form(scene: Scene, seat: Seat) -> Form | None:
    """The dice on the mountain, those on top first; None if nothing can be planned."""
    words, view = scene.words, scene.view
    lying = _plannable(scene, seat, view)
    if not lying:
        return None
    options = tuple(_option(scene, view, seen) for seen in lying)
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
    return Form(words.say("Plan ahead"), text, fields[: len(lying)])


def plan_lines(scene: Scene, tokens: tuple[str, ...]) -> list[str]:
    """Each die that is planned, in a line."""
    view: Observation = scene.view
    lying = {seen.die.name: seen for seen in view.mountain}
    lines = []
    for number, token in enumerate(tokens, start=1):
        seen = lying.get(token.removeprefix("take "))
        if seen is None:
            lines.append(scene.words.say("{number}. a die that is gone", number=number))
        else:
            lines.append(
                scene.words.say(
                    "{number}. {icon} {die} · {place}",
                    number=number,
                    icon=icon(scene, seen.die),
                    die=die_words(scene.words, seen.die),
                    place=_place(scene, seen),
                )
            )
    return lines


def plan_dropped(scene: Scene, why: str) -> str:
    """Why a plan was dropped, in a sentence."""
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
    lying = [seen for seen in view.mountain if seen.die.name in named]
    return sorted(lying, key=lambda seen: (_REACHES.index(seen.reach), seen.place))


def _option(scene: Scene, view: Observation, seen: MountainDie) -> Option:
    letter = letters(view).get(seen.die.name)
    label = die_words(scene.words, seen.die)
    if letter is not None:
        label = scene.words.say("{letter} · {die}", letter=letter, die=label)
    return Option(label, f"take {seen.die.name}", _place(scene, seen), icon(scene, seen.die))


def _place(scene: Scene, seen: MountainDie) -> str:
    words, values = scene.words, {"row": seen.row + 1, "number": seen.column + 1}
    match seen.reach:
        case Reach.TOP:
            return words.say("on top (row {row}, number {number})", **values)
        case Reach.SIDE:
            return words.say("at the side (row {row}, number {number})", **values)
        case Reach.BURIED:
            return words.say("buried (row {row}, number {number})", **values)
