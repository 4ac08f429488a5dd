"""The check of pings that users cause: it finds senders of too many, and spares normal players."""

from dataclasses import replace

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.people.pings import OF_PAIR
from chaos.checks import annoyance
from chaos.evidence import Evidence
from chaos.transcript import Post
from tests.chaos.season_evidence import PLACE, start_of
from tests.match.world import ANN, BEN, GUILD

FEWEST, WITHIN = OF_PAIR[0]


def _invite(evidence: Evidence, at: float, number: int) -> None:
    match = next(iter(evidence.matches))
    text = f"<@{BEN}>: you've been challenged!"
    post = Post(at, number, PLACE, GUILD, text, (f"2:invitation:{match}:accept",), (BEN,))
    evidence.transcript.posts.append(post)
    evidence.transcript.pings.append((number, BEN))


def test_one_ping_above_the_limit_is_found(season: Evidence) -> None:
    season.transcript.posts.clear()
    start = start_of(season)
    for number in range(FEWEST):
        _invite(season, start + number, 3000 + number)
    _invite(season, start + WITHIN + 1, 3100)
    assert annoyance.pestered(season) == []
    _invite(season, start + WITHIN + 1.5, 3101)
    assert annoyance.pestered(season) == []
    _invite(season, start + 5, 3102)
    assert len(annoyance.pestered(season)) == 1


def test_wrong_clock_shortens_the_period_of_a_limit(season: Evidence) -> None:
    season.transcript.posts.clear()
    start, half = start_of(season), WITHIN // 2
    for number in range(FEWEST):
        _invite(season, start + number, 3000 + number)
        _invite(season, start + half + number, 3100 + number)
    assert len(annoyance.pestered(season)) == 1
    season.transcript.skew = half + FEWEST
    assert annoyance.pestered(season) == []


def test_calls_to_turns_and_notices_of_lateness_are_free(season: Evidence) -> None:
    match, loaded = next(iter(season.matches.items()))
    late = next(event for event in loaded.events if event.kind is MatchEventKind.LATE)
    ids = (f"2:move:{match}:1:take t01", f"2:notice:{match}:{late.n}:wait")
    for number in range(8):
        text = f"<@{ANN}>, it's your turn now. <@{BEN}> has moved."
        post = Post(
            start_of(season), 4000 + number, PLACE, GUILD, text, (ids[number % 2],), (ANN, BEN)
        )
        season.transcript.posts.append(post)
        season.transcript.pings.append((4000 + number, ANN))
    assert annoyance.pestered(season) == []


def test_repeated_pause_proposals_are_found(season: Evidence) -> None:
    match, loaded = next(iter(season.matches.items()))
    n = len(loaded.events)
    asked = MatchEvent(n, 0, MatchEventKind.PAUSE_ASKED, 0, None, ANN)
    season.matches[match] = replace(loaded, events=(*loaded.events, asked))
    for number in range(FEWEST + 1):
        text = f"⏸️ <@{BEN}>: <@{ANN}> would like to pause."
        ids = (f"2:notice:{match}:{n}:agree",)
        at = start_of(season) + number
        season.transcript.posts.append(Post(at, 50 + number, PLACE, GUILD, text, ids, (BEN, ANN)))
        season.transcript.pings.append((50 + number, BEN))
    (problem,) = annoyance.pestered(season)
    assert problem.startswith(f"{FEWEST + 1} pings from one person to another ({(ANN, BEN)})")
