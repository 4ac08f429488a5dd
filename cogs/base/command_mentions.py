"""Commands in texts, as mentions that readers can click.

Texts name a command as `/help`, in code. Discord also has mentions, ``</help:123>``, which open the
command with its options; on a phone that saves typing it. They need the command's id, which the bot
learns when it registers its commands. Until then, and in texts that have no room for ids, commands
stay code.
"""

import re
from collections.abc import Iterable, Iterator, MutableMapping
from typing import Any

from discord import app_commands

from cogs.base.text_limits import TEXT

_NAMED = re.compile(r"(?<!`)`/([a-z_-]{1,32}(?: [a-z_-]{1,32}){0,2})`(?!`)")
_TEXT_DISPLAY = 10


class CommandMentions:
    def __init__(self) -> None:
        self._ids: dict[str, int] = {}

    def learn(self, commands: Iterable[app_commands.AppCommand]) -> None:
        """Replace the known commands by those that Discord has."""
        self._ids = {name: command.id for command in commands for name in _names(command)}

    def with_links(self, text: str, most: int) -> str:
        """Return the text with mentions, or as it is if it would exceed `most` characters."""
        linked = _NAMED.sub(self._mention, text)
        return linked if len(linked) <= most else text

    def link(self, components: Iterable[Any]) -> None:
        """Put mentions into the texts of a message's components, as far as they fit."""
        texts = list(_texts(components))
        room = TEXT - sum(len(part["content"]) for part in texts)
        for part in texts:
            before = part["content"]
            part["content"] = self.with_links(before, len(before) + room)
            room -= len(part["content"]) - len(before)

    def _mention(self, named: re.Match[str]) -> str:
        number = self._ids.get(named[1])
        return named[0] if number is None else f"</{named[1]}:{number}>"


def _names(command: app_commands.AppCommand | app_commands.AppCommandGroup) -> Iterator[str]:
    """Yield what users can run: the command's own name, or those of its subcommands."""
    groups = [
        option for option in command.options if isinstance(option, app_commands.AppCommandGroup)
    ]
    for group in groups:
        yield from _names(group)
    if not groups:
        yield (
            command.name if isinstance(command, app_commands.AppCommand) else command.qualified_name
        )


def _texts(components: Iterable[Any]) -> Iterator[MutableMapping[str, Any]]:
    for part in components:
        if part.get("type") == _TEXT_DISPLAY:
            yield part
        yield from _texts(part.get("components", ()))


MENTIONS = CommandMentions()
"""The commands of this process's client: layouts are built in many places, without a client."""
