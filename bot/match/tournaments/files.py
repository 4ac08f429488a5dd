"""A tournament as a file: everything that its pairings follow from, and who is who left out.

UTF-8 text. The first line is ``salud-tournament 1``. Each line after it is an event as JSON: an
object with ``n``, ``kind``, ``at``, ``detail`` as in TournamentEvent, and ``by`` and ``user``,
which are numbers of people in this file alone, from 1 in the order of appearance.
"""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from bot.match.tournaments.events import EventKind, TournamentEvent, detail_of
from bot.match.tournaments.replay import Replay, Unexplained
from bot.match.tournaments.state import Tournament
from bot.match.values.players import UserId

HEADER = "salud-tournament 1"


class BadTournament(Exception):
    """A file that is no tournament, or whose draw is not what follows from it."""


def written(events: Iterable[TournamentEvent]) -> str:
    """The file of a tournament."""
    people: dict[UserId, int] = {}

    def number(user: UserId | None) -> int | None:
        return None if user is None else people.setdefault(user, len(people) + 1)

    lines = [
        json.dumps(
            {
                "n": event.n,
                "kind": event.kind.value,
                "at": event.at,
                "by": number(event.by),
                "user": number(event.user),
                "detail": event.details,
            },
            ensure_ascii=False,
        )
        for event in events
    ]
    return "\n".join((HEADER, *lines, ""))


def read(text: str) -> tuple[TournamentEvent, ...]:
    """The events of a file; raises BadTournament."""
    header, *lines = text.splitlines()
    if header != HEADER:
        raise BadTournament(f"The first line is not “{HEADER}”.")
    return tuple(_event(number, line) for number, line in enumerate(lines, start=2))


def verify(text: str) -> Tournament:
    """Return the tournament of a file, if every event has a person or a match behind it or follows
    from those before it; raises BadTournament with a sentence that says which does not."""
    events = read(text)
    if not events:
        raise BadTournament("The file has no events.")
    try:
        replay = Replay(events[0])
        for event in events[1:]:
            replay.add(event)
    except Unexplained as error:
        raise BadTournament(str(error)) from error
    except (AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise BadTournament(f"Its events make no sense: {error!r}") from error
    if replay.now.seed is not None:
        _check_seed(replay.now)
    return replay.now


def _check_seed(now: Tournament) -> None:
    assert now.seed is not None, "it was asked for"
    if hashlib.sha256(now.seed).hexdigest() != now.commitment:
        raise BadTournament("Its seed is not the one that was promised before the start.")


def _event(number: int, line: str) -> TournamentEvent:
    try:
        values: dict[str, Any] = json.loads(line)
        return TournamentEvent(
            values["n"],
            EventKind(values["kind"]),
            values["at"],
            values["by"],
            values["user"],
            detail_of(**values["detail"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadTournament(f"Line {number} is no event.") from error
