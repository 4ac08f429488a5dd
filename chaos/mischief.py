"""What people do that they should not: pressing twice, late, for others, or what was forged."""

import asyncio
import contextlib

from chaos.shelf import Shelf
from chaos.stage import Stage
from playground import ClientError, Person
from playground.luck import Luck

FORGED = (
    "2:move:{match}:{seq}:pass",
    "2:move:{match}:{seq}:take t99",
    "2:move:{match}:{seq}:undo",
    "2:move:{match}:{seq}:take t01,take t02,take t03",
    "2:move:{match}:999999:done",
    "2:panel:{match}:{seq}:spend",
    "2:menu:{match}:{seq}:keep 0",
    "2:menu:{match}:{seq}:spend m99",
    "2:move:999999999999999:0:take t01",
    "2:invitation:{match}:start",
    "2:invitation:{match}:cancel",
    "2:move:{match}:x",
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
            seq = (
                custom_id.split(":")[3]
                if custom_id.startswith(("2:move:", "2:panel:", "2:menu:"))
                else "0"
            )
            forged = self._luck.pick(FORGED).format(match=match, seq=seq)
            await self._press(stranger, message, forged)

    async def _press(self, person: Person, message: int, custom_id: str) -> None:
        with contextlib.suppress(TimeoutError, ClientError):
            async with asyncio.timeout(PATIENCE):
                await person.press(message, custom_id, unseen=True)
