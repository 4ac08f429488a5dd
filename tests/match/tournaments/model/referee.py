"""A referee who checks each event of a tournament against the documented rules.

The referee reads the events as claims. It knows the outside world (people, time, results of
matches), keeps its own account of the tournament (book.py), and raises Unfair for an event that the
rules don't explain.
"""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from bot.match.tournaments.terms import Format, Seeding, Terms
from tests.match.tournaments.model.book import (
    DAY,
    Book,
    Bracket,
    Part,
    Place,
    Round,
    Seating,
    Spot,
    Unfair,
)
from tests.match.tournaments.model.outside import Deed, Outside, Played
from tests.match.tournaments.model.pairings import check_pairing, has_matches_to_come, opponent
from tests.match.tournaments.model.stages import (
    check_groups,
    check_order,
    final_due,
    final_places,
    is_complete,
    season_rounds,
)

FEWEST = 4
HOUR = 3600


def rule(name: str, *, holds: bool, claim: str = "") -> None:
    """Raise Unfair unless a rule holds."""
    if not holds:
        raise Unfair(name, claim)


def spot_of(text: str) -> Spot:
    """Return stage, group, round, number and game of a table."""
    parts = [int(part) for part in text.split(".")]
    stage, group, number, table, *game = parts
    return stage, group, number, table, game[0] if game else 1


