"""The model's knowledge of a tournament: places, tables, rounds and brackets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.match.tournaments.terms import Format, Terms
from tests.match.tournaments.model.outside import Outside
from tests.match.tournaments.model.scores import Game, Table

DAY = 86_400


class Unfair(AssertionError):
    """A broken rule of the documents, or missing work that they demand."""

    def __init__(self, rule: str, claim: str) -> None:
        super().__init__(f"{rule}: {claim}")
        self.rule = rule


@dataclass
class Place:
    """A place in the tournament, and its player."""

    number: int
    user: int
    standing: str = "in"
    """`in`, `absent`, `withdrawn` or `dropped`."""
    here: bool = False
    """True if the player has checked in."""
    late: bool = False
    """True if the player lost the latest match by lateness and has not returned."""
    before: list[int] = field(default_factory=list)

    @property
    def plays(self) -> bool:
        """True if the player is seated in further rounds."""
        return self.standing == "in"


Spot = tuple[int, int, int, int, int]
"""Stage, group, round, number and game."""


@dataclass
class Seating:
    """A seated table."""

    spot: Spot
    name: str
    seats: tuple[int, ...]
    at: int
    places: tuple[int, ...] | None = None
    """None while the match runs, () without a result."""
    how: str = ""
    left: int | None = None
    """Seconds left in the round at the time of the result."""
    absent: tuple[int, ...] = ()
    """The opponent who was gone, in a round robin at tables of two."""
    sat: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Place and user of each seat at a decision, and whether the player was on time."""

    @property
    def is_open(self) -> bool:
        return self.places is None


@dataclass
class Round:
    """A round with an end."""

    began: int
    length: int
    """Seconds of uptime, including extensions by moderators."""


@dataclass
class Part:
    """A stage, or a season of a league."""

    number: int
    kind: str
    """`knockout`, `round robin` or `swiss`."""
    groups: list[list[int]]
    began: int
    days: int | None
    """The length of rounds or of the season, as of its start."""
    tables: dict[Spot, Seating] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    missed: set[int] = field(default_factory=set)
    """Places that were gone at some time since the start."""
    order: list[list[int]] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)
    is_over: bool = False

    @property
    def latest(self) -> int:
        """The latest seated round; 0 before the first."""
        return max((spot[2] for spot in self.tables), default=0)

    @property
    def open(self) -> list[Seating]:
        """The tables without a result."""
        return [table for table in self.tables.values() if table.is_open]

    def of_group(self, group: int) -> list[Seating]:
        """Return the tables of a group, in the order of pairing."""
        return [table for spot, table in self.tables.items() if spot[1] == group]


@dataclass
class Book:
    """The state of a tournament by the documented rules."""

    outside: Outside
    terms: Terms
    phase: str = "open"
    """`open`, `running`, `over` or `called off`."""
    places: list[Place] = field(default_factory=list)
    reserve: list[int] = field(default_factory=list)
    check_in: int | None = None
    closes_since: int = 0
    ratings: dict[int, float | None] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    withdrew: set[int] = field(default_factory=set)
    final: list[int | None] = field(default_factory=list)

    @property
    def part(self) -> Part | None:
        return self.parts[-1] if self.parts else None

    @property
    def is_league(self) -> bool:
        return self.terms.format is Format.LEAGUE

    def place_of(self, user: int) -> Place | None:
        """Return a user's place."""
        return next((place for place in self.places if place.user == user), None)

    def playing(self, numbers: Sequence[int]) -> list[int]:
        """Return the places whose player is still in."""
        return [entrant for entrant in numbers if self.places[entrant].plays]

    def round_end(self, part: Part, number: int) -> int | None:
        """Return the end of a round including all downtimes so far; None without a deadline."""
        result = part.rounds.get(number)
        return None if result is None else self.outside.runs_out(result.began, result.length)

    def registration_end(self) -> int | None:
        """Return the end of registration. Downtimes during check-in postpone it."""
        closes, opens = self.terms.closes, self.terms.opens_check_in
        if closes is None or opens is None:
            return closes
        since = max(opens if self.check_in is None else self.check_in, self.closes_since)
        if self.outside.now < since:
            return closes
        return self.outside.runs_out(since, max(closes - since, 0))

    def season_end(self, part: Part) -> int | None:
        """Return the end of a season of a league."""
        if not self.is_league or part.days is None:
            return None
        return self.outside.runs_out(part.began, part.days * DAY)

    def standings(self, part: Part, group: int) -> Table:
        games = [
            # An opponent who is gone counts as beaten.
            Game(
                table.spot[2],
                (*table.seats, *table.absent),
                (1, 2) if table.absent else table.places,
            )
            for table in part.of_group(group)
        ]
        return Table(tuple(part.groups[group]), games, self.terms.seats, part.kind == "swiss")

    def met(self, part: Part, entrant: int, other: int) -> int:
        """Return how often two players sat at one table of a stage."""
        both = {entrant, other}
        return sum(both <= set(table.seats) for table in part.tables.values())

    def fill(self) -> None:
        """Give free places to players on the reserve list."""
        if self.phase == "open":
            taken = len(self.places)
        elif self.phase == "running" and self.is_league:
            taken = sum(place.plays for place in self.places)
        else:
            return
        free = max(self.terms.most - taken, 0)
        coming, self.reserve = self.reserve[:free], self.reserve[free:]
        for user in coming:
            mine = self.place_of(user)
            if mine is not None:
                mine.standing, mine.late = "in", False
            else:
                here = self.check_in is not None
                self.places.append(Place(len(self.places), user, here=here))


