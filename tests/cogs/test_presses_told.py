"""docs/presses.md tells the truth: presses of each decision, boards and pings of whole matches."""

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
    """How many presses it takes to decide these tokens on the board of this State."""
    offered = [one for group in SCREENS.controls(scene(state)) for one in group]
    for one in offered:
        if not isinstance(one, Menu) and one.tokens == tokens:
            return 1
    (verb, *_) = tokens[0].split()
    for one in offered:
        if isinstance(one, Menu) and one.panel.startswith(verb):
            return OPEN_AND_CLOSE
        if not isinstance(one, Menu) and (one.panel or "").startswith(verb):
            return 1  # nothing is left to choose
    raise AssertionError(f"the board does not offer {tokens}")


def batch(position: driver.Position[State], seat: int) -> tuple[str, ...]:
    """What the strong computer decides here, as far as a person decides it at once."""
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
    """The row of a match of so many, as the page has it."""
    luck = Stream(bytes(32), f"presses {seats}")
    position = driver.start(GAME, seats)
    made: list[Advance[State]] = []
    total = 0
    while True:
        rolled = driver.advance(GAME, position, luck)
        made += rolled
        position = rolled[-1].position if rolled else position
        if GAME.outcome(position.state) is not None:
            break
        seat = min(GAME.to_act(position.state))
        tokens = batch(position, seat)
        total += presses(position.state, tokens)
        for token in tokens:
            made.append(driver.choose(GAME, position, seat, token))
            position = made[-1].position
    found = posted(made, GAME, starter=seats - 1)
    each = round(total / seats / ROUNDS)
    return f"| {seats} | {found.turns} | {found.boards} | {found.pings} | {total} | {each} |"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_matches(seats: int) -> None:
    """The rows of the page are those of the matches that it speaks of."""
    assert whole_match(seats) in PAGE.read_text(encoding="utf-8").splitlines()


def test_each_decision_takes_as_many_presses_as_told() -> None:
    """On no board of many matches more, and on some as many."""
    told = told_presses()
    most = dict.fromkeys(told, 0)
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
    assert most == told


def token_offered(state: State) -> str:
    """One of the ¡Salud! buttons: equal beers have one button."""
    offered = [one for group in SCREENS.controls(scene(state)) for one in group]
    (first, *_) = [
        one.tokens[0]
        for one in offered
        if not isinstance(one, Menu) and one.tokens and one.tokens[0].startswith("salud")
    ]
    return first


def test_lines_of_boards() -> None:
    """Of all boards of matches of every size, on a phone."""
    boards = [one.position.state for one in moments() if GAME.to_act(one.position.state)]
    names = ("Ada", "Bruno", "Chloé", "Dora")
    icons = {name: f"<:{name}:{10**17}>" for name in PICTURES.emoji()}
    counts = [
        lines(SCREENS.controls(replace(with_names(scene(state), *names), icons=icons)))
        for state in boards
    ]
    assert f"| Dice Miner | {told_lines(counts)} |" in PAGE.read_text(encoding="utf-8")
