"""What may be decided, what luck is asked, and where both lead; each changes a FastState.

Nothing is checked: Actions are legal, luck fits its bounds.
"""

from bisect import insort
from collections.abc import Callable, Sequence

from engine.games.dice_miner.content import FACES
from engine.games.dice_miner.fast import scoring
from engine.games.dice_miner.fast import state as fast
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
"""What is left of an entry that shows beer when it is divided by FACES."""
LUCK = frozenset({FIRST, FILL, SHARING, REROLLING, RECOVERING, LOT, TIE_ROLL})
"""The stages in which luck is due."""


def to_act(state: FastState) -> tuple[int, ...]:
    """The seats that must decide now; () where luck is due or all is over."""
    if state.stage == KEEPING:
        return state.waiting
    if state.stage in LUCK or state.stage == FINISHED:
        return ()
    return (state.seat,)


def legal(state: FastState, seat: int) -> list[int]:
    """All that a seat to act may decide, in the order of the rules of record."""
    return _LEGAL[state.stage](state, seat)


def _heroes(state: FastState, _seat: int) -> list[int]:
    return [HERO + hero for hero in range(len(state.tables.heroes)) if hero not in state.heroes]


def _digging(state: FastState, seat: int) -> list[int]:
    tables, mask = state.tables, state.mask
    if state.salud:
        found = list(tables.sides(mask))
        if state.taken == 1 and tables.content.rulings.second_may_be_declined:
            found.append(STOP)
        return found
    found = list(tables.tops(mask))
    if state.counts[seat][BEERS] and (
        mask & (mask - 1) or tables.content.rulings.salud_with_one_die
    ):
        for entry in state.hoards[seat]:
            if entry % FACES == BEER:
                die = SALUD + entry // FACES * FRIENDS
                found += [die + friend for friend in range(state.seats) if friend != seat]
    return found


