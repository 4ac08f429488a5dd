"""The dice grid, as chaos plays it."""

import re
from collections import Counter

from bot.games import load_games
from bot.match.log.loaded import Loaded
from chaos.games import PlayableGame
from engine.games.dice_grid.observation import Observation

_TELLING = re.compile(r"\bd(?:4|6|8|10|12|20)\b|\b[a-f][1-6]\b")
"""A die or a square."""


def _missing(loaded: Loaded) -> list[str]:
    """A line for each number of marks and unused stars that can't be."""
    found = list[str]()
    for made in loaded.advances():
        seen = loaded.game.observe(made.position.state, None)
        assert isinstance(seen, Observation), "the match is of this game"
        found += _wrong(seen)
    return sorted(set(found))


def _wrong(seen: Observation) -> list[str]:
    used = seen.all_stars - seen.stars
    marks = Counter(type_ for type_ in seen.grid if type_ is not None)
    found = [] if 0 <= used <= seen.all_stars else [f"{used} stars were used"]
    for number, column in enumerate(seen.columns):
        boxes = column.die.faces - len(column.open)
        if marks[number] > boxes:
            found.append(f"{marks[number]} marks of {column.die.name} cost {boxes} boxes")
    return found


GAME = PlayableGame(
    "dice-grid",
    load_games,
    _missing,
    tells=lambda text: _TELLING.search(text) is not None,
)
