"""Evidence of a season in which a player is late and loses a match, by the rules."""

from dataclasses import replace
from pathlib import Path

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.values.times import DAY, Pace
from chaos.evidence import Evidence
from chaos.transcript import Kind, Post, Progress, Revision, Snapshot, Transcript, Visibility
from tests.match.world import ANN, BEN, GUILD, World

PLACE, BOARD, NOTICE = 77, 1001, 1002


async def fair_season(path: Path) -> Evidence:
    """Return a season in which a player was called, became late, was warned and lost the match."""
    world = await World.open(path)
    try:
        begun = await world.begun(ANN, BEN, lobby=world.dice, pace=Pace.DAY)
    finally:
        await world.close()
    match, seq, n = begun.record.id, begun.seq, len(begun.events)
    start, user = float(begun.roster.started or 0), begun.people_to_act[0]
    seat = begun.roster.seat_of(user)
    other = BEN if user == ANN else ANN
    late, warned = start + DAY + 60, start + 2 * DAY + 60
    events = (
        MatchEvent(n, seq, MatchEventKind.LATE, int(late), seat, user, 1),
        MatchEvent(n + 1, seq, MatchEventKind.WARNED, int(warned), seat, user),
        MatchEvent(n + 2, seq, MatchEventKind.CLAIMED, int(warned) + 5, seat, other),
    )
    transcript = Transcript()
    look = Snapshot(Kind.BOARD, match, seq)
    transcript.revisions.append(Revision(start + 1, BOARD, PLACE, look, True, None, (user,)))
    transcript.visibility.append(Visibility(start + 1, user, PLACE, True))
    transcript.ups.append((start - 5, True))
    transcript.posts.append(
        Post(late, NOTICE, PLACE, GUILD, "⏰", (f"2:notice:{match}:{n}:wait",), (user, other))
    )
    transcript.progress += [
        Progress(start - 1, match, 0, 3),
        Progress(start + 2, match, seq, n),
        Progress(late, match, seq, n + 1),
        Progress(warned, match, seq, n + 2),
        Progress(warned + 5, match, seq, n + 3),
    ]
    loaded = replace(begun, events=(*begun.events, *events))
    return Evidence(transcript, "a.token", {match: loaded}, season=True)


def user_of(evidence: Evidence) -> int:
    """Return the late player."""
    return evidence.transcript.visibility[0].user


def start_of(evidence: Evidence) -> float:
    """Return the time at which the board first called the late player."""
    return evidence.transcript.visibility[0].at
