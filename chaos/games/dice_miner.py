"""Dice Miner, as chaos plays it."""

import re

from bot.app.games import load_games
from bot.match.log.loaded import Loaded
from chaos.games import PlayableGame
from engine.games.dice_miner.observation import Observation

DICE = 60
_LIMIT = re.compile(r"exactly (\d+)|up to (\d+) di")


def _missing(loaded: Loaded) -> list[str]:
    states = (advance.position.state for advance in loaded.advances())
    counts = {_dice(loaded.game.observe(state)) for state in states}
    return [f"there were {count} dice" for count in sorted(counts - {DICE})]


def _dice(observation: object) -> int:
    assert isinstance(observation, Observation), "the match is of this game"
    return (
        observation.bag
        + len(observation.mountain)
        + sum(len(seat.hoard) for seat in observation.seats)
    )


def _is_chest(label: str) -> bool:
    """Return whether an option is a chest die: keeping one takes the place of another die."""
    return "hest" in label


def _limit(text: str) -> tuple[int, int]:
    limits = _LIMIT.search(text)
    if limits is None:
        return 0, DICE
    return int(limits[1] or 0), int(limits[1] or limits[2])


GAME = PlayableGame(
    "dice-miner",
    load_games,
    _missing,
    _is_chest,
    _limit,
    may_undo=lambda token: token.startswith("take "),
    forged=("pass", "take t99", "undo", "take t01,take t02,take t03", "x"),
    forged_panels=("keep 0", "spend m99", "spend"),
)
