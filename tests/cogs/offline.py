"""The real client over a database, without a connection: a stub of Discord accepts every
request."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from weakref import WeakKeyDictionary

import discord
from discord import app_commands, ui

from bot.game_register import GameRegister
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.people.limits import CoolDown
from bot.match.stores import Stores
from bot.storage.base.database import Database
from bot.storage.opening import open_database
from cogs.app.client import SaludClient
from cogs.app.options import Options
from cogs.base import custom_id_families as families
from cogs.games.installed import InstalledGames
from cogs.runtime.gateway import Gateway
from tests.cogs.drawn import TravellingArtist
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import CHANNEL, GAMES, GUILD
from texts import Catalogue

CATALOGUE = Catalogue.load()
FIRST_MESSAGE = 10**9
BOT = 1


class Discord:
    """A stub that answers requests like a working Discord that knows no user's name."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        """The paths to which messages were posted."""
        self.refuses = False
        """Set it to reject messages."""
        self._messages = FIRST_MESSAGE

    async def request(self, route: discord.http.Route, **_: Any) -> Any:
        if "/messages" not in route.url:
            raise _unknown()
        if route.method == "GET" and route.url.partition("?")[0].endswith("/messages"):
            return []
        if route.method == "DELETE":
            return None
        if self.refuses:
            raise _unknown()
        if route.method == "POST":
            self._messages += 1
            self.sent.append(route.url)
        return {
            "id": str(self._messages),
            "channel_id": str(CHANNEL),
            "author": {"id": str(BOT), "username": "Salud", "discriminator": "0", "avatar": None},
            "content": "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "components": [],
            "flags": 0,
        }


def _unknown(code: int = 10003, message: str = "Unknown Channel") -> discord.NotFound:
    response: Any = SimpleNamespace(status=404, reason="Not Found")
    return discord.NotFound(response, {"code": code, "message": message})


_STUBS: WeakKeyDictionary[SaludClient, Discord] = WeakKeyDictionary()


def discord_of(client: SaludClient) -> Discord:
    return _STUBS.setdefault(client, Discord())


def pretend_connected(gateway: Gateway) -> None:
    """Make a gateway without a session report a working connection to Discord."""
    gateway.trouble = lambda: None  # type: ignore[method-assign]
    gateway.reaches_server = lambda guild: True  # type: ignore[method-assign]  # noqa: ARG005


@asynccontextmanager
async def offline(
    path: Path, clock: SetClock, seeds: CountedSeeds, games: GameRegister = GAMES
) -> AsyncIterator[tuple[SaludClient, Database]]:
    database = await open_database(str(path))
    try:
        matches = Matches(Store(database), games, clock, seeds)
        client = SaludClient(
            matches,
            CATALOGUE,
            InstalledGames(games),
            Stores(database),
            Options(limits=CoolDown(per_second=10**6), artist=TravellingArtist(games, CATALOGUE)),
        )
        client.http.request = discord_of(client).request  # type: ignore[method-assign]
        client._connection.user = SimpleNamespace(id=BOT)  # type: ignore[assignment]
        yield client, database
        await client.services.kit.match_jobs.timers.close()
        await client.services.workers.close()
    finally:
        await database.close()