def targets(state: FastState, seat: int) -> list[int]:
    """The dice that magic may reroll, without those spent, in die order."""
    kind, spent = state.tables.kind, state.spent
    if not spent:
        return [entry // FACES for entry in state.hoards[seat] if kind[entry] != HAZARD]
    return [
        entry // FACES
        for entry in state.hoards[seat]
        if kind[entry] != HAZARD and entry // FACES not in spent
    ]


def sources(state: FastState, seat: int) -> list[int]:
    """What the seat may spend: dice in die order, then hero faces."""
    tables, spent = state.tables, state.spent
    others = len(targets(state, seat))
    fewer = tables.content.rulings.spend_with_fewer_targets
    found = []
    for entry in state.hoards[seat]:
        if tables.thing[entry] == DIAMONDS and entry // FACES not in spent:
            least = 1 if fewer else tables.many[entry]
            if others - 1 >= least:
                found.append(SPEND + entry // FACES)
    hero = state.heroes[seat]
    if hero != EMPTY:
        for number, shows in enumerate(tables.hero_magic[hero], start=1):
            if (seat, number) not in state.spent_heroes and others >= (1 if fewer else shows):
                found.append(SPEND_HERO + number)
    return found


def _magic(state: FastState, _seat: int) -> list[int]:
    return [*state.options, PASS]


def _rerolls(state: FastState, _seat: int) -> list[int]:
    return [REROLL + die for die in state.options if die not in state.chosen]


def _keeps(state: FastState, seat: int) -> list[int]:
    tables, kept = state.tables, state.kept[seat]
    left = state.counts[seat][CHESTS] - len(kept)
    for entry in state.hoards[seat]:
        if entry // FACES in kept and tables.thing[entry] == CHESTS:
            left -= tables.many[entry]
    found = [
        KEEP + entry // FACES
        for entry in state.hoards[seat]
        if entry // FACES not in kept
        and left > (tables.many[entry] if tables.thing[entry] == CHESTS else 0)
    ]
    found.append(DONE)
    return found


_LEGAL: dict[int, Callable[[FastState, int], list[int]]] = {
    DRAFT: _heroes,
    EXCAVATION: _digging,
    MAGIC: _magic,
    SPENDING: _rerolls,
    KEEPING: _keeps,
}


def apply(state: FastState, seat: int, action: int) -> None:
    """Decide this, and let all happen that follows by itself."""
    if action < STOP:
        take(state, seat, action)
    elif action >= KEEP:
        kept = tuple(sorted((*state.kept[seat], action - KEEP)))
        state.kept = (*state.kept[:seat], kept, *state.kept[seat + 1 :])
    elif action >= REROLL:
        state.chosen = (*state.chosen, action - REROLL)
        if len(state.chosen) == state.count:
            state.stage = REROLLING
    elif action >= SPEND or SPEND_HERO < action < SALUD:
        _spend(state, seat, action)
    elif action >= SALUD:
        state.die, state.friend = divmod(action - SALUD, FRIENDS)
        state.stage = SHARING
    elif action == PASS:
        _leave_magic(state)
    elif action == STOP:
        _next_digger(state)
    elif action == DONE:
        state.waiting = tuple(other for other in state.waiting if other != seat)
        if not state.waiting:
            _recover(state)
    else:
        _choose_hero(state, seat, action - HERO)


def _choose_hero(state: FastState, seat: int, hero: int) -> None:
    state.heroes[seat] = hero
    counts = state.counts[seat]
    for thing, many in state.tables.heroes[hero]:
        counts[thing] += many
    state.queue = state.queue[1:]
    if state.queue:
        state.seat = state.queue[0]
    else:
        state.stage = FILL


def take(state: FastState, seat: int, place: int) -> None:
    """Take the die of this place; what lies on it slides."""
    tables, mountain = state.tables, state.mountain
    entry = mountain[place]
    above = tables.above
    while True:
        for higher in above[place]:
            if mountain[higher] >= 0:
                mountain[place] = mountain[higher]
                place = higher
                break
        else:
            break
    mountain[place] = EMPTY
    state.mask ^= 1 << place
    insort(state.hoards[seat], entry)
    state.counts[seat][tables.thing[entry]] += tables.many[entry]
    if not state.mask:
        state.magic_start = (seat + 1) % state.seats
        _begin_magic(state, range(state.seats))
    elif state.salud and not state.taken:
        state.taken = 1
    else:
        _next_digger(state)


def _next_digger(state: FastState) -> None:
    state.seat = (state.seat + 1) % state.seats
    state.salud = False
    state.taken = 0


def _begin_magic(state: FastState, among: Sequence[int]) -> None:
    first, seats = state.magic_start, state.seats
    order = (seat % seats for seat in range(first, first + seats))
    state.queue = tuple(seat for seat in order if seat in among)
    state.spent, state.spent_heroes = (), ()
    state.salud, state.taken = False, 0
    _leave_magic(state)


def _leave_magic(state: FastState) -> None:
    """The next who has something to spend, or scoring."""
    while state.queue:
        state.seat, state.queue = state.queue[0], state.queue[1:]
        if state.counts[state.seat][DIAMONDS]:
            state.options = sources(state, state.seat)
            if state.options:
                state.stage = MAGIC
                return
    if state.tied:
        _score_tiebreak(state)
    else:
        _score_round(state)


def _spend(state: FastState, seat: int, action: int) -> None:
    state.source = action
    if action >= SPEND:
        die = action - SPEND
        shows = next(
            state.tables.many[entry] for entry in state.hoards[seat] if entry // FACES == die
        )
        state.spent = tuple(sorted((*state.spent, die)))
    else:
        number = action - SPEND_HERO
        shows = state.tables.hero_magic[state.heroes[seat]][number - 1]
        state.spent_heroes = tuple(sorted((*state.spent_heroes, (seat, number))))
    state.options = targets(state, seat)
    state.count = min(len(state.options), shows)
    state.chosen = ()
    state.stage = SPENDING


def _score_round(state: FastState) -> None:
    scored = scoring.scores(state.counts)
    for seat, (tunnels, treasure, hazards) in enumerate(scored):
        state.totals[seat] += tunnels + treasure + hazards
    state.rounds = (*state.rounds, (state.start, scored))
    if len(state.rounds) < state.tables.content.rounds:
        state.waiting = tuple(s for s in range(state.seats) if state.counts[s][CHESTS])
        state.kept = ((),) * state.seats
        state.stage = KEEPING
        if not state.waiting:
            _recover(state)
        return
    best = max(state.totals)
    _decide(state, tuple(s for s in range(state.seats) if state.totals[s] == best))


def _score_tiebreak(state: FastState) -> None:
    tied = state.tied
    scored = scoring.scores([state.counts[seat] for seat in tied])
    state.tiebreaks = (*state.tiebreaks, (tied, scored))
    points = [sum(score) for score in scored]
    best = max(points)
    _decide(state, tuple(s for s, p in zip(tied, points, strict=True) if p == best))


def _decide(state: FastState, best: tuple[int, ...]) -> None:
    if len(best) == 1 or len(state.tiebreaks) >= state.tables.content.rulings.tiebreaks_at_most:
        state.stage, state.winners, state.tied = FINISHED, best, ()
        return
    state.tied = best
    state.stage = TIE_ROLL
    if not any(state.hoards[seat] for seat in best):
        _begin_magic(state, best)


def _recover(state: FastState) -> None:
    state.stage = RECOVERING
    if sum(map(len, state.hoards)) == sum(map(len, state.kept)):
        _find_start(state)


def _find_start(state: FastState) -> None:
    fewest = min(state.totals)
    tied = tuple(s for s in range(state.seats) if state.totals[s] == fewest)
    if len(tied) > 1:
        state.stage, state.queue = LOT, tied
    else:
        state.stage, state.start = FILL, tied[0]


def bounds(state: FastState) -> list[int]:
    """What luck is asked: a number below each of these; [] where it isn't."""
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


def resolve(state: FastState, drawn: Sequence[int]) -> None:
    """Let luck answer, and all happen that follows by itself."""
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
            _leave_magic(state)
        case fast.RECOVERING:
            faces = iter(drawn)
            for seat, hoard in enumerate(state.hoards):
                kept = state.kept[seat]
                _reroll(
                    state,
                    seat,
                    {e // FACES: next(faces) for e in hoard if e // FACES not in kept},
                )
            _find_start(state)
        case fast.LOT:
            state.start, state.stage = state.queue[drawn[0]], FILL
        case fast.TIE_ROLL:
            faces = iter(drawn)
            for seat in state.tied:
                _reroll(state, seat, {e // FACES: next(faces) for e in state.hoards[seat]})
            _begin_magic(state, state.tied)
        case _:
            raise AssertionError("luck answers only where it is asked")


def _shared(state: FastState, face: int) -> None:
    tables = state.tables
    seat, friend, first = state.seat, state.friend, state.die * FACES
    state.hoards[seat].remove(first + BEER)
    state.counts[seat][BEERS] -= 1
    insort(state.hoards[friend], first + face)
    state.counts[friend][tables.thing[first + face]] += tables.many[first + face]
    state.salud = True
    state.stage = EXCAVATION


def _reroll(state: FastState, seat: int, new: dict[int, int]) -> None:
    if not new:
        return
    hoard = state.hoards[seat]
    thing, many, counts = state.tables.thing, state.tables.many, state.counts[seat]
    for place, entry in enumerate(hoard):
        die = entry // FACES
        face = new.get(die)
        if face is not None:
            counts[thing[entry]] -= many[entry]
            entry = die * FACES + face
            hoard[place] = entry
            counts[thing[entry]] += many[entry]
