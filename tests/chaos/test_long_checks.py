"""The checks of seasons: who was late fairly, what was answered, who annoyed whom, which life."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.events import EventKind, MatchEvent
from bot.match.people.pings import ALLOWED
from bot.match.timing.errors import Paused, SettledAlready
from bot.match.timing.pace import DAY, HOUR, Pace
from chaos.checks import answers, bother, clocks, lives
from chaos.evidence import Chapter, Evidence
from chaos.spans import both, length, union, without
from chaos.transcript import Click, Gone, Kind, Known, Look, Post, Showing, Sight, Transcript
from tests.match.world import ANN, BEN, GUILD, World

FEWEST = ALLOWED.pair[0]
"""The pings that one person may cause another in the shortest time."""

PLACE, BOARD, NOTICE = 77, 1001, 1002
Spoil = Callable[[Evidence], None]


@pytest.fixture
async def season(tmp_path: Path) -> Evidence:
    """Somebody was called, became late, was warned and lost the match: all of it fair."""
    world = await World.open(tmp_path / "salud.db")
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
        MatchEvent(n, seq, EventKind.LATE, int(late), seat, user, "1"),
        MatchEvent(n + 1, seq, EventKind.WARNED, int(warned), seat, user),
        MatchEvent(n + 2, seq, EventKind.CLAIMED, int(warned) + 5, seat, other),
    )
    transcript = Transcript()
    look = Look(Kind.BOARD, match, seq)
    transcript.showings.append(Showing(start + 1, BOARD, PLACE, look, True, None, (user,)))
    transcript.sights.append(Sight(start + 1, user, PLACE, True))
    transcript.ups.append((start - 5, True))
    transcript.posts.append(
        Post(late, NOTICE, PLACE, GUILD, "⏰", (f"2:notice:{match}:{n}:wait",), (user, other))
    )
    transcript.known += [
        Known(start - 1, match, 0, 3),
        Known(start + 2, match, seq, n),
        Known(late, match, seq, n + 1),
        Known(warned, match, seq, n + 2),
        Known(warned + 5, match, seq, n + 3),
    ]
    loaded = replace(begun, events=(*begun.events, *events))
    return Evidence(transcript, "a.token", {match: loaded}, season=True)


def _user(evidence: Evidence) -> int:
    return evidence.transcript.sights[0].user


def _start(evidence: Evidence) -> float:
    return evidence.transcript.sights[0].at


def test_a_fair_lateness_passes(season: Evidence) -> None:
    """The board hung where its player saw it, for the whole time."""
    assert clocks.late_too_early(season) == []
    assert clocks.lost_unheard(season) == []


def never_called(evidence: Evidence) -> None:
    """No board asked for them."""
    evidence.transcript.showings.clear()


def called_late(evidence: Evidence) -> None:
    """The board came an hour after the commit that made it their turn."""
    showings = evidence.transcript.showings
    showings[0] = replace(showings[0], at=_start(evidence) + HOUR)


def moved_away(evidence: Evidence) -> None:
    """The board went to a channel that they don't see."""
    at = _start(evidence) + HOUR
    showing = evidence.transcript.showings[0]
    evidence.transcript.gone.append(Gone(at, BOARD, deleted=False))
    evidence.transcript.sights.append(Sight(at, _user(evidence), PLACE + 1, False))
    evidence.transcript.showings.append(replace(showing, at=at, message=BOARD + 9, channel=78))


def hidden(evidence: Evidence) -> None:
    """The channel was hidden from them for a while."""
    at, user = _start(evidence), _user(evidence)
    evidence.transcript.sights.append(Sight(at + HOUR, user, PLACE, False))
    evidence.transcript.sights.append(Sight(at + 3 * HOUR, user, PLACE, True))


def down(evidence: Evidence) -> None:
    """The bot was down for a while."""
    at = _start(evidence)
    evidence.transcript.ups += [(at + HOUR, False), (at + 2 * HOUR, True)]