def sizes(people: int, seats: int) -> list[int]:
    """Return the table sizes of a round: as few tables as possible, with sizes as equal as
    possible.
    """
    if people < 2:
        return []
    if seats == 2:
        return [2] * (people // 2)
    tables = -(-people // seats)
    return [people // tables + (number < people % tables) for number in range(tables)]


def snake(order: Sequence[int], tables: int) -> list[list[int]]:
    """Deal the order out to tables, back and forth."""
    result: list[list[int]] = [[] for _ in range(tables)]
    for index, entrant in enumerate(order):
        turn, column = divmod(index, tables)
        result[column if turn % 2 == 0 else tables - 1 - column].append(entrant)
    return result


@dataclass
class Bracket:
    """A knockout, derived from its tables."""

    book: Book
    part: Part

    @property
    def order(self) -> list[int]:
        """The players, best seed first."""
        return self.part.groups[0]

    @property
    def seats(self) -> int:
        return self.book.terms.seats

    def plan(self) -> list[int]:
        """Return the number of tables in each round; the last is the final."""
        people, result = len(self.order), []
        if people < 2:
            return [1] * people
        if self.seats == 2:
            tables = 1
            while 2 * tables < people:
                tables *= 2
            while tables:
                result.append(tables)
                tables //= 2
            return result
        while True:
            planned = sizes(people, self.seats)
            result.append(len(planned))
            if len(planned) == 1:
                return result
            people = sum(2 if size == 4 else 1 for size in planned)

    def first(self) -> list[list[int]]:
        """Return the players at each table of the first round, absent ones included."""
        if self.seats > 2:
            return snake(self.order, self.plan()[0])
        slots = [0]
        for _ in self.plan():
            twice = 2 * len(slots)
            slots = [two for slot in slots for two in (slot, twice - 1 - slot)]
        people = [self.order[slot] if slot < len(self.order) else None for slot in slots]
        pairs = zip(people[::2], people[1::2], strict=True)
        return [[entrant for entrant in pair if entrant is not None] for pair in pairs]

    def games(self, number: int, table: int) -> list[Seating]:
        """Return the matches at a table in order; rounds and tables count from 1."""
        result = [
            seating
            for spot, seating in self.part.tables.items()
            if (spot[2], spot[3]) == (number, table)
        ]
        return sorted(result, key=lambda table: table.spot)

    def many(self, number: int, table: int) -> int:
        """Return how many players advance from a table: one, or two from a table of four."""
        if number == len(self.plan()):
            return 1
        if number == 1:
            return 2 if len(self.first()[table - 1]) == 4 else 1
        games = self.games(number, table)
        return 2 if games and len(games[0].seats) == 4 else 1

    def comes(self, number: int, table: int) -> list[int] | None:
        """Return the players who reach a table of two; None while that is open."""
        if number == 1:
            return self.first()[table - 1]
        people: list[int] = []
        for feeder in (2 * table - 1, 2 * table):
            on = self.goes_on(number - 1, feeder)
            if on is None:
                return None
            people += [entrant for entrant in on if self.book.places[entrant].plays]
        return people

    def goes_on(self, number: int, table: int) -> list[int] | None:
        """Return the players who advance from a table, best first; None while that is open."""
        games, many = self.games(number, table), self.many(number, table)
        if games:
            return self.outcome(games, many)[0]
        people = self.comes(number, table)
        return people if people is not None and len(people) <= many else None

    def outcome(
        self, games: Sequence[Seating], many: int
    ) -> tuple[list[int] | None, list[int] | None]:
        """Return the players who advance from these matches, and those who must replay a tie."""
        on: list[int] = []
        again: list[int] | None = None
        for game in games:
            if game.places is None:
                return None, None
            if not game.places:
                return on, None
            for place in sorted(set(game.places)):
                these = [
                    entrant
                    for entrant, at in zip(game.seats, game.places, strict=True)
                    if at == place
                ]
                these.sort(key=self.order.index)
                room = many - len(on)
                if len(these) <= room:
                    on += these
                    again = None
                    continue
                again = these if room else None
                break
            if again is None:
                return on, None
        assert again is not None
        if not self._is_played_again(games[-1]):
            return [*on, *again[: many - len(on)]], None
        again = [
            entrant
            for entrant in again
            if self.book.places[entrant].plays or self._sits_later(games[-1], entrant)
        ]
        if len(again) <= many - len(on):
            return [*on, *again], None
        return None, again

    def _is_played_again(self, game: Seating) -> bool:
        if game.spot[4] >= 3 or game.how == "deadline":
            return False
        return game.left is None or game.left >= self._needed()

    def _sits_later(self, game: Seating, entrant: int) -> bool:
        tables = self.part.tables.items()
        return any(spot[2] > game.spot[2] and entrant in table.seats for spot, table in tables)

    def _needed(self) -> int:
        terms = self.book.terms
        turns = 3 * (terms.pace.seconds or DAY)
        return turns if terms.days is None else min(turns, terms.days * DAY // 2)

    def champion(self) -> int | None:
        """Return the winner; None if the final is open or without a winner."""
        on = self.goes_on(len(self.plan()), 1)
        return on[0] if on else None

    def places(self) -> dict[int, int] | None:
        """Return the place of each player. Players eliminated in the same round share it.

        Results of the final order its players. Return None at larger tables that players left: the
        model does not know which table they would have reached.
        """
        rounds = len(self.plan())
        reached = dict.fromkeys(self.order, (0, 0))
        for number in range(1, rounds + 1):
            for entrant in self._at_round(number):
                reached[entrant] = (-number, 0)
        final = self.games(rounds, 1)
        winner = self.goes_on(rounds, 1)
        if winner:
            reached[winner[0]] = (-rounds, 0)
            for player, rank in self._behind(final, winner[0]):
                reached[player] = (-rounds, rank)
        if self.seats > 2 and self.part.missed & set(self.order):
            return None
        vacant = 0 if winner else 1
        ranks = sorted(reached.values())
        return {entrant: 1 + vacant + ranks.index(rank) for entrant, rank in reached.items()}

    def _behind(self, final: Sequence[Seating], winner: int) -> Iterator[tuple[int, int]]:
        rest = {entrant for game in final for entrant in game.seats if entrant != winner}

        def results(entrant: int) -> tuple[int, ...]:
            games = (game for game in final if entrant in game.seats and game.places)
            return tuple((game.places or ())[game.seats.index(entrant)] for game in games)

        order = sorted(rest, key=results)
        for number in order:
            ahead = sum(results(other) < results(number) for other in rest)
            yield number, 1 + ahead

    def _at_round(self, number: int) -> list[int]:
        if self.seats > 2 and number > 1:
            tables = (table for spot, table in self.part.tables.items() if spot[2] == number)
            return [entrant for table in tables for entrant in table.seats]
        result: list[int] = []
        for table in range(1, self.plan()[number - 1] + 1):
            games = self.games(number, table)
            result += games[0].seats if games else self.comes(number, table) or []
        return result

    def is_out(self, entrant: int) -> bool:
        """Return whether a player has been eliminated."""
        if entrant not in self.order:
            return True
        for number in range(1, len(self.plan()) + 1):
            for table in range(1, self.plan()[number - 1] + 1):
                games = self.games(number, table)
                there = games[0].seats if games else ()
                if entrant in there and entrant not in (self.goes_on(number, table) or [entrant]):
                    return True
                if entrant in there and self.goes_on(number, table) == []:
                    return True
        return False
