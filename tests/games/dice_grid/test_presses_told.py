"""docs/presses.md is true for the dice grid: presses of each decision and of a round."""

import re
from collections.abc import Iterator
from statistics import fmean
from typing import Any

from cogs.screens import Control, Menu, Scene
from cogs.screens.base import SESSION, Panel
from engine.core import driver
from engine.core.chance import Stream
from engine.core.types import Level
from games.dice_grid.screens.screens import SCREENS
from tests.e2e.thumbs import OPEN_AND_CLOSE, PAGE, lines, told_lines
from tests.games.dice_grid.moments import GAME, scene

GRIDS = 4


def cheapest(here: Scene) -> dict[tuple[str, ...], int]:
    """Return the fewest presses for every decision here."""
    presses: dict[tuple[str, ...], int] = {}
    waiting: list[tuple[str | None, int]] = [(None, 0)]
    opened: set[str | None] = set()
    for panel, before in waiting:  # the list grows; panels with fewer presses come first
        if panel in opened:
            continue
        opened.add(panel)
        for batch in offered(here, panel):
            if isinstance(batch, Menu):
                for option in batch.options:
                    presses.setdefault(tuple(option.value.split(",")), before + OPEN_AND_CLOSE)
            elif batch.panel is None:
                presses.setdefault(batch.tokens, before + 1)
            elif batch.panel != SESSION:
                waiting.append((batch.panel, before + 1))
    return presses


def offered(here: Scene, panel: str | None) -> Iterator[Control | Menu]:
    if panel is None:
        groups = SCREENS.controls(here)
    else:
        form = SCREENS.form(here, 0, panel)
        assert isinstance(form, Panel), f"{panel} opens"
        groups = form.controls
    return (batch for group in groups for batch in group)


def decided(
    position: driver.Position[Any], *, stars: bool
) -> tuple[str, int, driver.Position[Any]]:
    """Return the kind, the presses and the next position of a player's decision up to a roll or
    mark.

    The player chooses like the easy computer and crosses the highest boxes; with `stars`, a star
    replaces an end.
    """
    kind, presses = "", 0
    while True:
        cheap = cheapest(scene(position.state))
        token = GAME.notation(GAME.suggest(position.state, 0, Level.APPRENTICE))
        if token == "end" and stars:
            token = "star"
        fits = [tokens for tokens in cheap if tokens[0] == token]
        tokens = min(fits, key=lambda option: (cheap[option], -len(option), -box(option)))
        kind = kind or token.split()[0]
        presses += cheap[tokens]
        for option in tokens:
            position = driver.choose(GAME, position, 0, option).position
        after = scene(position.state).view
        going_on = after.mark is not None or tokens == ("star",)
        if GAME.chance(position.state) is not None or not going_on:
            return kind, presses, position


def box(tokens: tuple[str, ...]) -> int:
    """Return the box that is crossed; 0 if none is named."""
    last = tokens[-1].split()
    return int(last[1]) if last[0] == "cross" else 0


def test_presses_per_decision_and_round_match_the_docs() -> None:
    most: dict[str, int] = {}
    rounds: list[int] = []
    for number in range(GRIDS):
        luck, position = Stream(bytes(32), f"grid {number}"), driver.start(GAME, 1)
        while GAME.outcome(position.state) is None:
            kind, presses, position = decided(position, stars=number % 2 == 1)
            most[kind] = max(most.get(kind, 0), presses)
            if kind == "die":
                rounds.append(presses)
            elif rounds:
                rounds[-1] += presses
            if rolled := driver.advance(GAME, position, luck):
                position = rolled[-1].position
    page = PAGE.read_text(encoding="utf-8").split("## The dice grid\n")[1].split("\n## ")[0]
    documented = re.findall(r"^\| `(\w+)` \| [^|]+ \| (\d+) \|$", page, re.MULTILINE)
    bounds = {kind: int(presses) for kind, presses in documented}
    assert most.keys() == bounds.keys()
    assert {kind: most[kind] for kind in ("at", "die", "go", "end")} == {
        kind: bounds[kind] for kind in ("at", "die", "go", "end")
    }
    assert most["star"] <= bounds["star"]
    assert f"{fmean(rounds):.1f} presses a round" in page


def test_lines_of_a_board_on_a_phone_match_the_docs() -> None:
    counts: list[int] = []
    for number in range(GRIDS):
        luck, position = Stream(bytes(32), f"grid {number}"), driver.start(GAME, 1)
        while GAME.outcome(position.state) is None:
            counts.append(lines(SCREENS.controls(scene(position.state))))
            _, _, position = decided(position, stars=number % 2 == 1)
            if rolled := driver.advance(GAME, position, luck):
                position = rolled[-1].position
    assert f"| Isegrim's dice grid | {told_lines(counts)} |" in PAGE.read_text(encoding="utf-8")
