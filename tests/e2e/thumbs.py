"""What a match asks of a thumb and of a phone: presses, boards, pings, counted from its log."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from cogs.base.custom_ids import BoardVersion
from cogs.screens import rows
from cogs.screens.base import Control, Menu
from cogs.ui.layouts import board_rows, width_of
from engine.core.driver import Advance
from engine.core.types import Seat
from engine.games.dice_miner.events import RoundScored

PAGE = Path(__file__).parents[2] / "docs" / "presses.md"
OPEN_AND_CLOSE = 2
"""Presses of a menu; each tick in it is one more, and is the choice itself."""


@dataclass(frozen=True, slots=True)
class Turns:
    """What is done in the turns of a match, and what is posted for them."""

    turns: int
    """Times that somebody is asked to act whom the board before did not ask."""
    boards: int
    """Messages with a board."""
    pings: int


def presses(custom_id: str) -> int:
    """How many presses it takes to decide by this button or menu, where no form opens."""
    family = custom_id.split(":")[1]
    assert family in ("move", "panel", "menu")
    return OPEN_AND_CLOSE if family == "menu" else 1


def decisions(custom_ids: Iterable[str]) -> dict[str, list[int]]:
    """The presses of each decision of one person, in order, by what it is.

    A ¡Salud! is shared together with the dice that follow it.
    """
    found: dict[str, list[int]] = {}
    sharing = 0
    for custom_id in custom_ids:
        token = custom_id.split(":", 4)[4]
        verb = token.split()[0]
        if verb == "salud":
            found.setdefault("salud", []).append(1)
            sharing = 2
        elif sharing and verb in ("take", "stop"):
            found["salud"][-1] += presses(custom_id)
            sharing = 0 if verb == "stop" else sharing - 1
        else:
            sharing = 0
            kind = {"take": "turn", "spend": "magic", "reroll": "magic", "done": "keep"}
            found.setdefault(kind.get(verb, verb), []).append(presses(custom_id))
    return found


def posted(advances: Sequence[Advance[Any]], game: Any, starter: Seat | None) -> Turns:
    """What a match of people is shown by, where each turn is shown before the next one begins.

    `starter` is the seat of whoever began the match, who needs no ping for the first board.
    """
    asked: frozenset[Seat] = frozenset()
    presser, turns, boards, pings, sheet = starter, 0, 0, 0, False
    for made in advances:
        if made.entry.actor is not None:
            presser = made.entry.actor
        sheet = sheet or any(isinstance(event, RoundScored) for event in made.events)
        now = game.to_act(made.position.state)
        if not now:
            continue
        fresh = now - asked
        called = fresh - {presser}
        turns += len(fresh)
        boards += bool(called or sheet or not boards)
        pings += len(called)
        asked, sheet = now, False
    return Turns(turns, boards, pings)


def lines(groups: Sequence[Sequence[Control | Menu]]) -> int:
    """Return how many lines the controls of a game take on a phone, rows arranged as on a board."""
    board = board_rows(BoardVersion(1, 1), groups)
    return rows.lines([[width_of(item) for item in row] for row in board])


def told_lines(counts: Sequence[int]) -> str:
    """Return how docs/presses.md tells the lines of these boards: on average, and at most."""
    return f"{fmean(counts):.1f} | {max(counts)}"


def kinds(found: Iterable[dict[str, list[int]]]) -> dict[str, Counter[int]]:
    """How often each decision took how many presses, by what it is."""
    counted: dict[str, Counter[int]] = {}
    for one in found:
        for kind, taken in one.items():
            counted.setdefault(kind, Counter()).update(taken)
    return counted


def told_presses() -> dict[str, int]:
    """The most presses of each decision, as docs/presses.md says."""
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| (\d+) \| `(\w+)` \|", page, re.MULTILINE)
    return {kind: int(most) for most, kind in rows}
