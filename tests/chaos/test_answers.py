"""The check of answers: what is not so is found, what is so is not."""

from dataclasses import replace

import pytest

from bot.match.events import EventKind, MatchEvent
from bot.match.timing.errors import Paused, SettledAlready
from chaos.checks import answers
from chaos.evidence import Evidence
from chaos.transcript import Interaction, Progress
from tests.chaos.season_evidence import start_of, user_of
from tests.match.world import ANN, GUILD


def _answer(evidence: Evidence, told: str, custom_id: str = "", command: str = "") -> None:
    match = next(iter(evidence.matches))
    at = start_of(evidence) + 5
    click = Interaction(
        999,
        at,
        user_of(evidence),
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
        ("It's not your turn. The match is waiting for <@5>.", "s1:{match}:1:take t01", ""),
        ("This server has no such match.", "s1:{match}:1:take t01", ""),
        ("You're not in this match. Watch it as long as you like!", "g1:{match}:why", ""),
        ("This match is over.", "l1:{match}:cancel", ""),
        (
            Paused.sentence,
            "s1:{match}:1:x",
            "",
        ),
        ("You resigned.", "g1:{match}:resign", ""),
        ("Your choice counts. It's waiting for the others.", "v1:{match}:6:wait", ""),
        ("The invitation is posted: https://x", "", "challenge"),
        ("Your move has already counted.", "s1:{match}:1:take t01", ""),
        ("Here it is: https://x", "g1:{match}:rematch", ""),
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
        ("This server has no such match.", "s1:99:1:take t01"),
        ("This match has already started.", "l1:{match}:start"),
        ("You're already in.", "l1:{match}:accept"),
        ("The board has moved on. Nothing changed.", "s1:{match}:0:take t01"),
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
    n, start = len(before), start_of(season)
    season.matches[match] = replace(loaded, events=before)
    season.transcript.progress[:] = [Progress(start - 1, match, loaded.seq, n)]
    _answer(season, SettledAlready.sentence, f"v1:{{match}}:{n}:decline")
    assert len(answers.untrue(season)) == 1
    kinds = (EventKind.PAUSE_ASKED, EventKind.PAUSE_DECLINED, EventKind.PAUSE_ASKED)
    later = tuple(
        MatchEvent(n + i, loaded.seq, kind, int(start), None, ANN) for i, kind in enumerate(kinds)
    )
    season.matches[match] = replace(loaded, events=(*before, *later))
    season.transcript.progress.append(Progress(start + 1, match, loaded.seq, n + 3))
    assert answers.untrue(season) == []


def test_a_denial_of_what_counted(season: Evidence) -> None:
    """A command made an invitation, and its sender was told that it did not count."""
    _answer(season, "That couldn't be saved, so it didn't count. Try again later.", "", "open")
    assert answers.untrue(season) == []
    season.opened = frozenset({999})
    assert len(answers.untrue(season)) == 1
