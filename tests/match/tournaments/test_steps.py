"""The step for each combination of the states of a tournament, a table and its match."""

from itertools import product

import pytest

from bot.match.log.records import Status
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.steps import (
    MatchState,
    MatchStep,
    TableNeed,
    match_state,
    need_of,
    next_step,
)
from bot.match.tournaments.tables import How, Table, TableId, TableResult

TABLE = Table(TableId(1, 0, 1, 1), (0, 1), paired=100)
DECIDED = Table(TABLE.id, TABLE.seats, 100, TableResult((1, 2), How.PLAYED))


@pytest.mark.parametrize(
    ("status", "need", "state"),
    list(product(TournamentStatus, TableNeed, MatchState)),
    ids=lambda state: state.value,
)
def test_every_combination_has_a_step(
    status: TournamentStatus, need: TableNeed, state: MatchState
) -> None:
    step = next_step(status, need, state)
    running, open_table = status is TournamentStatus.RUNNING, need is not TableNeed.NOTHING
    starts = step in (MatchStep.BEGIN, MatchStep.GIVE_TIME)
    assert starts == (
        running and open_table and state in (MatchState.MISSING, MatchState.CREATED)
    ), "a match starts only for an open table of a running tournament"
    decides = step in (MatchStep.STOP, MatchStep.READ, MatchStep.NO_RESULT)
    if decides:
        assert running
        assert open_table
    if state is MatchState.FROZEN:
        begun = status in (TournamentStatus.RUNNING, TournamentStatus.CALLED_OFF)
        assert step is (MatchStep.WAIT if begun and open_table else MatchStep.CLOSE), (
            "its players are not to blame, but a decided table needs it no longer"
        )
    if state is MatchState.RUNNING and status is not TournamentStatus.CALLED_OFF:
        assert step in (MatchStep.FOLLOW, MatchStep.STOP, MatchStep.CLOSE), (
            "no match continues without a purpose"
        )
    if state in (MatchState.OVER, MatchState.CALLED_OFF) and running and open_table:
        assert decides, "an open table never waits for a match that has ended"


def test_state_of_a_match() -> None:
    assert match_state(None, frozen=False) is MatchState.MISSING
    assert match_state(Status.OPEN, frozen=False) is MatchState.CREATED
    assert match_state(Status.CALLED_OFF, frozen=False) is MatchState.CALLED_OFF
    for status in (Status.OPEN, Status.RUNNING, Status.OVER):
        assert match_state(status, frozen=True) is MatchState.FROZEN


def test_need_of_a_table() -> None:
    assert need_of(TABLE, None, 500) is TableNeed.RESULT
    assert need_of(TABLE, 501, 500) is TableNeed.RESULT
    assert need_of(TABLE, 500, 500) is TableNeed.RESULT_NOW
    assert need_of(DECIDED, 500, 500) is TableNeed.NOTHING
