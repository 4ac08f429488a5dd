"""Each check finds the faults that it is meant for, and no others."""

from dataclasses import replace

import pytest

from bot.match.log.events import MatchEvent, MatchEventKind
from bot.match.log.records import TournamentTable
from chaos.checks import CHECKS, run_checks
from chaos.checks import Kind as Where
from chaos.checks.pings import too_few, turns
from chaos.checks.presses import bad_owners
from chaos.evidence import Evidence
from chaos.games import find_game
from chaos.transcript import Kind, Removal
from engine.games.dice_miner.observation import Observation
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import State
from tests.chaos.spoiled import SPOILED
from tests.chaos.spoiled_messages import Spoil, first_call
from tests.chaos.test_cups import OF_TOURNAMENTS
from tests.chaos.test_days import OF_DAYS
from tests.chaos.test_leagues import OF_LEAGUES


def test_flawless_run_passes(flawless: Evidence) -> None:
    assert run_checks(flawless) == {}


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_fault_is_found_by_exactly_its_checks(flawless: Evidence, spoil: Spoil) -> None:
    spoil(flawless)
    assert run_checks(flawless).keys() == SPOILED[spoil]


def test_late_player_can_move_before_the_computer(flawless: Evidence) -> None:
    press = flawless.presses[0]
    loaded = flawless.matches[press.match]
    seat = loaded.log[press.first].entry.actor
    user = None if seat is None else loaded.roster.holders[seat]
    stood = MatchEvent(
        len(loaded.events), press.first, MatchEventKind.STOOD_IN, loaded.log[0].at, seat, user
    )
    flawless.matches[press.match] = replace(loaded, events=(*loaded.events, stood))
    assert bad_owners(flawless) == []
    del flawless.presses[0]
    assert bad_owners(flawless) == []
    del flawless.presses[0]
    assert len(bad_owners(flawless)) == 1


def test_player_outside_the_server_needs_no_ping(flawless: Evidence) -> None:
    called = first_call(flawless)
    flawless.transcript.pings.remove(called)
    flawless.transcript.missed.append(called)
    assert run_checks(flawless) == {}


def _called_again(evidence: Evidence, channel: int | None = None) -> None:
    message, user = first_call(evidence)
    revisions = evidence.transcript.revisions
    place = next(n for n, s in enumerate(revisions) if s.message == message)
    first = revisions[place]
    here = first.channel if channel is None else channel
    again = replace(first, message=6000, at=first.at + 0.5, channel=here, asked=(user,))
    revisions.insert(place + 1, again)
    evidence.transcript.removals.append(
        replace(evidence.transcript.removals[0], message=6000, at=9e9)
    )
    evidence.transcript.pings.append((6000, user))


def test_player_who_left_meanwhile_can_be_called_again(flawless: Evidence) -> None:
    _called_again(flawless)
    assert run_checks(flawless).keys() == {"once", "pings"}
    message, user = first_call(flawless)
    first = next(s for s in flawless.transcript.revisions if s.message == message)
    flawless.transcript.left.append((first.at + 0.25, user))
    assert run_checks(flawless) == {}


def test_moved_board_can_call_again(flawless: Evidence) -> None:
    _called_again(flawless, channel=99)
    assert run_checks(flawless) == {}


def test_lost_die_is_found(flawless: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    observe = DiceMiner.observe

    def short(game: DiceMiner, state: State) -> Observation:
        observation = observe(game, state)
        return (
            replace(observation, bag=observation.bag - 1)
            if len(observation.mountain) == 3
            else observation
        )

    flawless.game = find_game()  # the fixture's game caches its results
    monkeypatch.setattr(DiceMiner, "observe", short)
    assert run_checks(flawless).keys() == {"pieces"}


def test_deleted_end_can_be_missing(flawless: Evidence) -> None:
    end = next(r for r in flawless.transcript.revisions if r.snapshot.kind is Kind.END)
    remaining = flawless.transcript.remaining
    remaining[:] = [message for message in remaining if message.message != end.message]
    assert run_checks(flawless).keys() == {"posted"}
    flawless.transcript.removals.append(Removal(9e9, end.message, deleted=True))
    assert run_checks(flawless) == {}


def test_every_check_has_a_test() -> None:
    """Checks of seasons, days and tournaments have tests in their own files."""
    others = [check for check in CHECKS if check.name not in OF_DAYS | OF_TOURNAMENTS | OF_LEAGUES]
    everywhere = {check.name for check in others if check.of is not Where.SEASON}
    assert set().union(*SPOILED.values()) | {"pieces"} == everywhere
    assert {check.name for check in others} - everywhere == {"time", "heard"}


@pytest.mark.parametrize(("shown_for", "faults"), [(10.0, 1), (0.5, 0)])
def test_player_who_resigns_before_the_post_needs_no_ping(
    flawless: Evidence, shown_for: float, faults: int
) -> None:
    transcript = flawless.transcript
    match, last = next(
        (number, turn)
        for number, loaded in flawless.matches.items()
        for turn in turns(loaded)
        if turn.last == loaded.seq - 1 and not turn.own
    )
    loaded = flawless.matches[match]
    cut = replace(loaded, log=loaded.log[: last.last])
    record = replace(loaded.record, table=TournamentTable(1, "1.0.1.1"))
    flawless.matches = {match: replace(cut, record=record)}
    boards = [r for r in transcript.revisions if r.snapshot.seq == last.first]
    messages = {board.message for board in boards if board.snapshot.match == match}
    transcript.pings[:] = [ping for ping in transcript.pings if ping[0] not in messages]
    shown_at = max(board.at for board in boards if board.snapshot.match == match)
    transcript.revisions[:] = [
        replace(revision, at=shown_at + shown_for)
        if revision.snapshot.kind is Kind.END
        else revision
        for revision in transcript.revisions
    ]
    assert len(too_few(flawless)) == faults
