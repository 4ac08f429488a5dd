"""Presses at the last moment, and moves taken back after another player's time has run out."""

import asyncio

from chaos.acting import command
from chaos.custom_ids import MOVE, UNDO, read
from chaos.season.context import SeasonContext, Trick
from chaos.season.group import Group
from cogs.base.custom_id_families import (
    Family,
)
from playground.luck import Luck

NEAR = 2.0
"""Seconds before the deadline."""
QUIET_HOURS = (
    {"zone": "Europe/Madrid", "quiet": "22:00-9:00"},
    {"quiet": "none"},
)


class Timing:
    def __init__(self, context: SeasonContext, luck: Luck) -> None:
        self._context = context
        self._playground = context.playground
        self._luck = luck

    def tricks(self) -> dict[str, Trick]:
        return {
            "press at the deadline": self.press_at_deadline,
            "take back and pick again": self.take_back,
            "quiet hours": self.set_quiet_hours,
        }

    async def press_at_deadline(self, group: Group) -> None:
        now = self._context.now
        due = self._context.reader.next_due(now)
        if due is None:
            return
        at, match = due
        if at - now > NEAR:
            await self._playground.forward(minutes=(at - now - NEAR) / 60)
        group = next(
            (candidate for candidate in self._context.groups if match in candidate.matches), group
        )
        board = group.messages(match).board()
        presses = []
        if board is not None and (moves := board.of_family(MOVE)):
            presses = [
                group.press(person, board.message, self._luck.pick(moves))
                for person in group.asked(board)
            ]
        passing = self._playground.forward(minutes=self._luck.between(1, 5) / 60)
        await asyncio.gather(*presses, passing)

    async def take_back(self, group: Group) -> None:
        """Pick, wait until the next player's time is almost or already over, take the pick back,
        and pick again.
        """
        board = group.board()
        if board is None:
            return
        picks = [i for i in board.of_family(MOVE) if _may_undo(group, i)]
        asked = group.asked(board)
        if not asked or not picks:
            return
        match, person = board.snapshot.match, asked[0]
        await group.press(person, board.message, picks[0])
        await self._playground.forward(hours=self._luck.pick((1, 23.9, 25, 49)))
        if not (undo := self._shown(group, match, UNDO)):
            return
        await group.press(person, *undo[0])
        if self._luck.chance(0.5):
            await self._playground.forward(hours=self._luck.pick((0.5, 24)))
        for move in self._shown(group, match, MOVE)[:1]:
            await group.press(person, *move)

    def _shown(self, group: Group, match: int, family: Family) -> list[tuple[int, str]]:
        board = group.messages(match).board()
        return [] if board is None else [(board.message, i) for i in board.of_family(family)]

    async def set_quiet_hours(self, group: Group) -> None:
        person = self._luck.pick(group.people)
        await command(person, "me", self._luck.pick(QUIET_HOURS))


def _may_undo(group: Group, custom_id: str) -> bool:
    tokens = read(custom_id).tokens
    return len(tokens) == 1 and group.game.may_undo(tokens[0])
