"""The cost of a match for players on phones: presses, boards and pings, counted from its log."""

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
"""Presses that a menu needs; each tick in it is one more."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of a match, and the messages posted for them."""

    turns: int
    """Number of times that a seat must act after a board on which it did not have to."""
    boards: int
    pings: int


def presses(custom_id: str) -> int:
    """Return how many presses this button or menu needs, without a form."""
    family = custom_id.split(":")[1]
    assert family in ("move", "panel", "menu")
    return OPEN_AND_CLOSE if family == "menu" else 1


def decisions(custom_ids: Iterable[str]) -> dict[str, list[int]]:
    """Return the presses of each decision of one player, in order, by kind.

    A ¡Salud! counts together with the dice taken after it.
    """
    presses_of: dict[str, list[int]] = {}
    sharing = 0
    for custom_id in custom_ids:
        token = custom_id.split(":", 4)[4]
        verb = token.split()[0]
        if verb == "salud":
            presses_of.setdefault("salud", []).append(1)
            sharing = 2
        elif sharing and verb in ("take", "stop"):
            presses_of["salud"][-1] += presses(custom_id)
            sharing = 0 if verb == "stop" else sharing - 1
        else:
            sharing = 0
            kind = {"take": "turn", "spend": "magic", "reroll": "magic", "done": "keep"}
            presses_of.setdefault(kind.get(verb, verb), []).append(presses(custom_id))
    return presses_of


def posted(advances: Sequence[Advance[Any]], game: Any, starter: Seat | None) -> Turns:
    """Count the turns, boards and pings of a match in which each turn is shown before the next
    begins.

    `starter` is the seat of the player who began the match; the first board need not ping them.
    """
    in_turn: frozenset[Seat] = frozenset()
    presser, turns, boards, pings, sheet = starter, 0, 0, 0, False
    for advance in advances:
        if advance.entry.actor is not None:
            presser = advance.entry.actor
        sheet = sheet or any(isinstance(event, RoundScored) for event in advance.events)
        now = game.to_act(advance.position.state)
        if not now:
            continue
        fresh = now - in_turn
        called = fresh - {presser}
        turns += len(fresh)
        boards += bool(called or sheet or not boards)
        pings += len(called)
        in_turn, sheet = now, False
    return Turns(turns, boards, pings)


def lines(groups: Sequence[Sequence[Control | Menu]]) -> int:
    """Return how many lines the controls of a game take on a phone, rows arranged as on a board."""
    board = board_rows(BoardVersion(1, 1), groups)
    return rows.lines([[width_of(item) for item in row] for row in board])


def told_lines(counts: Sequence[int]) -> str:
    """Return these boards' lines as docs/presses.md states them: mean and maximum."""
    return f"{fmean(counts):.1f} | {max(counts)}"


def kinds(decisions_of_players: Iterable[dict[str, list[int]]]) -> dict[str, Counter[int]]:
    """Count how often each kind of decision took n presses."""
    counted: dict[str, Counter[int]] = {}
    for decisions in decisions_of_players:
        for kind, taken in decisions.items():
            counted.setdefault(kind, Counter()).update(taken)
    return counted


def told_presses() -> dict[str, int]:
    """Return the maximum presses of each kind of decision that docs/presses.md states."""
    page = PAGE.read_text(encoding="utf-8")
    rows = re.findall(r"^\| [^|]+ \| (\d+) \| `(\w+)` \|", page, re.MULTILINE)
    return {kind: int(most) for most, kind in rows}
