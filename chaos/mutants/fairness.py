"""Mutants that are unfair, untrue or annoying."""

import sys
from collections.abc import Callable, Mapping
from typing import Any

import discord

import bot.app.assembly
import bot.match.timing.clocks
import cogs.interactions.answers
import cogs.play.commands
from bot.match.core.store import Store
from bot.match.log.loaded import Loaded
from bot.storage.base.setbacks import Setbacks
from cogs.interactions.context import Context

ECHOES = 3
_TOGGLES = {"on": "off", "off": "on"}


def everywhere(old: object, new: object) -> None:
    for module in list(sys.modules.values()):
        for name, value in list(vars(module).items()) if hasattr(module, "__dict__") else ():
            if value is old:
                setattr(module, name, new)


def _anywhere() -> None:
    async def board(
        cog: cogs.play.commands.PlayCommands,
        interaction: discord.Interaction,
        match: int | None = None,
    ) -> None:
        await cogs.interactions.answers.acknowledge(interaction)
        ctx = Context(cog.interactions, interaction)
        loaded = await cog.lookup.find(ctx, match, watching=True)
        url = await cog.boards.post_in(loaded.record.id, ctx.channel, interaction.id)
        await cogs.interactions.answers.tell(interaction, f"Here is the board: {url}")

    command: Any = cogs.play.commands.PlayCommands.board
    command._callback = board  # noqa: SLF001 - discord.py has no other way


def _commit_clock() -> None:
    def due(_: object, loaded: Loaded, user: int) -> int | None:
        seat, pace = loaded.roster.seat_of(user), loaded.record.pace.seconds
        turn = None if seat is None else loaded.turns.of(seat)
        runs = bot.match.timing.clocks.runs(loaded) and seat in loaded.seats_to_act
        return turn.since + pace if turn is not None and pace is not None and runs else None

    def saw(*_: object) -> bool:
        return True

    setattr(bot.match.timing.clocks.Stops, "due", due)  # noqa: B010 - mypy knows it as a method
    setattr(bot.match.timing.clocks.Stops, "saw", saw)  # noqa: B010 - as above


def _denial() -> None:
    tell = cogs.interactions.answers.tell
    denial = "That couldn't be saved, so it didn't count. Try again later."

    async def deny(interaction: discord.Interaction, *_: object, **__: object) -> None:
        await tell(interaction, denial)

    everywhere(tell, deny)


def _flip() -> None:
    keep = Store.set_user_settings

    async def turn(self: Store, user: int, values: Mapping[str, str | None]) -> None:
        before = await self.user_settings(user)
        turned = {
            name: _TOGGLES.get(before.get(name, "off"), "on") if value in _TOGGLES else value
            for name, value in values.items()
        }
        await keep(self, user, turned)

    setattr(Store, "set_user_settings", turn)  # noqa: B010 - as above


def _echo() -> None:
    send: Any = discord.abc.Messageable.send

    async def again(self: discord.abc.Messageable, *content: Any, **options: Any) -> Any:
        sent = await send(self, *content, **options)
        mentions = options.get("allowed_mentions")
        users = (
            []
            if mentions is None or isinstance(mentions.users, bool)
            else list(mentions.users or ())
        )
        if users and not options.get("files") and options.get("file") is None:
            for number in range(ECHOES):
                nonce = f"{number}{options.get('nonce') or ''}"[:25]
                await send(self, *content, **{**options, "nonce": nonce})
        return sent

    setattr(discord.abc.Messageable, "send", again)  # noqa: B010 - as above


def _numbers() -> None:
    """Notice no setback: for this mutant, chaos.bot_processes copies a backup over the database."""

    async def ignore(_: Setbacks, number: int = 0) -> None:
        del number

    setattr(Setbacks, "report", ignore)  # noqa: B010 - as above


FAIRNESS: dict[str, Callable[[], None]] = {
    "anywhere": _anywhere,
    "commit-clock": _commit_clock,
    "denial": _denial,
    "flip": _flip,
    "echo": _echo,
    "numbers": _numbers,
}
