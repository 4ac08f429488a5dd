"""The Content behind a scene of Dice Miner."""

from cogs.screens.base import Scene
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.rules import DiceMiner


def content_of(scene: Scene) -> Content:
    """The dice and heroes of the rules version that is being played."""
    game = scene.game
    assert isinstance(game, DiceMiner), "these screens are registered for Dice Miner alone"
    return game.content
