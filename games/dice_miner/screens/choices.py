"""Choices among dice for menus and forms.

Dice of one kind that show the same face are interchangeable, so at most as many copies are offered
as a player can choose.
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
"""A menu, and whether it covers every choice; a menu can have too few lines for all dice."""


def beers_to_share(beers: Iterable[SeenDie]) -> list[SeenDie]:
    firsts: dict[Kind, SeenDie] = {}
    for die in beers:
        firsts.setdefault(die.kind, die)
    return list(firsts.values())


def to_keep(scene: Scene, seat: Seat) -> list[SeenDie]:
    legal = scene.tokens(seat)
    hoard = scene.view.seats[seat].hoard
    return [held.die for held in hoard if f"keep {held.die.name}" in legal]


def keep_menu(scene: Scene, seat: Seat) -> Offer | None:
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
    options, complete = _options(scene, dice, chests)
    return Menu(f"keep {seat}", label, options, 1, min(chests, len(options))), complete


def reroll_menu(scene: Scene, source: MagicSource, panel: str, count: int) -> Offer:
    """Return the menu for ticking exactly `count` dice that a source rerolls."""
    named = source_name(scene, source, count)
    label = scene.words.say("✨ {source}", source=named)
    options, complete = _options(scene, source.targets, count)
    return Menu(panel, label, options, count, count), complete


def source_name(scene: Scene, source: MagicSource, count: int) -> str:
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
    """Return dice sorted by kind and face, and whether all of them fit. Each face is offered at
    most `most` times. If more than PICK_AT_MOST dice remain, the last copies of the most frequent
    faces are dropped.
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
    chosen, complete = offered(dice, most)
    options = (
        Option(die_words(scene.words, die), die.name, emoji=icon(scene, die)) for die in chosen
    )
    return tuple(options), complete
