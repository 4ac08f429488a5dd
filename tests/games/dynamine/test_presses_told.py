"""docs/presses.md tells the truth of DYNAMINE: presses of each decision, and of a turn."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.core import driver
from engine.core.chance import Stream
from engine.core.driver import Position
from games.dynamine.screens.screens import SCREENS
from tests.e2e.thumbs import OPEN_AND_CLOSE, PAGE, lines, told_lines
from tests.engine.dynamine.table import GAME
from tests.games.dynamine.moments import batches, match, pressed, scene

SEATS = (2, 3)
PLAIN = {"guess", "reroll", "raven", "plus", "card", "done"}


def decisions(seats: int) -> Iterator[tuple[str, int]]:
    """Each decision of a match in which everybody plays as the strong computer does: what it is,
    and how many presses it takes; a tile and its place are one."""
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
        ((batch, in_menu),) = [one for one in batches(here).items() if one[0][0] == token]
        presses = before + (OPEN_AND_CLOSE if in_menu else 1)
        position = pressed(position, batch)
        kind = token.split()[0]
        if kind in ("take", "move") and len(batch) == 1:
            before = presses
        else:
            yield {"take": "tile", "place": "tile", "move": "tile"}.get(kind, kind), presses
            before = 0


def test_presses() -> None:
    """At most as many as told, almost always; and on average as many in a turn."""
    made = [one for seats in SEATS for one in decisions(seats)]
    page = PAGE.read_text(encoding="utf-8").split("## DYNAMINE\n")[1]
    told = {
        kind: int(n)
        for kind, n in re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d) \|$", page, re.MULTILINE)
    }
    assert told.keys() == PLAIN | {"tile"}
    tiles = Counter(presses for kind, presses in made if kind == "tile")
    assert all(presses <= told[kind] for kind, presses in made if kind != "tile")
    assert set(tiles) <= {1, told["tile"], 3}
    assert f"{100 * tiles[3] / tiles.total():.0f} in 100 tiles" in page
    turns = sum(kind == "done" for kind, _ in made)
    assert f"{sum(presses for _, presses in made) / turns:.1f} presses a turn" in page


def test_lines_of_boards() -> None:
    """Of two matches in which something is pressed at random, on a phone."""
    here = [scene(one.state) for seats in SEATS for one in match(seats, "lines")]
    counts = [lines(SCREENS.controls(one)) for one in here if one.to_act]
    assert f"| DYNAMINE | {told_lines(counts)} |" in PAGE.read_text(encoding="utf-8")
