"""Results of an ended match: places, points and statistics of its players.

The rules know only seats, but results belong to people, and a seat can have had several holders. So
statistics are counted by walking through the log with the holders of each moment. Moves that were
taken back don't count, nor do turns that a computer played for a late player.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.log.roster import fold
from bot.match.statistics.result import NO_STATS, Fate, MatchStats, Result, with_achievements
from bot.match.values.players import Holder, UserId
from engine.core import driver, luck
from engine.core.fortune import NOTHING, Fortune
from engine.core.statistics import GameStatistics, Points, Statistic
from engine.core.types import Seat

LEAVING = (
    MatchEventKind.RESIGNED,
    MatchEventKind.REPLACED,
    MatchEventKind.FORFEITED,
    MatchEventKind.CLAIMED,
)


def places(loaded: Loaded) -> tuple[int, ...]:
    """Return the place of each seat in an ended match, from 1; () if it is void or has no winner.

    Seats abandoned to a computer come last, the earliest leaver at the very end. A tournament match
    that ends early is placed by its current points.
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
    if loaded.outcome is not None:
        worth: Sequence[int] = [-place for place in loaded.outcome.places]
    elif loaded.in_tournament:
        scores = loaded.game.scores(loaded.state)
        worth = [-points for points in scores] if loaded.game.statistics.fewest else scores
    else:
        worth = [0] * loaded.seats
    return {seat: 1 + sum(worth[other] > worth[seat] for other in staying) for seat in staying}


def called_after(loaded: Loaded) -> tuple[Holder, ...]:
    """Return the holder whose name each seat shows. After the end, a seat shows a player who left
    it, unless a computer has moved there since.
    """
    holders = list(loaded.roster.holders)
    if loaded.status is Status.OVER:
        for event in loaded.events:
            if event.kind in LEAVING and event.seat is not None and holders[event.seat] is None:
                later = loaded.entries[event.after_seq :]
                if not any(entry.actor == event.seat for entry in later):
                    holders[event.seat] = _before(loaded, event)
    return tuple(holders)


def sat_before(loaded: Loaded) -> tuple[tuple[Seat, int, Holder], ...]:
    """Return each earlier holder of a seat, with the length of the log when they lost it."""
    handed = (event for event in loaded.events if event.kind is MatchEventKind.HANDED)
    return tuple(
        (event.seat, event.after_seq, _before(loaded, event))
        for event in handed
        if event.seat is not None
    )


def _before(loaded: Loaded, event: MatchEvent) -> Holder:
    return fold(loaded.events[: event.n]).holders[event.seat or 0]


def leavers(loaded: Loaded) -> tuple[tuple[Seat, UserId], ...]:
    roster = loaded.roster
    return tuple((seat, user) for seat, user in roster.gone if roster.original[seat] == user)


def results(loaded: Loaded) -> tuple[Result, ...]:
    """Return each player's Result; () if the match does not count.

    A match counts if at least two people began it and it has a winner; in a game for one only, if
    it was played to its end. A past day played again never counts. One player alone in a game for
    several is practice: their points can't share an average with points against rivals.

    Players who left are placed after those who stayed, and get no points, because points belong to
    the seat. A player who took over gets the seat's points.
    """
    roster = loaded.roster
    placed = places(loaded)
    people = sum(holder is not None for holder in roster.original)
    if loaded.record.archive or people < min(max(loaded.game.info.seats), 2) or not placed:
        return ()
    left = leavers(loaded)
    staying = [(seat, user) for seat, user in enumerate(roster.holders) if user is not None]
    if not staying:
        return ()
    scores = loaded.game.scores(loaded.state)
    stats = _stats(loaded)
    shares = [
        Result(
            seat,
            user,
            place=placed[seat] if loaded.seats > 1 else None,
            points=scores[seat],
            fate=Fate.STAYED if roster.original[seat] == user else Fate.TOOK_OVER,
            whole=loaded.outcome is not None and roster.original[seat] == user,
            stats=stats.get(user, NO_STATS),
        )
        for seat, user in staying
    ]
    stayed = {user for _, user in staying}
    left = tuple((seat, user) for seat, user in left if user not in stayed)
    people = len(staying) + len(left)
    for back, (seat, user) in enumerate(left):
        fate = Fate.REPLACED if (seat, user) in roster.replaced else Fate.RESIGNED
        shares.append(
            Result(seat, user, people - back, 0, fate, whole=False, stats=stats.get(user, NO_STATS))
        )
    shares.sort(key=lambda result: (result.seat, result.fate is Fate.TOOK_OVER))
    game = loaded.game.statistics
    # Players choose how strong their computers are. So such matches are unrated, and earn no
    # achievements.
    company = None in roster.original
    rated = game.rated and loaded.seats > 1 and not company
    shares = [_as_declared(result, game, rated=rated) for result in shares]
    lasted = (roster.ended or 0) - (roster.started or 0)
    achievements = () if company else game.achievements
    return with_achievements(achievements, shares, loaded.outcome, lasted)


