"""The buttons of a board of Dice Miner."""

from cogs.screens.base import Control, Scene, Style
from cogs.screens.dice_miner.content import icon
from engine.games.dice_miner.observation import (
    MagicSource,
    MountainDie,
    Observation,
    Phase,
    Reach,
)
from render.games.dice_miner.letters import letters
from render.games.dice_miner.words import brief_words, face_words, hero_name

SALUD = "salud"
KEEP = "keep"


def controls(scene: Scene) -> list[list[Control]]:
    """What the seats to act may press, in groups."""
    view: Observation = scene.view
    if not scene.to_act:
        return []
    match view.phase:
        case Phase.SETUP:
            return [
                [
                    Control(hero_name(scene.words, hero), tokens=(f"hero {hero.value}",))
                    for hero in view.free_heroes
                ]
            ]
        case Phase.EXCAVATION:
            return _excavation(scene, view)
        case Phase.MAGIC | Phase.TIEBREAK:
            return _magic(scene, view)
        case Phase.RECOVERY:
            return _keeping(scene)
        case Phase.FINISHED:
            return []


def _excavation(scene: Scene, view: Observation) -> list[list[Control]]:
    words = scene.words
    lettered = letters(view)
    dice = [
        _take(scene, lying, lettered[lying.die.name]) for lying in view.mountain if lying.takeable
    ]
    extra = []
    if view.beers:
        extra.append(Control(words.say("¡Salud!"), panel=SALUD, emoji="🍺", style=Style.GOOD))
    if view.may_stop:
        extra.append(Control(words.say("No second die"), tokens=("stop",)))
    return [dice, extra] if extra else [dice]


def _take(scene: Scene, lying: MountainDie, letter: str) -> Control:
    return Control(
        scene.words.say("{letter} · {die}", letter=letter, die=brief_words(scene.words, lying.die)),
        tokens=(f"take {lying.die.name}",),
        emoji=icon(scene, lying.die),
        style=Style.MAIN if lying.reach is Reach.TOP else Style.CALM,
    )


def _magic(scene: Scene, view: Observation) -> list[list[Control]]:
    words = scene.words
    if view.spending is not None:
        left = view.spending.count - len(view.chosen)
        label = words.count("Choose {count} die", "Choose {count} dice", left)
        return [[Control(label, panel="reroll", emoji="✨", style=Style.MAIN)]]
    sources = [_spend(scene, source) for source in alike(view.sources)]
    done = Control(words.say("No more magic"), tokens=("pass",))
    return [sources, [done]]


def alike(sources: tuple[MagicSource, ...]) -> list[MagicSource]:
    """Sources to offer: of those that show and reach the same, the first stands for all."""
    offered: dict[tuple[bool, int, int], MagicSource] = {}
    for source in sources:
        offered.setdefault((source.die is None, source.diamonds, source.count), source)
    return list(offered.values())


def _spend(scene: Scene, source: MagicSource) -> Control:
    words = scene.words
    if source.die is None:
        label = words.count("Hero: reroll {count} die", "Hero: reroll {count} dice", source.count)
    else:
        label = words.count(
            "{face}: reroll {count} die",
            "{face}: reroll {count} dice",
            source.count,
            face=face_words(words, source.die),
        )
    return Control(label, panel=source.token, emoji="✨", style=Style.MAIN)


def _keeping(scene: Scene) -> list[list[Control]]:
    words = scene.words
    return [
        [
            Control(words.say("Choose dice to keep"), panel=KEEP, emoji="🧰", style=Style.MAIN),
            Control(words.say("Keep nothing"), tokens=("done",)),
        ]
    ]
