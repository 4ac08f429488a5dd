"""The Content behind a scene of Dice Miner, and its dice as emoji."""

from cogs.screens.base import Scene
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.observation import SeenDie
from engine.games.dice_miner.rules import DiceMiner
from render.games.dice_miner.emoji import emoji_name
from render.games.dice_miner.words import face_emoji


def content_of(scene: Scene) -> Content:
    """The dice and heroes of the rules version that is being played."""
    game = scene.game
    assert isinstance(game, DiceMiner), "these screens are registered for Dice Miner alone"
    return game.content


def icon(scene: Scene, die: SeenDie) -> str:
    """A die as an emoji: its picture where that can be had, else what it shows."""
    return scene.icons.get(emoji_name(die)) or face_emoji(die.face)
