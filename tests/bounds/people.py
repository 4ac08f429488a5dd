"""A small server with each kind of user in the table of permissions, and an example of
every use.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.match.daily.service import DayRequest
from bot.match.people.servers import Bar
from bot.observing.answer import AnswerOutcome
from bot.observing.answer import MeasuredAnswer as Observed
from bot.observing.observer import Observer
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.interactions.which import option_value
from cogs.tournaments.choosing import EVERY
from playground import Person, Playground, World, seed
from playground.message_objects import message_json
from playground.model import TEXT, Channel, User
from playground.permissions import Permission
from tests.bounds.permission_table import Who
from tests.bounds.searched import search_nothing
from tests.bounds.tour import commands, member_menus
from tests.e2e.in_process import bot_here
from tests.e2e.players import Json, buttons, text
from tests.match.machine import SetClock

PEOPLE = {who: 8_200_000_000_000_000_100 + number for number, who in enumerate(Who)}
HOST = 8_200_000_000_000_000_900
"""The id of the player who hosts the matches and the table."""
RUNNING, OVER, TABLE, DAILY = 1, 2, 3, 5
"""The numbers of the matches; 4 is the tournament's."""
DENIED = frozenset(
    (
        *(
            "Barred",
            "NotModerator",
            "NotManager",
            "NoServer",
            "BotNotInServer",
            "NotInMatch",
            "NoMatchHere",
        ),
        *("NoSuchMatch", "NoSuchTournament", "NoneFits", "UnseenMatch", "SightUnknown", "OnlyHost"),
        *("NotInvited", "NotIn", "NotEntered", "SecretUntilDayEnds", "NoUser"),
        *("MatchElsewhere", "OnlyYourself"),
    )
)
"""Refusals for lack of rights."""


class Recorder(Observer):
    def __init__(self) -> None:
        self.answers: dict[int, Observed] = {}
        """Answers by interaction."""

    def answered(self, answer: Observed) -> None:
        self.answers[answer.interaction] = answer


