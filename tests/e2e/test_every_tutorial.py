"""/tutorial of every game in every language, played by the custom_ids of its buttons
and menus."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.app import assembly as app
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.games.lesson import AGAIN, PRACTISE
from cogs.lessons.handlers import HINT, READ
from playground import Person, Playground
from playground.message_objects import message_json
from playground.model import EPHEMERAL
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, parts, text
from tests.match.machine import SetClock
from tests.sketches import SketchArtist
from tests.tiers import full_or

BESIDES = (READ, HINT)
"""Buttons that are answered by an extra message."""
MOST = 400
"""Maximum number of presses per tutorial; the test tries all choices of a step until one leads on.
"""


class Walk:
    """A learner's way through the tutorial of one game."""

    def __init__(self, playground: Playground, bot: SaludClient, person: Person, game: str) -> None:
        self.playground = playground
        self.bot = bot
        self.person = person
        self.game = game
        self.lesson: Json = {}
        self.titles: list[str] = []
        self.tried: set[tuple[str, str]] = set()

    async def whole(self) -> None:
        """Play the tutorial until it offers a match; then begin that."""
        answer = await self.person.command("tutorial", {"game": self.game})
        assert answer.ok, answer.error
        assert answer.message is not None
        self.lesson = answer.message
        for _ in range(MOST):
            self.titles.append(text(self.lesson).splitlines()[0])
            choice = next(self.untried(), None)
            if choice is None:
                break
            await self.press(*choice)
        (practise,) = [
            custom_id for custom_id in self.offered() if self.what(custom_id) == PRACTISE
        ]
        challenges = [
            part for part in parts(self.lesson) if part.get("placeholder") and part["type"] == 5
        ]
        seats = self.bot.services.games.newest(self.game).info.seats
        assert len(challenges) == (2 in seats), "friends can be challenged"
        before = self.private()
        answer = await self.person.press(self.lesson, practise)
        assert answer.ok, answer.error
        await self.idle()
        (begun,) = self.private() - before
        assert "/practice" in begun, begun

    async def press(self, custom_id: str, values: list[str]) -> None:
        """Use a button or a menu of the tutorial; check that it changes only the tutorial's
        message."""
        before = self.private()
        if values:
            answer = await self.person.select(self.lesson, custom_id, values)
        else:
            answer = await self.person.press(self.lesson, custom_id)
        await self.idle()
        assert answer.ok, (custom_id, values, answer.error)
        fresh = self.private() - before
        assert len(fresh) == (self.what(custom_id) in BESIDES), (custom_id, values, fresh)
        message = self.playground.world.find_message(int(self.lesson["id"]))
        assert message is not None
        self.lesson = message_json(self.playground.world, message)

    def untried(self) -> Iterator[tuple[str, list[str]]]:
        for custom_id, menu in self.offered().items():
            if self.what(custom_id) in (AGAIN, PRACTISE):
                continue
            options = [option["value"] for option in menu.get("options", ())]
            least = menu.get("min_values", 1)
            ways = [options[n : n + least] for n in range(len(options) - least + 1)] or [[]]
            for values in ways:
                if (custom_id, ",".join(values)) not in self.tried:
                    self.tried.add((custom_id, ",".join(values)))
                    yield custom_id, values

    def offered(self) -> dict[str, Json]:
        """Return the lesson's own buttons and menus, by custom_id."""
        own = f"2:{families.TUTORIAL.name}:"
        return {
            part["custom_id"]: part
            for part in parts(self.lesson)
            if part.get("custom_id", "").startswith(own)
        }

    def what(self, custom_id: str) -> str:
        parsed = families.read(custom_id)
        assert parsed is not None, custom_id
        assert parsed[0] is families.TUTORIAL
        return parsed[1]["what"]

    def private(self) -> set[str]:
        messages = [m for m in self.person.messages() if m["flags"] & EPHEMERAL]
        return {f"{m['id']} {text(m)}" for m in messages if m["id"] != self.lesson["id"]}

    async def idle(self) -> None:
        await self.playground.settled(0.001)
        await self.bot.services.kit.in_flight.idle()
        await self.playground.settled(0.001)


async def test_every_tutorial_can_be_played_to_its_end(
    playground: Playground,
    people: list[Person],
    tmp_path: Path,
    clock: SetClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Learners only send custom_ids, as Discord does, and share one bot. `make test` plays each
    game in two languages, `make test-all` in each.
    """
    monkeypatch.setattr(app, "ThreadArtist", SketchArtist)
    async with bot_here(playground, tmp_path, monkeypatch, clock) as bot:
        everyone = tuple(zip(("en-US", "es-ES", "el"), people, strict=False))
        for number, game in enumerate(bot.services.games.taught):
            learners = dict(full_or(everyone, (everyone[number % 2], everyone[2])))
            titles = set()
            for locale, person in learners.items():
                playground.world.locales[person.id] = locale
                walk = Walk(playground, bot, person, game)
                await walk.whole()
                clock.time += 60  # no cool-down for so many presses
                titles.add(walk.titles[0])
                assert len({*walk.titles}) >= 4, walk.titles
            assert len(titles) == len(learners), "each reads in their own language"
