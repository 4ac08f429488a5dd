"""The checks of lateness find players who lacked time or could not see their call."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.match.log.events import MatchEventKind
from bot.match.values.times import HOUR
from chaos.checks import lateness
from chaos.evidence import Evidence
from chaos.spans import both, length, union, without
from chaos.transcript import Interaction, Progress, Removal, Visibility
from tests.chaos.season_evidence import BOARD, PLACE, start_of, user_of

Spoil = Callable[[Evidence], None]


def test_lateness_after_the_whole_time_passes(season: Evidence) -> None:
    assert lateness.late_too_early(season) == []
    assert lateness.lost_unheard(season) == []


def never_called(evidence: Evidence) -> None:
    evidence.transcript.revisions.clear()


def called_late(evidence: Evidence) -> None:
    revisions = evidence.transcript.revisions
    revisions[0] = replace(revisions[0], at=start_of(evidence) + HOUR)


def moved_away(evidence: Evidence) -> None:
    at = start_of(evidence) + HOUR
    revision = evidence.transcript.revisions[0]
    evidence.transcript.removals.append(Removal(at, BOARD, deleted=False))
    evidence.transcript.visibility.append(Visibility(at, user_of(evidence), PLACE + 1, False))
    evidence.transcript.revisions.append(replace(revision, at=at, message=BOARD + 9, channel=78))


def hidden(evidence: Evidence) -> None:
    at, user = start_of(evidence), user_of(evidence)
    evidence.transcript.visibility.append(Visibility(at + HOUR, user, PLACE, False))
    evidence.transcript.visibility.append(Visibility(at + 3 * HOUR, user, PLACE, True))


def down(evidence: Evidence) -> None:
    at = start_of(evidence)
    evidence.transcript.ups += [(at + HOUR, False), (at + 2 * HOUR, True)]


def away(evidence: Evidence) -> None:
    at = int(start_of(evidence))
    evidence.away[user_of(evidence)] = [(at + HOUR, at + 5 * HOUR)]


def quiet(evidence: Evidence) -> None:
    user, at = user_of(evidence), start_of(evidence) + 5
    named = (("zone", "Europe/Madrid"), ("quiet", "22:00-9:00"))
    answers = ("🌙 Quiet hours from 22:00 to 9:00: then your time stands still",)
    click = Interaction(1, at, user, "", True, answers, at, command="me", named=named)
    evidence.transcript.commands.append(click)


def paused(evidence: Evidence) -> None:
    """The log calls this pause `hidden`."""
    match, loaded = next(iter(evidence.matches.items()))
    late = next(event for event in loaded.events if event.kind is MatchEventKind.LATE)
    n, at = late.n, start_of(evidence)
    stops = [
        replace(late, n=n, kind=MatchEventKind.PAUSED, seat=None, holder=None, detail=""),
        replace(late, n=n + 1, kind=MatchEventKind.RESUMED, seat=None, detail=""),
    ]
    after = [replace(event, n=event.n + 2) for event in loaded.events[n:]]
    evidence.matches[match] = replace(loaded, events=(*loaded.events[:n], *stops, *after))
    evidence.transcript.progress = [
        replace(progress, events=progress.events + 2 if progress.events > n else progress.events)
        for progress in evidence.transcript.progress
    ]
    evidence.transcript.progress += [
        Progress(at + HOUR, match, late.after_seq, n + 1),
        Progress(at + 3 * HOUR, match, late.after_seq, n + 1),
        Progress(at + 3 * HOUR + 1, match, late.after_seq, n + 2),
    ]
    post = evidence.transcript.posts[0]
    evidence.transcript.posts[0] = replace(post, custom_ids=(f"2:notice:{match}:{n + 2}:wait",))


@pytest.mark.parametrize(
    "spoil",
    [never_called, called_late, moved_away, hidden, down, away, quiet, paused],
    ids=lambda spoil: spoil.__name__,
)
def test_lateness_within_uncounted_time_is_found(season: Evidence, spoil: Spoil) -> None:
    spoil(season)
    assert len(lateness.late_too_early(season)) == 1
    assert len(lateness.lost_unheard(season)) == 1


def test_short_break_is_no_downtime(season: Evidence) -> None:
    at = start_of(season)
    season.transcript.ups += [(at + HOUR, False), (at + HOUR + 60, True)]
    assert lateness.late_too_early(season) == []


def test_only_a_role_missing_at_the_end_counts(season: Evidence) -> None:
    at, user = start_of(season), user_of(season)
    season.transcript.visibility.append(Visibility(at + HOUR, user, PLACE, False, reported=False))
    assert len(lateness.late_too_early(season)) == 1
    season.transcript.visibility.append(Visibility(at + 9 * HOUR, user, PLACE, True))
    assert lateness.late_too_early(season) == []


def test_loss_without_a_visible_notice_is_found(season: Evidence) -> None:
    post = season.transcript.posts[0]
    season.transcript.posts[0] = replace(post, channel=PLACE + 1)
    assert lateness.late_too_early(season) == []
    assert len(lateness.lost_unheard(season)) == 1


def test_spans_keep_the_total_time() -> None:
    hours = union([(5, 9), (0, 2), (1, 3), (4, 4)])
    assert hours == [(0, 3), (5, 9)]
    assert both(hours, [(2, 6)]) == [(2, 3), (5, 6)]
    assert without(hours, [(1, 2), (8, 20)]) == [(0, 1), (2, 3), (5, 8)]
    assert length(hours) == 7
