"""The daily puzzle with the real client: begun, continued after a restart, posted, and compared
after midnight."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path

import pytest

from bot.game_register import GameRegister
from bot.match.daily.house import House
from bot.match.values.days import end_of
from cogs.app.client import SaludClient
from playground import Person, Playground
from playground.model import EPHEMERAL
from render.words import day_text
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, buttons, menus, text
from tests.games.solitaire.rules import Solitaire
from tests.games.solitaire.screens import OF_THE_DAY
from tests.match.machine import SetClock
from texts import Catalogue

GAMES = GameRegister({"solitaire": {1: Solitaire()}}, {"solitaire": OF_THE_DAY})
Begin = Callable[[], AbstractAsyncContextManager[SaludClient]]


@pytest.fixture
def begin(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clock: SetClock
) -> Begin:
    return partial(bot_here, playground, tmp_path, monkeypatch, clock, GAMES)


async def test_day_is_private_except_for_one_card_without_pings(
    playground: Playground, begin: Begin, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[:2]
    public = len(_public(ben))
    async with begin() as bot:
        bot.services.domain.daily.house = House()
        day = bot.services.domain.daily.today()
        assert (await ann.command("daily", {})).ok
        session = await _session(playground, ann)
        assert f"<t:{end_of(day)}:R>" in text(session)
        await _move(playground, ann)
        assert (await ben.command("daily", {})).ok
        await _session(playground, ben)
    async with begin() as bot:
        bot.services.domain.daily.house = House()
        if _moves(_last(ann)):  # the message from before the restart still works
            await _move(playground, ann)
        assert (await ann.command("daily", {})).ok
        while _moves(await _session(playground, ann)):
            await _move(playground, ann)
        done = _last(ann)
        assert "Place **1** of 1" in text(done)
        (post,) = [custom_id for custom_id in buttons(done, "2:day:") if ":post:" in custom_id]
        assert (await ann.press(done["id"], post)).ok
        await playground.wait_for(lambda: len(_public(ben)) == public + 1)
        card = _public(ben)[-1]
        assert day_text(Catalogue.load().words(), day) in text(card)
        assert (await ben.press(card["id"], _of_day(card, "today"))).ok
        assert _moves(await _session(playground, ben)), "the reader's own session, not Ann's"
        assert _moves(_last(ann)) == []
        assert (ann.pings(), ben.pings()) == ([], [])
        clock.time = end_of(day)
        left = _last(ben)
        if _moves(left):
            assert (await ben.press(left["id"], _moves(left)[0])).ok
            await playground.wait_for(lambda: "day is over" in text(_last(ben)))
        assert (await ann.command("daily", {"day": "yesterday"})).ok
        results = await playground.wait_for(lambda: _saying(ann, "The mean of"))
        assert (await ann.press(results["id"], _of_day(results, "dice"))).ok
        proof = await playground.wait_for(lambda: _saying(ann, "Seed: "))
        assert "Commitment: " in text(proof)
        ((watch, menu),) = menus(results, f"2:day:{day}:watch").items()
        match = menu["options"][0]["value"]
        assert (await ann.select(results["id"], watch, [match])).ok
        await playground.wait_for(lambda: _saying(ann, f"#{match}"))
        assert (await ann.press(results["id"], _of_day(results, "past"))).ok
        await playground.wait_for(lambda: _moves(_last(ann)))
        while _moves(_last(ann)):
            assert "nothing counts" in text(_last(ann))
            await _move(playground, ann)
        assert "nothing counts" in text(_last(ann))
        assert "Place" not in text(_last(ann))
        assert ":post:" not in str(buttons(_last(ann))), "no card of a day that doesn't count"
        assert len(_public(ben)) == public + 1


def _of_day(message: Json, verb: str) -> str:
    (custom_id,) = [
        custom_id for custom_id in buttons(message, "2:day:") if f":{verb}:" in custom_id
    ]
    return custom_id


def _own(person: Person) -> list[Json]:
    return [m for m in person.messages() if m["flags"] & EPHEMERAL]


def _public(person: Person) -> list[Json]:
    return [m for m in person.messages() if not m["flags"] & EPHEMERAL]


def _last(person: Person) -> Json:
    return _own(person)[-1]


def _saying(person: Person, words: str) -> Json | None:
    return next((m for m in reversed(_own(person)) if words in text(m)), None)


def _moves(message: Json) -> list[str]:
    return [custom_id for custom_id in buttons(message, "2:session:") if ":move:" in custom_id]


async def _session(playground: Playground, person: Person) -> Json:
    """Return the user's newest private message, once it shows a match."""

    def newest_session() -> Json | None:
        own = _own(person)
        there = own and (_moves(own[-1]) or buttons(own[-1], "2:day:"))
        return own[-1] if there else None

    message: Json = await playground.wait_for(newest_session)
    return message


async def _move(playground: Playground, person: Person) -> None:
    session = _last(person)
    move = _moves(session)[-1]
    answer = await person.press(session["id"], move)
    assert answer.ok, answer.error
    await playground.wait_for(lambda: move not in buttons(_last(person), "2:session:"))
    assert _last(person)["id"] == session["id"]
