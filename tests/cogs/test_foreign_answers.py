"""The rules by which late answers prove that another program has the bot's token."""

import pytest

from bot.match.log.store_errors import StoreTrouble
from cogs.runtime.foreign_answers import (
    APART,
    LEAST,
    RARE,
    REMEMBERED,
    REPEATED,
    SENTENCE,
    WINDOW,
    ForeignAnswers,
)


class Lab:
    def __init__(self) -> None:
        self.now = 0.0
        self.counted: set[int] = set()
        self.fails = False
        self.answers = ForeignAnswers(self._is_counted, lambda: self.now)

    async def _is_counted(self, interaction: int) -> bool:
        if self.fails:
            raise StoreTrouble("The disk is full.")
        return interaction in self.counted

    async def late(self, *interactions: int, tries: int = 1, apart: float = APART) -> None:
        """Let Discord refuse the first answers to interactions, after so many tries."""
        for interaction in interactions:
            self.now += apart
            for _ in range(tries):
                self.answers.note_answer(interaction)
            await self.answers.note_refusal(interaction)


@pytest.fixture
def lab() -> Lab:
    return Lab()


async def test_few_late_answers_prove_nothing(lab: Lab) -> None:
    await lab.late(*range(1, LEAST))
    assert lab.answers.remark is None
    await lab.late(LEAST)
    assert lab.answers.remark == SENTENCE
    lab.now += WINDOW
    assert lab.answers.remark is None


async def test_repeated_answers_prove_nothing(lab: Lab) -> None:
    await lab.late(*range(2 * LEAST), tries=2)
    assert lab.answers.remark is None
    for interaction in range(REMEMBERED + 1):
        lab.answers.note_answer(interaction)
    await lab.answers.note_refusal(0)
    assert lab.answers.remark is None


async def test_late_answers_of_one_moment_count_as_one(lab: Lab) -> None:
    """While shards change hands, two processes of the bot own a server for some seconds."""
    await lab.late(*range(10 * LEAST), apart=0.0)
    await lab.late(10 * LEAST, apart=APART)
    assert lab.answers.remark is None


async def test_accidents_among_many_answers_prove_nothing(lab: Lab) -> None:
    for number in range(2 * LEAST):
        for accepted in range(RARE):
            lab.answers.note_answer(1000 * number + accepted)
        await lab.late(1000 * number + RARE)
    assert lab.answers.remark is None


async def test_interactions_that_another_process_has_counted_prove_nothing(lab: Lab) -> None:
    for interaction in range(5 * LEAST):
        await lab.late(interaction)
        lab.counted.add(interaction)
    assert lab.answers.remark is None
    await lab.late(*range(100, 100 + LEAST))
    assert lab.answers.remark == SENTENCE


async def test_unreadable_database_proves_nothing(lab: Lab) -> None:
    lab.fails = True
    await lab.late(*range(5 * LEAST))
    assert lab.answers.remark is None


async def test_log_has_one_warning_an_hour(lab: Lab, caplog: pytest.LogCaptureFixture) -> None:
    await lab.late(*range(int(REPEATED / APART)))
    assert caplog.text.count(SENTENCE) == 1
    await lab.late(*range(1000, 1000 + LEAST))
    assert caplog.text.count(SENTENCE) == 2
