"""Outcomes of luck as tokens and back; each has one spelling (match-files.md, Notation)."""

import re

from engine.core.errors import BadToken
from engine.games.dice_miner import rolls
from engine.games.dice_miner.content import FACES, Content
from engine.games.dice_miner.phases import fill
from engine.games.dice_miner.state import (
    First,
    Lot,
    Recovering,
    Rerolling,
    Rolled,
    Sharing,
    SimpleStage,
    State,
)

_FACE = re.compile(r"[1-9]")
_DIE = re.compile(r"([a-z][0-9]{2})=([1-9])")
_PLACE = re.compile(r"0|[1-9][0-9]?")


def bounds(content: Content, state: State) -> tuple[int, ...] | None:
    match state.stage:
        case First(seats):
            return (FACES,) * len(seats)
        case SimpleStage.FILL:
            return fill.bounds(content, state)
        case Sharing() | Rerolling() | Recovering() | SimpleStage.TIEBREAK_ROLL as stage:
            return (FACES,) * len(rolls.dice(state, stage))
        case Lot(tied):
            return (len(tied),)
        case _:
            return None


def write(content: Content, state: State, drawn: tuple[int, ...]) -> str:
    """Return the outcome as a token, for example ``roll t07=2``."""
    match state.stage:
        case First():
            return "first " + ",".join(str(number + 1) for number in drawn)
        case SimpleStage.FILL:
            return "fill " + _dice(content, fill.draws(state, drawn))
        case Sharing() | Rerolling() | Recovering() | SimpleStage.TIEBREAK_ROLL as stage:
            dice = rolls.dice(state, stage)
            shown = (Rolled(die, number + 1) for die, number in zip(dice, drawn, strict=True))
            return "roll " + _dice(content, tuple(shown))
        case Lot():
            return f"lot {drawn[0]}"
        case _:
            raise AssertionError("this State needs no luck")


def _dice(content: Content, shown: tuple[Rolled, ...]) -> str:
    return ",".join(f"{content.name(rolled.die)}={rolled.face}" for rolled in shown)


def read(content: Content, state: State, token: str) -> tuple[int, ...]:
    """Return the numbers of a token; raise BadToken if it is impossible here."""
    word, _, rest = token.partition(" ")
    match state.stage:
        case First(seats):
            return _read_first(_after("first", word, rest), len(seats))
        case SimpleStage.FILL:
            return _read_fill(content, state, _after("fill", word, rest))
        case Sharing() | Rerolling() | Recovering() | SimpleStage.TIEBREAK_ROLL as stage:
            shown = _read_dice(content, _after("roll", word, rest))
            if tuple(rolled.die for rolled in shown) != rolls.dice(state, stage):
                raise BadToken("these are not the dice that roll here, or not in their order")
            return tuple(rolled.face - 1 for rolled in shown)
        case Lot(tied):
            place = _PLACE.fullmatch(_after("lot", word, rest))
            if place is None or int(place[0]) >= len(tied):
                raise BadToken(f"'lot' is followed by a number from 0 to {len(tied) - 1}")
            return (int(place[0]),)
        case _:
            raise BadToken("no outcome of chance is expected here")


def _after(wanted: str, word: str, rest: str) -> str:
    if word != wanted:
        raise BadToken(f"expected '{wanted} …' here")
    return rest


def _read_first(rest: str, seats: int) -> tuple[int, ...]:
    parts = rest.split(",")
    if len(parts) != seats:
        raise BadToken(f"'first' is followed by {seats} faces here")
    return tuple(_face(part) - 1 for part in parts)


def _face(text: str) -> int:
    if not _FACE.fullmatch(text) or int(text) > FACES:
        raise BadToken(f"a face is a number from 1 to {FACES}")
    return int(text)


def _read_dice(content: Content, rest: str) -> tuple[Rolled, ...]:
    shown = []
    for part in rest.split(","):
        written = _DIE.fullmatch(part)
        die = None if written is None else content.die(written[1])
        if written is None or die is None:
            raise BadToken("dice with faces are written like 't07=2,h01=6'")
        shown.append(Rolled(die, _face(written[2])))
    return tuple(shown)


def _read_fill(content: Content, state: State, rest: str) -> tuple[int, ...]:
    shown = _read_dice(content, rest)
    if len(shown) != sum(content.rows):
        raise BadToken(f"'fill' is followed by {sum(content.rows)} dice")
    bag = list(state.bag)
    drawn: list[int] = []
    for rolled in shown:
        if rolled.die not in bag:
            raise BadToken(f"{content.name(rolled.die)} is not in the bag")
        place = bag.index(rolled.die)
        drawn += (place, rolled.face - 1)
        bag.pop(place)
    return tuple(drawn)
