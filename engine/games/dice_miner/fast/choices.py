"""Legal Actions in a FastState."""

from collections.abc import Callable

from engine.games.dice_miner.content import FACES
from engine.games.dice_miner.fast.state import (
    DONE,
    DRAFT,
    EMPTY,
    EXCAVATION,
    FILL,
    FINISHED,
    FIRST,
    FRIENDS,
    HERO,
    KEEP,
    KEEPING,
    LOT,
    MAGIC,
    PASS,
    RECOVERING,
    REROLL,
    REROLLING,
    SALUD,
    SHARING,
    SPEND,
    SPEND_HERO,
    SPENDING,
    STOP,
    TIE_ROLL,
    FastState,
)
from engine.games.dice_miner.fast.tables import BEERS, CHESTS, DIAMONDS, HAZARD

BEER = FACES - 1
"""Remainder modulo FACES of an entry that shows beer."""
LUCK = frozenset({FIRST, FILL, SHARING, REROLLING, RECOVERING, LOT, TIE_ROLL})


def to_act(state: FastState) -> tuple[int, ...]:
    if state.stage == KEEPING:
        return state.waiting
    if state.stage in LUCK or state.stage == FINISHED:
        return ()
    return (state.seat,)


def legal(state: FastState, seat: int) -> list[int]:
    """Return all legal Actions of a seat to act, in the same order as the normal rules."""
    return _LEGAL[state.stage](state, seat)


def _heroes(state: FastState, _seat: int) -> list[int]:
    return [HERO + hero for hero in range(len(state.tables.heroes)) if hero not in state.heroes]


def _digging(state: FastState, seat: int) -> list[int]:
    tables, mask = state.tables, state.mask
    if state.salud:
        actions = list(tables.sides(mask))
        if state.taken == 1 and tables.content.rulings.second_may_be_declined:
            actions.append(STOP)
        return actions
    actions = list(tables.tops(mask))
    if state.counts[seat][BEERS] and (
        mask & (mask - 1) or tables.content.rulings.salud_with_one_die
    ):
        for entry in state.hoards[seat]:
            if entry % FACES == BEER:
                die = SALUD + entry // FACES * FRIENDS
                actions += [die + friend for friend in range(state.seats) if friend != seat]
    return actions


def targets(state: FastState, seat: int) -> list[int]:
    kind, spent = state.tables.kind, state.spent
    if not spent:
        return [entry // FACES for entry in state.hoards[seat] if kind[entry] != HAZARD]
    return [
        entry // FACES
        for entry in state.hoards[seat]
        if kind[entry] != HAZARD and entry // FACES not in spent
    ]


def sources(state: FastState, seat: int) -> list[int]:
    tables, spent = state.tables, state.spent
    others = len(targets(state, seat))
    fewer = tables.content.rulings.spend_with_fewer_targets
    spendable = []
    for entry in state.hoards[seat]:
        if tables.symbol[entry] == DIAMONDS and entry // FACES not in spent:
            least = 1 if fewer else tables.amount[entry]
            if others - 1 >= least:
                spendable.append(SPEND + entry // FACES)
    hero = state.heroes[seat]
    if hero != EMPTY:
        for number, shows in enumerate(tables.hero_magic[hero], start=1):
            if (seat, number) not in state.spent_heroes and others >= (1 if fewer else shows):
                spendable.append(SPEND_HERO + number)
    return spendable


def _magic(state: FastState, _seat: int) -> list[int]:
    return [*state.options, PASS]


def _rerolls(state: FastState, _seat: int) -> list[int]:
    return [REROLL + die for die in state.options if die not in state.chosen]


def _keeps(state: FastState, seat: int) -> list[int]:
    tables, kept = state.tables, state.kept[seat]
    left = state.counts[seat][CHESTS] - len(kept)
    for entry in state.hoards[seat]:
        if entry // FACES in kept and tables.symbol[entry] == CHESTS:
            left -= tables.amount[entry]
    actions = [
        KEEP + entry // FACES
        for entry in state.hoards[seat]
        if entry // FACES not in kept
        and left > (tables.amount[entry] if tables.symbol[entry] == CHESTS else 0)
    ]
    actions.append(DONE)
    return actions


_LEGAL: dict[int, Callable[[FastState, int], list[int]]] = {
    DRAFT: _heroes,
    EXCAVATION: _digging,
    MAGIC: _magic,
    SPENDING: _rerolls,
    KEEPING: _keeps,
}
