"""What somebody's matches say about them, and about two people against each other: sums."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.holders import UserId
from bot.match.statistics.match_stats import Points
from bot.match.statistics.projections import Beers, Taken
from bot.match.types import Fate, MatchId
from engine.core.fortune import Fortune, total


@dataclass(frozen=True, slots=True)
class Moment:
    """The number shown after a match."""

    ended: int
    """In seconds since 1970."""
    rating: int


@dataclass(frozen=True, slots=True)
class Record:
    """Most of something, and the match in which it was first."""

    points: int
    match: MatchId


@dataclass(frozen=True, slots=True)
class Role:
    """How somebody does with a character."""

    role: str
    matches: int
    wins: int
    points: int
    """In all of those together."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody's matches in a server. A match is whole if they played it to its end."""

    matches: int
    wins: int
    whole: int
    winning: int
    """How many of the latest in a row were won."""
    longest: int
    """The longest such row."""
    curve: tuple[Moment, ...]
    """The rating after each rated match, the earliest first; () where none was rated."""
    kinds: tuple[tuple[str, float], ...]
    """Points a whole match by kind, in the order of scoring."""
    roles: tuple[Role, ...]
    """Characters in whole matches, the most played first, then who won most."""
    best_match: Record | None
    best_round: Record | None
    given: int
    """Beers to people."""
    got: int
    most_to: Beers | None
    """The friend who was given most; None where nobody was."""
    most_from: Beers | None
    fortune: Fortune
    """Luck in all matches together."""
    turns: int
    seconds: int
    """How long the matches waited for those turns, all together."""
    late: int
    """Turns that were not made in time."""
    resigned: int
    replaced: int

    @property
    def rating(self) -> int | None:
        """The number shown now."""
        return self.curve[-1].rating if self.curve else None


def profile(taken: Sequence[Taken], beers: Sequence[Beers]) -> Profile:
    """Everything that somebody took in a server, the earliest first, as one Profile."""
    whole = [one for one in taken if one.whole]
    winning, longest = streak(taken)
    gave = max(beers, key=lambda one: (one.given, -one.friend), default=None)
    took = max(beers, key=lambda one: (one.got, -one.friend), default=None)
    deeds = [one.deeds for one in taken]
    return Profile(
        matches=len(taken),
        wins=sum(one.place == 1 for one in taken),
        whole=len(whole),
        winning=winning,
        longest=longest,
        curve=tuple(Moment(one.ended, one.after.shown) for one in taken if one.after is not None),
        kinds=_kinds(whole),
        roles=_roles(whole),
        best_match=_best([Record(one.points, one.match) for one in whole]),
        best_round=_best(
            [Record(_sum(points), one.match) for one in taken for points in one.deeds.rounds]
        ),
        given=sum(one.given for one in beers),
        got=sum(one.got for one in beers),
        most_to=gave if gave is not None and gave.given else None,
        most_from=took if took is not None and took.got else None,
        fortune=total(one.fortune for one in deeds),
        turns=sum(one.turns for one in deeds),
        seconds=sum(one.seconds for one in deeds),
        late=sum(one.late for one in deeds),
        resigned=sum(one.fate is Fate.RESIGNED for one in taken),
        replaced=sum(one.fate is Fate.REPLACED for one in taken),
    )


def streak(taken: Sequence[Taken]) -> tuple[int, int]:
    """How many of the latest matches in a row were won, and the longest such row."""
    now = longest = 0
    for one in taken:
        now = now + 1 if one.place == 1 else 0
        longest = max(longest, now)
    return now, longest


def _kinds(whole: Sequence[Taken]) -> tuple[tuple[str, float], ...]:
    sums: Counter[str] = Counter()
    for one in whole:
        for points in one.deeds.rounds:
            for kind, amount in points:
                sums[kind] += amount
    return tuple((kind, amount / len(whole)) for kind, amount in sums.items())


def _roles(whole: Sequence[Taken]) -> tuple[Role, ...]:
    found: dict[str, Role] = {}
    for one in whole:
        role = one.deeds.role
        if role is None:
            continue
        so_far = found.get(role, Role(role, 0, 0, 0))
        found[role] = Role(
            role,
            so_far.matches + 1,
            so_far.wins + (one.place == 1),
            so_far.points + one.points,
        )
    return tuple(sorted(found.values(), key=lambda one: (-one.matches, -one.wins, one.role)))


def _best(records: Sequence[Record]) -> Record | None:
    return max(records, key=lambda record: record.points, default=None)


def _sum(points: Points) -> int:
    return sum(amount for _, amount in points)


@dataclass(frozen=True, slots=True)
class Half:
    """One of two people, in the matches that both took something from."""

    user: UserId
    ahead: int
    """Matches in which they came before the other."""
    wins: int
    whole: int
    """Matches that both played to their end."""
    points: int
    """In those."""
    best: int | None
    """Most points in one of those; None without any."""
    given: int
    """Beers to the other."""
    resigned: int
    """Matches that they left before the end."""


@dataclass(frozen=True, slots=True)
class Versus:
    """Two people against each other."""

    halves: tuple[Half, Half]
    matches: int
    even: int
    """Matches in which they shared a place."""
    last: tuple[tuple[MatchId, int], ...]
    """The latest matches, the newest first: which of the two came before the other (0 or 1), or
    -1 for neither."""


LAST = 8


def versus(
    pairs: Sequence[tuple[Taken, Taken]], users: tuple[UserId, UserId], given: tuple[int, int]
) -> Versus:
    """What both took from each match, the earliest first, and beers to each other, as sums."""
    ahead = [_ahead(one, other) for one, other in pairs]
    both = [pair for pair in pairs if pair[0].whole and pair[1].whole]

    def half(side: int) -> Half:
        mine = [pair[side] for pair in pairs]
        whole = [pair[side] for pair in both]
        return Half(
            users[side],
            ahead=ahead.count(side),
            wins=sum(one.place == 1 for one in mine),
            whole=len(whole),
            points=sum(one.points for one in whole),
            best=max((one.points for one in whole), default=None),
            given=given[side],
            resigned=sum(one.fate in (Fate.RESIGNED, Fate.REPLACED) for one in mine),
        )

    latest = list(zip((pair[0].match for pair in pairs), ahead, strict=True))[-LAST:]
    return Versus((half(0), half(1)), len(pairs), ahead.count(-1), tuple(reversed(latest)))


def _ahead(one: Taken, other: Taken) -> int:
    if one.place == other.place:
        return -1
    return 0 if one.place < other.place else 1
