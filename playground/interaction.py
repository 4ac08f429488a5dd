"""One interaction: a person's action and its result."""

import asyncio
import base64
import secrets

from playground.command_data import MESSAGE_MENU, USER_MENU
from playground.component_checker import ACTION_ROW, BUTTON
from playground.errors import Json
from playground.installs import (
    BOT_DM,
    GUILD,
    Owners,
    app_permissions,
    context_of,
    server_installation,
)
from playground.message_objects import message_json
from playground.model import Channel, Message
from playground.objects import partial_member_json, user_json
from playground.resolved import seen_channel
from playground.uploads import FILE_LIMIT
from playground.world import World

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

ANSWER_WITHIN = 3.0
"""Seconds that the bot has for its first answer."""
TOKEN_LIFE = 15 * 60.0
"""Seconds during which the token is valid."""


class Interaction:
    def __init__(self, number: int, kind: int, user_id: int, channel: Channel, now: float) -> None:
        self.id = number
        self.kind = kind
        self.user_id = user_id
        self.channel = channel
        self.created_at = now
        raw = f"interaction:{number}:{secrets.token_urlsafe(48)}"
        self.token = base64.urlsafe_b64encode(raw.encode()).decode().rstrip("=")
        self.nonce: str | None = None
        self.owners: Owners = {}
        self.data: Json = {}
        self.source: Message | None = None
        """The message with the button, or from which a modal was opened."""
        self.unseen = False
        """The client used a button that the message no longer has, or never had."""
        self.opened_by: Interaction | None = None
        self.callback: int | None = None
        self.original: Message | None = None
        self.followups: list[Message] = []
        self.follow_ups_sent = 0
        """Follow-ups, with one that filled "thinking…"."""
        self.modal: Json | None = None
        self.choices: list[Json] = []
        self.failure: str | None = None
        self.settled = asyncio.Event()

    @property
    def is_guest(self) -> bool:
        """Whether only a user's installation allows this interaction, not one of a server."""
        return "0" not in self.owners

    def inherit(self, world: World) -> None:
        """Take the owners from the message or form that is used. A message that is no answer was
        posted by the bot itself.
        """
        if self.opened_by is not None:
            self.owners = self.opened_by.owners
        elif self.source is not None and self.source.interaction is not None:
            self.owners = self.source.interaction["authorizing_integration_owners"]
        else:
            self.owners = server_installation(world, self.user_id, self.channel)

    def metadata(self, world: World) -> Json:
        shown: Json = {
            "id": str(self.id),
            "type": self.kind,
            "user": user_json(world.users[self.user_id]),
            "authorizing_integration_owners": dict(self.owners),
        }
        if self.kind == COMMAND:
            shown |= {"name": self.data["name"], "command_type": self.data["type"]}
            if self.data["type"] == USER_MENU:
                shown["target_user"] = user_json(world.users[int(self.data["target_id"])])
            elif self.data["type"] == MESSAGE_MENU:
                shown["target_message_id"] = self.data["target_id"]
        elif self.kind == COMPONENT and self.source is not None:
            shown["interacted_message_id"] = str(self.source.id)
        elif self.opened_by is not None:
            shown["triggering_interaction_metadata"] = self.opened_by.metadata(world)
        return shown


def payload(world: World, interaction: Interaction) -> Json:
    """Return the gateway's payload, without the fields in `World.left_out`."""
    channel, user_id = interaction.channel, interaction.user_id
    shown: Json = {
        "id": str(interaction.id),
        "application_id": str(world.bot_id),
        "type": interaction.kind,
        "data": interaction.data,
        "token": interaction.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": seen_channel(world, channel, user_id),
        "app_permissions": str(app_permissions(world, user_id, channel, interaction.owners)),
        "locale": world.locale_of(user_id),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": dict(interaction.owners),
        "attachment_size_limit": FILE_LIMIT,
    }
    if channel.guild_id is None or "guild_id" in world.left_out:
        context = context_of(world, channel) or BOT_DM
        shown |= {"context": context, "user": user_json(world.users[user_id])}
    else:
        guild_id = str(channel.guild_id)
        shown |= {
            "context": GUILD,
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": world.locale, "features": []},
            "guild_locale": world.locale,
            "member": {
                **partial_member_json(world.guild_of(channel).members[user_id]),
                "user": user_json(world.users[user_id]),
                "permissions": str(world.permissions(user_id, channel)),
            },
        }
    if interaction.source is not None:
        shown["message"] = message_json(world, interaction.source)
        if interaction.unseen:
            kind = interaction.data.get("component_type", BUTTON)
            used: Json = {"type": kind, "id": 2, "custom_id": interaction.data["custom_id"]}
            used |= {"style": 2, "label": "…"} if kind == BUTTON else {"options": []}
            row = {"type": ACTION_ROW, "id": 1, "components": [used]}
            components = shown["message"]["components"]
            if not interaction.source.is_v2:
                del components[4:]  # make room: a message has at most five rows
            components.append(row)
    return {name: value for name, value in shown.items() if name not in world.left_out}
