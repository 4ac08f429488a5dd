"""A tour of the bot's messages: the real bot in a playground, used in every possible way.

The playground checks everything that the bot sends as Discord would, and `wholeness` checks it
as a reader would.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.match.lobby.lobby import MatchRequest
from bot.match.log.records import Status
from bot.match.people.servers import Bar
from chaos.acting import choices as filled_in
from chaos.messages import parts
from cogs.app.client import SaludClient
from engine.core.chance import Stream
from playground import Person, Playground, seed
from playground.message_objects import message_json
from playground.model import User
from playground.person import Answer
from tests.bounds.custom_ids import custom_id_faults
from tests.bounds.wholeness import Json, crowded, faults, in_the_way, plain_faults
from tests.match.machine import SetClock

NUMBER = 9_999_000
"""Match numbers in the tour are larger than this: seven digits."""
CROWD = 60
"""The number of users besides the players, with equally hostile names."""
FIRST_OF_CROWD = 9_100_000_000_000_000_000
"""Ids of 19 digits."""
HOUR, DAY = 3600, 24 * 3600
SERVER_MENUS = (
    *("2:setting:channels", "2:setting:forum", "2:setting:troubles", "2:setting:ping_role"),
    "2:challenge:anyone",
)
"""Menus that offer the server's channels, roles or members."""


