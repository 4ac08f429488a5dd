"""Shows people what is kept about them, exports it, and forgets it."""

import gzip
import io
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import discord
from discord import app_commands

from bot.match.forgetting.service import ForgettingService, Forgotten
from bot.match.forgetting.store import PersonalData
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.values.errors import Refusal
from cogs.base import custom_id_families as families
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board.publisher import BoardPublisher
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import answers
from cogs.invitations.publisher import InvitationPublisher
from cogs.privacy.texts import kept_said
from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.layouts import compose
from texts import Words, mark

_log = logging.getLogger(__name__)

Show = Callable[[int], Awaitable[object]]

FORGET, KEEP = "forget", "keep"
FORMAT = 1
"""Version of the exported file."""


class Memory(Protocol):
    """A cache that holds something about people."""

    def forget(self, user: int) -> None:
        """Forget all about somebody."""


@dataclass(eq=False)
class PrivacyHandlers(Handlers):
    """Answers /mydata: in private, and only about the user who asks."""

    people: ForgettingService
    memories: Sequence[Memory]
    boards: BoardPublisher
    invitations: InvitationPublisher

    mydata = app_commands.Group(name="mydata", description=mark("What Salud keeps about you"))

    @mydata.command(description=mark("Show me what is kept about me"))
    @handler()
    async def show(self, ctx: Context) -> None:
        """What is kept, as a list."""
        kept = await self.people.store.kept(ctx.user)
        heading = ctx.words.say("## What Salud keeps about you")
        note = ctx.words.say(
            "-# Salud knows you by the number Discord gives every user, not by name: it asks "
            "Discord for names and remembers them only while the bot runs. `/mydata export` "
            "gives you everything as a file, `/mydata forget` deletes it. What is kept, why, "
            "and for how long: docs/privacy.md in Salud's repository."
        )
        await ctx.tell(layout=compose(texts=[heading, kept_said(ctx.words, kept)], below=[note]))

    @mydata.command(description=mark("Give me all of it as a file"))
    @handler()
    async def export(self, ctx: Context) -> None:
        """All of it, as a file."""
        kept = await self.people.store.kept(ctx.user)
        name, data = exported(ctx.user, kept, ctx.interaction.filesize_limit)
        await ctx.interaction.followup.send(
            ctx.words.say("Everything that Salud keeps about you, table by table:"),
            file=discord.File(io.BytesIO(data), filename=name),
            ephemeral=True,
        )

    @mydata.command(description=mark("Forget me; asks first"))
    @handler()
    async def forget(self, ctx: Context) -> None:
        """Say what forgetting does, and ask for confirmation."""
        kept = await self.people.store.kept(ctx.user)
        going_on = len(kept.get("holder", ()))
        row = [
            widgets.button(
                families.MYDATA.spell(FORGET), ctx.words.say("Forget me"), style=Style.GRAVE
            ),
            widgets.button(families.MYDATA.spell(KEEP), ctx.words.say("Keep everything")),
        ]
        await ctx.tell(layout=compose(texts=[_warning(ctx.words, going_on)], rows=[row]))

    @answers(families.MYDATA)
    @handler()
    async def press(self, ctx: Context, what: str) -> None:
        """A button below that question."""
        if what == KEEP:
            text = ctx.words.say("Nothing changed.")
            await ctx.respond(compose(texts=[text]))
            return
        forgotten = await self._forget(ctx.user)
        ctx.counted()
        for memory in self.memories:
            memory.forget(ctx.user)
        if forgotten.done:
            said = ctx.words.say("You are forgotten. If you play again, you start as someone new.")
        else:
            said = ctx.words.say(
                "I couldn't forget everything just now. The rest follows by itself; `/mydata "
                "show` tells you what is left."
            )
        await ctx.respond(compose(texts=[said]))
        await self._show_changes([forgotten])

    async def _forget(self, user: int) -> Forgotten:
        """Forget somebody, or begin to; raises StoreTrouble if it has not begun, and Unsure."""
        try:
            return await self.people.forget(user)
        except Unfinished as trouble:
            _log.error("Somebody could not be forgotten yet: %r", trouble)
            return Forgotten((), (), done=False)

    async def look_after(self) -> tuple[Forgotten, ...]:
        """Go on with what was begun, and forget servers that were left long ago.

        Returns what changes for others. Raises StoreTrouble.
        """
        try:
            return await self.people.look_after()
        except Unfinished as error:
            _log.warning("Somebody could not be forgotten yet: %r", error)
            return ()

    async def _show_changes(self, done: Iterable[Forgotten]) -> None:
        """Show others what forgetting has changed; what Discord refuses is retried later."""
        for forgotten in done:
            for match in forgotten.closed:
                await self._carefully(self.invitations.refresh, match)
            for match in forgotten.resigned:
                await self._carefully(self.boards.show, match)

    async def _carefully(self, show: Show, match: int) -> None:
        try:
            await show(match)
        except (*DISCORD_TROUBLE, Refusal, StoreTrouble) as error:
            _log.warning("Match %d can't be shown yet: %s", match, error)


def exported(user: int, kept: PersonalData, most: int) -> tuple[str, bytes]:
    """The exported file's name and content: JSON, compressed if it has more than `most` bytes."""
    content = {"salud-mydata": FORMAT, "user": str(user), "kept": kept}
    data = json.dumps(content, ensure_ascii=False, indent=1).encode()
    if len(data) <= most:
        return "salud-mydata.json", data
    return "salud-mydata.json.gz", gzip.compress(data)


def _warning(words: Words, going_on: int) -> str:
    lines = [
        words.say("## Forget me?"),
        words.say("This deletes everything Salud keeps about you, in all servers:"),
    ]
    if going_on:
        lines.append(
            words.count(
                "- You're in {count} open invitation or running match. You leave invitations, "
                "and **you resign and lose running matches**.",
                "- You're in {count} open invitations and running matches. You leave "
                "invitations, and **you resign and lose running matches**.",
                going_on,
            )
        )
    lines += [
        words.say(
            "- In every match a **former miner** takes your place. The others keep their "
            "matches, results and proofs, and nothing shows who it was."
        ),
        words.say(
            "- Your settings, plans and days off, your rating, achievements and leaderboard "
            "places are gone. So is your name, until you use Salud again."
        ),
        words.say(
            "- Where a moderator has barred you, you stay barred: a keyed hash replaces your "
            "number, and by itself it tells nobody who you are. Moderators can still lift the "
            "bar."
        ),
        words.say(
            "- Messages in Discord stay as they are. Backups of the database know you until they "
            "are deleted, after a week unless whoever runs Salud changed that."
        ),
        words.say("**You can't undo this.**"),
    ]
    return "\n".join(lines)
