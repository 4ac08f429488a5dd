"""A tour of everything that the bot says: the real bot in a playground, used in every way there is.

Whatever it sends is checked by the playground, as Discord would, and by `wholeness`.
"""

import re
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

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
"""Matches of the tour have larger numbers: seven digits."""
CROWD = 60
"""People beside those who play, with names that are as hostile."""
FIRST_OF_CROWD = 9_100_000_000_000_000_000
"""Ids of 19 digits."""
HOUR, DAY = 3600, 24 * 3600
CHANNEL_MENUS = ("2:setting:channels", "2:setting:troubles")
"""Menus that offer the channels of the server."""


class Audit:
    """Everything that went over the wire, and what was wrong with it."""

    def __init__(self) -> None:
        self.problems: list[str] = []
        self.bodies: list[Json] = []

    def __call__(self, method: str, route: str, request: Any, status: int, response: Any) -> None:
        """One exchange."""
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
    """Uses the bot; notes which kinds of buttons, menus and forms were used."""

    def __init__(
        self, playground: Playground, bot: SaludClient, clock: SetClock, database: Path
    ) -> None:
        self.playground = playground
        self.bot = bot
        self.clock = clock
        self.database = database
        self.used: set[str] = set()
        """The custom_ids that were used, and those of forms."""
        self.completed: set[tuple[str, str]] = set()
        """The commands and options for which choices were asked."""
        self.commands: set[str] = set()
        """The commands that were used."""
        world = playground.world
        self.boss = Person(playground, seed.OWNER_ID)
        members = (member for member in sorted(world.guild.members) if not world.users[member].bot)
        self.people = [Person(playground, m) for m in members if m != seed.OWNER_ID]
        self.crowd: list[Person] = []
        self.asks = 30
        """How many choices of one menu of “Why not?” are asked about."""
        self.interaction = 10**18
        """Ids of interactions with the services, which Discord would give."""

    # ------------------------------------------------------------------ how

    def settle_people(self, names: tuple[str, ...]) -> None:
        """Call everybody, the server and its channels by these names."""
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
        """Let the next match have a number of seven digits."""
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
        """Wait until nothing is under way."""
        await self.playground.settled(0.001)
        await self.bot.services.in_flight.idle()
        await self.bot.services.queues.idle()
        await self.playground.settled(0.001)

    async def later(self, seconds: int) -> None:
        """Let time pass, and what is due happen."""
        self.clock.time += seconds
        for _ in range(2):  # who is late is seen first, and told after that
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
        """Use a command; gives its answer."""
        answer = await person.command(command, {**given, **options}, channel=channel)
        assert answer.ok, (command, options, answer.error)
        self.commands.add(command)
        await self.idle()
        if answer.modal is not None:
            await self.submit(person, answer)
        return self.now(answer.message)

    def now(self, message: Json | None) -> Json | None:
        """A message as it is now, or None if nobody sees it."""
        if message is None:
            return None
        world = self.playground.world
        found = world.find_message(int(message["id"]))
        everybody = (self.boss, *self.people, *self.crowd)
        if found is None or not any(world.sees(person.id, found) for person in everybody):
            return None
        return message_json(world, found)

    async def use(
        self, person: Person, message: Json | None, custom_id: str, values: list[str] | None = None
    ) -> Json | None:
        """Press a button or choose in a menu, by default as little as it takes; fill in what opens.

        Gives the answer.
        """
        assert message is not None, "there is a message"
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
        """Press the button of an invitation or a notice whose custom_id ends so, if it is still
        offered."""
        for custom_id, _ in self.offered(self.now(message)):
            if custom_id.endswith(f":{verb}"):
                await self.use(person, message, custom_id)
                return

    async def open(
        self, person: Person, message: Json, custom_id: str, *, unseen: bool = False
    ) -> None:
        """Press a button that opens a form, and leave that as it is; `unseen` as of `press`."""
        answer = await person.press(message["id"], custom_id, unseen=unseen)
        assert answer.ok, (custom_id, answer.error)
        self.used.add(custom_id)
        if answer.modal is not None:
            self.used.add(answer.modal.custom_id)
        await self.idle()

    async def submit(self, person: Person, answer: Answer) -> None:
        """Fill in the form that opened, as little as it takes, and hand it in."""
        assert answer.modal is not None, "there is a form"
        self.used.add(answer.modal.custom_id)
        given: Mapping[str, Any] = filled_in(answer.modal)
        if answer.modal.custom_id.startswith("2:me-form:"):
            given = {"zone": "Madrid", "from": "23:00", "until": "7:00"}
        done = await person.submit(answer.modal, given)
        assert done.ok, done.error
        await self.idle()

    def offered(self, message: Json | None) -> Iterator[tuple[str, list[str]]]:
        """Each button and menu of a message, with the values of a menu."""
        for part in [] if message is None else parts(message):
            if part.get("custom_id") and not part.get("disabled"):
                yield part["custom_id"], [option["value"] for option in part.get("options", ())]

    async def try_all(
        self, person: Person, message: Json | None, but: str = "(?!)", most: int = 3
    ) -> None:
        """Use everything in a message but some, as it changes under that: of each menu the first
        values and the last."""
        done: set[str] = set()
        while found := self._untried(message, done, but, most):
            custom_id, value = found
            done.add(_kind(custom_id) if value is None else f"{_family(custom_id)} {value}")
            await self.use(person, message, custom_id, None if value is None else [value])

    def _untried(
        self, message: Json | None, done: set[str], but: str, most: int
    ) -> tuple[str, str | None] | None:
        for custom_id, values in self.offered(self.now(message)):
            if re.search(but, custom_id) or custom_id in CHANNEL_MENUS:
                continue
            if not values and _kind(custom_id) not in done:
                return custom_id, None
            for value in dict.fromkeys([*values[: most - 1], *values[-1:]]):
                if f"{_family(custom_id)} {value}" not in done:
                    return custom_id, value
        return None

    # ------------------------------------------------------------------ matches

    def newest(self, person: Person, begins: str, channel: int | None = None) -> Json:
        """The newest message that offers a button whose custom_id begins so."""
        return self.any(person, begins, channel)[-1]

    def any(self, person: Person, begins: str, channel: int | None = None) -> list[Json]:
        """All such messages, oldest first."""
        return [
            message
            for message in person.messages(channel)
            if any(custom_id.startswith(begins) for custom_id, _ in self.offered(message))
        ]

    async def begun(self, *people: Person, pace: str = "day") -> int:
        """A match of these people, begun on Discord; gives its number."""
        names = ("opponent", "opponent2", "opponent3")
        given = {name: str(p.id) for name, p in zip(names, people[1:], strict=False)}
        await self.say(people[0], "challenge", given, pace=pace)
        message = self.newest(people[1], "2:invitation:")
        (accept,) = [one for one, _ in self.offered(message) if one.endswith(":accept")]
        for person in people[1:]:
            await self.use(person, message, accept)
        return int(accept.split(":")[2])

    async def place(self, match: int) -> int:
        """Where a match is played."""
        record = (await self.bot.services.matches.look(match)).record
        return record.place or record.channel

    def person(self, user: int) -> Person:
        """Who has this id."""
        return Person(self.playground, user)

    async def board(self, match: int) -> tuple[Person, Json]:
        """Who is to act, and the current board."""
        loaded = await self.bot.services.matches.look(match)
        await self.bot.services.boards.show(match)
        await self.idle()
        place = await self.place(match)
        person = self.person((loaded.people_to_act or loaded.roster.people)[0])
        shown = await self.bot.services.matches.store.shown(match)
        (message,) = [m for m in person.messages(place) if m["id"] == str(shown.message)]
        return person, message

    async def move(self, match: int, taste: int, prefer: str | tuple[str, ...] = "") -> bool:
        """One legal move by whoever is to act, not shown yet; False where the match is over."""
        loaded = await self.bot.services.matches.look(match)
        if loaded.status is not Status.RUNNING:
            return False
        user = loaded.people_to_act[0]
        seat = loaded.roster.holders.index(user)
        legal = [loaded.game.notation(a) for a in loaded.game.legal_actions(loaded.state, seat)]
        wished = [token for token in legal if prefer and token.startswith(prefer)]
        found = wished or legal
        token = found[Stream(bytes(32), "tour").number(taste, len(found))]
        self.interaction += 1
        await self.bot.services.service.press(match, user, loaded.seq, (token,), self.interaction)
        return True

    async def choices(self, person: Person, typed: str) -> None:
        """What each option of each command offers when this is typed."""
        for command, option in completed(self.bot):
            who = self.boss if command.startswith(("moderate", "settings")) else person
            await who.autocomplete(command, option, typed)
            self.completed.add((command, option))

    def asked(self, person: Person) -> MatchRequest:
        """A command of somebody's, for the services behind it."""
        self.interaction += 1
        return MatchRequest(seed.GUILD_ID, seed.TAVERN_ID, person.id, self.interaction)

    async def report(self, person: Person, match: int) -> None:
        """Report a problem with a match."""
        await self.say(person, "report", match=match)

    async def bar_crowd(self) -> None:
        """A moderator has barred all of them."""
        for person in self.crowd:
            bar = Bar(person.id, FIRST_OF_CROWD, self.clock.now())
            await self.bot.services.stores.servers.bar(seed.GUILD_ID, bar)


def _family(custom_id: str) -> str:
    """The version and the family of a custom_id."""
    return ":".join(custom_id.split(":")[:2])


def _kind(custom_id: str) -> str:
    """A custom_id without its numbers."""
    return re.sub("[0-9]+", "#", custom_id)


def commands(bot: SaludClient) -> list[app_commands.Command[Any, ..., Any]]:
    """Every slash command, with its group's name before its own."""
    return [one for one in bot.tree.walk_commands() if isinstance(one, app_commands.Command)]


def completed(bot: SaludClient) -> list[tuple[str, str]]:
    """Each command's options that offer choices while they are typed."""
    return [
        (command.qualified_name, parameter.display_name)
        for command in commands(bot)
        for parameter in command.parameters
        if parameter.autocomplete
    ]
