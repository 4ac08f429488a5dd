"""The next step for the match of a table: one decision for every combination of states.

A process can be killed between any two writes to a tournament, a table and its match. So every
combination of states can occur, and has an answer here; mypy checks that none is missing.
"""

from enum import Enum

from bot.match.log.records import Status
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.tables import Table


class MatchState(Enum):
    MISSING = "missing"
    CREATED = "created"
    RUNNING = "running"
    FROZEN = "frozen"
    """It does not replay: until an operator has repaired it, it can only end without a result."""
    CALLED_OFF = "called off"
    """Voided before its start."""
    OVER = "over"
    """Finished, or voided after its start: `result_of` distinguishes these."""


class TableNeed(Enum):
    RESULT = "result"
    RESULT_NOW = "result now"
    NOTHING = "nothing"


class MatchStep(Enum):
    NOTHING = "nothing"
    BEGIN = "begin"
    GIVE_TIME = "give time"
    """Extend the round, because the match could not start before its end."""
    FOLLOW = "follow"
    STOP = "stop"
    READ = "read"
    NO_RESULT = "no result"
    CLOSE = "close"
    RELEASE = "release"
    WAIT = "wait"


RESULTS = frozenset((MatchStep.STOP, MatchStep.READ, MatchStep.NO_RESULT))
TAKEN = frozenset((MatchStep.BEGIN, MatchStep.FOLLOW, MatchStep.CLOSE, MatchStep.RELEASE))
UNDONE = frozenset(
    (MatchStep.BEGIN, MatchStep.GIVE_TIME, MatchStep.STOP, MatchStep.READ, MatchStep.WAIT)
)
"""Steps to retry later if they are still due after all work is done."""


def match_state(status: Status | None, *, frozen: bool) -> MatchState:
    match status:
        case None:
            return MatchState.MISSING
        case Status.OPEN:
            return MatchState.FROZEN if frozen else MatchState.CREATED
        case Status.RUNNING:
            return MatchState.FROZEN if frozen else MatchState.RUNNING
        case Status.OVER:
            return MatchState.FROZEN if frozen else MatchState.OVER
        case Status.CALLED_OFF:
            return MatchState.CALLED_OFF


def need_of(table: Table, until: int | None, now: int) -> TableNeed:
    if table.result is not None:
        return TableNeed.NOTHING
    return TableNeed.RESULT_NOW if until is not None and until <= now else TableNeed.RESULT


def next_step(status: TournamentStatus, need: TableNeed, state: MatchState) -> MatchStep:
    match need:
        case TableNeed.NOTHING:
            return _decided(state)
        case TableNeed.RESULT | TableNeed.RESULT_NOW:
            is_round_over = need is TableNeed.RESULT_NOW
    match status:
        case TournamentStatus.RUNNING:
            return _while_running(state, is_round_over=is_round_over)
        case TournamentStatus.CALLED_OFF:
            return _once_called_off(state)
        case TournamentStatus.OPEN | TournamentStatus.OVER:
            # No table is seated before the start, and none is open at the end.
            return _decided(state)


def _while_running(state: MatchState, *, is_round_over: bool) -> MatchStep:
    match state:
        case MatchState.MISSING | MatchState.CREATED:
            return MatchStep.GIVE_TIME if is_round_over else MatchStep.BEGIN
        case MatchState.RUNNING:
            return MatchStep.STOP if is_round_over else MatchStep.FOLLOW
        case MatchState.FROZEN:
            return MatchStep.WAIT  # its players are not to blame; a moderator can decide the table
        case MatchState.CALLED_OFF:
            return MatchStep.NO_RESULT
        case MatchState.OVER:
            return MatchStep.READ


def _once_called_off(state: MatchState) -> MatchStep:
    match state:
        case MatchState.CREATED:
            return MatchStep.CLOSE
        case MatchState.RUNNING:
            return MatchStep.RELEASE
        case MatchState.FROZEN:
            return MatchStep.WAIT
        case MatchState.MISSING | MatchState.CALLED_OFF | MatchState.OVER:
            return MatchStep.NOTHING


def _decided(state: MatchState) -> MatchStep:
    match state:
        case MatchState.CREATED | MatchState.RUNNING | MatchState.FROZEN:
            return MatchStep.CLOSE
        case MatchState.MISSING | MatchState.CALLED_OFF | MatchState.OVER:
            return MatchStep.NOTHING
