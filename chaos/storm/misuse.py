"""Misuse: pressing for other players, pressing old buttons, forging custom_ids."""

from chaos.acting import press
from chaos.custom_ids import read
from chaos.message_tracker import MessageTracker
from chaos.storm.participants import Participants
from cogs.base import custom_id_families as families
from playground import Person
from playground.luck import Luck

TWICE, WRONG = 0.12, 0.15
"""Chance of a double click, and of a wrong press before a move."""
NO_MATCH = 0
"""Numbers that the bot will give later must not be forged: a message of the bot that shows one
proves lost commits, and Discord itself sends no component that a message never had.
"""


class Misuse:
    def __init__(self, participants: Participants, luck: Luck) -> None:
        self._participants = participants
        self._luck = luck

    def twice(self) -> bool:
        return self._participants.misbehave and self._luck.chance(TWICE)

    async def before(
        self, stranger: Person, message: int, custom_id: str, tracker: MessageTracker, match: int
    ) -> None:
        """Sometimes do something illegal, which must have no effect, before a legal press."""
        if not self._participants.misbehave or not self._luck.chance(WRONG):
            return
        past = tracker.messages(match).past
        kind = self._luck.pick(("wrong", "stale", "forged"))
        if kind == "wrong":
            target = message, custom_id
        elif kind == "stale" and past:
            target = self._luck.pick(past)
        else:
            target = message, self._forged(match, read(custom_id).seq or 0)
        await press(stranger, *target, luck=self._luck, game=self._participants.game, unseen=True)

    def _forged(self, match: int, seq: int) -> str:
        game, version = self._participants.game, families.BoardVersion(match, seq)
        return self._luck.pick(
            [
                *(families.MOVE.spell(version, (token,)) for token in game.forged),
                *(families.MENU.spell(version, panel) for panel in game.forged_panels),
                *(families.PANEL.spell(version, panel) for panel in game.forged_panels),
                families.MOVE.spell(families.BoardVersion(match, 0), ("done",)),
                families.MOVE.spell(families.BoardVersion(NO_MATCH, 0), game.forged[:1]),
                families.INVITATION.spell(match, "start"),
                families.INVITATION.spell(match, "cancel"),
                f"2:move:{match}:{seq}",
                "🍺",
            ]
        )
