"""The `resolved` part of a payload: users, roles, channels and messages by id."""

from playground.errors import ClientError, Json
from playground.message_objects import message_json
from playground.model import DIRECT, EPHEMERAL, Channel
from playground.objects import channel_json, partial_member_json, user_json
from playground.permissions import channel_permissions
from playground.roles import role_json
from playground.world import World

USER, CHANNEL, ROLE, MENTIONABLE = "users", "channels", "roles", "mentionables"


class Resolved:
    def __init__(self, world: World, user_id: int, channel: Channel) -> None:
        self._world = world
        self._user_id = user_id
        self._channel = channel
        self._guild = world.guild_of(channel)
        self.json: Json = {}

    def _put(self, kind: str, number: int, shown: Json) -> None:
        self.json.setdefault(kind, {})[str(number)] = shown

    def add(self, kind: str, value: object) -> str:
        """Add an object and return its id. Raise ClientError if it doesn't exist."""
        text = str(value)
        number = int(text) if text.isdecimal() else -1
        if kind == MENTIONABLE:
            kind = ROLE if number in self._guild.roles and not self._is_direct else USER
        if kind == USER and number in self._world.users:
            self._add_user(number)
        elif self._is_direct:
            raise ClientError(f"Direct messages have no {kind}.")
        elif kind == ROLE and number in self._guild.roles:
            self._put(ROLE, number, role_json(self._guild.roles[number]))
        elif kind == CHANNEL and number in self._guild.channels:
            channel = self._guild.channels[number]
            self._put(CHANNEL, number, seen_channel(self._world, channel, self._user_id))
        else:
            raise ClientError(f"There is no {kind.removesuffix('s')} {text}.")
        return text

    def _add_user(self, user_id: int) -> None:
        world = self._world
        self._put(USER, user_id, user_json(world.users[user_id]))
        member = self._guild.members.get(user_id)
        if member is not None and not self._is_direct:
            bits = channel_permissions(self._guild, member, self._channel)
            shown = {**partial_member_json(member), "permissions": str(bits)}
            self._put("members", user_id, shown)

    @property
    def _is_direct(self) -> bool:
        return self._channel.kind in DIRECT

    def add_message(self, message_id: object) -> str:
        text = str(message_id)
        message = self._world.find_message(int(text) if text.isdecimal() else -1)
        if message is None or not self._world.sees(self._user_id, message):
            raise ClientError("Unknown message")
        if message.flags & EPHEMERAL or message.channel_id != self._channel.id:
            raise ClientError("This message offers no commands here.")
        self._put("messages", message.id, message_json(self._world, message))
        return text


def seen_channel(world: World, channel: Channel, user_id: int) -> Json:
    """Return a channel with the user's permissions there."""
    bits = str(world.permissions(user_id, channel))
    return {**channel_json(world, channel), "permissions": bits}
