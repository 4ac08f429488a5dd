"""What a match that is over means for those who played it."""

from bot.match.loaded import Loaded
from bot.match.types import Result
from engine.core.types import Seat


def places(loaded: Loaded) -> tuple[int, ...]:
    """The place of each seat in a match that is over, from 1; () where nobody won or it is void.

    As the rules have it, but who resigned comes after all others, the earliest last.
    """
    roster = loaded.roster
    staying = [seat for seat in range(loaded.seats) if seat not in roster.resigned]
    if not staying or roster.void is not None:
        return ()
    outcome = loaded.outcome
    if outcome is None and not any(roster.holders[seat] is not None for seat in staying):
        return ()
    order: dict[Seat, int] = {}
    for seat in staying:
        if outcome is None:
            order[seat] = 1
        else:
            order[seat] = 1 + sum(outcome.places[other] < outcome.places[seat] for other in staying)
    for back, seat in enumerate(roster.resigned):
        order[seat] = loaded.seats - back
    return tuple(order[seat] for seat in range(loaded.seats))


def results(loaded: Loaded) -> tuple[Result, ...]:
    """What each person takes from it; () where fewer than two people began or nobody won.

    Who resigned takes the points of no round: they belong to the seat that was played on.
    """
    original = loaded.roster.original
    people = [seat for seat, holder in enumerate(original) if holder is not None]
    placed = places(loaded)
    if len(people) < 2 or not placed:
        return ()
    scores = loaded.game.scores(loaded.state)
    return tuple(
        Result(
            seat,
            original[seat] or 0,
            placed[seat],
            0 if seat in loaded.roster.resigned else scores[seat],
        )
        for seat in people
    )
