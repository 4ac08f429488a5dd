"""What may be chosen among dice, for menus and forms.

Dice of one kind that show the same are the same to the rules, so equal ones are offered
at most as often as they can be chosen.
"""

from collections import Counter
from collections.abc import Iterable

from cogs.screens.base import PICK_AT_MOST, Menu, Option, Scene
from engine.core.types import Seat
from engine.games.dice_miner.content import Face, Kind
from engine.games.dice_miner.observation import MagicSource, SeenDie
from games.dice_miner.screens.content import icon
from render.games.dice_miner.words import die_words, face_words

_KINDS = tuple(Kind)

Offer = tuple[Menu, bool]
"""A menu, and whether every choice can be made in it: it may have too few lines for all dice."""


def beers_to_share(beers: Iterable[SeenDie]) -> list[SeenDie]:
    """The first beer of each kind of dice."""
    firsts: dict[Kind, SeenDie] = {}
    for die in beers:
        firsts.setdefault(die.kind, die)
    return list(firsts.values())


def to_keep(scene: Scene, seat: Seat) -> list[SeenDie]:
    """The dice that the seat may keep, in die order."""
    legal = scene.tokens(seat)
    hoard = scene.view.seats[seat].hoard
    return [lying.die for lying in hoard if f"keep {lying.die.name}" in legal]


def keep_menu(scene: Scene, seat: Seat) -> Offer | None:
    """The menu in which a seat ticks what it keeps; None if its chests can keep nothing."""
    chests = scene.view.seats[seat].chests
    dice = to_keep(scene, seat)
    if not dice:
        return None
    label = scene.words.count(
        "🧰 {player}: keep up to {count} die",
        "🧰 {player}: keep up to {count} dice",
        chests,
        player=scene.players[seat].name,
    )
    options, whole = _options(scene, dice, chests)
    return Menu(f"keep {seat}", label, options, 1, min(chests, len(options))), whole


def reroll_menu(scene: Scene, source: MagicSource, panel: str, count: int) -> Offer:
    """The menu in which the dice are ticked that a source rerolls: exactly `count`."""
    named = source_name(scene, source, count)
    label = scene.words.say("✨ {source}", source=named)
    options, whole = _options(scene, source.targets, count)
    return Menu(panel, label, options, count, count), whole


def source_name(scene: Scene, source: MagicSource, count: int) -> str:
    """What a source of magic is called, with how many dice it rerolls."""
    words = scene.words
    if source.die is None:
        return words.count("Hero: reroll {count} die", "Hero: reroll {count} dice", count)
    return words.count(
        "{face}: reroll {count} die",
        "{face}: reroll {count} dice",
        count,
        face=face_words(words, source.die),
    )


def offered(dice: Iterable[SeenDie], most: int) -> tuple[list[SeenDie], bool]:
    """Dice by kind and face, equal ones at most `most` times, and whether those are all.

    At most PICK_AT_MOST: of what there are several, the last ones go first.
    """
    times: Counter[tuple[Kind, Face]] = Counter()
    copies: list[tuple[int, SeenDie]] = []
    for die in dice:
        times[die.kind, die.face] += 1
        if times[die.kind, die.face] <= most:
            copies.append((times[die.kind, die.face], die))
    kept = sorted(copies, key=lambda copy: copy[0])[:PICK_AT_MOST]
    chosen = sorted(
        (die for _, die in kept), key=lambda die: (_KINDS.index(die.kind), die.number, die.name)
    )
    return chosen, len(kept) == len(copies)


def _options(scene: Scene, dice: Iterable[SeenDie], most: int) -> tuple[tuple[Option, ...], bool]:
    chosen, whole = offered(dice, most)
    options = (
        Option(die_words(scene.words, die), die.name, emoji=icon(scene, die)) for die in chosen
    )
    return tuple(options), whole