@dataclass
class Town:
    """The server with its bot, and two other servers."""

    runner: asyncio.Runner
    playground: Playground
    bot: SaludClient
    recorder: Recorder
    elsewhere: int
    """A channel of the other server."""
    without_bot: int
    """A channel of a server without the bot."""
    tournament: int = 0
    """The number of a tournament that PLAYER has joined."""
    reason: str | None = None
    """The refusal, if the last answer was one."""
    message: dict[Who, Json] = field(default_factory=dict)

    def denies(self, who: Who, use: str, *, installed: bool = False) -> bool:
        """Use something as this kind of user, and return whether the bot denied it.

        With `installed`, the user acts in a server without the bot, through the bot that they
        installed for themselves.
        """
        return self.runner.run(self._denies(who, use, installed=installed))

    def prepare(self, use: str) -> None:
        """Post the message in both channels, if `use` means reading one."""
        if use in MESSAGES:
            self.runner.run(self._post(use))

    async def _post(self, use: str) -> None:
        boss, host = Person(self.playground, seed.OWNER_ID), Person(self.playground, HOST)
        for channel in (seed.TAVERN_ID, seed.QUARRY_ID):
            boss.channel_id = host.channel_id = channel
            if use == "message:overview":
                answer = await boss.command("settings", {"overview": True})
            elif use == "message:versus":
                answer = await host.command("versus", {"member": str(PEOPLE[Who.PLAYER])})
            else:
                panel = (await host.command("me")).message
                assert panel is not None
                answer = await host.forge(panel, f"2:share:{OVER}:end:here")
            assert answer.ok, answer.error
        await self.idle()

    def _reads(self, who: Who, use: str) -> bool:
        if who in (Who.ELSEWHERE, Who.NOWHERE):
            return False
        person = Person(self.playground, PEOPLE[who])
        texts = [
            text(message)
            for channel in (seed.TAVERN_ID, seed.QUARRY_ID)
            for message in person.messages(channel)
        ]
        return any(MESSAGES[use] in message for message in texts)

    async def _denies(self, who: Who, use: str, *, installed: bool) -> bool:
        if use in MESSAGES:
            return not self._reads(who, use)
        is_direct = who is Who.NOWHERE and not installed
        is_command = use.startswith(("/", "member:"))
        left_out = {"guild_id"} if is_direct and is_command else set[str]()
        self.playground.world.left_out |= left_out
        try:
            sender = self.sender(who)
            if installed:
                sender.channel_id = self.without_bot
            if use.startswith("/"):
                answer = await sender.command(use[1:], self._options(use[1:]))
            elif use.startswith("member:"):
                answer = await sender.menu(use.removeprefix("member:"), HOST)
            else:
                custom_id, fields, values = example(use, self.tournament)
                message = await self._message(who, sender, is_direct=is_direct)
                answer = await sender.forge(message, custom_id, fields=fields, values=values)
            await self.idle()
        finally:
            self.playground.world.left_out -= left_out
        if answer.interaction_id == 0:
            self.reason = "no client sends it"
            return True
        assert answer.ok, (who, use, answer.error)
        observed: Observed = await self.playground.wait_for(
            lambda: self.recorder.answers.get(answer.interaction_id)
        )
        assert observed.outcome is not AnswerOutcome.FAILED, (who, use, observed.reason)
        self.reason = observed.reason
        return self.reason in DENIED

    def public_messages(self) -> set[str]:
        return {
            f"{message.id} {text(shown)} {sorted(buttons(shown))}"
            for channel in self.playground.world.guild.channels.values()
            for message in channel.messages.values()
            if message.reader_id is None
            for shown in [message_json(self.playground.world, message)]
        }

    async def _message(self, who: Who, sender: Person, *, is_direct: bool) -> Json:
        """Return a private message of the user, on which custom_ids can be forged."""
        if is_direct:
            user = await self.bot.fetch_user(sender.id)
            await user.send("Hello")
            sender.channel_id = self.playground.world.dm_with(sender.id).id
            return sender.messages()[-1]
        private = self.message.get(who)
        if private is None or self.playground.world.find_message(int(private["id"])) is None:
            answer = await sender.command("me")
            assert answer.message is not None, answer.error
            self.message[who] = private = answer.message
        return private

    def sender(self, who: Who) -> Person:
        sender = Person(self.playground, PEOPLE[who])
        sender.channel_id = {Who.ELSEWHERE: self.elsewhere}.get(who, seed.QUARRY_ID)
        return sender

    def _options(self, name: str) -> dict[str, object]:
        command = next(command for command in commands(self.bot) if command.qualified_name == name)
        options: dict[str, object] = {}
        for parameter in command.parameters:
            option = parameter.display_name
            if option == "match":
                options[option] = (
                    OVER if name in ("luck", "replay", "accuracy", "verify") else RUNNING
                )
            elif option == "tournament":
                options[option] = option_value(self.tournament)
            elif parameter.required:
                choices = [choice.value for choice in parameter.choices]
                options[option] = choices[0] if choices else OPTIONS[option]
        return options

    async def idle(self) -> None:
        await self.playground.settled(0.001)
        await self.bot.services.kit.in_flight.idle()
        await self.bot.services.queues.idle()
        await self.playground.settled(0.001)


MESSAGES = {
    "message:overview": f"[#{RUNNING}]",
    "message:versus": f"#{OVER} · ",
    "message:share": f"Match #{OVER}",
}
"""Messages that stay in a channel, with the text that names their match."""
OPTIONS: Mapping[str, object] = {
    "opponent": str(HOST),
    "member": str(HOST),
    "out": str(PEOPLE[Who.PLAYER]),
    "into": str(HOST),
    "name": "Cup",
    "table": "1.0.1.1",
    "winner": "1",
    "reason": "late",
    "hours": 5,
}
FIELDS: Mapping[str, str] = {
    "match": str(RUNNING),
    "seq": "1",
    "n": "1",
    "step": "1",
    "tokens": "done",
    "panel": "keep",
    "game": "dice-miner",
    "asker": str(HOST),
    "user": "830000000000000001",
    "ranking": "wins",
    "period": "all",
    "start": "0",
    "which": "on",
    "whose": "server",
    "page": "0",
    "book": "rules",
    "what": "zone",
    "version": "1",
    "path": "0",
    "day": "2023-11-14",
    "opponent": "830000000000000001",
    "command": "replay",
    "options": "",
    "puzzle": "0" * 16,
}
"""Values for the fields of custom_ids."""
OF_OVER = ("replay", "replay-menu", "share", "match:rematch", "match:again", "match:stronger")
OF_TABLE = ("invitation", "word")