class Audit:
    """A record of all exchanges with Discord, and of their problems."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.bodies: list[Json] = []

    def __call__(self, method: str, route: str, request: Any, status: int, response: Any) -> None:
        if status == 400 and response.get("code") == 50035:
            self.problems.append(f"{method} {route}: {response['errors']} of {request}")
        if isinstance(request, dict) and "/commands" not in route and method != "GET":
            self.bodies.append(request)
            self.problems += [f"{method} {route}: {fault}" for fault in faults(request)]
            self.problems += [f"{method} {route}: {fault}" for fault in crowded(request)]
            self.problems += [f"{method} {route}: {fault}" for fault in custom_id_faults(request)]
            if not route.startswith(("/webhooks/", "/interactions/")):
                self.problems += in_the_way(request)
        elif isinstance(request, list):
            self.problems += [f"{method} {route}: {fault}" for fault in plain_faults(str(request))]


class Tour:
    """A user of the bot who records which kinds of buttons, menus and forms were used."""

    def __init__(
        self, playground: Playground, bot: SaludClient, clock: SetClock, database: Path
    ) -> None:
        self.playground = playground
        self.bot = bot
        self.clock = clock
        self.database = database
        self.used: set[str] = set()
        """The used custom_ids, including those of forms."""
        self.completed: set[tuple[str, str]] = set()
        """The commands and options for which choices were requested."""
        self.commands: set[str] = set()
        """The used commands, and the used entries of members' menus."""
        world = playground.world
        self.boss = Person(playground, seed.OWNER_ID)
        members = (member for member in sorted(world.guild.members) if not world.users[member].bot)
        self.people = [Person(playground, m) for m in members if m != seed.OWNER_ID]
        self.crowd: list[Person] = []
        self.asks = 30
        """The number of choices tried per menu of “Why not?”."""
        self.interaction = 10**18
        """The last interaction id given to the services; Discord would assign these."""

    # ------------------------------------------------------------------ single uses

    def settle_people(self, names: tuple[str, ...]) -> None:
        world = self.playground.world
        for number in range(CROWD):
            user = User(FIRST_OF_CROWD + number, f"crowd{number}", None, None)
            world.add_member(user)
            self.crowd.append(Person(self.playground, user.id))
        for number, user in enumerate(u for u in world.users.values() if not u.bot):
            user.global_name = names[number % len(names)]
        world.guild.name = (names[0] * 100)[:100]
        for channel in world.guild.channels.values():
            channel.name = (names[-1] * 100)[:100]

    def number_high(self) -> None:
        """Give the next match a number of seven digits."""
        connection = sqlite3.connect(self.database)
        with connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (table,) in names.fetchall():
                column = "id" if table == "match" else "match"
                columns = connection.execute(f"PRAGMA table_info({table})")
                if any(row[1] == column for row in columns):
                    renumber = f"UPDATE {table} SET {column} = ? WHERE {column} = 1"  # noqa: S608 - our own names
                    connection.execute(renumber, (NUMBER,))
        connection.close()

    async def idle(self) -> None:
        await self.playground.settled(0.001)
        await self.bot.services.kit.in_flight.idle()
        await self.bot.services.queues.idle()
        await self.playground.settled(0.001)

    async def later(self, seconds: int) -> None:
        self.clock.time += seconds
        for _ in range(2):  # lateness is noticed in the first round and announced in the second
            await self.bot.services.scheduler.look_after()
            await self.idle()

    async def say(
        self,
        person: Person,
        command: str,
        given: Mapping[str, Any] = {},
        *,
        channel: int | None = None,
        **options: Any,
    ) -> Json | None:
        answer = await person.command(command, {**given, **options}, channel=channel)
        assert answer.ok, (command, options, answer.error)
        self.commands.add(command)
        await self.idle()
        if answer.modal is not None:
            await self.submit(person, answer)
        return self.now(answer.message)

    async def menu(self, person: Person, name: str, target: Person) -> Json | None:
        answer = await person.menu(name, target.id)
        assert answer.ok, (name, answer.error)
        self.commands.add(name)
        await self.idle()
        return self.now(answer.message)

    def now(self, message: Json | None) -> Json | None:
        """Return the current state of a message, or None if no one sees it."""
        if message is None:
            return None
        world = self.playground.world
        current = world.find_message(int(message["id"]))
        everybody = (self.boss, *self.people, *self.crowd)
        if current is None or not any(world.sees(person.id, current) for person in everybody):
            return None
        return message_json(world, current)

    async def use(
        self, person: Person, message: Json | None, custom_id: str, values: list[str] | None = None
    ) -> Json | None:
        """Press a button or choose in a menu, by default the minimum; submit the form that
        opens. Return the answer."""
        assert message is not None, "a message is needed"
        for part in parts(self.now(message) or message):
            if values is None and part.get("custom_id") == custom_id and "options" in part:
                least = max(1, part.get("min_values", 1))
                values = [option["value"] for option in part["options"][:least]]
        if values is None:
            answer = await person.press(message["id"], custom_id)
        else:
            answer = await person.select(message["id"], custom_id, values)
        assert answer.ok, (custom_id, answer.error)
        self.used.add(custom_id)
        if answer.modal is not None:
            await self.submit(person, answer)
        await self.idle()
        return self.now(answer.message)

    async def answer(self, person: Person, message: Json, verb: str) -> None:
        for custom_id, _ in self.offered(self.now(message)):
            if custom_id.endswith(f":{verb}"):
                await self.use(person, message, custom_id)
                return

    async def open(
        self, person: Person, message: Json, custom_id: str, *, unseen: bool = False
    ) -> None:
        answer = await person.press(message["id"], custom_id, unseen=unseen)
        assert answer.ok, (custom_id, answer.error)
        self.used.add(custom_id)
        if answer.modal is not None:
            self.used.add(answer.modal.custom_id)
        await self.idle()

    async def submit(self, person: Person, answer: Answer) -> None:
        assert answer.modal is not None, "a form is open"
        self.used.add(answer.modal.custom_id)
        given: Mapping[str, Any] = filled_in(answer.modal)
        if answer.modal.custom_id.startswith("2:me-form:"):
            given = {"zone": "Madrid", "from": "23:00", "until": "7:00"}
        done = await person.submit(answer.modal, given)
        assert done.ok, done.error
        await self.idle()

    def offered(self, message: Json | None) -> Iterator[tuple[str, list[str]]]:
        """Yield the enabled buttons and menus of a message, except SERVER_MENUS, with the values of
        menus."""
        for part in [] if message is None else parts(message):
            custom_id = part.get("custom_id", "")
            if custom_id and not part.get("disabled") and not custom_id.startswith(SERVER_MENUS):
                yield custom_id, [option["value"] for option in part.get("options", ())]

    async def try_all(
        self, person: Person, message: Json | None, but: str = "(?!)", most: int = 3
    ) -> None:
        """Use everything in a message except custom_ids that match `but`, following the message
        as it changes. Of each menu, use the first values and the last."""
        done: set[str] = set()
        while untried := self._untried(message, done, but, most):
            custom_id, value = untried
            done.add(_kind(custom_id) if value is None else f"{_family(custom_id)} {value}")
            await self.use(person, message, custom_id, None if value is None else [value])

    def _untried(
        self, message: Json | None, done: set[str], but: str, most: int
    ) -> tuple[str, str | None] | None:
        for custom_id, values in self.offered(self.now(message)):
            if re.search(but, custom_id):
                continue
            if not values and _kind(custom_id) not in done:
                return custom_id, None
            for value in dict.fromkeys([*values[: most - 1], *values[-1:]]):
                if f"{_family(custom_id)} {value}" not in done:
                    return custom_id, value
        return None

    # ------------------------------------------------------------------ matches

    def newest(self, person: Person, begins: str, channel: int | None = None) -> Json:
        """Return the newest message that offers a button whose custom_id begins like this."""
        return self.any(person, begins, channel)[-1]

    def any(self, person: Person, begins: str, channel: int | None = None) -> list[Json]:
        """Return all messages that offer a button whose custom_id begins like this, oldest
        first."""
        return [
            message
            for message in person.messages(channel)
            if any(custom_id.startswith(begins) for custom_id, _ in self.offered(message))
        ]

    async def begun(self, *people: Person, pace: str = "day") -> int:
        names = ("opponent", "opponent2", "opponent3")
        given = {name: str(p.id) for name, p in zip(names, people[1:], strict=False)}
        await self.say(people[0], "challenge", given, pace=pace)
        message = self.newest(people[1], "2:invitation:")
        (accept,) = [
            custom_id for custom_id, _ in self.offered(message) if custom_id.endswith(":accept")
        ]
        for person in people[1:]:
            await self.use(person, message, accept)
        return int(accept.split(":")[2])

    async def place(self, match: int) -> int:
        record = (await self.bot.services.matches.load(match)).record
        return record.place or record.channel

    def person(self, user: int) -> Person:
        return Person(self.playground, user)

    async def board(self, match: int) -> tuple[Person, Json]:
        loaded = await self.bot.services.matches.load(match)
        await self.bot.services.kit.boards.show(match)
        await self.idle()
        place = await self.place(match)
        person = self.person((loaded.people_to_act or loaded.roster.people)[0])
        state = await self.bot.services.matches.store.progress(match)
        (message,) = [m for m in person.messages(place) if m["id"] == str(state.message)]
        return person, message

    async def move(self, match: int, taste: int, prefer: str | tuple[str, ...] = "") -> bool:
        """Make a legal move as a player in turn, without showing it. Return False if the match
        is over."""
        loaded = await self.bot.services.matches.load(match)
        if loaded.status is not Status.RUNNING:
            return False
        user = loaded.people_to_act[0]
        seat = loaded.roster.holders.index(user)
        legal = [loaded.game.notation(a) for a in loaded.game.legal_actions(loaded.state, seat)]
        preferred = [token for token in legal if prefer and token.startswith(prefer)]
        candidates = preferred or legal
        token = candidates[Stream(bytes(32), "tour").number(taste, len(candidates))]
        self.interaction += 1
        await self.bot.services.service.press(match, user, loaded.seq, (token,), self.interaction)
        return True

    async def choices(self, person: Person, typed: str) -> None:
        for command, option in completed(self.bot):
            asker = self.boss if command.startswith(("moderate", "settings")) else person
            await asker.autocomplete(command, option, typed)
            self.completed.add((command, option))

    def asked(self, person: Person) -> MatchRequest:
        self.interaction += 1
        return MatchRequest(seed.GUILD_ID, seed.TAVERN_ID, person.id, self.interaction)

    async def report(self, person: Person, match: int) -> None:
        await self.say(person, "report", match=match)

    async def bar_crowd(self) -> None:
        for person in self.crowd:
            bar = Bar(person.id, FIRST_OF_CROWD, self.clock.now())
            await self.bot.services.stores.servers.bar(seed.GUILD_ID, bar)


def _family(custom_id: str) -> str:
    return ":".join(custom_id.split(":")[:2])


def _kind(custom_id: str) -> str:
    return re.sub("[0-9]+", "#", custom_id)


def commands(bot: SaludClient) -> list[app_commands.Command[Any, ..., Any]]:
    """Return every slash command; its qualified name includes its group."""
    return [
        command for command in bot.tree.walk_commands() if isinstance(command, app_commands.Command)
    ]


def member_menus(bot: SaludClient) -> list[str]:
    return [menu.name for menu in bot.tree.get_commands(type=discord.AppCommandType.user)]


def completed(bot: SaludClient) -> list[tuple[str, str]]:
    """Return each command's options that offer choices while a user types."""
    return [
        (command.qualified_name, parameter.display_name)
        for command in commands(bot)
        for parameter in command.parameters
        if parameter.autocomplete
    ]
