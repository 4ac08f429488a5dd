"""The processes that think about a move, and about the decisions of a whole match."""

import json
import subprocess
import sys

import pytest

from bot.accuracy import judge
from bot.advice import state_of
from bot.games import load_games
from engine.core import driver
from engine.core.accuracy import choices
from engine.core.capabilities import Assess
from engine.core.chance import SEED_BYTES, Stream, commitment
from engine.core.matchfile import Header, Opened, open_match, write
from tests.bot.samples import match_file
from tests.bot.shell import ROOT
from tests.games.solitaire.rules import Solitaire, State
from tests.tiers import every, exhaustive

APART = {"discord", "PIL", "aiohttp", "aiosqlite", "cogs", "render", "texts"}


@pytest.mark.parametrize("module", every(["advice", "accuracy"]))
def test_they_are_arithmetic_alone(module: str) -> None:
    """Without Discord, pictures, texts or the match service in memory; the output is JSON."""
    file = match_file(entries=40)
    opened = open_match(file.encode(), load_games().game)
    (seat,) = opened.game.to_act(state_of(opened))
    arguments = [str(seat), "0.2"] if module == "advice" else ["0.2"]
    program = (
        "import sys, runpy;"
        f"runpy.run_module('bot.{module}', run_name='__main__');"
        "print(); print(' '.join(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", program, *arguments],
        cwd=ROOT,
        input=file.encode(),
        capture_output=True,
        check=True,
    )
    found, loaded = done.stdout.decode().splitlines()
    assert isinstance(json.loads(found), list)
    names = loaded.split()
    assert not {name.partition(".")[0] for name in names} & APART
    assert not [name for name in names if name.startswith("bot.match")]


def test_advice_is_legal() -> None:
    """The best move of whoever is to act at the end of the file."""
    file = match_file(entries=40)
    opened = open_match(file.encode(), load_games().game)
    state = state_of(opened)
    (seat,) = opened.game.to_act(state)
    done = subprocess.run(
        [sys.executable, "-m", "bot.advice", str(seat)],
        cwd=ROOT,
        input=file.encode(),
        capture_output=True,
        check=True,
    )
    token = json.loads(done.stdout)[0][0]
    assert token in driver.legal_tokens(opened.game, driver.Position(state), seat)


def opened() -> Opened:
    """A match of Solitaire in which neither high nor low numbers were closed first."""
    game, seed = Solitaire(), bytes(SEED_BYTES)
    stream = Stream(seed, "a long one")
    position: driver.Position[State] = driver.start(game, 1)
    log = []
    while game.outcome(position.state) is None:
        made = [*driver.advance(game, position, stream)]
        position = made[-1].position if made else position
        if game.outcome(position.state) is None:
            token = game.notation((legal := game.legal_actions(position.state, 0))[len(legal) // 2])
            made.append(driver.choose(game, position, 0, token))
            position = made[-1].position
        log += [one.entry for one in made]
    header = Header("solitaire", 1, 1, commitment(seed), "", None)
    return open_match(write(header, log).encode(), lambda *_: game)


class Ticks:
    """A clock that goes on by a millisecond whenever somebody looks at it."""

    def __init__(self) -> None:
        """It begins at 0."""
        self.time = 0.0

    def __call__(self) -> float:
        """The time."""
        self.time += 0.001
        return self.time


@exhaustive
def test_every_decision_is_weighed_within_the_time() -> None:
    """In order, and the more time there is the surer they are."""
    file = opened()
    made = choices(file.game, 1, [one for _, one in file.advances()])
    assert len(made) > 2
    clock = Ticks()
    short, long = judge(file, 0.4, clock), judge(file, 4.0, Ticks())
    assert clock.time < 0.8
    assert [one.seq for one in short] == [one.seq for one in long] == [one.seq for one in made]
    assert sum(one.error for one in long) < sum(one.error for one in short)


def test_no_time_is_no_claim() -> None:
    """What could not be looked at is left out, not guessed."""
    assert judge(opened(), 0.0, Ticks()) == ()


def test_a_game_without_a_search_has_none() -> None:
    """Nothing is made up."""
    file = open_match(match_file(entries=40).encode(), load_games().game)
    if not isinstance(file.game, Assess):
        assert judge(file, 1.0, Ticks()) == ()
