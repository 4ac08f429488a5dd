"""The dice grid, as chaos plays it."""

import re
from collections import Counter

from bot.app.games import load_games
from bot.match.log.loaded import Loaded
from chaos.games import PlayableGame
from engine.games.dice_grid.observation import Observation

_TELLING = re.compile(r"\bd(?:4|6|8|10|12|20)\b|\b[a-f][1-6]\b")


def _missing(loaded: Loaded) -> list[str]:
    problems = list[str]()
    for advance in loaded.advances():
        observation = loaded.game.observe(advance.position.state)
        assert isinstance(observation, Observation), "the match is of this game"
        problems += _wrong(observation)
    return sorted(set(problems))


def _wrong(observation: Observation) -> list[str]:
    used = observation.all_stars - observation.stars
    marks = Counter(type_ for type_ in observation.grid if type_ is not None)
    problems = [] if 0 <= used <= observation.all_stars else [f"{used} stars were used"]
    for number, column in enumerate(observation.columns):
        boxes = column.die.faces - len(column.open)
        if marks[number] > boxes:
            problems.append(f"{marks[number]} marks of {column.die.name} cost {boxes} boxes")
    return problems


GAME = PlayableGame(
    "dice-grid",
    load_games,
    _missing,
    tells=lambda text: _TELLING.search(text) is not None,
)
