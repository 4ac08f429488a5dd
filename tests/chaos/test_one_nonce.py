"""The check of nonces finds the mutant `one-nonce`.

The fault needs a board that is deleted between its post and its answer, which storms seldom cause.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from chaos.checks.places import STORM, refused_for_good
from chaos.mutants import MUTANTS
from chaos.mutants.fairness import everywhere
from chaos.postings import PostingRecorder
from chaos.transcript import Transcript
from cogs.posting import nonces
from playground import Fault, Person, Playground
from playground.world import Event
from tests.e2e.checked_playground import checked_playground
from tests.e2e.in_process import bot_here
from tests.e2e.players import boards
from tests.e2e.test_matches import challenge
from tests.match.machine import SetClock


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with checked_playground() as place:
        yield place


@pytest.mark.parametrize("mutant", [None, "one-nonce"])
async def test_board_deleted_before_its_answer_is_found_missing(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mutant: str | None
) -> None:
    world, transcript = playground.world, Transcript()
    recorder = PostingRecorder(playground, transcript)
    members = (member for member in sorted(world.guild.members) if not world.users[member].bot)
    people = [Person(playground, member) for member in members][:2]
    right = nonces.post_again_if_deleted
    if mutant is not None:
        MUTANTS[mutant]()
    try:
        async with bot_here(playground, tmp_path, monkeypatch, SetClock()):
            table = await challenge(playground, people)
            await playground.settled()
            deleted: list[int] = []

            def delete(event: Event) -> None:
                message = event.message
                if event.name == "MESSAGE_CREATE" and message is not None and not deleted:
                    deleted.append(message.id)
                    asyncio.get_running_loop().call_soon(world.delete, message)

            playground.faults.append(
                Fault(
                    "POST",
                    "/channels/{channel_id}/messages",
                    cut=True,
                    done=True,
                    within=str(table.channel),
                    strike=lambda: world.listeners.append(delete),
                )
            )
            while not deleted:
                board = boards(people[0], table.channel)[-1]
                person = table.to_act(board)[0]
                await person.press(board["id"], table.offered(person, board)[0])
                await playground.settled()
            await playground.wait_for(lambda: transcript.refused)
            await playground.settled()
            recorder.finish()
    finally:
        everywhere(nonces.post_again_if_deleted, right)
    transcript.schedule.append((transcript.refused[-1].at + 60, STORM))
    problems = refused_for_good(cast("Any", SimpleNamespace(transcript=transcript)))
    assert bool(problems) is (mutant is not None), problems
    assert all("was refused" in problem for problem in problems)
