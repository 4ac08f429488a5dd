"""Dice Miner's texts for /rules, “How to play” and /help."""

from collections.abc import Mapping
from functools import partial

from cogs.base import custom_id_families as families
from cogs.games.guide import DrawTopic, read_guide
from cogs.games.lesson import AGAIN
from engine.core.game import AnyGame
from engine.games.dice_miner.content import Content, Kind
from engine.games.dice_miner.rules import DiceMiner
from games.dice_miner.guide_pictures import faces_picture, primer_picture
from games.dice_miner.tutorial.course import VERSION
from render.games.dice_miner.words import hero_gives, hero_name
from texts import Words, read_texts


def _content(game: AnyGame) -> Content:
    assert isinstance(game, DiceMiner), "the guide needs the rules of Dice Miner"
    return game.content


def _faces(*kinds: Kind, beer: bool = True) -> DrawTopic:
    return partial(faces_picture, kinds, beer)


def _heroes(game: AnyGame, words: Words) -> list[str]:
    return [
        words.say(
            "- **{hero}**: {gives}",
            hero=hero_name(words, hero.name),
            gives=hero_gives(words, hero.faces),
        )
        for hero in _content(game).heroes
    ]


GOOD_FOR: Mapping[str, str] = read_texts("dice-miner/guide")["heroes"]


def _good_for(game: AnyGame, words: Words) -> list[str]:
    return [
        words.say(GOOD_FOR[hero.name.value], hero=hero_name(words, hero.name))
        for hero in _content(game).heroes
    ]


GUIDE = read_guide(
    "dice-miner",
    families.TUTORIAL.spell(VERSION, "", AGAIN),
    primer_picture,
    {
        "start": _faces(*Kind),
        "salud": _faces(),
        "magic": _faces(Kind.MAGIC, beer=False),
        "scoring": _faces(Kind.TUNNEL, Kind.TREASURE, Kind.HAZARD, Kind.TOOL, beer=False),
        "chests": _faces(Kind.TOOL, beer=False),
    },
    {"heroes": _heroes},
    _good_for,
)
