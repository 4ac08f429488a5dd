"""Work that must be done by now, and actions that are allowed."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bot.match.tournaments.terms import Format, Terms
from tests.match.tournaments.model.book import DAY, Book, Bracket, Part, Place, Seating, Unfair
from tests.match.tournaments.model.outside import Deed, Played
from tests.match.tournaments.model.pairings import has_matches_to_come, to_come

FEWEST = 4


def _rule(name: str, *, holds: bool, claim: str) -> None:
    if not holds:
        raise Unfair(name, claim)


@dataclass(frozen=True)
class Settled:
    """A check of a tournament after all due work."""

    book: Book
    matches: Mapping[str, Played]
    """The matches of tables, by name."""
    trophies: Collection[tuple[int, int, int]] = ()
    """User, stage (0 for the whole tournament) and place of all trophies."""

    def check(self) -> None:
        """Raise Unfair if due work was not done."""
        book = self.book
        now = book.outside.now
        if book.phase == "open":
            self._check_open(now)
        elif book.phase == "running":
            self._check_running(now)
        elif book.phase == "over":
            _rule("end", holds=not (book.part and book.part.open), claim="no table is open")
        self._check_trophies()

    def _check_open(self, now: int) -> None:
        book = self.book
        closes, opens = book.registration_end(), book.terms.opens_check_in
        opened = opens is None or now < opens or book.check_in is not None
        _rule("check-in", holds=opened, claim="check-in has opened")
        _rule("start", holds=closes is None or closes > now, claim=f"it starts at {closes}")
        full = len(book.places) >= book.terms.most
        _rule("reserve", holds=full or not book.reserve, claim="free places are filled")
        _rule("places", holds=len(book.places) <= book.terms.most, claim="no more than places")

    def _check_running(self, now: int) -> None:
        book, part = self.book, self.book.part
        if book.is_league:
            playing = sum(place.plays for place in book.places)
            free = playing < book.terms.most and book.reserve
            _rule("reserve", holds=not free, claim="a league fills free places")
        if part is None or part.is_over:
            _rule("stage", holds=book.is_league, claim="the next stage has begun")
            here = [
                place
                for place in book.places
                if place.plays and not book.outside.is_away(place.user, now)
            ]
            fit = [place for place in here if book.outside.can_be_seated(place.user)]
            _rule("season", holds=len(fit) < FEWEST, claim="the next season has begun")
            return
        for table in part.open:
            self._check_open_table(part, table, now)
        self._check_nothing_waits(part, now)
        self._check_successors(part)

    def _check_open_table(self, part: Part, table: Seating, now: int) -> None:
        book = self.book
        end = book.round_end(part, table.spot[2])
        _rule("deadline", holds=end is None or end > now, claim=f"{table.name} ended at {end}")
        played = self.matches.get(table.name)
        _rule("match", holds=played is not None, claim=f"{table.name} has a match")
        assert played is not None
        _rule("result", holds=not played.is_over, claim=f"{table.name} is over and has no result")
        for number, holder in zip(table.seats, played.holders, strict=True):
            place = book.places[number]
            if holder is None:
                lost = not place.plays or place.user in played.had_part
                _rule("seats", holds=lost, claim=f"{place.user} has the seat at {table.name}")
            else:
                mine = place.plays and holder == place.user
                _rule("seats", holds=mine, claim=f"{holder} sits at {table.name}")

    def _check_nothing_waits(self, part: Part, now: int) -> None:
        book = self.book
        ends = [book.round_end(part, number) or 0 for number in part.rounds]
        ends += [book.season_end(part) or 0]
        if max(ends, default=0) > now:
            return
        _rule("stuck", holds=bool(part.open), claim="tables are open, or a stage is over")
        if book.terms.days is not None:
            return
        busy = {entrant for table in part.open for entrant in table.seats}
        if part.kind == "round robin" and book.terms.seats == 2:
            for _, number, pair in to_come(book, part):
                playing = book.playing(sorted(pair))
                free = playing and busy.isdisjoint(playing)
                _rule("stuck", holds=not free, claim=f"{playing} wait in round {number}")
        if part.kind == "knockout" and book.terms.seats == 2:
            self._check_bracket(Bracket(book, part))

    def _check_bracket(self, bracket: Bracket) -> None:
        for number, tables in enumerate(bracket.plan(), start=1):
            for table in range(1, tables + 1):
                if bracket.games(number, table):
                    continue
                come = self.book.playing(bracket.arriving(number, table) or [])
                _rule("stuck", holds=len(come) < 2, claim=f"{come} wait at {number}.{table}")

    def _check_successors(self, part: Part) -> None:
        book = self.book
        if part.kind == "knockout" or book.is_league:
            return
        waiting = [user for user in book.reserve if book.place_of(user) is None]
        fit = [user for user in waiting if book.outside.can_be_seated(user)]
        busy = {entrant for table in part.open for entrant in table.seats}
        for place in book.places:
            free = place.standing == "withdrawn" and place.number not in busy
            if free and fit and has_matches_to_come(book, part, place.number) is True:
                raise Unfair("reserve", f"{fit[0]} comes in for {place.user}")

    def _check_trophies(self) -> None:
        book = self.book
        lines: list[tuple[int, int, int | None]] = []
        if book.phase == "over":
            lines = [(0, number, place) for number, place in enumerate(book.final)]
        if book.is_league:
            return  # checked when a season ends
        self.check_trophies(lines)

    def check_trophies(self, lines: list[tuple[int, int, int | None]]) -> None:
        """Check the trophies against the stage, entrant and place of each line."""
        book = self.book
        won = any(place == 1 for _, _, place in lines)
        for stage, number, place in lines:
            holder = book.places[number]
            me = (number, holder.user)
            mine = [
                table
                for part in book.parts
                if stage in (0, part.number)
                for table in part.tables.values()
                if me in table.sat
            ]
            surely = any(table.places and table.sat[me] for table in mine)
            among = won and place is not None and place <= 3 and holder.plays
            has = (holder.user, stage, place or 0) in self.trophies
            _rule(
                "trophy", holds=has or not (among and surely), claim=f"{holder.user} has earned one"
            )
            _rule(
                "trophy",
                holds=not has or bool(among and mine),
                claim=f"{holder.user} has earned none",
            )
        stages = {stage for stage, _, _ in lines}
        named = {(book.places[number].user, stage) for stage, number, _ in lines}
        others = [t for t in self.trophies if t[1] in stages and t[:2] not in named]
        _rule("trophy", holds=not others, claim=f"{others} have no place")


def _has_time(terms: Terms) -> bool:
    """Return whether a round has time for at least one turn."""
    rounds = 1
    if terms.format is Format.LEAGUE:
        rounds = -(-(terms.group - 1) // (terms.seats - 1))
    days = terms.days
    return days is None or (days > 0 and days * DAY // rounds >= (terms.pace.seconds or 0))


@dataclass(frozen=True)
class Rulings:
    """The actions that the documents allow."""

    book: Book
    matches: Mapping[str, Played]

    def allows(self, deed: Deed) -> bool | None:
        """Return whether an action is allowed; None if the documents leave it open."""
        if self.book.phase not in ("open", "running"):
            return False
        match deed.kind:
            case "join":
                return self._join(deed.by)
            case "leave":
                return self._leave(deed.by)
            case "check in":
                return self._check_in(deed.by)
            case "start":
                return self._start(deed)
            case "extend":
                return self._extend()
            case "edit":
                return self._edit(deed)
            case "substitute":
                return self._substitute(deed)
            case "adjudicate":
                return self._adjudicate(deed)
            case _:
                return True

    def _join(self, user: int) -> bool:
        book, mine = self.book, self.book.place_of(user)
        if user in book.reserve or user in book.outside.barred:
            return False
        if mine is not None and mine.plays:
            return False
        if book.is_league or book.phase == "open":
            return True
        if mine is None:
            return user not in book.withdrew
        part = book.part
        there = part is not None and any(mine.number in group for group in part.groups)
        return mine.standing != "withdrawn" and there

    def _leave(self, user: int) -> bool:
        mine = self.book.place_of(user)
        if user in self.book.reserve:
            return True
        return mine is not None and mine.standing != "withdrawn"

    def _check_in(self, user: int) -> bool:
        book, mine = self.book, self.book.place_of(user)
        if book.phase != "open" or book.check_in is None or mine is None:
            return False
        return not mine.here and user not in book.outside.barred

    def _start(self, deed: Deed) -> bool | None:
        book = self.book
        if book.phase != "open":
            return False
        closes = book.registration_end()
        missing = [place for place in book.places if not place.here]
        if book.check_in is not None and closes is not None and deed.at < closes and missing:
            return False
        if not all(book.outside.can_be_seated(place.user) for place in book.places):
            return None
        if not all(map(book.outside.can_be_seated, book.reserve)):
            return None
        here = len(book.places) - (len(missing) if book.check_in is not None else 0)
        return min(here + len(book.reserve), len(book.places)) >= FEWEST

    def _extend(self) -> bool:
        book, part = self.book, self.book.part
        if book.phase == "open":
            return book.terms.closes is not None
        open_rounds = {table.spot[2] for table in part.open} if part is not None else set()
        return part is not None and bool(open_rounds & set(part.rounds))

    def _edit(self, deed: Deed) -> bool | None:
        book, new = self.book, Terms.parse(deed.terms or "")
        before = book.terms
        if new.days != before.days and not _has_time(new):
            return False
        if book.phase == "open":
            return new.most >= len(book.places)
        same = {
            name: getattr(new, name) == getattr(before, name)
            for name in Terms.__slots__
            if name not in ("name", "pace", "days")
        }
        return all(same.values()) and (new.days is None) == (before.days is None)

    def _substitute(self, deed: Deed) -> bool | None:
        book, part = self.book, self.book.part
        place, into = book.place_of(deed.by), deed.user or 0
        if book.phase != "running" or place is None:
            return False
        other = book.place_of(into)
        if other is not None and (other is not place or place.plays):
            return False
        if not book.outside.can_be_seated(into):
            return False
        full = sum(place.plays for place in book.places) >= book.terms.most
        if book.is_league and not place.plays and full:
            return False
        if part is None:
            return None
        tables = [table for table in part.open if place.number in table.seats]
        if any(self._sat_elsewhere(table, place, into) for table in tables):
            return False
        if tables or book.is_league:
            return None if len(tables) > 1 else True
        return self._plays_on(part, place)

    def _plays_on(self, part: Part, place: Place) -> bool | None:
        """Return whether a place without a table has further matches."""
        book = self.book
        if not any(place.number in group for group in part.groups):
            return False
        if part.kind == "knockout":
            if book.terms.seats > 2:
                return None
            before, place.standing = place.standing, "in"
            is_out = Bracket(book, part).is_out(place.number)
            place.standing = before
            if is_out:
                return False
            return True if place.plays else None
        if book.terms.format is Format.GROUPS:
            return None
        return has_matches_to_come(book, part, place.number)

    def _sat_elsewhere(self, table: Seating, place: Place, user: int) -> bool:
        played = self.matches.get(table.name)
        if played is None or user not in played.had_part:
            return False
        return user not in (place.user, *place.before)

    def _adjudicate(self, deed: Deed) -> bool | None:
        book, part = self.book, self.book.part
        if book.phase != "running" or part is None or part.is_over:
            return False
        table = next((table for table in part.tables.values() if table.name == deed.table), None)
        if table is None or len(table.seats) < 2:
            return False
        users = [book.places[entrant].user for entrant in table.seats]
        if deed.winner is not None and deed.winner not in users:
            return False
        if part.kind != "knockout" or table.is_open:
            return True
        bracket = Bracket(book, part)
        if bracket.games(table.spot[2], table.spot[3])[-1] is not table:
            return False
        later = [
            seat_table for seat_table in part.tables.values() if seat_table.spot[2] > table.spot[2]
        ]
        if {entrant for other in later for entrant in other.seats} & set(table.seats):
            return False
        return None if later else True
