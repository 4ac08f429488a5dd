"""docs/presses.md is true for DYNAMINE: presses of each decision and of a turn."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Position
from games.dynamine.screens.screens import SCREENS
from tests.e2e.thumbs import OPEN_AND_CLOSE, PAGE, lines, told_lines
from tests.engine.dynamine.table import SHUFFLED as GAME
from tests.games.dynamine.moments import batches, match, pressed, scene

SEATS = (2, 3)
PLAIN = {"guess", "reroll", "raven", "plus", "card", "done"}


def decisions(seats: int) -> Iterator[tuple[str, int]]:
    """Yield the kind and the presses of each decision in a match of strong computers.

    A tile and its place are one decision.
    """
    luck = Stream(bytes(32), f"presses {seats}")
    position: Position[Any] = driver.start(GAME, seats)
    before = 0
    while True:
        rolled = driver.advance(GAME, position, luck)
        position = rolled[-1].position if rolled else position
        here = scene(position.state)
        if not here.to_act:
            return
        token = GAME.notation(GAME.suggest(position.state, here.to_act[0]))
        ((batch, in_menu),) = [item for item in batches(here).items() if item[0][0] == token]
        presses = before + (OPEN_AND_CLOSE if in_menu else 1)
        position = pressed(position, batch)
        kind = token.split()[0]
        if kind in ("take", "move") and len(batch) == 1:
            before = presses
        else:
            yield {"take": "tile", "place": "tile", "move": "tile"}.get(kind, kind), presses
            before = 0


def test_presses_per_decision_and_turn_match_the_docs() -> None:
    all_decisions = [decision for seats in SEATS for decision in decisions(seats)]
    page = PAGE.read_text(encoding="utf-8").split("## DYNAMINE\n")[1]
    documented = {
        kind: int(n)
        for kind, n in re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d) \|$", page, re.MULTILINE)
    }
    assert documented.keys() == PLAIN | {"tile"}
    tiles = Counter(presses for kind, presses in all_decisions if kind == "tile")
    assert all(presses <= documented[kind] for kind, presses in all_decisions if kind != "tile")
    assert set(tiles) <= {1, documented["tile"], 3}
    assert f"{100 * tiles[3] / tiles.total():.0f} in 100 tiles" in page
    turns = sum(kind == "done" for kind, _ in all_decisions)
    assert f"{sum(presses for _, presses in all_decisions) / turns:.1f} presses a turn" in page


def test_lines_of_a_board_on_a_phone_match_the_docs() -> None:
    here = [scene(board.state) for seats in SEATS for board in match(seats, "lines")]
    counts = [lines(SCREENS.controls(board)) for board in here if board.to_act]
    assert f"| DYNAMINE | {told_lines(counts)} |" in PAGE.read_text(encoding="utf-8")
