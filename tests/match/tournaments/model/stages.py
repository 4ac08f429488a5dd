"""Rules of a stage: its groups at the start, its places at the end, and the final places."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise

from bot.match.tournaments.terms import Format
from tests.match.tournaments.model.book import Book, Bracket, Part, Unfair, snake
from tests.match.tournaments.model.pairings import rounds_of_two, swiss_rounds, to_come

LEAST, MOST = 4, 8


def _rule(name: str, *, holds: bool, claim: str) -> None:
    if not holds:
        raise Unfair(name, claim)


def check_groups(book: Book, part: Part, resting: Sequence[int], at: int) -> None:
    """Raise Unfair unless these groups can start the stage."""
    members = [entrant for group in part.groups for entrant in group]
    playing = [place.number for place in book.places if place.plays]
    rest: list[int] = []
    if book.is_league:
        rest = [
            entrant for entrant in playing if book.outside.is_away(book.places[entrant].user, at)
        ]
    _rule("resting", holds=sorted(resting) == sorted(rest), claim=f"{rest} rest")
    playing = [entrant for entrant in playing if entrant not in rest]
    if book.is_league:
        _rule("season", holds=len(playing) >= LEAST, claim="a season waits for four people")
        _check_league(book, part, playing)
        return
    if part.number > 1:
        _check_final(book, part)
        return
    _rule("groups", holds=sorted(members) == sorted(playing), claim=f"{playing} play")
    if book.terms.format is Format.GROUPS:
        count = _group_count(len(playing), book.terms.group, len(playing))
        order = _undealt(part.groups)
        _rule(
            "groups", holds=part.groups == snake(order, count), claim=f"{count} groups, in a snake"
        )
    else:
        _rule("groups", holds=len(part.groups) == 1, claim="all players are in one group")
        order = part.groups[0]
    _check_seeds(book, order)


def _undealt(groups: Sequence[Sequence[int]]) -> list[int]:
    order: list[int] = []
    for place in range(max(map(len, groups))):
        row = [group[place] for group in groups if place < len(group)]
        order += row if place % 2 == 0 else reversed(row)
    return order


def _check_seeds(book: Book, order: Sequence[int]) -> None:
    """Check that ratings order the players; a lot decides among the others."""

    def key(entrant: int) -> float:
        rating = book.ratings.get(entrant)
        return float("inf") if rating is None or book.places[entrant].before else -rating

    for number, other in pairwise(order):
        _rule("seeds", holds=key(number) <= key(other), claim=f"{other} is seeded before {number}")


def _group_count(people: int, size: int, most: int) -> int:
    """Return the number of groups whose average size is nearest to `size`. Prefer fewer groups."""
    fewest = max(-(-people // most), 1)
    near = range(fewest, max(people // LEAST, fewest) + 1)
    return min(near, key=lambda groups: (abs(Fraction(people, groups) - size), groups))


def ladder(book: Book) -> list[int]:
    """Return the ladder of a league after all seasons so far, best first."""
    order: list[int] = []
    for part in book.parts:
        order += [entrant for group in part.groups for entrant in group if entrant not in order]
        if part.is_over:
            order = _moved(order, part, book.terms.movers)
    return order + [place.number for place in book.places if place.number not in order]


def _moved(before: Sequence[int], part: Part, movers: int) -> list[int]:
    groups = [list(group) for group in part.order]
    for higher, lower in pairwise(groups):
        count = min(movers, len(higher) // 2, len(lower) // 2)
        down, up = higher[len(higher) - count :], lower[:count]
        higher[len(higher) - count :], lower[:count] = up, down
    played = [entrant for group in groups for entrant in group]
    queue = iter(played)
    return [next(queue) if entrant in played else entrant for entrant in before]


def _check_league(book: Book, part: Part, playing: Sequence[int]) -> None:
    members = [entrant for group in part.groups for entrant in group]
    if part.number == 1:
        _rule("ladder", holds=sorted(members) == sorted(playing), claim=f"{playing} play")
        _check_seeds(book, members)
    else:
        expected = [entrant for entrant in ladder(book) if entrant in playing]
        _rule("ladder", holds=members == expected, claim=f"{expected}, not {members}")
    count = _group_count(len(playing), book.terms.group, MOST)
    smallest, larger = divmod(len(playing), count)
    group_sizes = [smallest + (number < larger) for number in range(count)]
    holds = [*map(len, part.groups)] == group_sizes
    _rule("groups", holds=holds, claim=f"groups of {group_sizes}")


def final_due(book: Book) -> bool:
    """Return whether a final or a play-off must follow the first stage."""
    before = book.parts[0]
    if len(book.parts) > 1 or before.kind == "knockout":
        return False
    if book.terms.format is Format.GROUPS:
        return any(place.plays for place in book.places if _was_grouped(before, place.number))
    first = zip(before.order[0], before.places[0], strict=True)
    return len(book.playing([entrant for entrant, place in first if place == 1])) > 1


def _was_grouped(part: Part, number: int) -> bool:
    return any(number in group for group in part.groups)


def _check_final(book: Book, part: Part) -> None:
    before = book.parts[0]
    _rule("final", holds=part.number == 2 and len(part.groups) == 1, claim="one final")
    if book.terms.format is Format.GROUPS:
        tiers = []
        for group in before.order:
            staying = book.playing(group)
            tiers.append(staying[: book.terms.advance])
        rows = [[tier[n] for tier in tiers if n < len(tier)] for n in range(book.terms.advance)]
        place = 0
        for row in rows:
            seeds = part.groups[0][place : place + len(row)]
            _rule("final", holds=sorted(seeds) == sorted(row), claim=f"{row} reach the final")
            place += len(row)
        _rule(
            "final", holds=place == len(part.groups[0]), claim="no other player reaches the final"
        )
        return
    first = [
        entrant
        for entrant, place in zip(before.order[0], before.places[0], strict=True)
        if place == 1
    ]
    shared = [entrant for entrant in before.groups[0] if entrant in book.playing(first)]
    _rule(
        "final", holds=part.groups[0] == shared and len(shared) > 1, claim=f"{shared} play it off"
    )


def is_complete(book: Book, part: Part) -> bool:
    """Return whether a stage is over: no table is undecided, and none is still to come."""
    if part.open:
        return False
    if part.kind == "knockout":
        bracket = Bracket(book, part)
        plan = bracket.plan()
        return (
            not plan
            or bool(book.terms.seats > 2)
            or bracket.advancing_from(len(plan), 1) is not None
        )
    if part.kind == "swiss":
        few = len(book.playing(part.groups[0])) < 2
        return few or part.latest >= swiss_rounds(book, part)
    if book.terms.seats == 2:
        return not any(book.playing(sorted(pair)) for _, _, pair in to_come(book, part))
    return all(
        book.met(part, entrant, other)
        for group in part.groups
        for entrant, other in combinations(group, 2)
        if not {entrant, other} & part.missed
    )


def check_order(
    book: Book, part: Part, order: Sequence[Sequence[int]], places: Sequence[Sequence[int]]
) -> None:
    """Raise Unfair unless these are the final standings of a stage."""
    for number, group in enumerate(part.groups):
        claimed = dict(zip(order[number], places[number], strict=True))
        _rule("standings", holds=sorted(claimed) == sorted(group), claim="each player has a place")
        _rule("standings", holds=[*claimed.values()] == sorted(claimed.values()), claim="in order")
        if part.kind == "knockout":
            _check_knockout_places(Bracket(book, part), claimed)
            continue
        rows = book.standings(part, number).standings()
        vacant = 0 if any(row.points for row in rows) else 1
        expected = {row.entrant: row.place + vacant for row in rows}
        _rule("standings", holds=claimed == expected, claim=f"{expected}, not {claimed}")


def _check_knockout_places(bracket: Bracket, claimed: dict[int, int]) -> None:
    champion = bracket.champion()
    first = [entrant for entrant, place in claimed.items() if place == 1]
    if bracket.seats == 2 or champion is not None:
        winners = [] if champion is None else [champion]
        _rule("champion", holds=first == winners, claim=f"{winners} won the final, not {first}")
    expected = bracket.places()
    same = expected is None or claimed == expected
    _rule("standings", holds=same, claim=f"{expected}, not {claimed}")


def final_places(book: Book) -> list[int | None]:
    """Return the place of each entrant after the last stage.

    Players of a later stage rank before the others. The first place stays vacant if the final has
    no winner or no player has points. A play-off without a winner leaves the first place shared.
    """
    last = book.parts[-1]
    won = any(1 in group for group in last.places)
    must_win = book.terms.format in (Format.KNOCKOUT, Format.GROUPS) or last.kind != "knockout"
    if book.terms.format is Format.GROUPS and last.kind != "knockout":
        won = False
    before = 1 if must_win and not won else 0
    place_of: dict[int, int] = {}
    for part in reversed(book.parts):
        places = {
            entrant: place
            for group, among in zip(part.order, part.places, strict=True)
            for entrant, place in zip(group, among, strict=True)
            if entrant not in place_of
        }
        for entrant, place in places.items():
            place_of[entrant] = before + 1 + sum(other < place for other in places.values())
        before += len(places)
    return [place_of.get(place.number) for place in book.places]


def season_rounds(book: Book, part: Part) -> int | None:
    if book.terms.seats > 2:
        return None
    return max(rounds_of_two(len(group)) for group in part.groups)
