"""Validity of a tournament's terms."""

from dataclasses import replace

from bot.game_register import GameRegister
from bot.match.playing.report import harmless
from bot.match.tournaments import errors
from bot.match.tournaments.round_time import least_days, round_length, turns_in_round
from bot.match.tournaments.rounds import LOW
from bot.match.tournaments.state import Tournament, TournamentStatus
from bot.match.tournaments.terms import FEWEST, GROUP, MOST, NAME, Format, Terms
from bot.match.values.times import DAY, Pace

DAYS = range(1, 121)
ROUNDS = range(1, 21)
CHECK_IN = range(1, 73)
CLOSES_WITHIN = 120
"""The latest end of registration, in days from now."""
SEATS = 4


def check_terms(
    terms: Terms, games: GameRegister | None, now: int, before: Terms | None = None
) -> Terms:
    """Return the terms in their stored form; raise a Refusal.

    Without `games`, neither the game nor the size of its tables is checked. `before` are the
    earlier terms, if any. A length of rounds that stays the same is not checked again.
    """
    name = harmless(" ".join(terms.name.split()))
    if not 1 <= len(name) <= NAME:
        raise errors.BadName(most=NAME)
    if games is not None:
        _check_table(terms, games)
    if terms.days is not None and terms.days not in DAYS:
        raise errors.BadDays(low=DAYS[0], high=DAYS[-1])
    if terms.days is None and terms.pace is Pace.NONE:
        raise errors.NeedsDeadline
    if before is None or _rounds_change(before, terms):
        _check_round(terms)
    if terms.rounds is not None and terms.rounds not in ROUNDS:
        raise errors.BadRounds(low=ROUNDS[0], high=ROUNDS[-1])
    if not FEWEST <= terms.most <= MOST:
        raise errors.BadMost(low=FEWEST, high=MOST)
    moving = 2 * terms.movers if terms.format is Format.LEAGUE else terms.advance
    if terms.group not in GROUP or not 1 <= moving < terms.group:
        raise errors.BadGroup(low=GROUP[0], high=GROUP[-1])
    if terms.closes is not None and not now <= terms.closes <= now + CLOSES_WITHIN * DAY:
        raise errors.BadClose(most=CLOSES_WITHIN)
    if terms.check_in and (terms.closes is None or terms.check_in not in CHECK_IN):
        raise errors.BadCheckIn(low=CHECK_IN[0], high=CHECK_IN[-1])
    return replace(terms, name=name)


def check_edit(before: Tournament, terms: Terms, games: GameRegister | None, now: int) -> Terms:
    """Return new terms for an existing tournament in their stored form; raise a Refusal.

    After the start only the name, the pace, the length of future rounds, and whether it has an
    event on Discord can change.
    """
    if before.status is TournamentStatus.RUNNING:
        unchanged = replace(
            before.terms, name=terms.name, pace=terms.pace, days=terms.days, event=terms.event
        )
        if unchanged != terms or (terms.days is None) != (before.terms.days is None):
            raise errors.FixedByNow
        check_terms(replace(terms, closes=None, check_in=0), games, now, before.terms)
        return replace(terms, name=harmless(" ".join(terms.name.split())))
    promised = None if before.check_in is None else before.terms.closes
    if promised is not None and (terms.closes is None or terms.closes < promised):
        raise errors.CheckInPromised(until=promised)
    if terms.most < len(before.entrants):
        raise errors.BadMost(low=len(before.entrants), high=MOST)
    if terms.closes is not None and terms.closes == before.terms.closes:
        # An extended end can be later than terms allow, or just have passed: don't check it.
        new = check_terms(replace(terms, closes=now), games, now, before.terms)
        return replace(new, closes=terms.closes)
    return check_terms(terms, games, now, before.terms)


def _rounds_change(before: Terms, after: Terms) -> bool:
    return (round_length(before), before.pace) != (round_length(after), after.pace)


def _check_round(terms: Terms) -> None:
    if turns_in_round(terms) == 0:
        raise errors.RoundTooShort(least=least_days(terms))


def _check_table(terms: Terms, games: GameRegister) -> None:
    if terms.game not in games.names:
        raise errors.GameGone
    seats = games.newest(terms.game).info.seats
    high = min(seats[-1], SEATS)
    if high < LOW:
        raise errors.BadGame
    # The game must allow tables of two: a table can have one player less than the others, and only
    # the tied players replay a tie.
    low = LOW if LOW in seats else high + 1
    if not low <= terms.seats <= high:
        raise errors.BadSeats(low=LOW, high=high)
