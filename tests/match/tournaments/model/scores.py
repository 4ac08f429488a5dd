"""Points and standings, written from docs/tournaments.md ("Points", "Equal points") alone.

Points are Fractions, to avoid rounding.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

WIN = Fraction(3)
TIE = WIN / 2


@dataclass(frozen=True)
class Game:
    """A finished or running match at a table, with the facts that standings need."""

    round: int
    seats: tuple[int, ...]
    places: tuple[int, ...] | None
    """Places in the order of seats: () without a result, None while the match runs."""


@dataclass(frozen=True)
class Row:
    """A line of the standings."""

    place: int
    entrant: int
    points: Fraction
    behind_by: str | None
    """The tie-break that separates this line from the one above, or None for the first line."""


def table_points(places: Sequence[int]) -> list[Fraction]:
    """Return the points of each seat: 3 for the first, 0 for the last. Ties share their points."""
    seats = len(places)
    if seats == 1:
        return [WIN]
    worth = [WIN * (seats - 1 - rank) / (seats - 1) for rank in range(seats)]
    seat_points = []
    for place in places:
        ahead = sum(other < place for other in places)
        alike = places.count(place)
        seat_points.append(sum(worth[ahead : ahead + alike], Fraction(0)) / alike)
    return seat_points


@dataclass
class Table:
    """The standings of a group, computed from its games."""

    entrants: tuple[int, ...]
    games: Sequence[Game]
    seats: int
    is_swiss: bool

    def points(self, entrant: int) -> Fraction:
        points = (self._points_in(game, entrant) for game in self.games if game.places)
        return sum(points, Fraction(0))

    def _points_in(self, game: Game, entrant: int) -> Fraction:
        if not game.places or entrant not in game.seats:
            return Fraction(0)
        return table_points(game.places)[game.seats.index(entrant)]

    def as_opponent(self, entrant: int) -> Fraction:
        """Return the points of an entrant that count in an opponent's tie-breaks.

        In a Swiss, each round missed after leaving counts as a tie.
        """
        points = self.points(entrant)
        if not self.is_swiss:
            return points
        rounds = sorted({game.round for game in self.games}, reverse=True)
        for number in rounds:
            if any(game.round == number and entrant in game.seats for game in self.games):
                break
            points += TIE
        return points

    def meetings(self, entrant: int) -> Iterable[tuple[Fraction, Fraction]]:
        """Yield each opponent's points, and the entrant's share of them: 1 for a win, 1/2 for a
        tie, 0 for a loss.
        """
        mine = self.points(entrant)
        for number in sorted({game.round for game in self.games}):
            games = [game for game in self.games if game.round == number and entrant in game.seats]
            game = games[0] if games else Game(number, (entrant,), ())
            if game.places is None:
                continue
            others = 0
            if game.places:
                place = game.places[game.seats.index(entrant)]
                for other, theirs in zip(game.seats, game.places, strict=True):
                    if other != entrant:
                        others += 1
                        won = Fraction(1 + (place < theirs) - (place > theirs), 2)
                        yield self.as_opponent(other), won
            if self.is_swiss:
                for _ in range(self.seats - 1 - others):
                    yield mine, self._points_in(game, entrant) / WIN

    def buchholz(self, entrant: int) -> Fraction:
        """Return the sum of the opponents' points."""
        return sum((worth for worth, _ in self.meetings(entrant)), Fraction(0))

    def sonneborn_berger(self, entrant: int) -> Fraction:
        """Return the points of beaten opponents, plus half of those of tied ones."""
        return sum((worth * won for worth, won in self.meetings(entrant)), Fraction(0))

    def wins(self, entrant: int) -> Fraction:
        """Return the number of games that an entrant won alone, including byes."""
        decided = ((game.seats, game.places) for game in self.games if game.places)
        firsts = [
            places.count(1) == 1 and places[seats.index(entrant)] == 1
            for seats, places in decided
            if entrant in seats
        ]
        return Fraction(sum(firsts))

    def against_each_other(self, among: Sequence[int]) -> Mapping[int, Fraction] | None:
        """Return points from the games among these entrants, or None unless each pair has met."""
        points_among = dict.fromkeys(among, Fraction(0))
        for first, second in combinations(among, 2):
            met = [g for g in self.games if g.places and first in g.seats and second in g.seats]
            if not met:
                return None
            ahead = 0
            for game in met:
                assert game.places
                mine, theirs = (
                    game.places[game.seats.index(entrant)] for entrant in (first, second)
                )
                ahead += (mine < theirs) - (mine > theirs)
            points_among[first] += WIN if ahead > 0 else TIE if not ahead else 0
            points_among[second] += WIN if ahead < 0 else TIE if not ahead else 0
        return points_among

    def standings(self) -> list[Row]:
        """Return the lines, best first. Entrants who stay equal share a place, in an order drawn by
        lot.
        """
        measures: dict[str, Callable[[int], Fraction] | None] = {
            "points": self.points,
            "buchholz": self.buchholz,
            "sonneborn-berger": self.sonneborn_berger,
            "head to head": None,
            "wins": self.wins,
        }
        swiss = ("points", "buchholz", "sonneborn-berger", "head to head", "wins")
        others = ("points", "head to head", "sonneborn-berger", "wins")
        groups: list[tuple[list[int], str | None]] = [(list(self.entrants), None)]
        for name in swiss if self.is_swiss else others:
            measure = measures[name]
            subgroups: list[tuple[list[int], str | None]] = []
            for members, by in groups:
                values = self._values(members, measure)
                for number, value in enumerate(sorted(set(values.values()), reverse=True)):
                    same = [entrant for entrant in members if values[entrant] == value]
                    subgroups.append((same, by if number == 0 else name))
            groups = subgroups
        rows: list[Row] = []
        for members, by in groups:
            place = len(rows) + 1
            for number, entrant in enumerate(members):
                rows.append(Row(place, entrant, self.points(entrant), "lot" if number else by))
        return rows

    def _values(
        self, members: Sequence[int], measure: Callable[[int], Fraction] | None
    ) -> Mapping[int, Fraction]:
        if measure is not None:
            return {entrant: measure(entrant) for entrant in members}
        met = self.against_each_other(members) if len(members) > 1 else None
        return met or dict.fromkeys(members, Fraction(0))
