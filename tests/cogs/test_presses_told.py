"""docs/presses.md is right about presses per decision, and boards and pings per match."""

from dataclasses import replace

import pytest

from cogs.screens import Menu
from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Advance
from engine.games.dice_miner.state import Keeping, State
from games.dice_miner.screens.screens import DiceMinerScreens
from render.games.dice_miner.pictures import PICTURES
from tests.cogs.moments import GAME, moments, scene, with_names
from tests.e2e.thumbs import OPEN_AND_CLOSE, PAGE, lines, posted, told_lines, told_presses

SCREENS = DiceMinerScreens()
ROUNDS = 3


def presses(state: State, tokens: tuple[str, ...]) -> int:
    """Return the number of presses that decide these tokens on this State's board."""
    offered = [part for group in SCREENS.controls(scene(state)) for part in group]
    for control in offered:
        if not isinstance(control, Menu) and control.tokens == tokens:
            return 1
    (verb, *_) = tokens[0].split()
    for control in offered:
        if isinstance(control, Menu) and control.panel.startswith(verb):
            return OPEN_AND_CLOSE
        if not isinstance(control, Menu) and (control.panel or "").startswith(verb):
            return 1  # nothing is left to choose
    raise AssertionError(f"the board does not offer {tokens}")


def batch(position: driver.Position[State], seat: int) -> tuple[str, ...]:
    """Return the strong computer's next decisions, as many as a player makes in one go."""
    tokens: list[str] = []
    stage = position.state.stage
    while True:
        token = GAME.notation(GAME.suggest(position.state, seat))
        tokens.append(token)
        position = driver.choose(GAME, position, seat, token).position
        more = token.startswith("keep") or (isinstance(stage, Keeping) and token != "done")
        if GAME.chance(position.state) is not None or seat not in GAME.to_act(position.state):
            return tuple(tokens)
        if not more and not token.startswith(("spend", "reroll")):
            return tuple(tokens)


def whole_match(seats: int) -> str:
    """Return the row of a match with n seats, as the page has it."""
    luck = Stream(bytes(32), f"presses {seats}")
    position = driver.start(GAME, seats)
    advances: list[Advance[State]] = []
    total = 0
    while True:
        rolled = driver.advance(GAME, position, luck)
        advances += rolled
        position = rolled[-1].position if rolled else position
        if GAME.outcome(position.state) is not None:
            break
        seat = min(GAME.to_act(position.state))
        tokens = batch(position, seat)
        total += presses(position.state, tokens)
        for token in tokens:
            advances.append(driver.choose(GAME, position, seat, token))
            position = advances[-1].position
    totals = posted(advances, GAME, starter=seats - 1)
    each = round(total / seats / ROUNDS)
    return f"| {seats} | {totals.turns} | {totals.boards} | {totals.pings} | {total} | {each} |"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rows_of_whole_matches_are_those_of_the_page(seats: int) -> None:
    assert whole_match(seats) in PAGE.read_text(encoding="utf-8").splitlines()


def test_page_gives_the_most_presses_of_each_decision() -> None:
    most_told = told_presses()
    most = dict.fromkeys(most_told, 0)
    for moment in moments():
        state = moment.position.state
        view = scene(state).view
        for seat in GAME.to_act(state):
            for token in driver.legal_tokens(GAME, moment.position, seat):
                verb = token.split()[0]
                if verb == "stop" or (verb == "take" and view.salud):
                    assert presses(state, (token,)) == 1
                    continue
                kind = {"take": "turn", "spend": "magic", "reroll": "magic", "done": "keep"}
                name = kind.get(verb, verb)
                first = ("salud",) if verb == "salud" else ()
                taken = presses(state, (token,) if not first else (token_offered(state),))
                most[name] = max(most[name], taken + 2 * bool(first))
    assert most == most_told


def token_offered(state: State) -> str:
    """Return the token of a ¡Salud! button; equal beers share one."""
    offered = [part for group in SCREENS.controls(scene(state)) for part in group]
    (first, *_) = [
        control.tokens[0]
        for control in offered
        if not isinstance(control, Menu)
        and control.tokens
        and control.tokens[0].startswith("salud")
    ]
    return first


def test_page_gives_the_lines_of_boards_on_a_phone() -> None:
    boards = [moment.position.state for moment in moments() if GAME.to_act(moment.position.state)]
    names = ("Ada", "Bruno", "Chloé", "Dora")
    icons = {name: f"<:{name}:{10**17}>" for name in PICTURES.emoji()}
    counts = [
        lines(SCREENS.controls(replace(with_names(scene(state), *names), icons=icons)))
        for state in boards
    ]
    assert f"| Dice Miner | {told_lines(counts)} |" in PAGE.read_text(encoding="utf-8")
