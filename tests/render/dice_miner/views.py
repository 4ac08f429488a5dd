"""Tables laid out by hand without chance, so the pictures are always the same."""

import gettext
from dataclasses import dataclass, replace

from engine.games.dice_miner.observation import Observation
from engine.games.dice_miner.state import (
    Draft,
    Excavation,
    Finished,
    Keeping,
    Magic,
    Round,
    Score,
    State,
    Tiebreak,
)
from render.games.dice_miner.last_turn import Last, last_moves
from render.players import Player
from tests.engine.dice_miner.table import CONTENT, GAME, PLACES, play, table
from texts import Words
from tools.samples import dice_miner as gallery
from tools.samples.dice_miner import Moment

WORDS = Words("en", gettext.NullTranslations())
HEROES = CONTENT.heroes
PLAYERS = (
    Player("Ana"),
    Player("Benjamín"),
    Player("Χρυσάνθη"),
    Player("Salud", computer=True),
)


def played(seats: int, seed: int) -> tuple[Moment, ...]:
    """Return all moments of a match between computers, which each process plays only once."""
    return gallery.match_moments(GAME, seats, seed)


@dataclass(frozen=True, slots=True)
class Table:
    """A table, with the turn before."""

    view: Observation
    last: Last | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        return PLAYERS[: len(self.view.seats)]


def seen(state: State, *lines: str) -> Table:
    """Return the table after these lines of a log."""
    position, events = play(state, *lines)
    return Table(GAME.observe(position.state), last_moves(events, CONTENT))


_LYING = "t01=1 h01=1 k01=1 g01=3 m01=1 t02=4 h02=4 k02=3 g02=4 m02=5 t03=5 h03=6 k03=5"
FULL = dict(enumerate(f"{_LYING} g03=5 m03=6 t04=2 h04=2 t05=3 h05=5 t06=6".split()))
"""All places of the mountain, with every kind of dice and most faces."""
assert len(FULL) == PLACES, "a full mountain"

_SMALL = "t20=1 t21=2 h09=6 k07=3"
_LARGE = (
    "t07=1 t08=1 t09=2 t10=3 t11=4 t12=5 t13=6 h06=1 h07=3 h08=5 k04=1 k05=3 k06=5 "
    "g04=1 g05=4 g06=5 m04=1 m05=4 m06=5"
)
_MORE = "t14=1 t15=2 t16=2 t17=3 t18=6 h10=4 g07=6 m07=6"
_LAST = "t22=1 t23=3 t24=3 t25=5 t26=6 t27=1 g08=5 m08=4"
_NAMES = "alchemist dragon-slayer surveyor treasurer"


def _heroes(seats: int) -> str:
    return " ".join(_NAMES.split()[:seats])


def draft() -> Table:
    """Return a table of three seats, one of which has chosen a hero."""
    return seen(table(Draft((2, 1, 0)), "", "", ""), "2 hero engineer")


def fresh() -> Table:
    """Return a table of two; the first die of the match has just been taken from the top."""
    return seen(table(Excavation(0), "", "", heroes=_heroes(2), lying=FULL), "0 take t01")


def salud() -> Table:
    """Return a table of three; beer was shared and a side die taken, so others slid."""
    state = table(
        Excavation(0),
        "t07=6 g04=1",
        "t08=2 m04=1 k04=3",
        "h06=4 k05=1",
        heroes=_heroes(3),
        lying=FULL,
        rounds=((3, 9, -4),),
    )
    return seen(state, "0 salud t07 2", "* roll t07=2", "0 take m02")


def crowded() -> Table:
    """Return a table of four with large hoards, and a last die on the mountain."""
    state = table(
        Excavation(1),
        _LARGE,
        _SMALL,
        _MORE,
        _LAST,
        heroes=_heroes(4),
        lying={17: "t05=3"},
        rounds=((12, 0, 30, 7), (8, 14, -5, 22)),
    )
    return seen(state)


def magic() -> Table:
    """Return a table of two; a source was spent and the first of two dice chosen."""
    state = table(
        Magic(0, (1,)),
        _LARGE,
        _MORE,
        heroes=_heroes(2),
        rounds=((11, 6),),
        magic_start=0,
        spent="m04",
    )
    return seen(state, "0 spend m05", "0 reroll t12")


def keeping() -> Table:
    """Return a table of four; two players still decide, and one has kept a die."""
    state = table(
        Keeping((1, 3), ((), (), (), ())),
        _MORE,
        "k04=5 t07=5 t08=5 h06=5",
        _SMALL,
        _LAST,
        heroes=_heroes(4),
        rounds=((9, 2, 0, 15),),
    )
    return seen(replace(state, round=0), "1 keep t07")


def tiebreak() -> Table:
    """Return a table of three; two players are in a tie-break."""
    state = table(
        Magic(0, (2,)),
        _LARGE,
        _SMALL,
        _MORE,
        heroes=_heroes(3),
        rounds=((10, 5, 10), (10, 5, 10), (10, 5, 10)),
        magic_start=0,
        tied=(0, 2),
    )
    return seen(replace(state, round=2))


def finished() -> Table:
    """Three seats; a tie-break was won."""
    score = Score(10, -4, 7)
    played = Round(0, (score, Score(1, 2, 0), score))
    state = table(Finished((2,)), _LARGE, _SMALL, _MORE, heroes=_heroes(3))
    return seen(
        replace(
            state,
            round=2,
            rounds=(played, played, played),
            tiebreaks=(Tiebreak((0, 2), (Score(3, 2, 0), Score(6, 1, -1))),),
        )
    )


ALL = {
    "draft": draft,
    "fresh": fresh,
    "salud": salud,
    "crowded": crowded,
    "magic": magic,
    "keeping": keeping,
    "tiebreak": tiebreak,
    "finished": finished,
}
