"""The people of a story: they use commands and buttons, and their matches go on quickly.

Only this module knows where releases differ.
"""

import contextlib
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from chaos.acting import choices
from chaos.messages import parts, text
from engine.core.chance import Stream
from playground import Person, Playground, World, seed
from playground.errors import Json
from playground.message_objects import message_json
from tests.e2e.in_process import bot_here
from tests.match.machine import CountedSeeds, SetClock
from tests.patience import ANSWER_WITHIN
from tests.sketches import SketchArtist

HOUR, DAY = 3600, 24 * 3600
NAMES = ("opponent", "opponent2", "opponent3")
ASSEMBLY = sys.modules.get("bot.app.assembly") or sys.modules["bot.app"]
"""The module that builds the bot, which `bot_here` has loaded; in 0.2.0 it was bot/app.py."""


@dataclass
class Teller:
    """A playground with the bot in it."""

    playground: Playground
    bot: Any
    clock: SetClock
    database: Path
    seen: dict[int, tuple[str, str | None]] = field(default_factory=dict)
    """The outcome of each answer and its reason, by interaction."""
    moves: int = 0

    def __post_init__(self) -> None:
        users = self.playground.world.users
        self.boss = Person(self.playground, seed.OWNER_ID)
        others = sorted(user.id for user in users.values() if not user.bot)
        self.people = [Person(self.playground, user) for user in others if user != seed.OWNER_ID]
        observer = self.services.matches.observer
        answered = observer.answered

        def listen(answer: Any) -> None:
            self.seen[answer.interaction] = (answer.outcome.value, answer.reason)
            answered(answer)

        observer.answered = listen

    @property
    def services(self) -> Any:
        return self.bot.services

    @property
    def kit(self) -> Any:
        """Collaborators that 0.2.0 had among its services."""
        return getattr(self.services, "kit", self.services)

    def person(self, user: int) -> Person:
        return Person(self.playground, user)

    # ------------------------------------------------------------------ time

    async def idle(self) -> None:
        """Wait until the bot has nothing to do."""
        await self.playground.settled(0.001)
        await self.kit.in_flight.idle()
        await self.services.queues.idle()
        await self.playground.settled(0.001)

    async def later(self, seconds: int) -> None:
        """Let time pass, and the bot do what is due then."""
        await self.idle()
        self.clock.time += seconds
        self.playground.tick()
        for _ in range(2):  # lateness is noticed in the first round and announced in the second
            await self.services.scheduler.look_after()
            await self.idle()

    # ------------------------------------------------------------------ commands and buttons

    def offers(self, command: str, option: str = "") -> bool:
        """Return whether the release has a command, and an option of it."""
        leaf = self._leaf(command)
        return leaf is not None and (not option or option in self._options(leaf))

    def _leaf(self, name: str) -> Json | None:
        node: Json = {"options": self.playground.world.all_commands()}
        for word in name.split():
            steps = [step for step in node.get("options", []) if step["name"] == word]
            if not steps:
                return None
            node = steps[0]
        return node

    def _options(self, leaf: Json) -> set[str]:
        return {option["name"] for option in leaf.get("options", [])}

    async def say(self, person: Person, command: str, **options: Any) -> Json:
        """Use a command, without the options that the release lacks, and return its answer."""
        leaf = self._leaf(command)
        assert leaf is not None, f"there is no /{command}"
        known = self._options(leaf)
        given = {name: value for name, value in options.items() if name in known}
        answer = await person.command(command, given)
        assert answer.ok, (command, options, answer.error)
        await self.idle()
        shown = self.now(answer.message)
        if self.seen.get(answer.interaction_id, ("",))[0] in ("refused", "failed"):
            sys.stderr.write(f"/{command} {options}: {text(shown)}\n")
        return shown

    def now(self, message: Json | None) -> Json:
        """Return the present state of a message."""
        if message is None:
            return {}
        current = self.playground.world.find_message(int(message["id"]))
        return {} if current is None else message_json(self.playground.world, current)

    async def press(
        self, person: Person, message: Json, custom_id: str, values: list[str] | None = None
    ) -> Json:
        """Press a button or choose in a menu; fill in the form that opens."""
        if values is None:
            answer = await person.press(message["id"], custom_id)
        else:
            answer = await person.select(message["id"], custom_id, values)
        assert answer.ok, (custom_id, answer.error)
        if answer.modal is not None:
            answer = await person.submit(answer.modal, choices(answer.modal))
            assert answer.ok, (custom_id, answer.error)
        await self.idle()
        return self.now(answer.message or message)

    async def verb(self, person: Person, message: Json, verb: str) -> Json:
        """Press the message's button whose custom_id ends with `verb`."""
        offered = [custom_id for custom_id, _ in controls(self.now(message))]
        custom_ids = [custom_id for custom_id in offered if custom_id.endswith(verb)]
        assert custom_ids, (verb, offered)
        return await self.press(person, message, custom_ids[0])

    def newest(self, person: Person, begins: str) -> Json:
        """Return the newest message that a person sees with a control that begins like this."""
        messages = self.all(person, begins)
        assert messages, f"no message has a button {begins}"
        return messages[-1]

    def all(self, person: Person, begins: str) -> list[Json]:
        """Return all such messages, the oldest first."""
        world = self.playground.world
        messages = [
            message
            for channel in [*world.rooms(), *world.dms.values()]
            for message in channel.messages.values()
            if world.sees(person.id, message)
            and any(i.startswith(begins) for i, _ in controls({"components": message.components}))
        ]
        return [message_json(world, m) for m in sorted(messages, key=lambda m: m.id)]

    async def about(self, person: Person, command: str, name: str) -> Json:
        """Use a command about the tournament with this name, by the number that the bot offers."""
        command = f"tournament {command}"
        offered = await person.autocomplete(command, "tournament", name)
        (number,) = [choice["value"] for choice in offered if name in choice["name"]]
        return await self.say(person, command, tournament=number)

    # ------------------------------------------------------------------ matches

    async def invited(self, *people: Person, **options: Any) -> tuple[int, Json]:
        """Challenge people; return the match and the invitation."""
        named = {name: str(guest.id) for name, guest in zip(NAMES, people[1:], strict=False)}
        before = self.matches()
        answer = await self.say(people[0], "challenge", **named, **options)
        assert self.matches() - before, text(answer)
        (match,) = self.matches() - before
        return match, self.newest(people[1], f"2:invitation:{match}:")

    async def begun(self, *people: Person, **options: Any) -> int:
        """Let the first person challenge the others, who accept, and return the match."""
        match, invitation = await self.invited(*people, **options)
        for guest in people[1:]:
            await self.verb(guest, invitation, ":accept")
        return match

    def matches(self) -> set[int]:
        return {match for (match,) in self.rows("SELECT id FROM match")}

    def rows(self, query: str, *values: object) -> list[Any]:
        """Read from the bot's database."""
        with contextlib.closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query, values).fetchall()

    async def look(self, match: int) -> Any:
        return await self.services.matches.load(match)

    def is_running(self, match: int) -> bool:
        return self.rows("SELECT status FROM match WHERE id = ?", match) == [("running",)]

    async def play(self, match: int, moves: int = 100_000, until: str = "") -> set[str]:
        """Make moves of the people in turn, or as far as one whose first word is `until`. Return
        the first words of all legal moves."""
        words = set[str]()
        for _ in range(moves):
            loaded = await self.look(match)
            if loaded.status.value != "running":
                break
            if not loaded.people_to_act:
                await self.later(10)  # computers wait until a move can't be taken back
                continue
            user = loaded.people_to_act[0]
            legal = legal_tokens(loaded, user)
            words |= {token.partition(" ")[0] for token in legal}
            if until in words:
                break
            self.moves += 1
            token = legal[Stream(bytes(32), "story").number(self.moves, len(legal))]
            interaction = self.playground.world.snowflakes.new()
            await self.services.service.press(match, user, loaded.seq, (token,), interaction)
        await self.kit.boards.show(match)
        await self.idle()
        return words

    async def resign(self, match: int, user: int) -> None:
        await self.services.service.resign(match, user)
        await self.kit.boards.show(match)
        await self.idle()

    async def place(self, match: int) -> int:
        record = (await self.look(match)).record
        return int(record.place or record.channel)