def away(evidence: Evidence) -> None:
    """They were away for a while."""
    at = int(_start(evidence))
    evidence.away[_user(evidence)] = [(at + HOUR, at + 5 * HOUR)]


def quiet(evidence: Evidence) -> None:
    """They had quiet hours."""
    user, at = _user(evidence), _start(evidence) + 5
    named = (("zone", "Europe/Madrid"), ("quiet", "22:00-9:00"))
    told = ("🌙 Quiet hours from 22:00 to 9:00: then your time stands still",)
    click = Click(1, at, user, "", True, told, at, command="me", named=named)
    evidence.transcript.commands.append(click)


def paused(evidence: Evidence) -> None:
    """The match was paused for a while; `hidden` in the log, so to say."""
    match, loaded = next(iter(evidence.matches.items()))
    late = next(event for event in loaded.events if event.kind is EventKind.LATE)
    n, at = late.n, _start(evidence)
    stops = [
        replace(late, n=n, kind=EventKind.PAUSED, seat=None, holder=None, detail=""),
        replace(late, n=n + 1, kind=EventKind.RESUMED, seat=None, detail=""),
    ]
    after = [replace(event, n=event.n + 2) for event in loaded.events[n:]]
    evidence.matches[match] = replace(loaded, events=(*loaded.events[:n], *stops, *after))
    evidence.transcript.known = [
        replace(known, events=known.events + 2 if known.events > n else known.events)
        for known in evidence.transcript.known
    ]
    evidence.transcript.known += [
        Known(at + HOUR, match, late.after_seq, n + 1),
        Known(at + 3 * HOUR, match, late.after_seq, n + 1),
        Known(at + 3 * HOUR + 1, match, late.after_seq, n + 2),
    ]
    post = evidence.transcript.posts[0]
    evidence.transcript.posts[0] = replace(post, custom_ids=(f"2:notice:{match}:{n + 2}:wait",))


@pytest.mark.parametrize(
    "spoil",
    [never_called, called_late, moved_away, hidden, down, away, quiet, paused],
    ids=lambda spoil: spoil.__name__,
)
def test_time_that_does_not_count(season: Evidence, spoil: Spoil) -> None:
    """Who could not know, or whose time stood still, was late too early, and lost by it."""
    spoil(season)
    assert len(clocks.late_too_early(season)) == 1
    assert len(clocks.lost_unheard(season)) == 1


def test_a_short_break_is_no_downtime(season: Evidence) -> None:
    """As the bot takes it: a restart takes seconds."""
    at = _start(season)
    season.transcript.ups += [(at + HOUR, False), (at + HOUR + 60, True)]
    assert clocks.late_too_early(season) == []


def test_a_role_counts_while_it_is_missing(season: Evidence) -> None:
    """No bot is told of one that is taken and given back."""
    at, user = _start(season), _user(season)
    season.transcript.sights.append(Sight(at + HOUR, user, PLACE, False, kept=False))
    assert len(clocks.late_too_early(season)) == 1
    season.transcript.sights.append(Sight(at + 9 * HOUR, user, PLACE, True))
    assert clocks.late_too_early(season) == []


def test_who_loses_must_have_seen_the_notice(season: Evidence) -> None:
    """They were called to their turn, and not told that they were late."""
    post = season.transcript.posts[0]
    season.transcript.posts[0] = replace(post, channel=PLACE + 1)
    assert clocks.late_too_early(season) == []
    assert len(clocks.lost_unheard(season)) == 1


# ---------------------------------------------------------------------- what is answered


def _answer(evidence: Evidence, told: str, custom_id: str = "", command: str = "") -> None:
    match = next(iter(evidence.matches))
    at = _start(evidence) + 5
    click = Click(
        999,
        at,
        _user(evidence),
        custom_id.format(match=match),
        True,
        (told,),
        at,
        command,
        guild=GUILD,
    )
    (evidence.transcript.commands if command else evidence.transcript.clicks).append(click)


