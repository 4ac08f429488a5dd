"""The model's book of a tournament: its places, tables, rounds and brackets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.match.tournaments.terms import Format, Terms
from tests.match.tournaments.model.outside import Outside
from tests.match.tournaments.model.scores import Game, Table

DAY = 86_400


class Unfair(AssertionError):
    """A documented rule that is broken, or work that it demands and that is missing."""

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
    """The player has checked in."""
    late: bool = False
    """The player lost the latest match by being late, and has not returned since."""
    before: list[int] = field(default_factory=list)
    """Users who held the place before."""

    @property
    def plays(self) -> bool:
        """The player gets seats in further rounds."""
        return self.standing == "in"


Spot = tuple[int, int, int, int, int]
"""Stage, group, round, number and game."""


@dataclass
class Seating:
    """A table with its players, and its result."""

    spot: Spot
    name: str
    seats: tuple[int, ...]
    at: int
    places: tuple[int, ...] | None = None
    """The players' places in the order of seats: () without a result, None while the match runs."""
    how: str = ""
    """The reason for the result, such as `deadline` or `forfeit`."""
    left: int | None = None
    """Seconds that remained in the round at the time of the result."""
    absent: tuple[int, ...] = ()
    """In a round robin at tables of two, an opponent who was gone."""
    sat: dict[tuple[int, int], bool] = field(default_factory=dict)
    """For each seat at the time of the result: its place and user, and whether that user was on
    time.
    """

    @property
    def is_open(self) -> bool:
        return self.places is None


@dataclass
class Round:
    """A round with a deadline."""

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
    """The days of a round or of the season, as set at its start."""
    tables: dict[Spot, Seating] = field(default_factory=dict)
    rounds: dict[int, Round] = field(default_factory=dict)
    missed: set[int] = field(default_factory=set)
    """Places whose player was gone at some time since the start."""
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
    """The state of a tournament according to the documented rules."""

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
        return next((place for place in self.places if place.user == user), None)

    def playing(self, numbers: Sequence[int]) -> list[int]:
        """Return those of the places whose player is still in."""
        return [entrant for entrant in numbers if self.places[entrant].plays]

    def round_end(self, part: Part, number: int) -> int | None:
        """Return the end of a round including all downtimes so far, or None if it has no
        deadline.
        """
        timed = part.rounds.get(number)
        return None if timed is None else self.outside.runs_out(timed.began, timed.length)

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
        out = self.annulled(part, group)
        games = [game for game in games if out.isdisjoint(game.seats)]
        return Table(tuple(part.groups[group]), games, self.terms.seats, part.kind == "swiss")

    def annulled(self, part: Part, group: int) -> set[int]:
        """Return the players of a round robin at tables of two who left with fewer than half of
        their matches begun.
        """
        if part.kind != "round robin" or self.terms.seats > 2:
            return set()
        people = part.groups[group]
        begun = dict.fromkeys(people, 0)
        for table in part.of_group(group):
            for entrant in table.seats:
                begun[entrant] += 1
        return {
            entrant
            for entrant in people
            if 2 * begun[entrant] < len(people) - 1
            and not (self.places[entrant].plays and self._is_going_on(part, group, entrant))
        }

    def _is_going_on(self, part: Part, group: int, entrant: int) -> bool:
        """Return whether a player can still have half of their matches."""
        if part.is_over:
            return False
        people = part.groups[group]
        if not part.rounds:
            missed = sum(entrant in table.absent for table in part.of_group(group))
            return 2 * (len(people) - 1 - missed) >= len(people) - 1
        begun = sum(entrant in table.seats for table in part.of_group(group))
        cycle = len(people) - 1 + len(people) % 2
        mine = people.index(entrant) + 1
        to_come = sum(
            len(people) % 2 == 0 or (2 * mine - number - 1) % cycle != 0
            for number in range(part.latest + 1, cycle + 1)
        )
        return 2 * (begun + to_come) >= len(people) - 1

    def met(self, part: Part, entrant: int, other: int) -> int:
        """Return how often two players sat at one table of a stage."""
        both = {entrant, other}
        return sum(both <= set(table.seats) for table in part.tables.values())

    def fill(self) -> None:
        """Give free places to players in reserve."""
        if self.phase == "open":
            taken = len(self.places)
        elif self.phase == "running" and self.is_league:
            taken = sum(place.plays for place in self.places)
        else:
            return
        free = max(self.terms.most - taken, 0)
        replacements, self.reserve = self.reserve[:free], self.reserve[free:]
        for user in replacements:
            place = self.place_of(user)
            if place is not None:
                place.standing, place.late = "in", False
            else:
                here = self.check_in is not None
                self.places.append(Place(len(self.places), user, here=here))


