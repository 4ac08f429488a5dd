"""Votes about a late player, their effects, and how late players lose their seats.

One player who disappears must not end the match for the others, and one impatient player must not
throw out another. So the players who are not late decide together: wait, let a computer play the
turn or the seat, give the seat to a user who offered, or end the match. A choice needs a majority.
After the second warning, another full pace later, a plurality is enough, because some voters may
have lost interest, too.

Three limits prevent abuse. Only all voters together can end a match without a result, and not while
a late player leads: otherwise losers could erase their losses. A claim of the win needs a second
warning, or a second lateness in a row. In tournaments waiting is possible once and no vote ends a
match or brings an outsider in, because all other tables wait for the round's results.
"""

from collections import Counter
from collections.abc import Collection

from bot.match.log.events import Forfeit, MatchEventKind, Remedy, Void, Vote
from bot.match.log.loaded import Loaded, NewEvents
from bot.match.log.records import Status
from bot.match.people.servers import ServerStore
from bot.match.timing.lateness import Lateness, lateness, latenesses
from bot.match.values.players import UserId
from engine.core.types import Seat

CLAIMED_BY = 2
ENDED_BY = 2
"""The smallest number of voters who can end a match without a result."""


def voters(loaded: Loaded) -> tuple[UserId, ...]:
    late_users = {late.user for late in latenesses(loaded)}
    return tuple(user for user in loaded.roster.people if user not in late_users)


def leads(loaded: Loaded, seat: Seat) -> bool:
    scores = loaded.game.scores(loaded.state)
    best, worst = (min, max) if loaded.game.statistics.fewest else (max, min)
    return scores[seat] == best(scores) != worst(scores)


def may_end(loaded: Loaded) -> bool:
    ahead = any(leads(loaded, late.seat) for late in latenesses(loaded))
    return len(voters(loaded)) >= ENDED_BY and not ahead


def may_claim(loaded: Loaded, late: Lateness) -> bool:
    two = len(loaded.roster.people) == CLAIMED_BY and bool(voters(loaded))
    return two and (late.warned is not None or late.row > 1)


def choices(loaded: Loaded, late: Lateness) -> tuple[Vote, ...]:
    if not voters(loaded):
        return ()
    if loaded.in_tournament:
        return _choices_of_table(loaded, late)
    plain = [Vote(Remedy.WAIT), Vote(Remedy.TURN), Vote(Remedy.SEAT)]
    free = (user for user in late.offers if user not in loaded.roster.had_part)
    people = [Vote(Remedy.PERSON, user) for user in free]
    end = [Vote(Remedy.END)] if may_end(loaded) else []
    return (*plain, *people, *end)


def _choices_of_table(loaded: Loaded, late: Lateness) -> tuple[Vote, ...]:
    """Return the choices in a tournament, whose matches need a result and admit no outsiders.

    Of two players the late one loses, which needs no vote. Waiting is possible once per move.
    """
    wait = [Vote(Remedy.WAIT)] if late.row == 1 else []
    among_more = len(loaded.roster.people) > CLAIMED_BY
    seat = [Vote(Remedy.SEAT)] if among_more else []
    return (*wait, Vote(Remedy.TURN), *seat)


def decision(loaded: Loaded, late: Lateness, kept_out: Collection[UserId] = ()) -> Vote | None:
    """Return the decision of the votes so far, if any.

    Ending the match needs all voters. Any other choice needs more than half of them or, after the
    second warning, the most votes; in a tie the mildest wins. Votes for members of `kept_out` don't
    count.
    """
    allowed = [vote for vote in choices(loaded, late) if vote.person not in kept_out]
    able = voters(loaded)
    votes = [vote for user, vote in late.votes if user in able and vote in allowed]
    # Votes to end the match count only if all agree, so they are no part of the majority below.
    if votes and votes.count(Vote(Remedy.END)) == len(able):
        return Vote(Remedy.END)
    counts = Counter(vote for vote in votes if vote.choice is not Remedy.END)
    ranked = sorted(counts, key=lambda vote: (-counts[vote], allowed.index(vote)))
    if ranked and (late.warned is not None or 2 * counts[ranked[0]] > len(able)):
        return ranked[0]
    return None


async def kept_out_of(loaded: Loaded, servers: ServerStore | None) -> tuple[UserId, ...]:
    offers = tuple(user for late in latenesses(loaded) for user in late.offers)
    if servers is None or not offers:
        return ()
    return await servers.barred(loaded.record.guild, offers)


def carry_out(events: NewEvents, late: Lateness, vote: Vote) -> None:
    match vote.choice:
        case Remedy.WAIT:
            events.add(MatchEventKind.WAITED, seat=late.seat, holder=late.user)
        case Remedy.TURN:
            events.add(MatchEventKind.STOOD_IN, seat=late.seat, holder=late.user)
        case Remedy.SEAT | Remedy.PERSON:
            events.add(MatchEventKind.REPLACED, seat=late.seat, holder=late.user)
            events.add(MatchEventKind.HANDED, seat=late.seat, holder=vote.person)
        case Remedy.END:
            events.add(MatchEventKind.VOIDED, detail=Void.VOTED)


def add_forfeit(new: NewEvents, seat: Seat, why: Forfeit) -> None:
    """Take a seat from its holder. A match of two ends; in others a computer plays on."""
    people = new.after().roster.people
    new.add(
        MatchEventKind.FORFEITED,
        seat=seat,
        holder=new.after().roster.holders[seat],
        detail=why,
    )
    new.add(MatchEventKind.HANDED, seat=seat)
    if len(people) <= CLAIMED_BY:
        new.add(MatchEventKind.ENDED)


def add_second_warnings(new: NewEvents, warned: list[Lateness]) -> None:
    """Add the second warnings due in a tournament match, and carry out the votes so far.

    Without a decision the player loses the seat. If all remaining players are late, the match is
    void.
    """
    for late in warned:
        new.add(MatchEventKind.WARNED, seat=late.seat, holder=late.user)
    for late in warned:
        after = new.after()
        current = lateness(after, late.id)
        vote = None if current is None else decision(after, current)
        if vote is not None:
            carry_out(new, late, vote)
    after = new.after()
    undecided = [late for late in latenesses(after) if late.warned is not None]
    # No player was on time, so nobody wins.
    if {late.user for late in undecided} == {*after.roster.people}:
        new.add(MatchEventKind.VOIDED, detail=Void.FORFEIT)
        return
    for late in undecided:
        if new.after().status is Status.RUNNING:
            add_forfeit(new, late.seat, Forfeit.LATE)


def add_idle_end(new: NewEvents, loaded: Loaded) -> None:
    """End a match without a move for long. In a tournament the players for whom it waited lose
    their seats; otherwise it is void.
    """
    waited_for = loaded.people_to_act if loaded.in_tournament else ()
    if not waited_for:
        new.add(MatchEventKind.VOIDED, detail=Void.IDLE)
    elif {*waited_for} == {*loaded.roster.people}:
        new.add(MatchEventKind.VOIDED, detail=Void.FORFEIT)
    else:
        for user in waited_for:
            seat = loaded.roster.seat_of(user)
            if seat is not None and new.after().status is Status.RUNNING:
                add_forfeit(new, seat, Forfeit.LATE)


def forfeited(loaded: Loaded, seat: Seat, user: UserId) -> bool:
    return any(
        event.kind is MatchEventKind.FORFEITED and (event.seat, event.holder) == (seat, user)
        for event in loaded.events
    )
