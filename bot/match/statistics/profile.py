"""Statistics of one player's matches, and of two players against each other."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.match.log.records import MatchId
from bot.match.statistics.projections import Exchange, KeptResult
from bot.match.statistics.result import Fate
from bot.match.values.players import UserId
from engine.core.fortune import Fortune, total
from engine.core.statistics import Points


@dataclass(frozen=True, slots=True)
class CharacterStats:
    role: str
    matches: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's matches of one game in one server. A match is `whole` if they played to its end.

    Points, kinds and roles are those of whole matches.
    """

    matches: int
    placed: int
    """Matches of several people, which have places."""
    wins: int
    whole: int
    points: int
    winning: int
    longest: int
    curve: tuple[tuple[int, int], ...]
    """The ratings after rated matches, each after the time when the match ended."""
    kinds: tuple[tuple[str, float], ...]
    """Average points per whole match by kind, in the order of scoring."""
    roles: tuple[CharacterStats, ...]
    """Characters in whole matches, the most played first, then those with the most wins."""
    best_match: tuple[int, MatchId] | None
    """The points, and the match; also of the best round."""
    best_round: tuple[int, MatchId] | None
    exchanges: tuple[Exchange, ...]
    """By name and friend."""
    fortune: Fortune
    turns: int
    seconds: int
    """Seconds for which the matches waited for those turns."""
    late: int
    resigned: int
    replaced: int

    @property
    def rating(self) -> int | None:
        return self.curve[-1][1] if self.curve else None

    def given(self, name: str) -> tuple[int, UserId | None]:
        """Return the number of gifts of this name, and the friend who got most of them."""
        return _total((gift.given, gift.friend) for gift in self.exchanges if gift.name == name)

    def received(self, name: str) -> tuple[int, UserId | None]:
        """Return the number of gifts of this name, and the friend who gave most of them."""
        return _total((gift.got, gift.friend) for gift in self.exchanges if gift.name == name)


def _total(gifts: Iterable[tuple[int, UserId]]) -> tuple[int, UserId | None]:
    gifts = list(gifts)
    most, friend = max(gifts, key=lambda gift: (gift[0], -gift[1]), default=(0, None))
    return sum(number for number, _ in gifts), friend if most else None


def profile(
    results: Sequence[KeptResult], exchanges: Sequence[Exchange], *, fewest: bool = False
) -> Profile:
    """Sum up a player's results, which are ordered by time. `fewest`: fewer points are better."""
    whole_matches = [result for result in results if result.whole]
    winning, longest = streak(results)
    stats = [result.stats for result in results]
    return Profile(
        matches=len(results),
        placed=sum(result.place is not None for result in results),
        wins=sum(result.place == 1 for result in results),
        whole=len(whole_matches),
        points=sum(result.points for result in whole_matches),
        winning=winning,
        longest=longest,
        curve=tuple(
            (result.ended, result.after.shown) for result in results if result.after is not None
        ),
        kinds=_kinds(whole_matches),
        roles=_roles(whole_matches),
        best_match=_best(
            [(result.points, result.match) for result in whole_matches], fewest=fewest
        ),
        best_round=_best(
            [(_sum(points), result.match) for result in results for points in result.stats.rounds],
            fewest=fewest,
        ),
        exchanges=tuple(exchanges),
        fortune=total(result.fortune for result in stats),
        turns=sum(result.turns for result in stats),
        seconds=sum(result.seconds for result in stats),
        late=sum(result.late for result in stats),
        resigned=sum(result.fate is Fate.RESIGNED for result in results),
        replaced=sum(result.fate is Fate.REPLACED for result in results),
    )


def streak(results: Sequence[KeptResult]) -> tuple[int, int]:
    current = longest = 0
    for result in results:
        if result.place is not None:
            current = current + 1 if result.place == 1 else 0
        longest = max(longest, current)
    return current, longest


def _kinds(whole_matches: Sequence[KeptResult]) -> tuple[tuple[str, float], ...]:
    sums: Counter[str] = Counter()
    for result in whole_matches:
        for points in result.stats.rounds:
            for kind, amount in points:
                sums[kind] += amount
    return tuple((kind, amount / len(whole_matches)) for kind, amount in sums.items())


def _roles(whole_matches: Sequence[KeptResult]) -> tuple[CharacterStats, ...]:
    roles: dict[str, CharacterStats] = {}
    for result in whole_matches:
        role = result.stats.role
        if role is None:
            continue
        so_far = roles.get(role, CharacterStats(role, 0, 0, 0))
        roles[role] = CharacterStats(
            role,
            so_far.matches + 1,
            so_far.wins + (result.place == 1),
            so_far.points + result.points,
        )
    return tuple(
        sorted(roles.values(), key=lambda result: (-result.matches, -result.wins, result.role))
    )


def _best(records: Sequence[tuple[int, MatchId]], *, fewest: bool) -> tuple[int, MatchId] | None:
    best = min if fewest else max
    return best(records, key=lambda record: record[0], default=None)


def _sum(points: Points) -> int:
    return sum(amount for _, amount in points)


@dataclass(frozen=True, slots=True)
class OpponentSide:
    user: UserId
    ahead: int
    wins: int
    whole: int
    """Matches that both played to their end; `points` and `best` count only these."""
    points: int
    best: int | None
    given: tuple[tuple[str, int], ...]
    resigned: int
    """Matches that they left before the end."""


@dataclass(frozen=True, slots=True)
class HeadToHead:
    sides: tuple[OpponentSide, OpponentSide]
    matches: int
    even: int
    last: tuple[tuple[MatchId, int], ...]
    """The latest matches, the newest first, with the player who placed first (0 or 1), or -1 for a
    tie.
    """


LAST = 8


def head_to_head(
    pairs: Sequence[tuple[KeptResult, KeptResult]],
    users: tuple[UserId, UserId],
    exchanges: Sequence[Exchange],
    *,
    fewest: bool = False,
) -> HeadToHead:
    """Sum up the common matches of two players, which are ordered by time.

    `exchanges` are the first player's gifts; `fewest`: fewer points are better.
    """
    best = min if fewest else max
    ahead = [_ahead(result, other) for result, other in pairs]
    shared = [result for result in exchanges if result.friend == users[1]]
    both = [pair for pair in pairs if pair[0].whole and pair[1].whole]

    def summed(side: int) -> OpponentSide:
        own_results = [pair[side] for pair in pairs]
        whole_matches = [pair[side] for pair in both]
        return OpponentSide(
            users[side],
            ahead=ahead.count(side),
            wins=sum(result.place == 1 for result in own_results),
            whole=len(whole_matches),
            points=sum(result.points for result in whole_matches),
            best=best((result.points for result in whole_matches), default=None),
            given=tuple((result.name, (result.given, result.got)[side]) for result in shared),
            resigned=sum(result.fate in (Fate.RESIGNED, Fate.REPLACED) for result in own_results),
        )

    latest = list(zip((pair[0].match for pair in pairs), ahead, strict=True))[-LAST:]
    return HeadToHead((summed(0), summed(1)), len(pairs), ahead.count(-1), tuple(reversed(latest)))


def _ahead(first: KeptResult, second: KeptResult) -> int:
    assert first.place is not None, "matches of several people give places"
    assert second.place is not None, "matches of several people give places"
    if first.place == second.place:
        return -1
    return 0 if first.place < second.place else 1
