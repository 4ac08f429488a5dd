"""Another program that answers the bot's interactions, because it has the same token.

Discord sends each interaction to every session of a token and accepts the first answer. All others
get error 40060, which is normal after some events: the bot repeats an answer that was lost on the
way, Discord delivers an interaction twice, or two processes that share the bot both own a server
for some seconds while shards change hands. Such an error proves nothing.

So this module counts only interactions whose very first answer from this process was too late and
that no other process of the bot has counted. Of several within APART seconds it counts one, and
none after more than RARE accepted answers, because a busy network has accidents. LEAST of them
within WINDOW seconds have no other explanation.
"""

import logging
import time
from collections.abc import Awaitable, Callable

from bot.match.log.store_errors import StoreTrouble

_log = logging.getLogger(__name__)

ALREADY_ANSWERED = 40060
LEAST = 3
APART = 30.0
"""Longer than two processes of the bot can own a server at the same time."""
WINDOW = 1800.0
RARE = 100
REPEATED = 3600.0
"""Seconds between two warnings in the log."""
REMEMBERED = 1000
"""Number of interactions whose answers are counted: Discord waits three seconds for each."""
SENTENCE = (
    "Another program answers this bot's commands with the same token: stop it, or reset the token"
    " in the developer portal."
)


class ForeignAnswers:
    def __init__(
        self,
        is_counted_by_sibling: Callable[[int], Awaitable[bool]],
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """`is_counted_by_sibling` returns whether another process of the bot has stored the result
        of an interaction. It can raise StoreTrouble.
        """
        self._is_counted_by_sibling = is_counted_by_sibling
        self._steady = steady
        self._answers: dict[int, int] = {}
        """How often this process has tried to answer the latest interactions."""
        self._suspects: dict[int, float] = {}
        """Times of the counted interactions, oldest first."""
        self._accepted = 0
        """Number of interactions since the latest one whose first answer was too late."""
        self._logged: float | None = None

    def note_answer(self, interaction: int) -> None:
        self._accepted += interaction not in self._answers
        self._answers[interaction] = self._answers.pop(interaction, 0) + 1
        if len(self._answers) > REMEMBERED:
            del self._answers[next(iter(self._answers))]

    async def note_refusal(self, interaction: int) -> None:
        """Note that Discord already has an answer to an interaction."""
        if self._answers.get(interaction) != 1:
            return
        is_rare, self._accepted = self._accepted > RARE, 0
        now = self._steady()
        latest = max(self._suspects.values(), default=None)
        if is_rare or (latest is not None and now - latest < APART):
            return
        earlier = tuple(self._recent())
        self._suspects[interaction] = now
        for suspect in earlier:  # a process counts a press some time after it has answered it
            await self._dismiss(suspect)
        if self.remark is not None and (self._logged is None or now - self._logged >= REPEATED):
            self._logged = now
            _log.warning(SENTENCE)

    async def _dismiss(self, suspect: int) -> None:
        try:
            if await self._is_counted_by_sibling(suspect):
                self._suspects.pop(suspect, None)
        except StoreTrouble as trouble:
            _log.info("Could not read who has answered an interaction: %s", trouble)
            self._suspects.pop(suspect, None)

    def _recent(self) -> dict[int, float]:
        now = self._steady()
        self._suspects = {
            interaction: at for interaction, at in self._suspects.items() if now - at < WINDOW
        }
        return self._suspects

    @property
    def remark(self) -> str | None:
        return SENTENCE if len(self._recent()) >= LEAST else None
