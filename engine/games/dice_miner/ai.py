"""The computer seat."""

from engine.games.dice_miner.actions import Action


def suggest(legal: tuple[Action, ...]) -> Action:
    """The seat's choice."""
    return legal[0]
