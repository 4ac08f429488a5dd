"""What a match that is over means for those who played it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.match.log.events import EventKind, MatchEvent
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.roster import fold
from bot.match.statistics.result import NO_STATS, Fate, Gift, MatchStats, Result, with_achievements
from bot.match.values.players import Holder, UserId
from engine.core import driver
from engine.core.capabilities import Luck
from engine.core.fortune import NOTHING, Fortune
from engine.core.luck import of_seats, rolls
from engine.core.statistics import GameStatistics, Points, Statistic, declared
from engine.core.types import Seat

LEAVING = (EventKind.RESIGNED, EventKind.REPLACED, EventKind.FORFEITED, EventKind.CLAIMED)
"""The events by which somebody loses a seat."""


def places(loaded: Loaded) -> tuple[int, ...]:
    """The place of each seat in a match that is over, from 1; () where nobody won or it is void.

    As the rules have it, but a seat that its person left to a computer comes after all others,
    the earliest last. A match of a tournament that ends early is placed by the points as they
    stand.
    """
    roster = loaded.roster
    left = [seat for seat, _ in leavers(loaded) if roster.holders[seat] is None]
    staying = [seat for seat in range(loaded.seats) if seat not in left]
    if not staying or roster.void is not None:
        return ()
    outcome = loaded.outcome
    if outcome is None and not any(roster.holders[seat] is not None for seat in staying):
        return ()
    order = among(loaded, staying)
    for back, seat in enumerate(left):
        order[seat] = loaded.seats - back
    return tuple(order[seat] for seat in range(loaded.seats))


def among(loaded: Loaded, staying: Sequence[Seat]) -> dict[Seat, int]:
    """The places of those who stayed among themselves, by seat."""
    if loaded.outcome is not None:
        worth: Sequence[int] = [-place for place in loaded.outcome.places]
    elif loaded.in_tournament:
        scores = loaded.game.scores(loaded.state)
        worth = [-points for points in scores] if declared(loaded.game).fewest else scores
    else:
        worth = [0] * loaded.seats
    return {seat: 1 + sum(worth[other] > worth[seat] for other in staying) for seat in staying}


def called_after(loaded: Loaded) -> tuple[Holder, ...]:
    """By whose name each seat is called: its holder's, or theirs who left it for nobody to play.

    A match that ends with somebody's leaving hands the seat to a computer that never moves.
    """
    holders = list(loaded.roster.holders)
    if loaded.status is Status.OVER:
        for event in loaded.events:
            if event.kind in LEAVING and event.seat is not None and holders[event.seat] is None:
                later = loaded.entries[event.after_seq :]
                if not any(entry.actor == event.seat for entry in later):
                    holders[event.seat] = _before(loaded, event)
    return tuple(holders)


def sat_before(loaded: Loaded) -> tuple[tuple[Seat, int, UserId], ...]:
    """Who held a seat until the log had so many entries, the earliest first; people alone."""
    handed = (event for event in loaded.events if event.kind is EventKind.HANDED)
    return tuple(
        (event.seat, event.after_seq, holder)
        for event in handed
        if event.seat is not None and (holder := _before(loaded, event)) is not None
    )


def _before(loaded: Loaded, event: MatchEvent) -> Holder:
    """Who held the seat of an event before it."""
    return fold(loaded.events[: event.n]).holders[event.seat or 0]


def leavers(loaded: Loaded) -> tuple[tuple[Seat, UserId], ...]:
    """Those who sat there from the start and hold their seat no more, the earliest first."""
    roster = loaded.roster
    return tuple((seat, user) for seat, user in roster.gone if roster.original[seat] == user)


def results(loaded: Loaded) -> tuple[Result, ...]:
    """What each person takes from it; () if it does not count.

    A match counts that somebody won, and that at least two people began. One for a single seat
    counts when it was played to its end, and has no place; but in a game that can be played
    together it is practice. There points against rivals are another thing than points alone, and
    both would share an average and a best. One in which computers sat down with people counts, and
    brings no rating and no achievement.

    Who left takes no points, which belong to the seat that was played on, and a place after those
    who stayed. Who took over takes those of the seat. A computer takes nothing.
    """
    roster = loaded.roster
    placed = places(loaded)
    people = sum(holder is not None for holder in roster.original)
    if people < min(max(loaded.game.info.seats), 2) or not placed:
        return ()
    left = leavers(loaded)
    staying = [(seat, user) for seat, user in enumerate(roster.holders) if user is not None]
    if not staying:
        return ()
    scores = loaded.game.scores(loaded.state)
    done = _stats(loaded)
    found = [
        Result(
            seat,
            user,
            place=placed[seat] if loaded.seats > 1 else None,
            points=scores[seat],
            fate=Fate.STAYED if roster.original[seat] == user else Fate.TOOK_OVER,
            whole=loaded.outcome is not None and roster.original[seat] == user,
            stats=done.get(user, NO_STATS),
        )
        for seat, user in staying
    ]
    here = {user for _, user in staying}
    left = tuple((seat, user) for seat, user in left if user not in here)
    people = len(staying) + len(left)
    for back, (seat, user) in enumerate(left):
        fate = Fate.REPLACED if (seat, user) in roster.replaced else Fate.RESIGNED
        found.append(
            Result(seat, user, people - back, 0, fate, whole=False, stats=done.get(user, NO_STATS))
        )
    found.sort(key=lambda result: (result.seat, result.fate is Fate.TOOK_OVER))
    game = declared(loaded.game)
    # How strong the company is was chosen: no rating knows it, and no achievement should be easier.
    company = None in roster.original
    rated = game.rated and loaded.seats > 1 and not company
    found = [_as_declared(result, game, rated=rated) for result in found]
    lasted = (roster.ended or 0) - (roster.started or 0)
    achievements = () if company else game.achievements
    return with_achievements(achievements, found, loaded.outcome, lasted)


def _as_declared(result: Result, game: GameStatistics, *, rated: bool) -> Result:
    """With what its game's own leaderboards count of it, and whether it is rated, in a match that
    is."""
    counts = Counter(dict(result.stats.counts))
    for name in game.gifts:
        counts[name] = sum(gift.count for gift in result.stats.gifts if gift.name == name)
    return replace(
        result,
        counted=tuple((name, counts[name]) for name in game.leaderboards if counts[name]),
        rated=rated and result.fate is not Fate.TOOK_OVER,
        fewest=game.fewest,
    )


def own_end(loaded: Loaded, user: UserId) -> Result | None:
    """How a match that is over ended for one person, whether it counts or not.

    Practice counts for nothing, and has places and points all the same. None if the match has no
    result, or if the user had no seat from its start.
    """
    roster = loaded.roster
    if user not in roster.original or roster.void is not None:
        return None
    seat = roster.original.index(user)
    points = loaded.game.scores(loaded.state)[seat]
    if roster.holders[seat] != user:
        fate = Fate.REPLACED if (seat, user) in roster.replaced else Fate.RESIGNED
        return Result(seat, user, loaded.seats, 0, fate, whole=False)
    placed = places(loaded)
    if not placed:
        return None
    place = placed[seat] if loaded.seats > 1 else None
    return Result(seat, user, place, points, whole=loaded.outcome is not None)


def day_points(loaded: Loaded) -> int | None:
    """What a match of a day that is over counts for, as it stands; None: nothing."""
    roster = loaded.roster
    if loaded.record.day is None or roster.void is not None or not roster.people:
        return None
    return loaded.game.scores(loaded.state)[0]


def took_part(loaded: Loaded) -> tuple[UserId, ...]:
    """Everybody who held a seat at any time, each once, in the order of coming."""
    roster = loaded.roster
    handed = (event.holder for event in loaded.events if event.kind is EventKind.HANDED)
    return tuple(dict.fromkeys(user for user in (*roster.original, *handed) if user is not None))


@dataclass(slots=True)
class _Counting:
    """What somebody did, while it is being counted."""

    role: str | None = None
    rounds: dict[int, dict[str, int]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    gifts: Counter[tuple[str, UserId]] = field(default_factory=Counter)
    turns: int = 0
    seconds: int = 0
    late: int = 0
    fortune: Fortune = NOTHING

    def add(self, one: Statistic, receiver: Holder) -> None:
        """Count a Statistic; `receiver` holds the seat that was given something."""
        if one.role is not None:
            self.role = one.role
        elif one.round is not None:
            points = self.rounds.setdefault(one.round, {})
            points[one.name] = points.get(one.name, 0) + one.amount
        else:
            self.counts[one.name] += one.amount
            if receiver is not None:
                self.gifts[one.name, receiver] += one.amount

    def done(self) -> MatchStats:
        """All that was counted."""
        rounds: tuple[Points, ...] = tuple(
            tuple(points.items()) for _, points in sorted(self.rounds.items())
        )
        return MatchStats(
            role=self.role,
            rounds=rounds,
            counts=tuple(sorted(self.counts.items())),
            gifts=tuple(Gift(*key, count) for key, count in sorted(self.gifts.items())),
            turns=self.turns,
            seconds=self.seconds,
            late=self.late,
            fortune=self.fortune,
        )


def _stats(loaded: Loaded) -> dict[UserId, MatchStats]:
    """What each person did while the seat was theirs, from the log."""
    counting: dict[UserId, _Counting] = {}
    game = declared(loaded.game)

    def person(user: UserId) -> _Counting:
        return counting.setdefault(user, _Counting())

    changes = [event for event in loaded.events if event.kind is EventKind.HANDED]
    holders = list(loaded.roster.original)
    by_computer = list(loaded.roster.stood_in)
    state = driver.start(loaded.game, loaded.seats).state
    before: Seat | None = None
    standing_in: Seat | None = None
    since = loaded.roster.started or 0
    for made, kept in zip(_kept(loaded.advances()), loaded.log, strict=True):
        seq, actor = made.entry.seq, made.entry.actor
        while changes and changes[0].after_seq <= seq:
            change = changes.pop(0)
            if change.seat is not None:
                holders[change.seat] = change.holder
        if actor is not None and actor != before:
            turn = next((one for one in by_computer if one[0] == actor and one[1] <= seq), None)
            standing_in = None if turn is None else actor
            if turn is not None:
                by_computer.remove(turn)
        user = None if actor is None else holders[actor]
        if user is not None and actor != before and standing_in is None:
            person(user).turns += 1
            person(user).seconds += max(kept.at - since, 0)
        for happened in made.events:
            for one in game.count(happened):
                user = holders[one.seat]
                if user is not None and (one.round is not None or one.seat != standing_in):
                    person(user).add(one, None if one.receiver is None else holders[one.receiver])
        if actor is None and isinstance(loaded.game, Luck):
            fortunes = loaded.game.fortunes(state, made.position.state)
            for user, fortune in zip(holders, fortunes, strict=True):
                if user is not None and fortune != NOTHING:
                    person(user).fortune += fortune
        state = made.position.state
        before = before if actor is None else actor
        since = kept.at
    for event in loaded.events:
        if event.kind is EventKind.LATE and event.holder is not None:
            person(event.holder).late += 1
    return {user: made.done() for user, made in counting.items()}


def _kept(advances: tuple[driver.Advance[object], ...]) -> list[driver.Advance[object]]:
    """These advances, with no events where a move was taken back."""
    kept = list(advances)
    counting: list[int] = []
    for number, made in enumerate(kept):
        if made.entry.token == driver.UNDO:
            taken = counting.pop()
            kept[taken] = replace(kept[taken], events=())
        else:
            counting.append(number)
    return kept


def seat_fortunes(loaded: Loaded) -> tuple[Fortune, ...]:
    """What luck brought each seat so far. Takes some milliseconds: call it in a thread."""
    rolled = rolls(loaded.game, loaded.seats, loaded.entries) if loaded.seats else ()
    return of_seats(rolled, loaded.seats)