class Referee:
    """A reader of the events of one tournament, in their order."""

    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.events: list[TournamentEvent] = []
        self.book: Book
        self._used: set[int] = set()
        """The indices of deeds that already have an event."""
        self._commitment = ""
        self._incoming: list[tuple[int, int]] = []
        """Places of absent players, each with the reserve player who gets it at the start."""
        self._handlers: Mapping[
            TournamentEventKind, Callable[[TournamentEvent, dict[str, Any]], None]
        ] = {
            TournamentEventKind.CREATED: self._created,
            TournamentEventKind.EDITED: self._edited,
            TournamentEventKind.JOINED: self._joined,
            TournamentEventKind.LEFT: self._left,
            TournamentEventKind.CHECK_IN: self._check_in,
            TournamentEventKind.CHECKED_IN: self._checked_in,
            TournamentEventKind.STARTED: self._started,
            TournamentEventKind.STAGE: self._stage,
            TournamentEventKind.PAIRED: self._paired,
            TournamentEventKind.RESULT: self._result,
            TournamentEventKind.ADJUDICATED: self._adjudicated,
            TournamentEventKind.WITHDREW: self._withdrew,
            TournamentEventKind.DROPPED: self._dropped,
            TournamentEventKind.SUBSTITUTED: self._substituted,
            TournamentEventKind.EXTENDED: self._extended,
            TournamentEventKind.STAGE_OVER: self._stage_over,
            TournamentEventKind.FINISHED: self._finished,
            TournamentEventKind.CANCELLED: self._cancelled,
        }

    def read(self, event: TournamentEvent) -> None:
        """Check the next event and enter it into the book."""
        rule("order", holds=event.n == len(self.events), claim="events follow each other")
        rule("time", holds=event.at <= self.outside.now, claim="nothing happens in the future")
        is_incoming = event.kind is TournamentEventKind.SUBSTITUTED and event.by is None
        rule("start", holds=not self._incoming or is_incoming, claim="the reserve comes in first")
        self._handlers[event.kind](event, event.details)
        self.events.append(event)

    def _deed(self, kind: str, event: TournamentEvent, **values: object) -> Deed | None:
        """Return the deed behind an event and mark it as used; None if no unused deed fits."""
        for number, deed in enumerate(self.outside.deeds):
            if number in self._used or deed.kind != kind or deed.at != event.at:
                continue
            if all(getattr(deed, name) == value for name, value in values.items()):
                self._used.add(number)
                return deed
        return None

    def _created(self, _: TournamentEvent, values: dict[str, Any]) -> None:
        self.book = Book(self.outside, Terms.parse(values["terms"]))
        self._commitment = values["commitment"]

    def _edited(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        book, new = self.book, Terms.parse(values["terms"])
        if event.by is None:
            closes = book.registration_end()
            due = closes is not None and closes <= self.outside.now and book.phase == "open"
            few = self._present() < FEWEST
            rule("start", holds=due and few, claim="registration stays open with too few people")
            rule("start", holds=new.closes is None, claim="it stays open until a moderator starts")
        else:
            deed = self._deed("edit", event, by=event.by)
            rule("deed", holds=deed is not None, claim="an edit has a moderator")
        if new.closes != book.terms.closes:
            book.closes_since = event.at
        book.terms = new
        book.fill()

    def _joined(self, event: TournamentEvent, _: dict[str, Any]) -> None:
        book, user = self.book, event.user or 0
        rule("deed", holds=self._deed("join", event, by=user) is not None, claim="they joined")
        mine = book.place_of(user)
        if mine is not None and not (book.is_league and book.parts):
            mine.standing, mine.late = "in", False
            return
        book.reserve.append(user)
        book.fill()

    def _left(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        self._check_leaving("leave", event, values)
        book, user = self.book, event.user or 0
        if user in book.reserve:
            book.reserve.remove(user)
            return
        rule("leave", holds=book.phase == "open", claim="places are left before the start")
        book.places = [place for place in book.places if place.user != user]
        for number, place in enumerate(book.places):
            place.number = number
        book.fill()

    def _check_leaving(self, kind: str, event: TournamentEvent, values: dict[str, Any]) -> None:
        user = event.user or 0
        if values.get("why") == "ineligible":
            unfit = not self.outside.can_be_seated(user)
            rule("bar", holds=unfit, claim=f"{user} can be seated and was thrown out")
        else:
            deed = self._deed(kind, event, by=user)
            rule("deed", holds=deed is not None, claim=f"{user} did not leave")

    def _check_in(self, event: TournamentEvent, _: dict[str, Any]) -> None:
        book = self.book
        opens = book.terms.opens_check_in
        rule("check-in", holds=book.check_in is None, claim="check-in opens once")
        rule("check-in", holds=opens is not None and opens <= event.at, claim="it opens too early")
        book.check_in = event.at

    def _checked_in(self, event: TournamentEvent, _: dict[str, Any]) -> None:
        user = event.user or 0
        rule("deed", holds=self._deed("check in", event, by=user) is not None, claim="pressed")
        mine = self.book.place_of(user)
        rule("check-in", holds=mine is not None, claim="only players check in")
        assert mine is not None
        mine.here = True

    def _present(self) -> int:
        book = self.book
        if book.check_in is None:
            return len(book.places)
        here = sum(place.here for place in book.places)
        return min(here + len(book.reserve), len(book.places))

    def _started(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        book = self.book
        closes = book.registration_end()
        if event.by is None:
            due = closes is not None and closes <= self.outside.now
            rule("start", holds=due, claim=f"it starts by itself at {closes}")
        else:
            rule("deed", holds=self._deed("start", event, by=event.by) is not None, claim="start")
            missing = book.check_in is not None and not all(place.here for place in book.places)
            promised = missing and closes is not None and event.at < closes
            rule("check-in", holds=not promised, claim="players were promised more time")
        rule("start", holds=self._present() >= FEWEST, claim="four people are there")
        seed = hashlib.sha256(bytes.fromhex(values["seed"])).hexdigest()
        rule("draw", holds=seed == self._commitment, claim="the seed is the promised one")
        absent = [
            place.number for place in book.places if book.check_in is not None and not place.here
        ]
        rule("check-in", holds=values["absent"] == absent, claim=f"{absent} did not check in")
        if book.terms.seeding is Seeding.RATING:
            ratings = [self.outside.ratings.get(place.user) for place in book.places]
            rule("draw", holds=values["ratings"] == ratings, claim="ratings are those of the start")
            book.ratings = dict(enumerate(ratings))
        for number in absent:
            book.places[number].standing = "absent"
        self._incoming = list(zip(absent, book.reserve, strict=False))
        for place in book.places:
            self._check_seatable(place)
        book.phase = "running"

    def _check_seatable(self, place: Place) -> None:
        """Check that a place's player can get a seat now."""
        fit = not place.plays or self.outside.can_be_seated(place.user)
        rule("bar", holds=fit, claim=f"{place.user} can't be seated")

    def _stage(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        book = self.book
        rule("stage", holds=book.phase == "running", claim="stages begin after the start")
        last = book.part
        rule("stage", holds=last is None or last.is_over, claim="the stage before is over")
        number = len(book.parts) + 1
        rule("stage", holds=values["stage"] == number, claim="stages are counted")
        kind = {Format.KNOCKOUT: "knockout", Format.SWISS: "swiss"}.get(
            book.terms.format, "round robin"
        )
        if number > 1 and not book.is_league:
            kind = "knockout"
        part = Part(number, kind, values["groups"], event.at, book.terms.days)
        check_groups(book, part, values["resting"], event.at)
        for group in part.groups:
            for entrant in group:
                self._check_seatable(book.places[entrant])
        part.missed = {place.number for place in book.places if not place.plays}
        book.parts.append(part)

    def _paired(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        book, part = self.book, self.book.part
        rule("pairing", holds=part is not None and not part.is_over, claim="a stage is played")
        assert part is not None
        new = {spot_of(name): (name, tuple(seats)) for name, seats in values["tables"].items()}
        for spot, (_, seats) in new.items():
            rule("pairing", holds=spot[0] == part.number, claim="tables of this stage")
            rule("pairing", holds=spot not in part.tables, claim="a table is seated once")
            for entrant in seats:
                rule("pairing", holds=book.places[entrant].plays, claim=f"place {entrant} is out")
                self._check_seatable(book.places[entrant])
                late = book.places[entrant].late and part.kind != "knockout"
                rule("dropped", holds=not late, claim=f"place {entrant} vanished")
        check_pairing(book, part, {spot: seats for spot, (_, seats) in new.items()}, event.at)
        self._check_end(part, {spot[2] for spot in new}, event.at, values["until"])
        for spot, (name, seats) in new.items():
            bye = len(seats) == 1
            part.tables[spot] = Seating(
                spot, name, seats, event.at, (1,) if bye else None, "bye" if bye else ""
            )
            if bye and part.kind == "round robin" and book.terms.seats == 2:
                gone = opponent(part.groups[spot[1]], spot[2], seats[0])
                part.tables[spot].absent = () if gone is None else (gone,)

    def _check_end(self, part: Part, rounds: set[int], at: int, until: int | None) -> None:
        """Check the end of a round that starts now."""
        days = self.book.terms.days
        if days is None:
            rule("deadline", holds=until is None, claim="rounds without days have no end")
            return
        rule("deadline", holds=len(rounds) == 1, claim="one round begins at a time")
        (number,) = rounds
        round_end = self.book.round_end(part, number)
        if round_end is not None:
            rule("deadline", holds=until == round_end, claim="a replay is within its round")
            return
        if self.book.is_league:
            seconds = (part.days or 0) * DAY
            many = season_rounds(self.book, part)
            if many is None:
                many = self._guessed_rounds(part, number, at, until)
            length = seconds // many
            planned = self.outside.runs_out(part.began, seconds * number // many)
            expected = planned if planned - at >= length // 2 else at + length
        else:
            expected = at + days * DAY
        rule("deadline", holds=until == expected, claim=f"round {number} ends at {expected}")
        part.rounds[number] = Round(at, expected - at)

    def _guessed_rounds(self, part: Part, number: int, at: int, until: int | None) -> int:
        """Return a number of rounds that explains the end of a first round.

        The documents don't say how many rounds a round robin takes at larger tables.
        """
        seconds = (part.days or 0) * DAY
        for many in range(1, 12):
            planned = self.outside.runs_out(part.began, seconds * number // many)
            length = seconds // many
            if until in (planned, at + length):
                return many
        raise Unfair("deadline", "rounds are spread evenly over the season")

    def _result(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        part, table = self._table(values["table"])
        rule("result", holds=table.is_open, claim=f"{table.name} was decided before")
        played = self.outside.matches.get(table.name)
        rule("result", holds=played is not None, claim=f"{table.name} has a match")
        assert played is not None
        end = self.book.round_end(part, table.spot[2])
        over = end is not None and end <= self.outside.now
        places, how = self._expected(played, is_round_over=over)
        rule("result", holds=values["how"] == how, claim=f"{table.name} {values['how']}, not {how}")
        rule("winner", holds=tuple(values["places"]) == places, claim=f"{table.name} {places}")
        late = [table.seats[seat] for seat in sorted(played.late)]
        rule("late", holds=values["late"] == late, claim=f"late at {table.name}: {late}")
        self._decide(part, table, places, how, event.at)
        for number in table.seats:
            self.book.places[number].late = number in late
            table.sat[number, self.book.places[number].user] = number not in late

    def _decide(
        self, part: Part, table: Seating, places: tuple[int, ...], how: str, at: int
    ) -> None:
        table.places, table.how = places, how
        end = self.book.round_end(part, table.spot[2])
        table.left = None if end is None else end - at

    def _expected(self, played: Played, *, is_round_over: bool) -> tuple[tuple[int, ...], str]:
        """Return the places at a table whose match is over, and how it was decided."""
        if played.is_void:
            return (), "forfeit" if played.late else "played"
        seats = range(len(played.scores))
        lost = list(played.lost)
        staying = [seat for seat in seats if seat not in lost]
        if played.is_complete:
            how = "played"
        elif len(staying) < 2:
            how = "forfeit"
        else:
            how = "deadline"
            rule("deadline", holds=is_round_over, claim="the round is not over")
            stalling = self._stalling(played, staying)
            if stalling == staying or not (stalling or played.has_moves):
                return () if stalling else self._tied(lost, staying), how
            by_score = sorted(
                stalling, key=lambda seat: (played.scores[seat], -played.turns[seat], seat)
            )
            lost += by_score
            staying = [seat for seat in staying if seat not in by_score]
        places = [0] * len(played.scores)
        for seat in staying:
            better = sum(played.scores[other] > played.scores[seat] for other in staying)
            places[seat] = 1 + better
        for back, seat in enumerate(lost):
            places[seat] = len(played.scores) - back
        return tuple(places), how

    @staticmethod
    def _stalling(played: Played, staying: list[int]) -> list[int]:
        """Return the seats for which the match waits at the end of a round, with a pace of a day.

        They have had a whole turn, or half of the match.
        """
        turns = {seat: played.turns.get(seat, 0) for seat in staying}
        return [
            seat
            for seat, seconds in turns.items()
            if seconds >= DAY or (seconds and 2 * seconds >= played.lasted)
        ]

    @staticmethod
    def _tied(lost: list[int], staying: list[int]) -> tuple[int, ...]:
        seats = len(lost) + len(staying)
        places = dict.fromkeys(staying, 1) | {seat: seats - back for back, seat in enumerate(lost)}
        return tuple(places[seat] for seat in range(seats))

    def _adjudicated(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        part, table = self._table(values["table"])
        deed = self._deed("adjudicate", event, by=event.by, table=table.name)
        rule("deed", holds=deed is not None, claim="a moderator decided it")
        assert deed is not None
        places: tuple[int, ...] = ()
        if deed.winner is not None:
            users = [self.book.places[entrant].user for entrant in table.seats]
            places = tuple(1 if user == deed.winner else 2 for user in users)
        rule("winner", holds=tuple(values["places"]) == places, claim="as the moderator said")
        self._decide(part, table, places, "adjudicated", event.at)
        for number in table.seats:
            self.book.places[number].late = False
            table.sat[number, self.book.places[number].user] = True

    def _table(self, name: str) -> tuple[Part, Seating]:
        part = self.book.part
        spot = spot_of(name)
        table = None if part is None else part.tables.get(spot)
        rule("result", holds=table is not None, claim=f"{name} is a table of this stage")
        assert part is not None
        assert table is not None
        rule("result", holds=not part.is_over, claim="its stage is not over")
        return part, table

    def _gone(self, place: Place, standing: str) -> None:
        place.standing = standing
        if self.book.part is not None:
            self.book.part.missed.add(place.number)
        self.book.fill()

    def _withdrew(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        self._check_leaving("leave", event, values)
        place = self.book.place_of(event.user or 0)
        rule("leave", holds=place is not None, claim="players withdraw")
        assert place is not None
        self.book.withdrew.add(place.user)
        self._gone(place, "withdrawn")

    def _dropped(self, event: TournamentEvent, _: dict[str, Any]) -> None:
        book, place = self.book, self.book.place_of(event.user or 0)
        part = book.part
        vanished = place is not None and place.plays and place.late
        rule("dropped", holds=vanished, claim=f"{event.user} did not vanish")
        assert place is not None
        assert part is not None
        rule("dropped", holds=part.kind != "knockout", claim="a knockout has no further rounds")
        come = has_matches_to_come(book, part, place.number)
        if come is True:
            waiting = [user for user in book.reserve if book.place_of(user) is None]
            rule("reserve", holds=not waiting, claim="a reserve player takes the place over")
        rule("dropped", holds=come is not False or book.is_league, claim="nothing was to come")
        self._gone(place, "dropped")

    def _substituted(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        book, user = self.book, event.user or 0
        number = values["entrant"]
        place = book.places[number]
        if event.by is not None:
            deed = self._deed("substitute", event, by=event.by, user=user)
            rule("deed", holds=deed is not None, claim="a moderator gave the place away")
        elif self._incoming:
            expected = self._incoming.pop(0)
            rule("reserve", holds=expected == (number, user), claim=f"{expected} comes in")
        else:
            self._check_successor(place, user)
        rule("bar", holds=self.outside.can_be_seated(user), claim=f"{user} can't be seated")
        other = book.place_of(user)
        rule("places", holds=other is None or other is place, claim=f"{user} has a place")
        if user in book.reserve:
            book.reserve.remove(user)
        place.before.append(place.user)
        place.user, place.standing, place.late = user, "in", False

    def _check_successor(self, place: Place, user: int) -> None:
        book, part = self.book, self.book.part
        rule(
            "reserve",
            holds=part is not None and part.kind != "knockout",
            claim="no player comes in",
        )
        assert part is not None
        waiting = [user for user in book.reserve if book.place_of(user) is None]
        rule("reserve", holds=waiting[:1] == [user], claim=f"the first in line comes in: {waiting}")
        vanished = place.plays and place.late
        withdrawn = place.standing == "withdrawn" and not book.is_league
        rule("reserve", holds=vanished or withdrawn, claim=f"place {place.number} is not free")
        busy = any(place.number in table.seats for table in part.open)
        rule("reserve", holds=vanished or not busy, claim="the matches being played come first")
        come = has_matches_to_come(book, part, place.number)
        rule("reserve", holds=come is not False, claim="nothing is to come for that place")

    def _extended(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        book, until = self.book, values["until"]
        if book.phase == "open":
            self._extended_registration(event, until)
            return
        part = book.part
        assert part is not None
        if event.by is None:
            for _, number, end in values.get("rounds", ()):
                expected = book.round_end(part, number)
                rule("deadline", holds=end == expected, claim=f"round {number} ends at {expected}")
            return
        deed = self._deed("extend", event, by=event.by)
        rule("deed", holds=deed is not None, claim="a moderator moved it")
        assert deed is not None
        numbers = {table.spot[2] for table in part.open} & set(part.rounds)
        ends = [book.round_end(part, number) or 0 for number in numbers]
        hours = (deed.until or 0) * HOUR
        expected = max(max(ends, default=0), event.at) + hours
        rule("deadline", holds=until == expected, claim=f"the round ends at {expected}")
        for number in numbers:
            part.rounds[number].length += hours + max(ends) - (book.round_end(part, number) or 0)

    def _extended_registration(self, event: TournamentEvent, until: int) -> None:
        book = self.book
        closes = book.registration_end() or 0
        if event.by is not None:
            deed = self._deed("extend", event, by=event.by)
            rule("deed", holds=deed is not None, claim="a moderator moved it")
            assert deed is not None
            expected = max(closes, event.at) + (deed.until or 0) * HOUR
        elif book.check_in == event.at and closes <= event.at:
            expected = event.at + book.terms.check_in * HOUR
        else:
            expected = closes
        rule("check-in", holds=until == expected, claim=f"registration ends at {expected}")
        values = {**{name: getattr(book.terms, name) for name in Terms.__slots__}, "closes": until}
        book.terms = Terms(**values)
        if event.by is None:
            book.closes_since = event.at

    def _stage_over(self, event: TournamentEvent, values: dict[str, Any]) -> None:
        book, part = self.book, self.book.part
        rule("stage", holds=part is not None and not part.is_over, claim="a stage is played")
        assert part is not None
        rule("stage", holds=is_complete(book, part), claim="everything is played")
        end = book.season_end(part)
        rule("season", holds=end is None or end <= event.at, claim=f"the season ends at {end}")
        check_order(book, part, values["order"], values["places"])
        part.order, part.places, part.is_over = values["order"], values["places"], True

    def _finished(self, _: TournamentEvent, values: dict[str, Any]) -> None:
        book, part = self.book, self.book.part
        rule("end", holds=part is not None and part.is_over, claim="its last stage is over")
        rule("end", holds=not book.is_league, claim="a league goes on")
        rule("final", holds=not final_due(book), claim="a final or a play-off comes first")
        expected = final_places(book)
        rule("champion", holds=values["places"] == expected, claim=f"the places are {expected}")
        book.final, book.phase, book.reserve = values["places"], "over", []

    def _cancelled(self, event: TournamentEvent, _: dict[str, Any]) -> None:
        rule("deed", holds=self._deed("end", event, by=event.by) is not None, claim="ended it")
        self.book.phase, self.book.reserve = "called off", []

    def bracket(self) -> Bracket | None:
        """Return the bracket of the current stage; None if it is no knockout."""
        part = self.book.part
        knockout = part is not None and part.kind == "knockout"
        return Bracket(self.book, part) if part is not None and knockout else None