def _as_declared(result: Result, game: GameStatistics, *, rated: bool) -> Result:
    counts = Counter(dict(result.stats.counts))
    for name in game.gifts:
        counts[name] = sum(number for gift, _, number in result.stats.gifts if gift == name)
    return replace(
        result,
        counted=tuple((name, counts[name]) for name in game.leaderboards if counts[name]),
        rated=rated and result.fate is not Fate.TOOK_OVER,
        fewest=game.fewest,
    )


def own_end(loaded: Loaded, user: UserId) -> Result | None:
    """Return one player's result, even of a match that does not count, like practice."""
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
    roster = loaded.roster
    if loaded.record.day_ends is None or roster.void is not None or not roster.people:
        return None
    return loaded.game.scores(loaded.state)[0]


def took_part(loaded: Loaded) -> tuple[UserId, ...]:
    roster = loaded.roster
    handed = (event.holder for event in loaded.events if event.kind is MatchEventKind.HANDED)
    return tuple(dict.fromkeys(user for user in (*roster.original, *handed) if user is not None))


@dataclass(slots=True)
class _Counting:
    role: str | None = None
    rounds: dict[int, dict[str, int]] = field(default_factory=dict)
    counts: Counter[str] = field(default_factory=Counter)
    gifts: Counter[tuple[str, UserId]] = field(default_factory=Counter)
    turns: int = 0
    seconds: int = 0
    late: int = 0
    fortune: Fortune = NOTHING

    def add(self, statistic: Statistic, receiver: Holder) -> None:
        if statistic.role is not None:
            self.role = statistic.role
        elif statistic.round is not None:
            points = self.rounds.setdefault(statistic.round, {})
            points[statistic.name] = points.get(statistic.name, 0) + statistic.amount
        else:
            self.counts[statistic.name] += statistic.amount
            if receiver is not None:
                self.gifts[statistic.name, receiver] += statistic.amount

    def done(self) -> MatchStats:
        rounds: tuple[Points, ...] = tuple(
            tuple(points.items()) for _, points in sorted(self.rounds.items())
        )
        return MatchStats(
            role=self.role,
            rounds=rounds,
            counts=tuple(sorted(self.counts.items())),
            gifts=tuple((*key, count) for key, count in sorted(self.gifts.items())),
            turns=self.turns,
            seconds=self.seconds,
            late=self.late,
            fortune=self.fortune,
        )


def _stats(loaded: Loaded) -> dict[UserId, MatchStats]:
    counting: dict[UserId, _Counting] = {}
    game = loaded.game.statistics

    def counted(user: UserId) -> _Counting:
        return counting.setdefault(user, _Counting())

    changes = [event for event in loaded.events if event.kind is MatchEventKind.HANDED]
    holders = list(loaded.roster.original)
    by_computer = list(loaded.roster.stood_in)
    state = driver.start(loaded.game, loaded.seats).state
    before: Seat | None = None
    standing_in: Seat | None = None
    since = loaded.roster.started or 0
    for advance, stored in zip(_kept(loaded.advances()), loaded.log, strict=True):
        seq, actor = advance.entry.seq, advance.entry.actor
        while changes and changes[0].after_seq <= seq:
            change = changes.pop(0)
            if change.seat is not None:
                holders[change.seat] = change.holder
        if actor is not None and actor != before:
            turn = next(
                (
                    statistic
                    for statistic in by_computer
                    if statistic[0] == actor and statistic[1] <= seq
                ),
                None,
            )
            standing_in = None if turn is None else actor
            if turn is not None:
                by_computer.remove(turn)
        user = None if actor is None else holders[actor]
        if user is not None and actor != before and standing_in is None:
            counted(user).turns += 1
            counted(user).seconds += max(stored.at - since, 0)
        for game_event in advance.events:
            for statistic in game.count(game_event):
                user = holders[statistic.seat]
                if user is not None and (
                    statistic.round is not None or statistic.seat != standing_in
                ):
                    counted(user).add(
                        statistic,
                        None if statistic.receiver is None else holders[statistic.receiver],
                    )
        if actor is None:
            fortunes = loaded.game.fortunes(state, advance.position.state)
            for user, fortune in zip(holders, fortunes, strict=True):
                if user is not None and fortune != NOTHING:
                    counted(user).fortune += fortune
        state = advance.position.state
        before = before if actor is None else actor
        since = stored.at
    for event in loaded.events:
        if event.kind is MatchEventKind.LATE and event.holder is not None:
            counted(event.holder).late += 1
    return {user: advance.done() for user, advance in counting.items()}


def _kept(advances: tuple[driver.Advance[object], ...]) -> list[driver.Advance[object]]:
    kept = list(advances)
    standing: list[int] = []
    for number, advance in enumerate(kept):
        if advance.entry.token == driver.UNDO:
            undone = standing.pop()
            kept[undone] = replace(kept[undone], events=())
        else:
            standing.append(number)
    return kept


def seat_fortunes(loaded: Loaded) -> tuple[Fortune, ...]:
    return luck.seat_fortunes(loaded.game, loaded.seats, loaded.entries) if loaded.seats else ()
