"""The buttons of each step of the lesson: what is allowed, and some things that are not."""

from dataclasses import dataclass

from cogs.lesson.course import LEARNER, Standing, Step, answers, legal
from cogs.screens.base import Scene, Style
from cogs.screens.dice_miner.content import icon
from engine.games.dice_miner.observation import MountainDie, Observation, Reach, SeenDie
from engine.games.dice_miner.rules import DiceMiner
from render.games.dice_miner.letters import letters
from render.games.dice_miner.words import brief_words, face_words

TEMPTING = 3
"""Dice that can't be taken, offered all the same: trying is learning."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A button of the lesson."""

    label: str
    token: str
    emoji: str | None = None
    style: Style = Style.CALM


def offers(game: DiceMiner, scene: Scene, standing: Standing) -> list[Offer]:
    """What the learner may press in this step, tokens all different."""
    words, view = scene.words, scene.view
    match standing.step:
        case Step.BEER:
            return _dice(scene)
        case Step.SALUD:
            salud = [token for token in legal(game, standing) if token.startswith("salud")]
            shout = [Offer(words.say("¡Salud!"), token, "🍺", Style.GOOD) for token in salud[:1]]
            return [*shout, *_dice(scene)]
        case Step.SIDE:
            return _dice(scene)
        case Step.SECOND:
            return [*_dice(scene), Offer(words.say("No second die"), "stop")]
        case Step.SPEND:
            return _sources(scene)
        case Step.CHOOSE | Step.ANOTHER:
            return [
                Offer(brief_words(words, die), f"reroll {die.name}", icon(scene, die))
                for die in one_a_face(view)
            ]
        case Step.POINTS:
            return [
                Offer(
                    words.count("{count} point", "{count} points", number),
                    f"points {number}",
                    style=Style.MAIN,
                )
                for number in answers(game, standing)
            ]
        case Step.END:
            return []


def labels(view: Observation) -> dict[str, str]:
    """Numbers for the dice that are offered though they can't be taken."""
    return {lying.die.name: str(number) for number, lying in enumerate(tempting(view), 1)}


def tempting(view: Observation) -> list[MountainDie]:
    """Dice that can't be taken now, from the sides first, in reading order."""
    out = [lying for lying in view.mountain if not lying.takeable]
    sides = [lying for lying in out if lying.reach is Reach.SIDE][: TEMPTING - 1]
    buried = [lying for lying in out if lying.reach is Reach.BURIED]
    chosen = [*sides, *buried[: TEMPTING - len(sides)]]
    return sorted(chosen, key=lambda lying: lying.place)


def one_a_face(view: Observation) -> list[SeenDie]:
    """Of the learner's dice that show the same one each, but not those chosen already."""
    chosen = {die.name for die in view.chosen}
    firsts: dict[tuple[object, int], SeenDie] = {}
    for held in view.seats[LEARNER].hoard:
        if held.die.name not in chosen:
            firsts.setdefault((held.die.kind, held.die.number), held.die)
    return list(firsts.values())


def _dice(scene: Scene) -> list[Offer]:
    view: Observation = scene.view
    named = letters(view) | labels(view)
    found = []
    for lying in view.mountain:
        if (letter := named.get(lying.die.name)) is None:
            continue
        label = scene.words.say(
            "{letter} · {die}", letter=letter, die=brief_words(scene.words, lying.die)
        )
        style = Style.MAIN if lying.takeable and lying.reach is Reach.TOP else Style.CALM
        found.append(Offer(label, f"take {lying.die.name}", icon(scene, lying.die), style))
    return found


def _sources(scene: Scene) -> list[Offer]:
    words, view = scene.words, scene.view
    found = []
    for source in view.sources:
        if source.die is None:
            label = words.count(
                "Hero: reroll {count} die", "Hero: reroll {count} dice", source.count
            )
        else:
            label = words.count(
                "{face}: reroll {count} die",
                "{face}: reroll {count} dice",
                source.count,
                face=face_words(words, source.die),
            )
        found.append(Offer(label, source.token, "✨", Style.MAIN))
    # One that can't be rerolled yet, as nothing has been spent.
    waiting = next(die for die in view.seats[LEARNER].hoard if die.die.name in _targets(view)).die
    what = words.say("Reroll: {die}", die=brief_words(words, waiting))
    found.append(Offer(what, f"reroll {waiting.name}", icon(scene, waiting)))
    found.append(Offer(words.say("No more magic"), "pass"))
    return found


def _targets(view: Observation) -> set[str]:
    return {die.name for source in view.sources for die in source.targets}