class Asking:
    """An interaction of a user with every permission, and the answers that they receive."""

    def __init__(
        self,
        client: SaludClient,
        user: int,
        number: int,
        kind: discord.InteractionType,
        data: Mapping[str, Any] | None = None,
    ) -> None:
        self.client = client
        self.id = number
        self.type = kind
        self.data = dict(data or {})
        self.command: app_commands.Command[Any, ..., Any] | None = None
        self.answers: list[str] = []
        self.sent: list[Any] = []
        """The components of messages and forms, and the files' names and bytes."""
        self.removed = False
        self.edited = False
        """Whether the pressed message or the deferred answer was edited."""
        self.deleted = False
        """Whether that message no longer exists."""
        self.extras: dict[str, Any] = {}
        self.user = SimpleNamespace(
            id=user, name=f"u{user}", display_name=f"u{user}", mention=f"<@{user}>", bot=False
        )
        self.guild_id, self.channel_id = GUILD, CHANNEL
        self.is_guild_integration = lambda: True
        self.guild: Any = None
        self.channel = None
        self.locale = discord.Locale.american_english
        self.permissions = self.app_permissions = discord.Permissions.all()
        self.filesize_limit = 10**7
        flags = SimpleNamespace(ephemeral=False)
        button = kind is not discord.InteractionType.application_command
        self.message = SimpleNamespace(id=7, flags=flags, components=[]) if button else None
        self._done = False
        self.response = SimpleNamespace(
            is_done=lambda: self._done,
            defer=self._defer,
            send_message=self._send,
            send_modal=self._modal,
        )
        self.followup = SimpleNamespace(send=self._send)

    async def _defer(self, **_: object) -> None:
        self._done = True

    async def _send(
        self, content: str = "", *, view: Any = None, files: Sequence[Any] = (), **_: object
    ) -> None:
        self._done = True
        self.answers.append(content or _text(view))
        self._keep(content, view, files)

    def _keep(self, content: str, view: Any, files: Sequence[Any]) -> None:
        parts = [] if view is None else view.to_components()
        self.sent.append((content, parts, [(file.filename, file.fp.read()) for file in files]))

    async def _modal(self, window: ui.Modal) -> None:
        self._done = True
        self.answers.append(f"form {window.title}")
        self.sent.append(window.to_dict())

    async def edit_original_response(
        self,
        *,
        content: str | None = None,
        view: Any = None,
        attachments: Sequence[Any] = (),
        **_: object,
    ) -> None:
        if self.deleted:
            raise _unknown(10008, "Unknown Message")
        if content is not None:
            return
        self.edited = True
        self.answers.append(_text(view))
        self._keep("", view, attachments)

    async def delete_original_response(self) -> None:
        self.removed = True

    @property
    def created_at(self) -> Any:
        return discord.utils.utcnow()


def _text(view: Any) -> str:
    texts: list[str] = []

    def walk(parts: Sequence[Mapping[str, Any]]) -> None:
        for part in parts:
            texts.append(str(part.get("content", "")))
            walk(part.get("components", ()))

    walk(view.to_components())
    return "\n".join(text for text in texts if text)


async def press(
    client: SaludClient,
    user: int,
    custom_id: str,
    number: int,
    values: Sequence[str] = (),
    *,
    private: bool = False,
    deleted: bool = False,
    guild: Any = None,
) -> Asking:
    """Press a button, or choose in a menu, on a `private` or public message, which may have been
    `deleted` since. `guild` is the server as the client knows it."""
    asking = Asking(
        client,
        user,
        number,
        discord.InteractionType.component,
        {"custom_id": custom_id, "values": list(values)},
    )
    assert asking.message is not None, "buttons and menus are on messages"
    asking.message.flags.ephemeral, asking.deleted = private, deleted
    asking.guild = guild
    await client.answer_press(cast("Any", asking))
    return asking


async def hand_in(
    client: SaludClient, user: int, custom_id: str, number: int, fields: Mapping[str, Any]
) -> Asking:
    """Submit a form; a list is a choice in a menu."""
    rows = [
        {
            "type": 18,
            "component": {
                "type": 3 if isinstance(value, list) else 4,
                "custom_id": name,
                "values" if isinstance(value, list) else "value": value,
            },
        }
        for name, value in fields.items()
    ]
    asking = Asking(
        client,
        user,
        number,
        discord.InteractionType.modal_submit,
        {"custom_id": custom_id, "components": rows},
    )
    await client.answer_press(cast("Any", asking))
    return asking


def is_button(custom_id: str) -> bool:
    """Return whether the custom_id is one of a button or menu."""
    family_and_fields = families.read(custom_id)
    return family_and_fields is not None and family_and_fields[0] in families.BUTTONS


async def cogs(client: SaludClient) -> None:
    """Load the commands, once per client."""
    if not client.cogs:
        await client.presses.register(client)


async def command(
    client: SaludClient,
    user: int,
    name: str,
    number: int,
    options: Mapping[str, Any],
    channel: Any = None,
) -> Asking:
    """Use a slash command, in a `channel` or thread as the client knows it."""
    await cogs(client)
    asking = Asking(client, user, number, discord.InteractionType.application_command)
    if channel is not None:
        asking.channel, asking.channel_id = channel, channel.id
    (matching,) = [
        command
        for command in client.tree.walk_commands()
        if isinstance(command, app_commands.Command) and command.qualified_name == name
    ]
    types = {parameter.name: parameter.type.value for parameter in matching.parameters}
    asking.command = matching
    asking.data["options"] = [
        {"name": option, "type": types[option], "value": getattr(value, "id", value)}
        for option, value in options.items()
    ]
    await matching._do_call(asking, dict(options))  # type: ignore[arg-type]
    return asking
