"""Chance in a FastState: requests and their resolution. Nothing is checked."""

from bisect import insort
from collections.abc import Sequence

from engine.games.dice_miner.content import FACES
from engine.games.dice_miner.fast import state as fast
from engine.games.dice_miner.fast.choices import BEER, LUCK
from engine.games.dice_miner.fast.moves import begin_magic, find_start, leave_magic
from engine.games.dice_miner.fast.state import (
    DRAFT,
    EXCAVATION,
    FILL,
    FastState,
)
from engine.games.dice_miner.fast.tables import BEERS


def bounds(state: FastState) -> list[int]:
    if state.stage not in LUCK:
        return []
    match state.stage:
        case fast.FIRST:
            return [FACES] * len(state.queue)
        case fast.FILL:
            bag = len(state.bag)
            return [b for n in range(state.tables.places) for b in (bag - n, FACES)]
        case fast.SHARING:
            return [FACES]
        case fast.REROLLING:
            return [FACES] * len(state.chosen)
        case fast.RECOVERING:
            return [FACES] * (sum(map(len, state.hoards)) - sum(map(len, state.kept)))
        case fast.LOT:
            return [len(state.queue)]
        case fast.TIE_ROLL:
            return [FACES] * sum(len(state.hoards[seat]) for seat in state.tied)
        case _:
            return []


def rolling(state: FastState) -> list[int]:
    """Return the hoard dice that roll in RECOVERING, in the order in which numbers are drawn for
    them.
    """
    return [
        entry // FACES
        for hoard, kept in zip(state.hoards, state.kept, strict=True)
        for entry in hoard
        if entry // FACES not in kept
    ]


def resolve(state: FastState, drawn: Sequence[int]) -> None:
    match state.stage:
        case fast.FIRST:
            best = max(drawn)
            seats = tuple(s for s, n in zip(state.queue, drawn, strict=True) if n == best)
            state.queue = seats
            if len(seats) == 1:
                state.start = start = seats[0]
                count = state.seats
                state.queue = tuple((start - 1 - step) % count for step in range(count))
                state.seat = state.queue[0]
                state.stage = DRAFT
        case fast.FILL:
            bag = state.bag
            state.mountain = [
                bag.pop(die) * FACES + face
                for die, face in zip(drawn[::2], drawn[1::2], strict=True)
            ]
            state.mask = state.tables.full
            state.round = len(state.rounds)
            state.seat, state.salud, state.taken = state.start, False, 0
            state.stage = EXCAVATION
        case fast.SHARING:
            _shared(state, drawn[0])
        case fast.REROLLING:
            new = dict(zip(state.chosen, drawn, strict=True))
            _reroll(state, state.seat, new)
            state.queue = (state.seat, *state.queue)
            leave_magic(state)
        case fast.RECOVERING:
            faces = iter(drawn)
            for seat, hoard in enumerate(state.hoards):
                kept = state.kept[seat]
                _reroll(
                    state,
                    seat,
                    {e // FACES: next(faces) for e in hoard if e // FACES not in kept},
                )
            find_start(state)
        case fast.LOT:
            state.start, state.stage = state.queue[drawn[0]], FILL
        case fast.TIE_ROLL:
            faces = iter(drawn)
            for seat in state.tied:
                _reroll(state, seat, {e // FACES: next(faces) for e in state.hoards[seat]})
            begin_magic(state, state.tied)
        case _:
            raise AssertionError("this State needs no luck")


def _shared(state: FastState, face: int) -> None:
    tables = state.tables
    seat, friend, first = state.seat, state.friend, state.die * FACES
    state.hoards[seat].remove(first + BEER)
    state.counts[seat][BEERS] -= 1
    insort(state.hoards[friend], first + face)
    state.counts[friend][tables.symbol[first + face]] += tables.amount[first + face]
    state.salud = True
    state.stage = EXCAVATION


def _reroll(state: FastState, seat: int, new: dict[int, int]) -> None:
    if not new:
        return
    hoard = state.hoards[seat]
    symbols, amounts, counts = state.tables.symbol, state.tables.amount, state.counts[seat]
    for place, entry in enumerate(hoard):
        die = entry // FACES
        face = new.get(die)
        if face is not None:
            counts[symbols[entry]] -= amounts[entry]
            entry = die * FACES + face
            hoard[place] = entry
            counts[symbols[entry]] += amounts[entry]
