"""A person in the playground, for tests and scripts: acts and sees like a user of the page."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playground import seed
from playground.client_events import history
from playground.command_data import CHAT_INPUT, GROUP, MESSAGE_MENU, SUBCOMMAND, USER_MENU
from playground.component_checker import (
    BUTTON,
    LABEL,
    RADIO_GROUP,
    STRING_SELECT,
    TEXT_INPUT,
    walk,
)
from playground.errors import ClientError, Json
from playground.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from playground.message_objects import message_json
from playground.model import Message, Push
from playground.server import Playground
from playground.watching import PATIENCE


@dataclass(frozen=True, slots=True)
class Modal:
    channel_id: int
    custom_id: str
    title: str
    components: list[Json]

    def inputs(self) -> dict[str, Json]:
        return {part["custom_id"]: part for part in walk(self.components) if "custom_id" in part}

    def label(self, custom_id: str) -> str:
        for part in self.components:
            if part["type"] == LABEL and part["component"].get("custom_id") == custom_id:
                return str(part["label"])
        return str(self.inputs()[custom_id].get("label") or "")


@dataclass(frozen=True, slots=True)
class Answer:
    """Result of an interaction for the person.

    `error` is the text of a failure. `kind` is Discord's callback type. `message` is the final
    answer, or the updated message, unless the bot deleted it or gave no answer.
    """

    ok: bool
    error: str | None
    kind: int | None
    message: Json | None
    modal: Modal | None
    choices: list[Json]
    interaction_id: int


class Person:
    """A member of the server.

    Each action waits for the bot's answer, at most 3 seconds of the playground's clock. It fails
    with a reason in `error` if the bot doesn't answer or a client would block the action.
    """

    def __init__(self, playground: Playground, user_id: int) -> None:
        self.playground = playground
        self.id = user_id
        self.channel_id = seed.TAVERN_ID

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    async def command(
        self,
        name: str,
        options: Mapping[str, Any] = {},
        *,
        channel: int | None = None,
    ) -> Answer:
        """Use a command: "challenge", or with group and subcommand "match show".

        Options are by name, with people and channels by id.
        """
        try:
            data = self._command_data(name, options, None)
        except ClientError as error:
            return _refused(error)
        return await self._act(COMMAND, data, channel=channel)

    async def menu(
        self,
        name: str,
        target: int | str,
        *,
        of_message: bool = False,
        channel: int | None = None,
    ) -> Answer:
        """Use an entry of the menu of a user, or of a message, by its untranslated name and the
        target's id.
        """
        kind = MESSAGE_MENU if of_message else USER_MENU
        for command in self.playground.world.all_commands():
            if (command["type"], command["name"]) == (kind, name):
                data: Json = {"id": command["id"], "name": name, "target_id": str(target)}
                return await self._act(COMMAND, data, channel=channel)
        return _refused(ClientError(f"There is no menu {name!r}."))

    async def autocomplete(
        self,
        command: str,
        option: str,
        partial: str,
        options: Mapping[str, Any] = {},
        *,
        channel: int | None = None,
    ) -> list[Json]:
        """Return the choices for an option in which `partial` is typed. Raise ClientError if the
        bot offers none in time or the command doesn't exist.
        """
        data = self._command_data(command, {**options, option: partial}, option)
        answer = await self._act(AUTOCOMPLETE, data, channel=channel)
        if not answer.ok:
            raise ClientError(answer.error)
        return answer.choices

    async def press(
        self, message_id: int | str | Json, custom_id: str, *, unseen: bool = False
    ) -> Answer:
        """Press a button. `unseen` also presses a missing one: a client that missed the last edit
        shows old buttons, and a manipulated client shows any.
        """
        return await self._component(message_id, custom_id, {}, unseen=unseen)

    async def select(
        self, message_id: int | str | Json, custom_id: str, values: list[str]
    ) -> Answer:
        return await self._component(message_id, custom_id, {"values": values})

    async def forge(
        self,
        message_id: int | str | Json,
        custom_id: str,
        *,
        values: list[str] | None = None,
        fields: Mapping[str, list[str] | str] | None = None,
    ) -> Answer:
        """Send an interaction that no real client would: a menu, a form, or otherwise a button."""
        message = self._message(message_id)
        if message is None:
            return _refused(ClientError("Unknown Message"))
        data: Json = {"custom_id": custom_id}
        if fields is not None:
            data["components"] = _forged(fields)
        elif values is not None:
            data |= {"component_type": STRING_SELECT, "values": values}
        else:
            data["component_type"] = BUTTON
        kind = COMPONENT if fields is None else MODAL_SUBMIT
        return await self._act(
            kind, data, channel=message.channel_id, message_id=message.id, unseen=True
        )

    async def submit(
        self, modal: Modal, values: Mapping[str, list[str] | str | bool | None]
    ) -> Answer:
        """Fill in a form and send it; missing values keep the form's defaults."""
        components: list[Json] = []
        for custom_id, part in modal.inputs().items():
            value = values.get(custom_id, _proposed(part))
            if part["type"] == RADIO_GROUP and isinstance(value, list):
                value = value[0] if value else None  # as if it were a menu
            key = "values" if isinstance(value, list) else "value"
            components.append({"type": part["type"], "custom_id": custom_id, key: value})
        if strangers := set(values) - set(modal.inputs()):
            return _refused(ClientError(f"The form has no field {min(strangers)!r}."))
        data = {"custom_id": modal.custom_id, "components": components}
        return await self._act(MODAL_SUBMIT, data, channel=modal.channel_id)

    def write(
        self, content: str, *, channel: int | None = None, reply_to: int | None = None
    ) -> Json:
        """Write a plain message. Raise ClientError if the client would block it."""
        message = self.playground.write(self.id, channel or self.channel_id, content, reply_to)
        return message_json(self.playground.world, message)

    def dismiss(self, message_id: int | str | Json) -> None:
        message = self._message(message_id)
        if message is None or message.reader_id != self.id:
            raise ClientError("Unknown Message")
        self.playground.world.delete(message)

    def messages(self, channel: int | None = None) -> list[Json]:
        """Return the visible messages of a channel, oldest first."""
        world = self.playground.world
        place = world.channel(channel or self.channel_id)
        return [] if place is None else history(world, self.id, place)

    def pings(self) -> list[int]:
        return [number for number, user_id in self.playground.world.pings if user_id == self.id]

    def pushes(self) -> list[Push]:
        return [push for push in self.playground.world.pushes if push.user_id == self.id]

    # ------------------------------------------------------------------ how

    def _message(self, message: int | str | Json) -> Message | None:
        number = message["id"] if isinstance(message, dict) else message
        return self.playground.world.find_message(int(number))

    async def _component(
        self, message_id: int | str | Json, custom_id: str, more: Json, *, unseen: bool = False
    ) -> Answer:
        message = self._message(message_id)
        if message is None:
            return _refused(ClientError("Unknown Message"))
        parts = [p for p in walk(message.components) if p.get("custom_id") == custom_id]
        kind = parts[0]["type"] if parts else BUTTON if unseen else None
        data = {"component_type": kind, "custom_id": custom_id, **more}
        return await self._act(
            COMPONENT, data, channel=message.channel_id, message_id=message.id, unseen=unseen
        )

    async def _act(
        self,
        kind: int,
        data: Json,
        *,
        channel: int | None,
        message_id: int | None = None,
        unseen: bool = False,
    ) -> Answer:
        place = channel or self.channel_id
        try:
            interaction = self.playground.begin(
                self.id, place, kind, data, message_id=message_id, unseen=unseen
            )
        except ClientError as error:
            return _refused(error)
        async with asyncio.timeout(PATIENCE):
            await interaction.settled.wait()
        if interaction.failure is not None:
            return _refused(ClientError(interaction.failure), interaction)
        await self.playground.wait_for(lambda: not self._is_thinking(interaction), PATIENCE)
        return self._answer(interaction)

    def _is_thinking(self, interaction: Interaction) -> bool:
        original = interaction.original
        alive = original is not None and self._message(original.id) is original
        return alive and original is not None and original.is_loading

    def _answer(self, interaction: Interaction) -> Answer:
        original, form = interaction.original, interaction.modal
        message = None
        if original is not None and self._message(original.id) is original:
            message = message_json(self.playground.world, original)
        modal = None
        if form is not None:
            components = json.loads(json.dumps(form["components"]))
            modal = Modal(interaction.channel.id, form["custom_id"], form["title"], components)
        kind, choices = interaction.callback, interaction.choices
        return Answer(True, None, kind, message, modal, choices, interaction.id)

    def _command_data(self, name: str, options: Mapping[str, Any], focused: str | None) -> Json:
        matching = [
            (command, path)
            for command in self.playground.world.all_commands()
            if (path := _path(command, name)) is not None
        ]
        if not matching:
            raise ClientError(f"There is no command {name!r}.")
        command, path = matching[0]
        data: Json = {"id": command["id"], "name": command["name"]}
        leaf = path[-1] if path else command
        kinds = {option["name"]: option["type"] for option in leaf.get("options", [])}
        given: list[Json] = []
        for option, value in options.items():
            entry = {"name": option, "type": kinds.get(option), "value": value}
            given.append({**entry, "focused": True} if option == focused else entry)
        for step in reversed(path):
            given = [{"name": step["name"], "type": step["type"], "options": given}]
        return {**data, "options": given}


