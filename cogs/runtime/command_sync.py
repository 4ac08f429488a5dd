"""Registers slash commands with Discord, and retries while Discord refuses them.

Meanwhile, players can use the commands that Discord already has.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any

import discord
from discord import app_commands

from cogs.base.command_mentions import MENTIONS, CommandMentions
from cogs.base.discord_errors import DISCORD_TROUBLE, reason, wait_of

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0
"""Shortest and longest pause in seconds between attempts, unless Discord asks for more."""
PATHS = 8
_FIELD = re.compile(r"In (\d+)\.?(\S*): (.*)")
"""A refused field as discord.py formats it: number of the command, path in it, reason."""


class CommandSync:
    def __init__(
        self,
        tree: app_commands.CommandTree[Any],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        mentions: CommandMentions = MENTIONS,
    ) -> None:
        self._tree = tree
        self._mentions = mentions
        self._sleep = sleep
        self.remarks: tuple[str, ...] = ()

    async def run(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                self._mentions.learn(await self._tree.sync())
            except DISCORD_TROUBLE as error:
                self.remarks = tuple(self._remarks(error))
                wait = max(pause, wait_of(error))
                text = "\n".join(self.remarks)
                _log.error("%s\nNext attempt in %.0f seconds.", text, wait)
            else:
                if self.remarks:
                    _log.info("Discord has accepted the commands")
                self.remarks = ()
                return
            await self._sleep(wait)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _remarks(self, error: BaseException) -> Iterator[str]:
        refused = _fields(error)
        yield (
            "Discord has not taken the commands, so those that it had before are in use:"
            f" {_said(error, refused)}."
        )
        names = [command.qualified_name for command in self._commands()]
        for number, path, why in refused[:PATHS]:
            name = names[number] if number < len(names) else f"number {number}"
            yield f"Command {name}{f', {path}' if path else ''}: {why}"
        if len(refused) > PATHS:
            yield f"{len(refused) - PATHS} more fields are refused."

    def _commands(self) -> list[Any]:
        """Return the commands in the order of the request."""
        slash = self._tree.get_commands(type=discord.AppCommandType.chat_input)
        every = self._tree.get_commands()
        return [*slash, *(command for command in every if command not in slash)]


def _fields(error: BaseException) -> Sequence[tuple[int, str, str]]:
    """Return the refused fields: number of the command, path in it, reason."""
    if not isinstance(error, discord.HTTPException):
        return ()
    matches = map(_FIELD.fullmatch, error.text.splitlines())
    return [(int(match[1]), match[2], match[3]) for match in matches if match is not None]


def _said(error: BaseException, refused: Sequence[object]) -> str:
    if refused and isinstance(error, discord.HTTPException):
        return error.text.splitlines()[0]
    return reason(error)