def verbs(family: families.Family) -> list[str]:
    group = re.search(r"\(\?P<verb>", family.fields)
    if group is None:
        return [""]
    depth, end = 1, group.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(family.fields[end], 0)
        end += 1
    names = re.sub(r"\(\?:|\(\?P<\w+>[^)]*\)|:\)|\)", "", family.fields[group.end() : end - 1])
    first_words = [verb.split(" ")[0].rstrip(":") for verb in names.split("|")]
    return [word for word in first_words if not re.match(r"[\[0-9]", word)]  # numbers follow verbs


def uses(bot: SaludClient) -> list[str]:
    """Return everything that can be used: ``/command``, ``member:Menu``, ``family`` or
    ``family:verb``.
    """
    pressed = [
        f"{family.name}:{verb}" if verb else family.name
        for family in families.FAMILIES
        for verb in verbs(family)
    ]
    menus = [f"member:{menu}" for menu in member_menus(bot)]
    called = [f"/{command.qualified_name}" for command in commands(bot)]
    return [*called, *menus, *pressed, *MESSAGES]


def example(
    use: str, tournament: int
) -> tuple[str, dict[str, list[str] | str] | None, list[str] | None]:
    """Return an example custom_id of a use, with the fields of its form or the values of
    its menu.
    """
    name, _, verb = use.partition(":")
    family = next(family for family in families.FAMILIES if family.name == name)
    fields = dict(FIELDS)
    if name in OF_OVER or use in OF_OVER:
        fields["match"] = str(OVER)
    if name in OF_TABLE:
        fields["match"] = str(TABLE)
    fields["tournament"] = str(tournament)
    if name == "day":
        fields["game"] = "dice-grid"
    if name == "share":
        fields["what"] = "end"
    if name == "mydata":
        fields["what"] = "keep"
    if name == "session":
        fields |= {"match": str(DAILY), "what": "place 1.1"}
    if name == "tutorial":
        fields["what"] = "again"
    words = {"match:look": "look tiles", "day:step": "step 1", "notice:person": f"person {HOST}"}
    words |= {f"puzzle:{verb}": f"{verb} 0" for verb in ("move", "best", "other")}
    parts = []
    for part in re.findall(r"\(\?P<(\w+)>", family.fields):
        if part == "which" and name == "history":
            parts.append("back")
        elif part == "verb":
            parts.append(words.get(use, verb))
        elif part == "to" or (part == "what" and name == "session" and verb in ("open", "undo")):
            continue
        else:
            parts.append(fields[part])
    custom_id = ":".join(("2", name, *parts))
    assert re.fullmatch(family.template, custom_id), custom_id
    if family in families.FORMS or use == "session:form":
        return custom_id, {"said": "It is broken", "word": "mine", "zone": "Europe/Madrid"}, None
    menus = ("menu", "why", "replay-menu", "me-menu", "leaderboard-order", "topics", "setting")
    if name == "which":
        return custom_id, None, [fields["match"]]
    if name in ("statistics-game", "guide-game"):
        return custom_id, None, ["dynamine"]
    if name in menus or use in ("session:menu", "share:what", "share:where"):
        chosen = {"share:what": "end", "share:where": str(seed.QUARRY_ID), "replay-menu": "1"}
        return custom_id, None, [chosen.get(use, "x")]
    return custom_id, None, None


