"""Votes of those who are not late, their effects, and how late players lose their seats."""

from collections import Counter
from collections.abc import Collection

from bot.match.log.events import EventKind, Forfeit, Void
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import Status
from bot.match.people.servers import ServerStore
from bot.match.timing.lateness import Choice, Lateness, Vote, lateness, latenesses
from bot.match.values.players import UserId
from engine.core.statistics import declared
from engine.core.types import Seat

CLAIMED_BY = 2
"""How many people must be left in a match for one of them to claim the win."""
ENDED_BY = 2
"""How many people must not be late, at least, for the match to be ended without a result."""


def voters(loaded: Loaded) -> tuple[UserId, ...]:
    """Those who may choose: everybody in the match who is not late, in seat order."""
    late = {one.user for one in latenesses(loaded)}
    return tuple(user for user in loaded.roster.people if user not in late)


def leads(loaded: Loaded, seat: Seat) -> bool:
    """Whether nobody has better points than the seat, and somebody has worse."""
    scores = loaded.game.scores(loaded.state)
    best, worst = (min, max) if declared(loaded.game).fewest else (max, min)
    return scores[seat] == best(scores) != worst(scores)


def may_end(loaded: Loaded) -> bool:
    """Whether enough are left to end the match without a result, and nobody who is late leads."""
    ahead = any(leads(loaded, one.seat) for one in latenesses(loaded))
    return len(voters(loaded)) >= ENDED_BY and not ahead


def may_claim(loaded: Loaded, late: Lateness) -> bool:
    """Whether the one other person may claim the win: two are left, and one was warned twice."""
    two = len(loaded.roster.people) == CLAIMED_BY and bool(voters(loaded))
    return two and (late.warned is not None or late.row > 1)


def choices(loaded: Loaded, late: Lateness) -> tuple[Vote, ...]:
    """What may be chosen now, the mildest first; () if nobody may choose."""
    if not voters(loaded):
        return ()
    if loaded.in_tournament:
        return _choices_of_table(loaded, late)
    plain = [Vote(Choice.WAIT), Vote(Choice.TURN), Vote(Choice.SEAT)]
    free = (user for user in late.offers if user not in loaded.roster.had_part)
    people = [Vote(Choice.PERSON, user) for user in free]
    end = [Vote(Choice.END)] if may_end(loaded) else []
    return (*plain, *people, *end)


def _choices_of_table(loaded: Loaded, late: Lateness) -> tuple[Vote, ...]:
    """What may be chosen in a match of a tournament.

    It always has a result, and no outsider comes in. A seat goes to a computer while others play
    on with each other; of two the late one loses, which needs no vote. The others wait once until
    the late player moves: two friends could hold up everybody else.
    """
    wait = [Vote(Choice.WAIT)] if late.row == 1 else []
    among_more = len(loaded.roster.people) > CLAIMED_BY
    seat = [Vote(Choice.SEAT)] if among_more else []
    return (*wait, Vote(Choice.TURN), *seat)


def decision(loaded: Loaded, late: Lateness, kept_out: Collection[UserId] = ()) -> Vote | None:
    """Return the decision of the votes so far; None if they decide nothing yet.

    Ending the match needs all voters. Any other choice needs more than half of them or, after the
    second warning, the most votes; in a tie the mildest choice wins. Votes for members of
    `kept_out`, who were barred after their offer, don't count.
    """
    allowed = [vote for vote in choices(loaded, late) if vote.person not in kept_out]
    able = voters(loaded)
    votes = [vote for user, vote in late.votes if user in able and vote in allowed]
    if votes and votes.count(Vote(Choice.END)) == len(able):
        return Vote(Choice.END)
    counts = Counter(vote for vote in votes if vote.choice is not Choice.END)
    ranked = sorted(counts, key=lambda vote: (-counts[vote], allowed.index(vote)))
    if ranked and (late.warned is not None or 2 * counts[ranked[0]] > len(able)):
        return ranked[0]
    return None


async def kept_out_of(loaded: Loaded, servers: ServerStore | None) -> tuple[UserId, ...]:
    """Return those who offered to take over a seat and have been barred in the server since."""
    offers = tuple(user for late in latenesses(loaded) for user in late.offers)
    if servers is None or not offers:
        return ()
    return await servers.barred(loaded.record.guild, offers)


def carry_out(events: NewEvents, late: Lateness, vote: Vote) -> None:
    """Add the events that do what was chosen for somebody who is late."""
    match vote.choice:
        case Choice.WAIT:
            events.add(EventKind.WAITED, seat=late.seat, holder=late.user)
        case Choice.TURN:
            events.add(EventKind.STOOD_IN, seat=late.seat, holder=late.user)
        case Choice.SEAT | Choice.PERSON:
            events.add(EventKind.REPLACED, seat=late.seat, holder=late.user)
            events.add(EventKind.HANDED, seat=late.seat, holder=vote.person)
        case Choice.END:
            events.add(EventKind.VOIDED, detail=Void.VOTED.value)


def add_forfeit(new: NewEvents, seat: Seat, why: Forfeit) -> None:
    """Let whoever holds a seat lose it: of two the match ends, in others a computer plays on."""
    people = new.after().roster.people
    new.add(
        EventKind.FORFEITED, seat=seat, holder=new.after().roster.holders[seat], detail=why.value
    )
    new.add(EventKind.HANDED, seat=seat)
    if len(people) <= CLAIMED_BY:
        new.add(EventKind.ENDED)


def add_second_warnings(new: NewEvents, warned: list[Lateness]) -> None:
    """Add the second warnings that are due in a match of a tournament, and what comes of them.

    What the others have chosen is done. If they have decided nothing, the seat is lost; if nobody
    is left who is on time, nobody gets anything.
    """
    for late in warned:
        new.add(EventKind.WARNED, seat=late.seat, holder=late.user)
    for late in warned:
        after = new.after()
        now = lateness(after, late.id)
        vote = None if now is None else decision(after, now)
        if vote is not None:
            carry_out(new, late, vote)
    after = new.after()
    undecided = [one for one in latenesses(after) if one.warned is not None]
    if {one.user for one in undecided} == {*after.roster.people}:
        new.add(EventKind.VOIDED, detail=Void.FORFEIT.value)
        return
    for late in undecided:
        if new.after().status is Status.RUNNING:
            add_forfeit(new, late.seat, Forfeit.LATE)


def forfeited(loaded: Loaded, seat: Seat, user: UserId) -> bool:
    """Whether somebody has lost a seat of a tournament for good."""
    return any(
        event.kind is EventKind.FORFEITED and (event.seat, event.holder) == (seat, user)
        for event in loaded.events
    )