def legal_tokens(loaded: Any, user: int) -> list[str]:
    """Return the tokens of a person's legal moves."""
    seat = loaded.roster.holders.index(user)
    return [loaded.game.notation(a) for a in loaded.game.legal_actions(loaded.state, seat)]


def controls(message: Mapping[str, Any]) -> Iterator[tuple[str, Json]]:
    """Yield the enabled buttons and menus of a message."""
    for part in parts(message):
        if part.get("custom_id") and not part.get("disabled"):
            yield part["custom_id"], part


def at(time: int) -> SetClock:
    """Return a clock that shows this time."""
    clock = SetClock()
    clock.steps(time - clock.time)
    return clock


@asynccontextmanager
async def telling(
    folder: Path, clock: SetClock, stored: Json | None = None
) -> AsyncIterator[Teller]:
    """Start the bot on the database in `folder` (a new one if there is none) in a playground, with
    the stored world if there is one."""
    from tests.releases.worlds import plant

    world = World(clock=lambda: float(clock.time))
    if stored is not None:
        plant(world, stored)
    playground = Playground(world=world)
    playground.interactions.answer_within = ANSWER_WITHIN
    await playground.start()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ASSEMBLY, "ThreadArtist", SketchArtist)
            async with bot_here(playground, folder, patch, clock, tick=1000) as client:
                client.services.matches.new_seed = CountedSeeds()
                teller = Teller(playground, client, clock, folder / "salud.db")
                await teller.idle()
                yield teller
                await teller.idle()
    finally:
        await playground.stop()


__all__ = ["DAY", "HOUR", "Sequence", "Teller", "controls", "legal_tokens", "telling"]
