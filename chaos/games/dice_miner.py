"""Dice Miner, as chaos plays it."""

import re

from bot.games import load_games
from bot.match.log.loaded import Loaded
from chaos.games import PlayableGame
from engine.games.dice_miner.observation import Observation

DICE = 60
_LIMIT = re.compile(r"exactly (\d+)|up to (\d+) di")


def _missing(loaded: Loaded) -> list[str]:
    """A line for each number of dice that is not 60."""
    states = (made.position.state for made in loaded.advances())
    counts = {_dice(loaded.game.observe(state, None)) for state in states}
    return [f"there were {count} dice" for count in sorted(counts - {DICE})]


def _dice(seen: object) -> int:
    assert isinstance(seen, Observation), "the match is of this game"
    return seen.bag + len(seen.mountain) + sum(len(seat.hoard) for seat in seen.seats)


def _is_chest(label: str) -> bool:
    """Whether an option is a chest die: one that is kept keeps nothing itself."""
    return "hest" in label


def _limit(text: str) -> tuple[int, int]:
    found = _LIMIT.search(text)
    if found is None:
        return 0, DICE
    return int(found[1] or 0), int(found[1] or found[2])


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