@pytest.mark.parametrize(
    ("told", "custom_id", "command"),
    [
        ("It's not your turn. The match is waiting for <@5>.", "2:move:{match}:1:take t01", ""),
        ("This server has no such match.", "2:move:{match}:1:take t01", ""),
        ("You're not in this match. Watch it as long as you like!", "2:match:{match}:why", ""),
        ("This match is over.", "2:invitation:{match}:cancel", ""),
        (
            Paused.sentence,
            "2:move:{match}:1:x",
            "",
        ),
        ("You resigned.", "2:match:{match}:resign", ""),
        ("Your choice counts. It's waiting for the others.", "2:notice:{match}:6:wait", ""),
        ("The invitation is posted: https://x", "", "challenge"),
        ("Your move has already counted.", "2:move:{match}:1:take t01", ""),
        ("Here it is: https://x", "2:match:{match}:rematch", ""),
        ("Something went wrong. `/board` shows what counted.", "", "profile"),
    ],
)
def test_an_answer_that_is_not_so(
    season: Evidence, told: str, custom_id: str, command: str
) -> None:
    """Whoever holds the turn of a running match is told the opposite of what is stored."""
    _answer(season, told, custom_id, command)
    assert len(answers.untrue(season)) == 1


@pytest.mark.parametrize(
    ("told", "custom_id"),
    [
        ("This server has no such match.", "2:move:99:1:take t01"),
        ("This match has already started.", "2:invitation:{match}:start"),
        ("You're already in.", "2:invitation:{match}:accept"),
        ("The board has moved on. Nothing changed.", "2:move:{match}:0:take t01"),
    ],
)
def test_a_true_answer(season: Evidence, told: str, custom_id: str) -> None:
    """What is so may be said."""
    _answer(season, told, custom_id)
    assert answers.untrue(season) == []


def test_a_pause_that_was_declined_is_settled(season: Evidence) -> None:
    """Who presses again on that proposal is told so, also while another one stands."""
    match, loaded = next(iter(season.matches.items()))
    played = (EventKind.LATE, EventKind.WARNED, EventKind.CLAIMED)
    before = tuple(event for event in loaded.events if event.kind not in played)
    n, start = len(before), _start(season)
    season.matches[match] = replace(loaded, events=before)
    season.transcript.known[:] = [Known(start - 1, match, loaded.seq, n)]
    _answer(season, SettledAlready.sentence, f"2:notice:{{match}}:{n}:decline")
    assert len(answers.untrue(season)) == 1
    kinds = (EventKind.PAUSE_ASKED, EventKind.PAUSE_DECLINED, EventKind.PAUSE_ASKED)
    later = tuple(
        MatchEvent(n + i, loaded.seq, kind, int(start), None, ANN) for i, kind in enumerate(kinds)
    )
    season.matches[match] = replace(loaded, events=(*before, *later))
    season.transcript.known.append(Known(start + 1, match, loaded.seq, n + 3))
    assert answers.untrue(season) == []


def test_a_denial_of_what_counted(season: Evidence) -> None:
    """A command made an invitation, and its sender was told that it did not count."""
    _answer(season, "That couldn't be saved, so it didn't count. Try again later.", "", "open")
    assert answers.untrue(season) == []
    season.opened = frozenset({999})
    assert len(answers.untrue(season)) == 1


# ---------------------------------------------------------------------- who annoys whom


def _invite(evidence: Evidence, at: float, number: int) -> None:
    match = next(iter(evidence.matches))
    text = f"<@{BEN}>: you've been challenged!"
    post = Post(at, number, PLACE, GUILD, text, (f"2:invitation:{match}:accept",), (BEN,))
    evidence.transcript.posts.append(post)
    evidence.transcript.pings.append((number, BEN))


def test_many_pings_are_found_by_their_sender(season: Evidence) -> None:
    """So many as are allowed, and one more is found; later there may be more."""
    season.transcript.posts.clear()
    start = _start(season)
    for number in range(FEWEST.pings):
        _invite(season, start + number, 3000 + number)
    _invite(season, start + FEWEST.seconds + 1, 3100)
    assert bother.pestered(season) == []
    _invite(season, start + FEWEST.seconds + 1.5, 3101)
    assert bother.pestered(season) == []
    _invite(season, start + 5, 3102)
    assert len(bother.pestered(season)) == 1


