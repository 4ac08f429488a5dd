"""Damaged histories are found even where Python runs without `assert`, as in production."""

import os
import subprocess
import sys

from tests.bot.shell import ROOT

PROGRAM = """
from bot.match.log.events import MatchEvent, MatchEventKind as Kind
from bot.match.log.roster import fold
from bot.match.tournaments import fold as tournaments
from bot.match.tournaments.events import TournamentEvent, TournamentEventKind
from engine.core import driver
from engine.core.errors import EngineError

def rejects(read) -> bool:
    try:
        read()
    except (EngineError, LookupError, ValueError):
        return True
    return False

def match(*events) -> bool:
    return rejects(lambda: fold(
        MatchEvent(n, 0, kind, 0, seat, holder) for n, (kind, seat, holder) in enumerate(events)
    ))

ann = (Kind.SEATED, 0, 7)
print(
    match(ann, (Kind.SEATED, 2, 8)),
    match(ann, (Kind.SEATED, 1, 7)),
    match(ann, (Kind.RESIGNED, 1, 7)),
    match(ann, (Kind.RESIGNED, None, 7)),
    match(ann, (Kind.RESUMED, None, 7)),
    match(ann, (Kind.SEATED, 1, 8)),
    rejects(lambda: tournaments.fold([TournamentEvent(0, TournamentEventKind.JOINED, 0)])),
    rejects(lambda: tournaments.fold([TournamentEvent(1, TournamentEventKind.CREATED, 0)])),
    rejects(lambda: driver._check((6, 6), (1,))),
    rejects(lambda: driver._check((6, 6), (1, 6))),
    __debug__,
)
"""


def test_contradictions_are_rejected_without_asserts() -> None:
    done = subprocess.run(
        [sys.executable, "-OO", "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *found, debug = done.stdout.split()
    assert found == [*["True"] * 5, "False", *["True"] * 4], "only the sixth history is sound"
    assert debug == "False"
