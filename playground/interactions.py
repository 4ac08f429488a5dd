"""Interactions: from a person's click to the bot's answer.

Discord's protocol has strict deadlines. The bot must answer within ANSWER_WITHIN seconds
(rest/callbacks.py); afterwards it can follow up with the token for 15 minutes (rest/webhooks.py).
Until the first answer an interaction is waiting. Then it is settled, either by `acknowledge` or by
a failure, which the person reads as an error.

Deadlines use the world's clock, which tests move; a timer alone would miss that. Each timer
therefore only looks again, and `expire` decides by the clock. PlaygroundCore.tick calls it after
every move.

An interaction first passes the checks of the person's client. A real client blocks disabled
buttons, missing options and invisible channels, so bots rarely see such requests, but an attacker's
client can send anything. With `unseen`, the checks are skipped and tests can send forged
interactions.

Interactions stay in memory for a day, so that late tokens get Discord's real errors instead of
"unknown".
"""

import asyncio
from collections.abc import Callable
from itertools import takewhile
from typing import Any

from playground.command_data import read_command
from playground.component_checker import (
    BUTTON,
    CHANNEL_SELECT,
    MENTIONABLE_SELECT,
    ROLE_SELECT,
    SELECTS,
    USER_SELECT,
    walk,
)
from playground.errors import ClientError, Json
from playground.gateway import Gateway
from playground.installs import Owners, owners_of_command
from playground.interaction import (
    ANSWER_WITHIN,
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    Interaction,
    payload,
)
from playground.modals import check_values, fill_in
from playground.model import FORUMS, Channel, Message
from playground.permissions import Permission
from playground.resolved import CHANNEL, MENTIONABLE, ROLE, USER, Resolved
from playground.world import World

MEMORY = 24 * 3600.0
"""Default seconds for which interactions are remembered, long after the token expires."""

NO_RESPONSE = "The application did not respond"
FAILED = "This interaction failed"
MODAL_FAILED = "Something went wrong. Try again."

_SELECT_RESOLVES = {
    USER_SELECT: USER,
    ROLE_SELECT: ROLE,
    MENTIONABLE_SELECT: MENTIONABLE,
    CHANNEL_SELECT: CHANNEL,
}


