"""A REST request on its way to its handler, and the table of routes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.core import PlaygroundCore
from playground.errors import Json, Problems, missing_access, missing_permissions, unknown
from playground.fields import Fields
from playground.model import DIRECT, Channel, Guild, Message
from playground.permissions import Permission
from playground.uploads import Body
from playground.world import World


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: Any = None


NOTHING = Reply(204)


def ok(body: Any) -> Reply:
    return Reply(200, body)


@dataclass(frozen=True, slots=True)
class Call:
    playground: PlaygroundCore
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Body

    @property
    def world(self) -> World:
        return self.playground.world

    def id(self, name: str) -> int:
        return self._snowflake(name, self.params[name])

    def query_id(self, name: str) -> int | None:
        return self._snowflake(name, self.query[name]) if name in self.query else None

    def _snowflake(self, name: str, value: str) -> int:
        if not value.isdecimal() or int(value) >= 1 << 63:
            text = f'Value "{value}" is not snowflake.'
            raise Problems.one((name,), "NUMBER_TYPE_COERCE", text)
        return int(value)

    def limit(self, default: int, most: int) -> int:
        value = self.query.get("limit", str(default))
        if not value.isdecimal() or not 1 <= int(value) <= most:
            text = f"int value should be between 1 and {most}."
            raise Problems.one(("limit",), "NUMBER_TYPE_MAX", text)
        return int(value)

    def fields(self) -> Fields:
        return Fields(self.body.json if self.body.json is not None else {}, (), Problems())

    def application(self) -> None:
        """Check that the address belongs to this bot's application."""
        if self.id("application_id") != self.world.bot_id:
            raise unknown("application")

    def guild(self) -> Guild:
        """Return the server in the address; the bot must be a member."""
        guild = self.world.guild_with(self.id("guild_id"))
        if guild is None:
            raise unknown("guild")
        if not guild.bot_present:
            raise missing_access()
        return guild

    def channel(self, *needed: Permission) -> Channel:
        """Return the channel in the address. The bot must see it and have these permissions."""
        channel = self.world.channel(self.id("channel_id"))
        if channel is None:
            raise unknown("channel")
        self.demand(channel, *needed)
        return channel

    def demand(self, channel: Channel, *needed: Permission) -> None:
        """Check that the bot sees a channel and has these permissions."""
        if not self.world.can(self.world.bot_id, Permission.VIEW_CHANNEL, channel):
            raise missing_access()
        if channel.kind in DIRECT:
            return
        for permission in needed:
            if not self.world.can(self.world.bot_id, permission, channel):
                raise missing_permissions()

    def message(self, channel: Channel) -> Message:
        """Return the message in the address, unless it is private."""
        message = channel.messages.get(self.id("message_id"))
        if message is None or message.is_ephemeral:
            raise unknown("message")
        return message

    def user(self, name: str = "user_id") -> int:
        """Return a user in the address; @me is the bot."""
        user_id = self.world.bot_id if self.params[name] == "@me" else self.id(name)
        if user_id not in self.world.users:
            raise unknown("user")
        return user_id


Handler = Callable[[Call], Reply]
ROUTES: list[tuple[str, str, Handler, bool]] = []
"""Method, template as in Discord's API description, handler, whether the token is required."""


def route(method: str, template: str, *, token: bool = True) -> Callable[[Handler], Handler]:
    def register(handler: Handler) -> Handler:
        ROUTES.append((method, template, handler, token))
        return handler

    return register


def page(items: list[Json], key: str, **more: Any) -> Reply:
    return ok({key: items, **more})
