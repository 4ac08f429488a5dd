"""Remarks of computer players on a board: at most one, and the same each time the board is
drawn.
"""

from typing import Any

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from cogs.screens import Scene
from cogs.screens.base import Advances
from cogs.ui.computer_lines import LINES, Lines
from engine.core.driver import Advance, without_undone
from engine.core.types import Seat


def computer_remark(loaded: Loaded, scene: Scene, advances: Advances, base: int) -> str | None:
    """Return a computer's remark on the board with everything from entry `base` on, or None.

    One computer greets on the boards before the first move, or when it takes over a seat, and one
    speaks at the end. In between, a computer toasts after giving or receiving a gift, such as a
    beer.
    """
    talkers = {
        seat: LINES[computer.character]
        for seat, computer in loaded.computers.items()
        if scene.players[seat] == scene.computers.get(seat)
    }
    remark = _line(loaded, advances, base, talkers) if talkers else None
    if remark is None:
        return None
    seat, line = remark
    # Translators: What a computer player says at the table.
    return scene.words.say(
        "💬 {player}: “{line}”", player=scene.name(seat), line=scene.words.say(line)
    )


def _line(
    loaded: Loaded, advances: Advances, base: int, talkers: dict[Seat, Lines]
) -> tuple[Seat, str] | None:
    if loaded.outcome is not None:
        places = loaded.outcome.places
        winners = [seat for seat in talkers if places[seat] == 1]
        seat = _one_of(winners or list(talkers), loaded.record.id)
        return seat, talkers[seat].won if seat in winners else talkers[seat].lost
    newcomers = [
        event.seat or 0
        for event in loaded.events
        if event.kind is MatchEventKind.HANDED and event.holder is None and event.after_seq >= base
    ]
    for newcomer in reversed(newcomers):
        if newcomer in talkers:
            return newcomer, talkers[newcomer].greeting
    people = {seat for seat, holder in enumerate(loaded.roster.original) if holder is not None}
    if not any(logged.entry.actor in people for logged in loaded.log):
        seat = _one_of(list(talkers), loaded.record.id)
        return seat, talkers[seat].greeting
    for advance in reversed(without_undone(advances[base:])):
        for seat in _sharing(loaded, advance):
            if seat in talkers:
                toasts = talkers[seat].toasts
                return seat, toasts[(loaded.record.id + advance.entry.seq) % len(toasts)]
    return None


def _one_of(seats: list[Seat], number: int) -> Seat:
    return seats[number % len(seats)]


def _sharing(loaded: Loaded, advance: Advance[Any]) -> list[Seat]:
    game = loaded.game.statistics
    gifts = [
        count
        for event in advance.events
        for count in game.count(event)
        if count.name in game.gifts and count.receiver is not None
    ]
    return [seat for count in gifts for seat in (count.receiver, count.seat) if seat is not None]