def test_a_clock_that_was_set_ends_an_hour_early(season: Evidence) -> None:
    """For the bot more time has passed than for those who were pinged."""
    season.transcript.posts.clear()
    start, half = _start(season), FEWEST.seconds // 2
    for number in range(FEWEST.pings):
        _invite(season, start + number, 3000 + number)
        _invite(season, start + half + number, 3100 + number)
    assert len(bother.pestered(season)) == 1
    season.transcript.skew = half + FEWEST.pings
    assert bother.pestered(season) == []


def test_calls_to_turns_and_notices_of_lateness_are_no_bother(season: Evidence) -> None:
    """Nobody sends these."""
    match, loaded = next(iter(season.matches.items()))
    late = next(event for event in loaded.events if event.kind is EventKind.LATE)
    ids = (f"2:move:{match}:1:take t01", f"2:notice:{match}:{late.n}:wait")
    for number in range(8):
        text = f"<@{ANN}>, it's your turn now. <@{BEN}> has moved."
        post = Post(
            _start(season), 4000 + number, PLACE, GUILD, text, (ids[number % 2],), (ANN, BEN)
        )
        season.transcript.posts.append(post)
        season.transcript.pings.append((4000 + number, ANN))
    assert bother.pestered(season) == []


def test_a_pause_asked_for_again_and_again(season: Evidence) -> None:
    """Its notice names who asks and pings the others."""
    match, loaded = next(iter(season.matches.items()))
    n = len(loaded.events)
    asked = MatchEvent(n, 0, EventKind.PAUSE_ASKED, 0, None, ANN)
    season.matches[match] = replace(loaded, events=(*loaded.events, asked))
    for number in range(FEWEST.pings + 1):
        text = f"⏸️ <@{BEN}>: <@{ANN}> would like to pause."
        ids = (f"2:notice:{match}:{n}:agree",)
        at = _start(season) + number
        season.transcript.posts.append(Post(at, 50 + number, PLACE, GUILD, text, ids, (BEN, ANN)))
        season.transcript.pings.append((50 + number, BEN))
    (found,) = bother.pestered(season)
    assert found.startswith(f"{FEWEST.pings + 1} pings from one person to another ({(ANN, BEN)})")


# ---------------------------------------------------------------------- restores


def _restored(evidence: Evidence, **changes: object) -> Chapter:
    """The life before: the same matches, but for these changes of their record."""
    matches = {
        match: replace(loaded, record=replace(loaded.record, **changes))  # type: ignore[arg-type]
        for match, loaded in evidence.matches.items()
    }
    began = _start(evidence) + 30 * DAY
    chapter = Chapter(0.0, began, matches, [], {}, frozenset())
    evidence.chapters.append(chapter)
    return chapter


def test_a_number_given_again(season: Evidence) -> None:
    """The match that had it before has another seed."""
    _restored(season)
    assert lives.numbers_again(season) == []
    season.chapters.clear()
    _restored(season, seed=b"another seed of thirty-two bytes")
    assert lives.numbers_again(season) == ["the number 1 was given again"]


def test_what_a_life_before_did_is_judged_once(season: Evidence) -> None:
    """The copy holds it as well, and its times were those of that life."""
    never_called(season)
    assert len(clocks.late_too_early(season)) == 1
    _restored(season)
    assert len(clocks.late_too_early(season)) == 1


def test_spans() -> None:
    """Time is neither lost nor counted twice."""
    hours = union([(5, 9), (0, 2), (1, 3), (4, 4)])
    assert hours == [(0, 3), (5, 9)]
    assert both(hours, [(2, 6)]) == [(2, 3), (5, 6)]
    assert without(hours, [(1, 2), (8, 20)]) == [(0, 1), (2, 3), (5, 8)]
    assert length(hours) == 7
