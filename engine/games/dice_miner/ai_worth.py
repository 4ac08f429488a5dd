"""What a hoard is worth to a computer seat while a round is still being played.

Points that it would score, and a little for what may still come: missing tunnels, tools without
hazards, beer, magic and chests, and the kinds of the dice for the rounds to come. From public
facts alone: the hoards, the mountain, the number of rounds.
"""

from collections import Counter
from dataclasses import dataclass

from engine.core.types import Seat
from engine.games.dice_miner import hoards
from engine.games.dice_miner.content import TUNNELS, Content, Face, Kind, Symbol
from engine.games.dice_miner.state import State

Shown = Counter[Face]
"""How often a hoard and its hero show each face."""

_BEER = 1.3
_DIAMOND = 0.9
_CHEST = 0.7
_LATER = {Kind.TUNNEL: 1.6, Kind.HAZARD: -1.6, Kind.TOOL: 2.2, Kind.TREASURE: 2.0, Kind.MAGIC: 1.4}
"""What a die of each kind brings in a later round, about."""
_HAZARD_LATER = 0.8
"""What each tool die takes from the burden of a hazard die in a later round, about."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may still come to a seat in this match."""

    tunnels: tuple[float, ...]
    """The hope for a tunnel face of each number 1..5, below 1."""
    pick: float
    """The hope for a pick, below 1."""
    shield: float
    """The hope for a shield, below 1."""
    rockfalls: float
    """How many the seat may still choose to take."""
    dragons: float
    """How many the seat may still choose to take."""
    rival_gems: int
    """The most gems that another seat has."""
    gem_step: float
    """How much each gem of a lead adds to the chance of leading in the end."""
    beer: float
    """How useful beer still is in this round, 0..1."""
    later: int
    """How many rounds come after this one."""


def shown(content: Content, state: State, seat: Seat) -> Shown:
    """What the seat's hoard and hero show."""
    return Counter(hoards.faces(content, state, seat))


def outlook(content: Content, state: State, seat: Seat) -> Outlook:
    """What may still come to the seat, judged by the mountain."""
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
    return Outlook(
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


def fresh_outlook(content: Content, state: State) -> Outlook:
    """What may come in the next round, of which nothing is known yet."""
    return Outlook(
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


def worth(seen: Shown, ahead: Outlook) -> float:
    """About how many points more the hoard brings than an empty one, kinds left aside."""
    tunnels = [0] * TUNNELS
    many: Counter[Symbol] = Counter()
    for face, times in seen.items():
        if face.symbol is Symbol.TUNNEL:
            tunnels[face.count - 1] += times
        else:
            many[face.symbol] += face.count * times
    gems = many[Symbol.GEM]
    lead = 0.5 + ahead.gem_step * (gems - ahead.rival_gems)
    points = _tunnels(tunnels, ahead.tunnels)
    points += gems * (1 + min(0.95, max(0.05, lead)))
    points += _hazards(many[Symbol.ROCKFALL], many[Symbol.PICK], ahead.pick, ahead.rockfalls)
    points += _hazards(many[Symbol.DRAGON], many[Symbol.SHIELD], ahead.shield, ahead.dragons)
    points += many[Symbol.BEER] * _BEER * ahead.beer
    points += many[Symbol.DIAMOND] * _DIAMOND
    if ahead.later:
        points += min(many[Symbol.CHEST], 4) * _CHEST
    return points


def _tunnels(counts: list[int], hopes: tuple[float, ...]) -> float:
    """Points of the sequences, those beyond a missing number only as likely as it comes."""
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
    """Points of rockfalls with picks, or dragons with shields."""
    if tools:
        return (burden + coming) * tools
    return burden * (1.6 * hope - 1)


def later_worth(content: Content, state: State, seat: Seat, kind: Kind, ahead: Outlook) -> float:
    """About how many points one die more of this kind brings in the rounds to come."""
    each = _LATER[kind]
    if kind is Kind.HAZARD:
        tools = sum(content.kind(rolled.die) is Kind.TOOL for rolled in state.hoards[seat])
        each += _HAZARD_LATER * min(tools, 4)
    return each * ahead.later
