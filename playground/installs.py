"""Installations of the application, and where they allow its commands.

An application is installed in a server, by a user for themselves, or both. A command names the
kinds of installation that offer it (`integration_types`), and the contexts in which it can be used
(`contexts`). Each interaction says by which installations it is allowed: its owners.

Outside servers that have the bot, an application is a guest. It gets no events and can call no
routes of the channel; it has the tokens of interactions alone. In a server, members without the
permission to use external apps get its answers in private.
"""

from playground.errors import Json
from playground.model import DIRECT, DM, Channel
from playground.permissions import Permission
from playground.world import World

IN_SERVER, BY_USER = 0, 1
"""Kinds of installation, as Discord numbers them."""
GUILD, BOT_DM, PRIVATE_CHANNEL = 0, 1, 2
"""Contexts of interactions, as Discord numbers them."""

MOST_FOLLOW_UPS = 5
"""Maximum number of follow-ups where only a user has installed the application."""

Owners = dict[str, str]
"""Ids of the owners of installations, by kind."""


def context_of(world: World, channel: Channel) -> int:
    if channel.kind not in DIRECT:
        return GUILD
    own = channel.kind == DM and world.bot_id in channel.recipients
    return BOT_DM if own else PRIVATE_CHANNEL


def owners_of_command(world: World, user_id: int, channel: Channel, command: Json) -> Owners:
    """Return the owners of the installations that allow a command here; {} if none does."""
    context = context_of(world, channel)
    if not _is_offered(command, context):
        return {}
    server = server_installation(world, user_id, channel)
    if command.get("guild_id"):
        return server if command["guild_id"] == server.get("0") else {}
    kinds = command["integration_types"]
    if IN_SERVER not in kinds:
        server = {}
    own = {"1": str(user_id)} if BY_USER in kinds and user_id in world.installers else Owners()
    if context == GUILD and not _is_permitted(
        world, user_id, channel, command, in_server=bool(server)
    ):
        return {}
    return server | own


def server_installation(world: World, user_id: int, channel: Channel) -> Owners:
    """Return the owner of the server's installation. In direct messages with the bot it is "0", for
    any server that the user shares with it.
    """
    match context_of(world, channel):
        case 0 if world.guild_of(channel).bot_present:
            return {"0": str(channel.guild_id)}
        case 1 if any(guild.bot_present and user_id in guild.members for guild in world.guilds):
            return {"0": "0"}
        case _:
            return {}


def _is_offered(command: Json, context: int) -> bool:
    contexts = command.get("contexts")
    if contexts is not None:
        return context in contexts
    return context == GUILD or (
        not command.get("guild_id") and command["dm_permission"] is not False
    )


def _is_permitted(
    world: World, user_id: int, channel: Channel, command: Json, *, in_server: bool
) -> bool:
    bits = world.permissions(user_id, channel)
    if not bits & Permission.USE_APPLICATION_COMMANDS:
        return False
    needed = command.get("default_member_permissions")
    if needed is None or not in_server:
        return True
    if int(needed) == 0:
        return bool(bits & Permission.ADMINISTRATOR)
    return bits & int(needed) == int(needed)


def is_hidden(world: World, user_id: int, channel: Channel, owners: Owners) -> bool:
    """Return whether Discord makes the application's answers private despite their flags."""
    if channel.kind in DIRECT or "0" in owners:
        return False
    send = Permission.SEND_MESSAGES
    if channel.thread is not None:
        send = Permission.SEND_MESSAGES_IN_THREADS
    needed = Permission.USE_EXTERNAL_APPS | send
    return not world.can(user_id, needed, channel)


def app_permissions(world: World, user_id: int, channel: Channel, owners: Owners) -> int:
    """Return the application's permissions here. Discord documents those in direct messages. For a
    guest in a server the playground sends those of the same kind that the user has.
    """
    if channel.kind not in DIRECT and "0" in owners:
        return world.permissions(world.bot_id, channel)
    bits = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
    if context_of(world, channel) != PRIVATE_CHANNEL:
        bits |= Permission.USE_EXTERNAL_EMOJIS
    return int(bits & world.permissions(user_id, channel))
