"""Helpers for Dice Miner's screens: game data, and emoji of dice."""

from cogs.screens.base import Scene
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.observation import SeenDie
from engine.games.dice_miner.rules import DiceMiner
from render.games.dice_miner.emoji import emoji_name
from render.games.dice_miner.words import face_emoji


def content_of(scene: Scene) -> Content:
    game = scene.game
    assert isinstance(game, DiceMiner), "these screens work only for Dice Miner"
    return game.content


def icon(scene: Scene, die: SeenDie) -> str:
    """Return an emoji for a die: its picture if Discord has it, else a symbol of its face."""
    return scene.icons.get(emoji_name(die)) or face_emoji(die.face)
