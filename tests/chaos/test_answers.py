"""The check of answers: it finds untrue ones and accepts true ones."""

from dataclasses import replace

import pytest

from bot.match.log.events import MatchEvent, MatchEventKind
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
def test_untrue_answer_is_found(season: Evidence, told: str, custom_id: str, command: str) -> None:
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
def test_true_answer_passes(season: Evidence, told: str, custom_id: str) -> None:
    _answer(season, told, custom_id)
    assert answers.untrue(season) == []


def test_declined_pause_counts_as_settled_despite_a_new_proposal(season: Evidence) -> None:
    match, loaded = next(iter(season.matches.items()))
    played = (MatchEventKind.LATE, MatchEventKind.WARNED, MatchEventKind.CLAIMED)
    before = tuple(event for event in loaded.events if event.kind not in played)
    n, start = len(before), start_of(season)
    season.matches[match] = replace(loaded, events=before)
    season.transcript.progress[:] = [Progress(start - 1, match, loaded.seq, n)]
    _answer(season, SettledAlready.sentence, f"2:notice:{{match}}:{n}:decline")
    assert len(answers.untrue(season)) == 1
    kinds = (MatchEventKind.PAUSE_ASKED, MatchEventKind.PAUSE_DECLINED, MatchEventKind.PAUSE_ASKED)
    later = tuple(
        MatchEvent(n + i, loaded.seq, kind, int(start), None, ANN) for i, kind in enumerate(kinds)
    )
    season.matches[match] = replace(loaded, events=(*before, *later))
    season.transcript.progress.append(Progress(start + 1, match, loaded.seq, n + 3))
    assert answers.untrue(season) == []


def test_denial_of_a_command_that_counted_is_found(season: Evidence) -> None:
    _answer(season, "That couldn't be saved, so it didn't count. Try again later.", "", "open")
    assert answers.untrue(season) == []
    season.opened = frozenset({999})
    assert len(answers.untrue(season)) == 1
