"""What somebody's matches say about them, and about two people against each other: sums."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.log.records import MatchId
from bot.match.statistics.projections import Exchange, KeptResult
from bot.match.statistics.result import Fate
from bot.match.values.players import UserId
from engine.core.fortune import Fortune, total
from engine.core.statistics import Points


@dataclass(frozen=True, slots=True)
class Moment:
    """The number shown after a match."""

    ended: int
    """In seconds since 1970."""
    rating: int


@dataclass(frozen=True, slots=True)
class Record:
    """The best of something, and the match in which it was first."""

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
class Gifts:
    """The gifts of one kind between somebody and all others."""

    name: str
    """As the game calls the statistic."""
    given: int = 0
    """To people."""
    got: int = 0
    most_to: Exchange | None = None
    """With the friend who was given most; None if nobody was."""
    most_from: Exchange | None = None


@dataclass(frozen=True, slots=True)
class Profile:
    """Somebody's matches of a game in a server. A match is whole if they played it to its end."""

    matches: int
    placed: int
    """Matches of several people, which give places."""
    wins: int
    whole: int
    points: int
    """In whole matches."""
    winning: int
    """How many of the latest in a row were won."""
    longest: int
    """The longest such row."""
    curve: tuple[Moment, ...]
    """The rating after each rated match, the earliest first; () if none was rated."""
    kinds: tuple[tuple[str, float], ...]
    """Points a whole match by kind, in the order of scoring."""
    roles: tuple[Role, ...]
    """Characters in whole matches, the most played first, then who won most."""
    best_match: Record | None
    best_round: Record | None
    exchanges: tuple[Exchange, ...]
    """By name and friend."""
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
        """The number shown now; None before the first rated match."""
        return self.curve[-1].rating if self.curve else None

    def gifts(self, name: str) -> Gifts:
        """The gifts of one kind."""
        shared = [one for one in self.exchanges if one.name == name]
        gave = max(shared, key=lambda one: (one.given, -one.friend), default=None)
        took = max(shared, key=lambda one: (one.got, -one.friend), default=None)
        return Gifts(
            name,
            given=sum(one.given for one in shared),
            got=sum(one.got for one in shared),
            most_to=gave if gave is not None and gave.given else None,
            most_from=took if took is not None and took.got else None,
        )


def profile(
    results: Sequence[KeptResult], exchanges: Sequence[Exchange], *, fewest: bool = False
) -> Profile:
    """Everything that somebody took in a server from matches of a game, the earliest first.

    `fewest` tells whether fewer points are better.
    """
    whole = [one for one in results if one.whole]
    winning, longest = streak(results)
    stats = [one.stats for one in results]
    return Profile(
        matches=len(results),
        placed=sum(one.place is not None for one in results),
        wins=sum(one.place == 1 for one in results),
        whole=len(whole),
        points=sum(one.points for one in whole),
        winning=winning,
        longest=longest,
        curve=tuple(Moment(one.ended, one.after.shown) for one in results if one.after is not None),
        kinds=_kinds(whole),
        roles=_roles(whole),
        best_match=_best([Record(one.points, one.match) for one in whole], fewest=fewest),
        best_round=_best(
            [Record(_sum(points), one.match) for one in results for points in one.stats.rounds],
            fewest=fewest,
        ),
        exchanges=tuple(exchanges),
        fortune=total(one.fortune for one in stats),
        turns=sum(one.turns for one in stats),
        seconds=sum(one.seconds for one in stats),
        late=sum(one.late for one in stats),
        resigned=sum(one.fate is Fate.RESIGNED for one in results),
        replaced=sum(one.fate is Fate.REPLACED for one in results),
    )


def streak(results: Sequence[KeptResult]) -> tuple[int, int]:
    """How many of the latest matches in a row were won, and the longest such row."""
    now = longest = 0
    for one in results:
        if one.place is not None:
            now = now + 1 if one.place == 1 else 0
        longest = max(longest, now)
    return now, longest


def _kinds(whole: Sequence[KeptResult]) -> tuple[tuple[str, float], ...]:
    sums: Counter[str] = Counter()
    for one in whole:
        for points in one.stats.rounds:
            for kind, amount in points:
                sums[kind] += amount
    return tuple((kind, amount / len(whole)) for kind, amount in sums.items())


def _roles(whole: Sequence[KeptResult]) -> tuple[Role, ...]:
    found: dict[str, Role] = {}
    for one in whole:
        role = one.stats.role
        if role is None:
            continue
        so_far = found.get(role, Role(role, 0, 0, 0))
        found[role] = Role(
            role, so_far.matches + 1, so_far.wins + (one.place == 1), so_far.points + one.points
        )
    return tuple(sorted(found.values(), key=lambda one: (-one.matches, -one.wins, one.role)))


def _best(records: Sequence[Record], *, fewest: bool) -> Record | None:
    best = min if fewest else max
    return best(records, key=lambda record: record.points, default=None)


def _sum(points: Points) -> int:
    return sum(amount for _, amount in points)


@dataclass(frozen=True, slots=True)
class Side:
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
    """The best points in one of those; None without any."""
    given: tuple[tuple[str, int], ...]
    """Gifts to the other, by name."""
    resigned: int
    """Matches that they left before the end."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two people against each other."""

    sides: tuple[Side, Side]
    matches: int
    even: int
    """Matches in which they shared a place."""
    last: tuple[tuple[MatchId, int], ...]
    """The latest matches, the newest first: which of the two came before the other (0 or 1), or
    -1 for neither."""


LAST = 8


def head_to_head(
    pairs: Sequence[tuple[KeptResult, KeptResult]],
    users: tuple[UserId, UserId],
    exchanges: Sequence[Exchange],
    *,
    fewest: bool = False,
) -> HeadToHead:
    """What both took from each match, the earliest first, as sums.

    `exchanges` are the first one's gifts; `fewest` tells whether fewer points are better.
    """
    best = min if fewest else max
    ahead = [_ahead(one, other) for one, other in pairs]
    shared = [one for one in exchanges if one.friend == users[1]]
    both = [pair for pair in pairs if pair[0].whole and pair[1].whole]

    def summed(side: int) -> Side:
        mine = [pair[side] for pair in pairs]
        whole = [pair[side] for pair in both]
        return Side(
            users[side],
            ahead=ahead.count(side),
            wins=sum(one.place == 1 for one in mine),
            whole=len(whole),
            points=sum(one.points for one in whole),
            best=best((one.points for one in whole), default=None),
            given=tuple((one.name, (one.given, one.got)[side]) for one in shared),
            resigned=sum(one.fate in (Fate.RESIGNED, Fate.REPLACED) for one in mine),
        )

    latest = list(zip((pair[0].match for pair in pairs), ahead, strict=True))[-LAST:]
    return HeadToHead((summed(0), summed(1)), len(pairs), ahead.count(-1), tuple(reversed(latest)))


def _ahead(one: KeptResult, other: KeptResult) -> int:
    assert one.place is not None, "matches of several people give places"
    assert other.place is not None, "matches of several people give places"
    if one.place == other.place:
        return -1
    return 0 if one.place < other.place else 1
