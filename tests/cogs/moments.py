"""Moments of random Dice Miner matches, as the screens receive them."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from bot.app.games import load_games
from cogs.games.installed import InstalledGames
from cogs.screens import Scene
from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Advance, Position
from engine.core.types import Seat
from engine.games.dice_miner.rules import DiceMiner
from render.players import Player
from texts import Catalogue

screens = InstalledGames(load_games()).screens
CATALOGUE = Catalogue.load()
WORDS = CATALOGUE.words()
LANGUAGES = CATALOGUE.languages
_found = load_games().newest("dice-miner")
assert isinstance(_found, DiceMiner), "the register builds Dice Miner under its name"
GAME = _found
LONGEST_NAME = "*" * 32
PLAYERS = tuple(Player(LONGEST_NAME) for _ in range(4))

Pick = Callable[[int], int]
"""A number from 0 up to, but excluding, the argument."""


@dataclass(frozen=True)
class Moment:
    """A position in which seats must decide (or the end), and the steps that led there from the
    previous moment."""

    position: Position[Any]
    fresh: tuple[Advance[Any], ...]

    def scene(self) -> Scene:
        return scene(self.position.state)


def scene(state: Any, game: Any = GAME, players: tuple[Player, ...] = PLAYERS) -> Scene:
    """Return a Scene of any State in which every player has the longest possible name."""
    seats = len(game.scores(state))
    return Scene(
        game=game,
        state=state,
        to_act=tuple(sorted(game.to_act(state))),
        players=players[:seats],
        words=WORDS,
        screens=screens(game.info.name),
    )


def picker(taste: str) -> Pick:
    """Return a Pick whose numbers depend on the taste alone."""
    stream, drawn = Stream(bytes(32), taste), iter(range(1_000_000))
    return lambda below: stream.number(next(drawn), below)


@cache
def match(seats: int, taste: str, prefer: str = "") -> tuple[Moment, ...]:
    """Play a match at random; favour legal tokens that begin with `prefer`, if given."""
    pick, luck = picker(taste), Stream(bytes(32), f"luck {taste}")
    position: Position[Any] = driver.start(GAME, seats)
    moments = []
    fresh: tuple[Advance[Any], ...] = ()
    while True:
        rolled = driver.advance(GAME, position, luck)
        fresh += rolled
        position = rolled[-1].position if rolled else position
        moments.append(Moment(position, fresh))
        to_act: list[Seat] = sorted(GAME.to_act(position.state))
        if not to_act:
            return tuple(moments)
        seat = to_act[pick(len(to_act))]
        legal = driver.legal_tokens(GAME, position, seat)
        preferred = [token for token in legal if prefer and token.startswith(prefer)]
        tokens = preferred if preferred and pick(3) else legal
        choice = driver.choose(GAME, position, seat, tokens[pick(len(tokens))])
        position, fresh = choice.position, (choice,)


def moments() -> list[Moment]:
    """Return all moments of four matches, two with many shared beers, two with much magic."""
    return [
        moment
        for seats, taste, prefer in (
            (2, "a", "salud"),
            (4, "b", "salud"),
            (2, "c", "spend"),
            (3, "d", "keep"),
        )
        for moment in match(seats, taste, prefer)
    ]


def with_names(scene: Scene, *names: str) -> Scene:
    return replace(scene, players=tuple(Player(name) for name in names))
