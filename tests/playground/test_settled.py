"""settled(): it asks all programs that follow the playground whether they are idle."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from playground import Person, Playground
from tests.patience import PATIENCE
from tests.playground.test_gateway import IDENTIFY, Socket, identity


@dataclass
class Program:
    """A bot that answers questions when the test says so."""

    socket: aiohttp.ClientWebSocketResponse

    async def question(self) -> int:
        while True:
            heard = await self.socket.receive_json(timeout=PATIENCE)
            if "idle" in heard:
                return int(heard["idle"])

    async def is_idle(self, question: int, heard: Mapping[str, int] = {}) -> None:
        await self.socket.send_json({"idle": question, "heard": dict(heard)})


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
async def program(playground: Playground, http: aiohttp.ClientSession) -> AsyncIterator[Program]:
    async with http.ws_connect(f"{playground.url}/client/clock?idle=1") as socket:
        yield Program(socket)


async def settling(playground: Playground) -> asyncio.Task[None]:
    return asyncio.create_task(playground.settled(quiet=0.001, timeout=PATIENCE))


async def test_settled_waits_for_programs_that_are_busy(
    playground: Playground, program: Program
) -> None:
    waiting = await settling(playground)
    question = await program.question()
    await asyncio.sleep(0)
    assert not waiting.done()
    await program.is_idle(question)
    await waiting


async def test_settled_asks_again_if_something_changed_meanwhile(
    playground: Playground, program: Program, ada: Person
) -> None:
    waiting = await settling(playground)
    first = await program.question()
    ada.write("This may be news to the program")
    await program.is_idle(first)
    second = await program.question()
    assert second != first
    assert not waiting.done()
    await program.is_idle(second)
    await waiting


async def test_settled_asks_again_if_an_event_is_unheard(
    playground: Playground, program: Program, http: aiohttp.ClientSession
) -> None:
    async with http.ws_connect(f"{playground.gateway_url}?v=10&encoding=json") as raw:
        gateway = Socket(raw)
        await gateway.get()
        await gateway.send(IDENTIFY, identity(playground))
        ready: dict[str, Any] = await gateway.get()
        session = ready["d"]["session_id"]
        guild = await gateway.get()
        waiting = await settling(playground)
        question = await program.question()
        await program.is_idle(question, {session: ready["s"]})
        question = await program.question()
        assert not waiting.done()
        await program.is_idle(question, {session: guild["s"]})
        await waiting


async def test_late_answer_to_an_abandoned_question_is_ignored(
    playground: Playground, program: Program, http: aiohttp.ClientSession
) -> None:
    abandoned = await settling(playground)
    first = await program.question()
    abandoned.cancel()
    waiting = await settling(playground)
    second = await program.question()
    async with http.ws_connect(f"{playground.url}/client/clock?idle=1") as socket:
        other = Program(socket)
        await other.question()
        await program.is_idle(second)
        await program.is_idle(first)
        await other.is_idle(second)
        await waiting


async def test_settled_asks_a_program_that_joins_meanwhile(
    playground: Playground, program: Program, http: aiohttp.ClientSession
) -> None:
    waiting = await settling(playground)
    question = await program.question()
    async with http.ws_connect(f"{playground.url}/client/clock?idle=1") as socket:
        other = Program(socket)
        await program.is_idle(question)
        assert await other.question() == question
        assert not waiting.done()
        await other.is_idle(question)
        await waiting


async def test_settled_does_not_wait_for_a_program_that_left(
    playground: Playground, program: Program
) -> None:
    waiting = await settling(playground)
    await program.question()
    assert not waiting.done()
    await program.socket.close()
    await waiting


async def test_settled_does_not_ask_programs_that_only_follow_the_clock(
    playground: Playground, http: aiohttp.ClientSession
) -> None:
    async with http.ws_connect(f"{playground.url}/client/clock"):
        await asyncio.wait_for(await settling(playground), PATIENCE)
