"""What people do that they should not: pressing twice, late, for others, or what was forged."""

import asyncio
import contextlib

from chaos.shelf import Shelf
from chaos.stage import Stage
from playground import ClientError, Person
from playground.luck import Luck

FORGED = (
    "s1:{match}:{seq}:pass",
    "s1:{match}:{seq}:take t99",
    "s1:{match}:{seq}:undo",
    "s1:{match}:{seq}:take t01,take t02,take t03",
    "s1:{match}:999999:done",
    "p1:{match}:{seq}:spend",
    "ch1:{match}:{seq}:keep 0",
    "ch1:{match}:{seq}:spend m99",
    "s1:999999999999999:0:take t01",
    "l1:{match}:start",
    "l1:{match}:cancel",
    "s1:{match}:x",
    "🍺",
)
PATIENCE = 5.0


class Mischief:
    """Decides by luck who misbehaves, and does it."""

    def __init__(self, stage: Stage, luck: Luck) -> None:
        self._stage = stage
        self._luck = luck

    def twice(self) -> bool:
        """Whether somebody clicks twice."""
        return self._stage.wild and self._luck.chance(0.12)

    async def before(
        self, stranger: Person, message: int, custom_id: str, shelf: Shelf, match: int
    ) -> None:
        """Something that changes nothing, before a press that may."""
        if not self._stage.wild or not self._luck.chance(0.15):
            return
        past = shelf.matches[match].past
        kind = self._luck.pick(("wrong", "stale", "forged"))
        if kind == "wrong":
            await self._press(stranger, message, custom_id)
        elif kind == "stale" and past:
            await self._press(stranger, *self._luck.pick(past))
        else:
            seq = custom_id.split(":")[2] if custom_id.startswith(("s1:", "p1:", "ch1:")) else "0"
            forged = self._luck.pick(FORGED).format(match=match, seq=seq)
            await self._press(stranger, message, forged)

    async def _press(self, person: Person, message: int, custom_id: str) -> None:
        with contextlib.suppress(TimeoutError, ClientError):
            async with asyncio.timeout(PATIENCE):
                await person.press(message, custom_id, unseen=True)