@contextmanager
def town(folder: Path, *, daily: bool = False) -> Iterator[Town]:
    """Run a bot on an event loop that advances only when the test runs it.

    With `daily`, PLAYER has opened a daily puzzle, which takes seconds to create.
    """
    clock = SetClock()
    playground = Playground(world=World(lambda: 1_800_000_000.0))
    recorder = Recorder()
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner() as runner:
        search_nothing(patch)
        runner.run(playground.start())
        bot = bot_here(playground, folder, patch, clock)
        try:
            client = runner.run(bot.__aenter__())
            client.services.matches.observer = recorder
            place = runner.run(_settled(runner, playground, client, recorder, clock))
            if daily:
                runner.run(_open_daily(place))
            yield place
        finally:
            runner.run(bot.__aexit__(None, None, None))
            runner.run(playground.stop())


async def _settled(
    runner: asyncio.Runner,
    playground: Playground,
    bot: SaludClient,
    recorder: Recorder,
    clock: SetClock,
) -> Town:
    world, services = playground.world, bot.services
    services.scheduler.every = 1e9
    for who, user in (*PEOPLE.items(), (None, HOST)):
        if who is not Who.ELSEWHERE:
            world.add_member(User(user, f"u{user % 1000}", None, None))
    world.set_roles(PEOPLE[Who.MODERATOR], [seed.MODERATOR_ROLE_ID])
    world.set_permissions(seed.TAVERN_ID, PEOPLE[Who.UNSEEING], deny=int(Permission.VIEW_CHANNEL))
    other = world.add_guild("Elsewhere")
    channel_elsewhere = Channel(world.snowflakes.new(), TEXT, "there", other.id)
    world.add_channel(channel_elsewhere)
    world.add_member(User(PEOPLE[Who.ELSEWHERE], "elsewhere", None, None), other)
    other.owner_id = PEOPLE[Who.ELSEWHERE]
    strange = world.add_guild("Strange")
    without_bot = Channel(world.snowflakes.new(), TEXT, "without", strange.id)
    world.add_channel(without_bot)
    world.add_member(User(PEOPLE[Who.NOWHERE], "nowhere", None, None), strange)
    world.set_bot_present(False, strange)
    world.install(PEOPLE[Who.NOWHERE])
    host = Person(playground, HOST)
    town = Town(runner, playground, bot, recorder, channel_elsewhere.id, without_bot.id)
    player, former = PEOPLE[Who.PLAYER], PEOPLE[Who.FORMER]

    async def begin(game: str, *opponents: int) -> None:
        names = zip(("opponent", "opponent2"), map(str, opponents), strict=False)
        answer = await host.command("challenge", {"game": game, **dict(names)})
        assert answer.ok, answer.error
        (match,) = [
            match
            for match in await services.matches.store.of_user(seed.GUILD_ID, HOST)
            if (await services.matches.load(match)).roster.started is None
        ]
        for number, user in enumerate(opponents):
            await services.domain.lobby.join(match, user, 10**18 + 10 * match + number)
        await services.kit.boards.show(match)
        await town.idle()

    await begin("dice-miner", player, former)
    await services.service.resign(RUNNING, former)
    await begin("dice-miner", player)
    await services.service.resign(OVER, HOST)
    await services.kit.boards.show(OVER)
    await host.command("open", {"seats": 4})
    boss = Person(playground, seed.OWNER_ID)
    answer = await boss.command(
        "tournament create", {"name": "Cup", "format": "knockout", "seats": 2}
    )
    assert answer.ok, answer.error
    (cup,) = await services.stores.tournaments.of_guild(seed.GUILD_ID, EVERY, 9)
    town.tournament = cup.id
    await services.domain.tournaments.join(cup.id, player)
    await town.idle()
    barred = Bar(PEOPLE[Who.BARRED], seed.OWNER_ID, clock.now())
    await services.stores.servers.bar(seed.GUILD_ID, barred)
    return town


async def _open_daily(place: Town) -> None:
    game = place.bot.services.games.daily[0]
    request = DayRequest(game, PEOPLE[Who.PLAYER], seed.GUILD_ID, seed.QUARRY_ID)
    loaded = await place.bot.services.domain.daily.open(request)
    assert loaded.record.id == DAILY, loaded.record.id