class Interactions:
    """All interactions; `tell` sends (user id, event, data) to a person's open pages."""

    def __init__(
        self, world: World, gateway: Gateway, tell: Callable[[int, str, Json], None]
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._tell = tell
        self.answer_within = ANSWER_WITHIN
        """Tests on busy machines raise it."""
        self.memory = MEMORY
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._waiting: dict[int, Interaction] = {}
        self._timers: set[asyncio.TimerHandle] = set()

    def get(self, interaction_id: int) -> Interaction | None:
        return self._by_id.get(interaction_id)

    def by_token(self, token: str) -> Interaction | None:
        return self._by_token.get(token)

    @property
    def known(self) -> list[Interaction]:
        return list(self._by_id.values())

    @property
    def waiting(self) -> list[Interaction]:
        return list(self._waiting.values())

    # ------------------------------------------------------------------ a person acts

    def begin(
        self,
        user_id: int,
        channel_id: int,
        kind: int,
        data: Json,
        *,
        message_id: int | None = None,
        nonce: str | None = None,
        unseen: bool = False,
    ) -> Interaction:
        """Act as the user's Discord client, and raise ClientError for anything that it would block.
        With `unseen`, the client is manipulated: it can press missing buttons or submit any form.
        """
        world = self._world
        channel = world.channel(channel_id)
        if user_id not in world.users or user_id == world.bot_id:
            raise ClientError("Unknown User")
        if channel is None or not world.can(user_id, Permission.VIEW_CHANNEL, channel):
            raise ClientError("Unknown Channel")
        if channel.kind in FORUMS:
            raise ClientError("A forum has no commands, only its posts have.")
        interaction = Interaction(world.snowflakes.new(), kind, user_id, channel, world.clock())
        interaction.nonce = nonce
        if kind in (COMMAND, AUTOCOMPLETE):
            command, interaction.owners = self._command(user_id, channel, data)
            interaction.data = read_command(
                world,
                user_id,
                channel,
                command,
                data,
                autocomplete=kind == AUTOCOMPLETE,
            )
        elif kind == COMPONENT:
            interaction.source = self._source(user_id, channel, message_id)
            if unseen:
                interaction.unseen = True
                interaction.data = {**data, "id": 2}
            else:
                interaction.data = self._component(user_id, interaction.source, data)
        elif kind == MODAL_SUBMIT and unseen:
            interaction.source = self._source(user_id, channel, message_id)
            interaction.data = data
        elif kind == MODAL_SUBMIT:
            self._submit(interaction, data)
        else:
            raise ClientError(f"There are no interactions of type {kind}.")
        if kind not in (COMMAND, AUTOCOMPLETE):
            interaction.inherit(world)
        if kind != AUTOCOMPLETE:
            self._reopen(channel, user_id)
        self._deliver(interaction)
        return interaction

    def _command(self, user_id: int, channel: Channel, data: Json) -> tuple[Json, Owners]:
        """Return the chosen command, and the owners of the installations that allow it here."""
        world = self._world
        for command in world.all_commands():
            if command["id"] == str(data.get("id")):
                owners = owners_of_command(world, user_id, channel, command)
                if not owners:
                    raise ClientError("You do not have permission to use this command here.")
                return command, owners
        raise ClientError("This command is outdated, please try again in a few minutes")

    def _source(self, user_id: int, channel: Channel, message_id: int | None) -> Message:
        message = channel.messages.get(message_id or 0)
        if message is None or not self._world.sees(user_id, message):
            raise ClientError("Unknown Message")
        return message

    def _component(self, user_id: int, message: Message, data: Json) -> Json:
        custom_id = data.get("custom_id")
        parts = [p for p in walk(message.components) if p.get("custom_id") == custom_id]
        if not parts or parts[0]["type"] != data.get("component_type"):
            raise ClientError("The message has no such button or menu.")
        part = parts[0]
        if part.get("disabled"):
            raise ClientError("It is disabled.")
        shown: Json = {
            "id": part["id"],
            "component_type": part["type"],
            "custom_id": custom_id,
        }
        if part["type"] != BUTTON:
            shown["values"] = [str(value) for value in data.get("values") or []]
            check_values(part, shown["values"], part.get("placeholder") or "Menu")
            channel = self._world.home_of(message)
            self._resolve(user_id, channel, [(part["type"], shown["values"])], shown)
        return shown

    def _resolve(
        self, user_id: int, channel: Channel, chosen: list[tuple[int, list[str]]], shown: Json
    ) -> None:
        resolved = Resolved(self._world, user_id, channel)
        for kind, values in chosen:
            for value in values if kind in _SELECT_RESOLVES else ():
                resolved.add(_SELECT_RESOLVES[kind], value)
        if resolved.json:
            shown["resolved"] = resolved.json

    def _submit(self, interaction: Interaction, data: Json) -> None:
        opened = [
            other
            for other in self._by_id.values()
            if other.modal is not None
            and other.modal["custom_id"] == data.get("custom_id")
            and other.user_id == interaction.user_id
            and other.channel is interaction.channel
        ]
        if not opened:
            raise ClientError("There is no such form open.")
        opener = opened[-1]
        assert opener.modal is not None, "those without were left out"
        filled = fill_in(opener.modal, data.get("components"))
        interaction.opened_by = opener
        interaction.source = opener.source
        interaction.data = {"custom_id": opener.modal["custom_id"], "components": filled}
        chosen = [
            (part["type"], part["values"])
            for part in walk(filled)
            if part["type"] in SELECTS and "values" in part
        ]
        self._resolve(interaction.user_id, interaction.channel, chosen, interaction.data)

    def _reopen(self, channel: Channel, user_id: int) -> None:
        if channel.thread is None or not (channel.thread.archived or channel.thread.locked):
            return
        world = self._world
        needed = Permission.SEND_MESSAGES_IN_THREADS
        if channel.thread.locked:
            needed = Permission.MANAGE_THREADS
        if not world.can(user_id, needed, channel):
            raise ClientError(FAILED)
        world.set_archived(channel, False)

    # ------------------------------------------------------------------ the bot hears

    def _deliver(self, interaction: Interaction) -> None:
        self._forget_old()
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        self._waiting[interaction.id] = interaction
        if not self._gateway.dispatch_interaction(
            interaction.channel, payload(self._world, interaction)
        ):
            self._fail(interaction)
            return
        self._watch(interaction, self.answer_within)

    def _watch(self, interaction: Interaction, seconds: float) -> None:
        """Check again when the time is up; the clock decides."""

        def check() -> None:
            self._timers.discard(handle)
            self.expire()
            if not interaction.settled.is_set():
                left = interaction.created_at + self.answer_within - self._world.clock()
                self._watch(interaction, max(left, 0.01))

        handle = asyncio.get_running_loop().call_later(seconds, check)
        self._timers.add(handle)

    def expire(self) -> None:
        for interaction in self.waiting:
            if self._world.clock() >= interaction.created_at + self.answer_within:
                self._fail(interaction)

    def stop(self) -> None:
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    # ------------------------------------------------------------------ the bot answers

    def acknowledge(self, interaction: Interaction, callback: int) -> None:
        interaction.callback = callback
        self._settle(interaction)
        nonce = {"nonce": interaction.nonce}
        if interaction.kind == AUTOCOMPLETE:
            self._tell(
                interaction.user_id, "AUTOCOMPLETE", {**nonce, "choices": interaction.choices}
            )
            return
        if interaction.modal is not None:
            opened: dict[str, Any] = {"id": str(interaction.id), **interaction.modal}
            self._tell(interaction.user_id, "INTERACTION_MODAL", {**nonce, **opened})
        self._tell(interaction.user_id, "INTERACTION_SUCCESS", nonce)

    def _fail(self, interaction: Interaction) -> None:
        reasons = {COMPONENT: FAILED, MODAL_SUBMIT: MODAL_FAILED}
        interaction.failure = reasons.get(interaction.kind, NO_RESPONSE)
        self._settle(interaction)
        failure = {"nonce": interaction.nonce, "reason": interaction.failure}
        self._tell(interaction.user_id, "INTERACTION_FAILURE", failure)

    def _settle(self, interaction: Interaction) -> None:
        del self._waiting[interaction.id]
        interaction.settled.set()

    def _forget_old(self) -> None:
        newest = self._world.clock() - self.memory
        old = takewhile(lambda each: each.created_at <= newest, self._by_id.values())
        for interaction in list(old):
            if interaction.settled.is_set():
                del self._by_id[interaction.id]
                del self._by_token[interaction.token]
