"""Worth of a hoard to a computer player during a round. It is the current score plus a little for
whatever can still come: missing tunnels, tools without hazards, beer, magic and chests, and dice
kinds for later rounds. Uses only public information.
"""

from collections import Counter
from dataclasses import dataclass

from engine.core.types import Seat
from engine.games.dice_miner import hoards
from engine.games.dice_miner.content import TUNNELS, Content, Face, Kind, Symbol
from engine.games.dice_miner.state import State

Shown = Counter[Face]

_BEER = 1.3
_DIAMOND = 0.9
_CHEST = 0.7
_LATER = {Kind.TUNNEL: 1.6, Kind.HAZARD: -1.6, Kind.TOOL: 2.2, Kind.TREASURE: 2.0, Kind.MAGIC: 1.4}
_HAZARD_LATER = 0.8
"""Approximate points by which each tool die reduces the cost of a hazard die later."""


@dataclass(frozen=True, slots=True)
class SeatOutlook:
    tunnels: tuple[float, ...]
    """Chance of getting a tunnel face of each number 1..5, below 1."""
    pick: float
    shield: float
    rockfalls: float
    """Expected number of rockfalls that the seat can still choose to take."""
    dragons: float
    rival_gems: int
    gem_step: float
    """Increase in the chance of the final gem lead, per gem ahead."""
    beer: float
    """Remaining usefulness of beer in this round, 0..1."""
    later: int
    """Number of rounds after this one."""


def shown_faces(content: Content, state: State, seat: Seat) -> Shown:
    return Counter(hoards.faces(content, state, seat))


def outlook(content: Content, state: State, seat: Seat) -> SeatOutlook:
    coming: Counter[tuple[Symbol, int]] = Counter()
    left = 0
    for rolled in state.mountain:
        if rolled is not None:
            face = content.face(rolled.die, rolled.face)
            tunnel = face.symbol is Symbol.TUNNEL
            coming[face.symbol, face.count if tunnel else 0] += 1 if tunnel else face.count
            left += 1
    share = 1 / state.seats
    rivals = (hoards.gems(content, state, other) for other in range(state.seats) if other != seat)
    return SeatOutlook(
        tunnels=tuple(
            min(0.7, coming[Symbol.TUNNEL, number] * share * 0.7)
            for number in range(1, TUNNELS + 1)
        ),
        pick=min(0.7, coming[Symbol.PICK, 0] * share),
        shield=min(0.7, coming[Symbol.SHIELD, 0] * share),
        rockfalls=coming[Symbol.ROCKFALL, 0] * share * 0.6,
        dragons=coming[Symbol.DRAGON, 0] * share * 0.6,
        rival_gems=max(rivals),
        gem_step=0.15 if left > state.seats else 0.3,
        beer=min(1.0, left / (2 * state.seats)),
        later=content.rounds - state.round - 1,
    )


def fresh_outlook(content: Content, state: State) -> SeatOutlook:
    """Return the prospects for the next round, whose mountain is still unknown."""
    return SeatOutlook(
        tunnels=(0.6,) * TUNNELS,
        pick=0.5,
        shield=0.5,
        rockfalls=1.0,
        dragons=2.0,
        rival_gems=2,
        gem_step=0.15,
        beer=1.0,
        later=content.rounds - state.round - 2,
    )


def worth(seen: Shown, ahead: SeatOutlook) -> float:
    """Estimate how many more points the hoard brings than an empty one, without the worth of dice
    kinds in later rounds.
    """
    tunnels = [0] * TUNNELS
    amounts: Counter[Symbol] = Counter()
    for face, times in seen.items():
        if face.symbol is Symbol.TUNNEL:
            tunnels[face.count - 1] += times
        else:
            amounts[face.symbol] += face.count * times
    gems = amounts[Symbol.GEM]
    lead = 0.5 + ahead.gem_step * (gems - ahead.rival_gems)
    points = _tunnels(tunnels, ahead.tunnels)
    points += gems * (1 + min(0.95, max(0.05, lead)))
    points += _hazards(amounts[Symbol.ROCKFALL], amounts[Symbol.PICK], ahead.pick, ahead.rockfalls)
    points += _hazards(amounts[Symbol.DRAGON], amounts[Symbol.SHIELD], ahead.shield, ahead.dragons)
    points += amounts[Symbol.BEER] * _BEER * ahead.beer
    points += amounts[Symbol.DIAMOND] * _DIAMOND
    if ahead.later:
        points += min(amounts[Symbol.CHEST], 4) * _CHEST
    return points


def _tunnels(counts: list[int], hopes: tuple[float, ...]) -> float:
    """Return the expected points of sequences: a missing number multiplies the rest by the chance
    of getting it.
    """
    points = 0.0
    for sequence in range(max(counts)):
        chance = 1.0
        for number, count in enumerate(counts, start=1):
            if count > sequence:
                points += number * chance
            else:
                chance *= hopes[number - 1]
                hopes = (*hopes[: number - 1], hopes[number - 1] * 0.5, *hopes[number:])
    return points


def _hazards(burden: int, tools: int, hope: float, coming: float) -> float:
    if tools:
        return (burden + coming) * tools
    return burden * (1.6 * hope - 1)


def later_worth(
    content: Content, state: State, seat: Seat, kind: Kind, ahead: SeatOutlook
) -> float:
    """Estimate the points of one more die of this kind in later rounds."""
    each = _LATER[kind]
    if kind is Kind.HAZARD:
        tools = sum(content.kind(rolled.die) is Kind.TOOL for rolled in state.hoards[seat])
        each += _HAZARD_LATER * min(tools, 4)
    return each * ahead.later
