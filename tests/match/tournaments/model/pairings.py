"""The allowed pairings: Swiss rounds, round robins and knockouts."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from bot.match.tournaments.terms import Format
from tests.match.tournaments.model.book import Book, Bracket, Part, Seating, Spot, Unfair, sizes

Seats = Mapping[Spot, tuple[int, ...]]


def check_pairing(book: Book, part: Part, new: Seats, at: int) -> None:
    """Raise Unfair if these tables must not be seated at this time."""
    seated = [entrant for seats in new.values() for entrant in seats]
    _rule("pairing", holds=len(seated) == len(set(seated)), claim="two seats for one player")
    busy = {entrant for table in part.open for entrant in table.seats}
    _rule("pairing", holds=busy.isdisjoint(seated), claim="two matches at the same time")
    for spot, seats in new.items():
        fits = 1 <= len(seats) <= book.terms.seats
        _rule("pairing", holds=fits, claim=f"{len(seats)} at table {spot}")
        _rule("pairing", holds=set(seats) <= set(part.groups[spot[1]]), claim="of one group")
        if spot[4] == 1:
            for number in part.rounds:
                end = book.round_end(part, number) or 0
                begun = number >= spot[2] or end <= at
                _rule("deadline", holds=begun, claim=f"round {number} ends at {end}")
    match part.kind:
        case "swiss":
            _check_swiss(book, part, new)
        case "knockout":
            _check_knockout(book, part, new)
        case _:
            _check_round_robin(book, part, new)


def _rule(name: str, *, holds: bool, claim: str) -> None:
    if not holds:
        raise Unfair(name, claim)


def swiss_rounds(book: Book, part: Part) -> int:
    """Return the number of rounds of a Swiss: enough to leave a single best player."""
    people, rounds = len(part.groups[0]), 0
    while 2**rounds < people:
        rounds += 1
    return book.terms.rounds or max(rounds, 1)


def _check_swiss(book: Book, part: Part, new: Seats) -> None:
    _rule("pairing", holds=not part.open, claim="a round waits for all results")
    rounds = {spot[2] for spot in new}
    number = part.latest + 1
    _rule("pairing", holds=rounds == {number}, claim=f"round {number} is next")
    _rule("pairing", holds=number <= swiss_rounds(book, part), claim="no round is left")
    playing = book.playing(part.groups[0])
    _rule("pairing", holds=len(playing) > 1, claim="no opponent is left")
    seated = sorted(entrant for seats in new.values() for entrant in seats)
    _rule("pairing", holds=seated == sorted(playing), claim="exactly the players who are in play")
    tables = [seats for seats in new.values() if len(seats) > 1]
    wanted = sorted(sizes(len(playing), book.terms.seats))
    _rule("pairing", holds=sorted(map(len, tables)) == wanted, claim=f"tables of {wanted}")
    byes = [seats[0] for seats in new.values() if len(seats) == 1]
    met = {pair: book.met(part, *pair) for pair in combinations(sorted(part.groups[0]), 2)}
    repeats = _repeats(tables, met)
    if byes:
        _check_bye(book, part, byes[0], playing, met, repeats)
    if not repeats:
        _check_points(book, part, tables, met)
    elif book.terms.seats == 2:
        fewest = min(
            _fewest(tuple(entrant for entrant in playing if entrant != bye), met)
            for bye in (_least_byes(part, playing) if byes else [-1])
        )
        _rule("repeat", holds=repeats == fewest, claim=f"{repeats} repeats, not {fewest}")
    else:
        avoidable = _without_repeats(tuple(sorted(set(playing) - set(byes))), wanted, met)
        _rule("repeat", holds=not avoidable, claim="players meet again before they must")


def _repeats(tables: Sequence[tuple[int, ...]], met: Mapping[tuple[int, int], int]) -> int:
    return sum(met[pair] ** 2 for seats in tables for pair in combinations(sorted(seats), 2))


def _byes(part: Part, entrant: int) -> int:
    return sum(table.seats == (entrant,) for table in part.tables.values())


def _least_byes(part: Part, playing: Sequence[int]) -> list[int]:
    fewest = min(_byes(part, entrant) for entrant in playing)
    return [entrant for entrant in playing if _byes(part, entrant) == fewest]


def _check_bye(
    book: Book,
    part: Part,
    bye: int,
    playing: Sequence[int],
    met: Mapping[tuple[int, int], int],
    repeats: int,
) -> None:
    if part.latest == 0:
        lowest = [entrant for entrant in part.groups[0] if entrant in playing][-1]
        _rule("bye", holds=bye == lowest, claim=f"the first bye is for {lowest}, not {bye}")
        return
    least = _least_byes(part, playing)
    _rule("bye", holds=bye in least, claim=f"{bye} has had more byes than {least}")
    table = book.standings(part, 0)
    for entrant in least:
        if table.points(entrant) < table.points(bye) and not _leans(part, playing):
            rest = tuple(other for other in playing if other != entrant)
            worse = _fewest(rest, met) > repeats
            _rule("bye", holds=worse, claim=f"{entrant} has fewer points than {bye}")


def _fewest(people: tuple[int, ...], met: Mapping[tuple[int, int], int]) -> int:
    """Return the fewest repeats of any pairing of these people."""
    fewest_by_people: dict[tuple[int, ...], int] = {(): 0}

    def fewest(left: tuple[int, ...]) -> int:
        if left not in fewest_by_people:
            first, *rest = left
            fewest_by_people[left] = min(
                met[min(first, other), max(first, other)] ** 2
                + fewest(tuple(entrant for entrant in rest if entrant != other))
                for other in rest
            )
        return fewest_by_people[left]

    return fewest(tuple(sorted(people)))


def _without_repeats(
    people: tuple[int, ...], wanted: Sequence[int], met: Mapping[tuple[int, int], int]
) -> bool:
    """Return whether these people fit at tables of these sizes without meeting again."""
    if not people:
        return True
    first, *rest = people
    for size in sorted(set(wanted)):
        left = list(wanted)
        left.remove(size)
        for others in combinations(rest, size - 1):
            table = (first, *others)
            if any(met[pair] for pair in combinations(table, 2)):
                continue
            if _without_repeats(
                tuple(entrant for entrant in rest if entrant not in others), left, met
            ):
                return True
    return False


def _leans(part: Part, people: Sequence[int]) -> bool:
    """Return whether a player sat first much more often than second, or the reverse."""
    for entrant in people:
        seats = [t.seats.index(entrant) for t in part.tables.values() if entrant in t.seats[:2]]
        lone = _byes(part, entrant)
        if abs(seats.count(0) - lone - seats.count(1)) > 1:
            return True
    return False


def _check_points(
    book: Book,
    part: Part,
    tables: Sequence[tuple[int, ...]],
    met: Mapping[tuple[int, int], int],
) -> None:
    """Check that no swap of two players brings players closer in points without repeats."""
    if part.latest == 0 or (book.terms.seats == 2 and _leans(part, part.groups[0])):
        return
    points = {entrant: book.standings(part, 0).points(entrant) for entrant in part.groups[0]}

    def apart(tables: Sequence[tuple[int, ...]]) -> object:
        return sum(
            (points[entrant] - points[other]) ** 2
            for seats in tables
            for entrant, other in combinations(seats, 2)
        )

    for first, second in combinations(tables, 2):
        for number in first:
            for other in second:
                swap = {number: other, other: number}
                after = [
                    tuple(swap.get(player, player) for player in seats) for seats in (first, second)
                ]
                closer = apart(after) < apart((first, second))  # type: ignore[operator]
                better = closer and not _repeats(after, met)
                _rule(
                    "points", holds=not better, claim=f"{number} and {other} should change places"
                )


def opponent(order: Sequence[int], number: int, entrant: int) -> int | None:
    """Return a player's opponent in a round of a round robin at tables of two; None for a bye.

    In FIDE's Berger tables, players whose numbers add up to the round meet.
    """
    people = len(order) + len(order) % 2
    mine = order.index(entrant) + 1
    if mine == people:
        other = next(x for x in range(1, people) if (2 * x - number - 1) % (people - 1) == 0)
    else:
        other = (number + 1 - mine) % (people - 1) or people - 1
        if other == mine:
            other = people
    return order[other - 1] if other <= len(order) else None


def rounds_of_two(people: int) -> int:
    return people - 1 if people % 2 == 0 else people


def to_come(book: Book, part: Part) -> Iterator[tuple[int, int, frozenset[int]]]:
    """Yield group, round and players of each table of two that has not been seated.

    If rounds have a deadline, seated rounds are over.
    """
    latest = part.latest if book.terms.days is not None else 0
    for group, order in enumerate(part.groups):
        if len(order) < 2:
            continue
        for number in range(latest + 1, rounds_of_two(len(order)) + 1):
            seated = {
                entrant
                for table in part.of_group(group)
                if table.spot[2] == number
                for entrant in table.seats
            }
            pairs = {
                frozenset((entrant, other))
                for entrant in order
                if (other := opponent(order, number, entrant)) is not None
            }
            yield from ((group, number, pair) for pair in pairs if seated.isdisjoint(pair))


def _check_round_robin(book: Book, part: Part, new: Seats) -> None:
    if book.terms.days is not None:
        rounds = {spot[2] for spot in new}
        _rule("pairing", holds=len(rounds) == 1, claim="one round at a time")
        _rule("pairing", holds=min(rounds) > part.latest, claim="rounds follow each other")
        _rule("pairing", holds=not part.open, claim="the round before is over")
    if book.terms.seats > 2:
        return
    waiting = list(to_come(book, part))
    for spot, seats in new.items():
        order = part.groups[spot[1]]
        other = opponent(order, spot[2], seats[0])
        _rule("pairing", holds=other is not None, claim=f"{seats} rest in round {spot[2]}")
        assert other is not None
        pair = frozenset((seats[0], other))
        due = (spot[1], spot[2], pair)
        _rule("pairing", holds=due in waiting, claim=f"{sorted(pair)} in round {spot[2]}")
        present = set(book.playing(sorted(pair)))
        _rule("pairing", holds=set(seats) == present, claim=f"{present} sit at {spot}")
    if book.terms.days is not None:
        (number,) = {spot[2] for spot in new}
        due_now = {frozenset(book.playing(sorted(pair))) for _, at, pair in waiting if at == number}
        left_out = {entrant for entrant in due_now if entrant} - {
            frozenset(seats) for seats in new.values()
        }
        _rule("pairing", holds=not left_out, claim=f"left out of round {number}: {left_out}")


def _check_knockout(book: Book, part: Part, new: Seats) -> None:
    bracket = Bracket(book, part)
    for spot, seats in new.items():
        _, _, number, table, game = spot
        _rule("bracket", holds=len(seats) > 1, claim="no player plays alone")
        if game > 1:
            games = bracket.games(number, table)
            _rule("bracket", holds=len(games) == game - 1, claim="matches are counted")
            again = bracket.outcome(games, bracket.advance_count(number, table))[1]
            tied = again is not None and set(again) == set(seats)
            _rule("replay", holds=tied, claim=f"{again} play again, not {seats}")
        elif book.terms.seats == 2 or number == 1:
            people = bracket.arriving(number, table)
            come = None if people is None else set(book.playing(people))
            _rule("bracket", holds=come == set(seats), claim=f"{come} come to {spot}")
        else:
            _check_feeds(bracket, number, seats)


def _check_feeds(bracket: Bracket, number: int, seats: Sequence[int]) -> None:
    """Check that players at a larger table have come from the tables before it."""
    before = [table for table in bracket.part.tables.values() if table.spot[2] < number]
    for entrant in seats:
        mine = [table for table in before if entrant in table.seats]
        for table in mine:
            on = bracket.advancing_from(table.spot[2], table.spot[3])
            _rule("bracket", holds=entrant in (on or ()), claim=f"{entrant} lost at {table.spot}")
    later = [table for table in bracket.part.tables.values() if table.spot[2] >= number]
    again = {entrant for table in later for entrant in table.seats} & set(seats)
    _rule("bracket", holds=not again, claim=f"{again} sit in this round twice")
    last = number == len(bracket.plan())
    sources = [_source(before, entrant) for entrant in seats]
    apart = last or len(set(sources)) == len(sources)
    _rule("bracket", holds=apart, claim="two from one table meet in the next round")


def _source(before: Sequence[Seating], entrant: int) -> object:
    mine = [table.spot[2:4] for table in before if entrant in table.seats]
    return max(mine, default=("none", entrant))


def has_matches_to_come(book: Book, part: Part, number: int) -> bool | None:
    """Return whether a place of a stage other than a knockout has further matches.

    Return None if the documents leave it open: the schedule of larger tables, and places in the
    final that only a lot decides.
    """
    group = next((n for n, members in enumerate(part.groups) if number in members), None)
    if group is None:
        return False
    if part.kind == "swiss":
        return part.latest < swiss_rounds(book, part)
    if book.terms.seats > 2:
        return None
    if any(at == group and number in pair for at, _, pair in to_come(book, part)):
        return True
    return book.terms.format is Format.GROUPS and _reaches_final(book, part, group, number)


def _reaches_final(book: Book, part: Part, group: int, number: int) -> bool | None:
    if any(table.is_open for table in part.of_group(group)):
        return False
    if any(at == group and book.playing(sorted(pair)) for at, _, pair in to_come(book, part)):
        return False
    rows = book.standings(part, group).standings()
    rows = [row for row in rows if row.entrant == number or book.places[row.entrant].plays]
    mine = next(row for row in rows if row.entrant == number)
    before = sum(row.place < mine.place for row in rows)
    alike = sum(row.place == mine.place for row in rows)
    if before >= book.terms.advance:
        return False
    return True if before + alike <= book.terms.advance else None