def sizes(people: int, seats: int) -> list[int]:
    """Return the sizes of a round's tables: as few tables as possible, and sizes that differ by at
    most one.
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
            slots = [seed for slot in slots for seed in (slot, twice - 1 - slot)]
        people = [self.order[slot] if slot < len(self.order) else None for slot in slots]
        pairs = zip(people[::2], people[1::2], strict=True)
        return [[entrant for entrant in pair if entrant is not None] for pair in pairs]

    def games(self, number: int, table: int) -> list[Seating]:
        """Return the matches at a table, first match first. Rounds and tables count from 1."""
        result = [
            seating
            for spot, seating in self.part.tables.items()
            if (spot[2], spot[3]) == (number, table)
        ]
        return sorted(result, key=lambda table: table.spot)

    def advance_count(self, number: int, table: int) -> int:
        """Return how many players advance from a table: one, or two from a table of four."""
        if number == len(self.plan()):
            return 1
        if number == 1:
            return 2 if len(self.first()[table - 1]) == 4 else 1
        games = self.games(number, table)
        return 2 if games and len(games[0].seats) == 4 else 1

    def arriving(self, number: int, table: int) -> list[int] | None:
        """Return the players who reach a table of two, or None if an earlier table is undecided."""
        if number == 1:
            return self.first()[table - 1]
        people: list[int] = []
        for feeder in (2 * table - 1, 2 * table):
            advancing = self.advancing_from(number - 1, feeder)
            if advancing is None:
                return None
            people += [entrant for entrant in advancing if self.book.places[entrant].plays]
        return people

    def advancing_from(self, number: int, table: int) -> list[int] | None:
        """Return the players who advance from a table, best first, or None if it is undecided."""
        games, count = self.games(number, table), self.advance_count(number, table)
        if games:
            return self.outcome(games, count)[0]
        people = self.arriving(number, table)
        return people if people is not None and len(people) <= count else None

    def outcome(
        self, games: Sequence[Seating], count: int
    ) -> tuple[list[int] | None, list[int] | None]:
        """Return the players who advance from these matches, and the players who must replay a tie.

        The first list is None as long as the table is undecided; the second is None if there is no
        replay.
        """
        advancing: list[int] = []
        replaying: list[int] | None = None
        for game in games:
            if game.places is None:
                return None, None
            if not game.places:
                return advancing, None
            for place in sorted(set(game.places)):
                tied = [
                    entrant
                    for entrant, at in zip(game.seats, game.places, strict=True)
                    if at == place
                ]
                tied.sort(key=self.order.index)
                room = count - len(advancing)
                if len(tied) <= room:
                    advancing += tied
                    replaying = None
                    continue
                replaying = tied if room else None
                break
            if replaying is None:
                return advancing, None
        assert replaying is not None
        if not self._is_played_again(games[-1]):
            return [*advancing, *replaying[: count - len(advancing)]], None
        replaying = [
            entrant
            for entrant in replaying
            if self.book.places[entrant].plays or self._sits_later(games[-1], entrant)
        ]
        if len(replaying) <= count - len(advancing):
            return [*advancing, *replaying], None
        return None, replaying

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
        """Return the winner, or None if the final is undecided or has no winner."""
        advancing = self.advancing_from(len(self.plan()), 1)
        return advancing[0] if advancing else None

    def places(self) -> dict[int, int] | None:
        """Return the place of each player. Players eliminated in the same round share a place.

        Results of the final order its players. Return None if players left a bracket of larger
        tables, because the model cannot tell which tables they would have reached.
        """
        rounds = len(self.plan())
        reached = dict.fromkeys(self.order, (0, 0))
        for number in range(1, rounds + 1):
            for entrant in self._at_round(number):
                reached[entrant] = (-number, 0)
        final = self.games(rounds, 1)
        winner = self.advancing_from(rounds, 1)
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
            result += games[0].seats if games else self.arriving(number, table) or []
        return result

    def is_out(self, entrant: int) -> bool:
        if entrant not in self.order:
            return True
        for number in range(1, len(self.plan()) + 1):
            for table in range(1, self.plan()[number - 1] + 1):
                games = self.games(number, table)
                seats = games[0].seats if games else ()
                if entrant in seats and entrant not in (
                    self.advancing_from(number, table) or [entrant]
                ):
                    return True
                if entrant in seats and self.advancing_from(number, table) == []:
                    return True
        return False
