"""Decisions on a FastState, applied in place with all automatic steps. Nothing is checked."""

from bisect import insort
from collections.abc import Sequence

from engine.games.dice_miner.content import FACES
from engine.games.dice_miner.fast import scoring
from engine.games.dice_miner.fast.choices import sources, targets
from engine.games.dice_miner.fast.state import (
    DONE,
    EMPTY,
    FILL,
    FINISHED,
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
from engine.games.dice_miner.fast.tables import CHESTS, DIAMONDS


def apply(state: FastState, seat: int, action: int) -> None:
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
        leave_magic(state)
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
    for symbol, amount in state.tables.heroes[hero]:
        counts[symbol] += amount
    state.queue = state.queue[1:]
    if state.queue:
        state.seat = state.queue[0]
    else:
        state.stage = FILL


def take(state: FastState, seat: int, place: int) -> None:
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
    state.counts[seat][tables.symbol[entry]] += tables.amount[entry]
    if not state.mask:
        state.magic_start = (seat + 1) % state.seats
        begin_magic(state, range(state.seats))
    elif state.salud and not state.taken:
        state.taken = 1
    else:
        _next_digger(state)


def _next_digger(state: FastState) -> None:
    state.seat = (state.seat + 1) % state.seats
    state.salud = False
    state.taken = 0


def begin_magic(state: FastState, among: Sequence[int]) -> None:
    first, seats = state.magic_start, state.seats
    order = (seat % seats for seat in range(first, first + seats))
    state.queue = tuple(seat for seat in order if seat in among)
    state.spent, state.spent_heroes = (), ()
    state.salud, state.taken = False, 0
    leave_magic(state)


def leave_magic(state: FastState) -> None:
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
            state.tables.amount[entry] for entry in state.hoards[seat] if entry // FACES == die
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
        begin_magic(state, best)


def _recover(state: FastState) -> None:
    state.stage = RECOVERING
    if sum(map(len, state.hoards)) == sum(map(len, state.kept)):
        find_start(state)


def find_start(state: FastState) -> None:
    """Let the seat with the fewest points start; in a tie, request a draw (rules.md, Recovery)."""
    fewest = min(state.totals)
    tied = tuple(s for s in range(state.seats) if state.totals[s] == fewest)
    if len(tied) > 1:
        state.stage, state.queue = LOT, tied
    else:
        state.stage, state.start = FILL, tied[0]
