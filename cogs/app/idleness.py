"""Tells whether the bot is idle, and which gateway event it has read last.

The playground reports itself as settled only when the bot is idle and has read the latest event
(bot/app/playground_clock.py). Otherwise a bot that is still drawing on a slow machine would look
idle.
"""

import asyncio

import discord

from cogs.app.composition import Services
from cogs.runtime.shard_keeper import ShardKeeper

OF_DISCORD = ("discord.py: ", "discord-ui-", "CommandTree-invoker")
"""Prefixes of the names of discord.py's tasks for listeners, buttons, forms and commands."""


def is_busy(
    client: discord.AutoShardedClient, services: Services, shards: ShardKeeper | None
) -> bool:
    """Return whether running work can still change a message.

    Work that waits for a time, such as a timer or a refused job, does not count.
    """
    if shards is None:
        connecting = not client.is_ready()
    else:  # without a shard it is never ready
        connecting = not shards.resting or (bool(client.shards) and not client.is_ready())
    return (
        connecting
        or not services.scheduler.resting
        or len(services.kit.in_flight) > 0
        or len(services.queues) > 0
        or len(services.kit.boards.interludes) > 0
        or any(map(len, services.drawing.every))
        or services.service.thoughts.thinking
        or any(task.get_name().startswith(OF_DISCORD) for task in asyncio.all_tasks())
    )


def heard(client: discord.AutoShardedClient) -> dict[str, int]:
    sockets = [shard._parent.ws for shard in client.shards.values()]  # noqa: SLF001 - there is no public way
    return {
        socket.session_id: socket.sequence or 0
        for socket in sockets
        if socket is not None and socket.session_id is not None
    }