def _path(command: Json, name: str) -> list[Json] | None:
    """Return the subcommands in a name, or None if the name belongs to another command."""
    words = name.split()
    if command["type"] != CHAT_INPUT or words[0] != command["name"]:
        return None
    path: list[Json] = []
    node = command
    for word in words[1:]:
        steps = [
            option
            for option in node.get("options", [])
            if option["name"] == word and option["type"] in (SUBCOMMAND, GROUP)
        ]
        if not steps:
            return None
        node = steps[0]
        path.append(node)
    return path


def _forged(fields: Mapping[str, list[str] | str]) -> list[Json]:
    shown: list[Json] = []
    for number, (name, value) in enumerate(fields.items(), start=1):
        kind, key = (STRING_SELECT, "values") if isinstance(value, list) else (TEXT_INPUT, "value")
        inner = {"type": kind, "id": 2 * number, "custom_id": name, key: value}
        shown.append({"type": LABEL, "id": 2 * number - 1, "component": inner})
    return shown


def _proposed(part: Json) -> Any:
    chosen = [option["value"] for option in part.get("options", []) if option.get("default")]
    if "default" in part:
        return part["default"]
    if "value" in part or "style" in part:
        return part.get("value", "")
    if "min_values" in part:
        return chosen or [value["id"] for value in part.get("default_values", [])]
    return chosen[0] if chosen else None


def _refused(error: ClientError, interaction: Interaction | None = None) -> Answer:
    number = 0 if interaction is None else interaction.id
    return Answer(False, str(error), None, None, None, [], number)
