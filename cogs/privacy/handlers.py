"""Shows, exports and deletes the data that Salud has about a user."""

import gzip
import io
import json
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui

from bot.match.forgetting.service import ForgettingService, Forgotten
from bot.match.forgetting.store import PersonalData
from bot.match.log.records import MatchId
from bot.match.log.store_errors import StoreTrouble, Unfinished
from bot.match.puzzles.store import CONSENT
from bot.match.values.errors import Refusal
from cogs.base import custom_id_families as families
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board.publisher import BoardPublisher
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.invitations.kind import Cards
from cogs.privacy.texts import personal_data_text
from cogs.runtime.jobs import Job
from cogs.screens.base import Style
from cogs.topics.kit import BuiltTopic, ForgetUser, TopicKit
from cogs.ui import widgets
from cogs.ui.layouts import compose
from texts import Words, mark

_log = logging.getLogger(__name__)

Show = Callable[[int], Awaitable[object]]

FORGET, KEEP = "forget", "keep"
PUZZLES_ON, PUZZLES_OFF = "puzzles-on", "puzzles-off"
FORMAT = 1


@dataclass(eq=False)
class PrivacyHandlers(Handlers):
    """Answers /mydata in private, and only about the user who asks."""

    people: ForgettingService
    on_forget: Sequence[ForgetUser]
    boards: BoardPublisher
    cards: Cards

    mydata = anywhere(
        app_commands.Group(name="mydata", description=mark("What Salud keeps about you"))
    )

    @mydata.command(description=mark("Show me what is kept about me"))
    @handler()
    async def show(self, ctx: Context) -> None:
        data = await self.people.store.personal_data(ctx.user)
        heading = ctx.words.say("## What Salud keeps about you")
        note = ctx.words.say(
            "-# Salud knows you by the number Discord gives every user, not by name: it asks "
            "Discord for names and remembers them only while the bot runs. `/mydata export` "
            "gives you everything as a file, `/mydata forget` deletes it. What is kept, why, "
            "and for how long: docs/privacy.md in Salud's repository."
        )
        texts, rows = [heading, personal_data_text(ctx.words, data)], list[list[ui.Item[Any]]]()
        if self.kit.games.puzzling:
            text, button = self._consent(ctx.words, await self._agrees(ctx.user))
            texts.append(text)
            rows.append([button])
        await ctx.tell(layout=compose(texts=texts, below=[note], rows=rows))

    async def _agrees(self, user: int) -> bool:
        return not await self.kit.stores.puzzles.refuses(user)

    def _consent(self, words: Words, agrees: bool) -> tuple[str, ui.Item[Any]]:
        if agrees:
            text = words.say(
                "Positions from your finished matches can become puzzles in `/puzzle`, without "
                "names."
            )
            label, verb = words.say("Don't use my matches"), PUZZLES_OFF
        else:
            text = words.say("No new puzzles are made from your matches.")
            label, verb = words.say("Use my matches"), PUZZLES_ON
        return text, widgets.button(families.MYDATA.spell(verb), label, emoji="🧩")

    @mydata.command(description=mark("Give me all of it as a file"))
    @handler()
    async def export(self, ctx: Context) -> None:
        personal = await self.people.store.personal_data(ctx.user)
        name, data = export_file(ctx.user, personal, ctx.interaction.filesize_limit)
        await ctx.interaction.followup.send(
            ctx.words.say("Everything that Salud keeps about you, table by table:"),
            file=discord.File(io.BytesIO(data), filename=name),
            ephemeral=True,
        )

    @mydata.command(description=mark("Forget me; asks first"))
    @handler()
    async def forget(self, ctx: Context) -> None:
        data = await self.people.store.personal_data(ctx.user)
        unfinished = len(data.get("holder", ()))
        row = [
            widgets.button(
                families.MYDATA.spell(FORGET), ctx.words.say("Forget me"), style=Style.GRAVE
            ),
            widgets.button(families.MYDATA.spell(KEEP), ctx.words.say("Keep everything")),
        ]
        await ctx.tell(layout=compose(texts=[_warning(ctx.words, unfinished)], rows=[row]))

    @on_press(families.MYDATA)
    @handler()
    async def press(self, ctx: Context, verb: str) -> None:
        if verb in (PUZZLES_ON, PUZZLES_OFF):
            value = "off" if verb == PUZZLES_OFF else None
            await self.kit.matches.store.set_user_settings(ctx.user, {CONSENT: value})
            ctx.note_counted()
            text, button = self._consent(ctx.words, value is None)
            await ctx.respond(compose(texts=[text], rows=[[button]]))
            return
        if verb == KEEP:
            text = ctx.words.say("Nothing changed.")
            await ctx.respond(compose(texts=[text]))
            return
        forgotten = await self._forget(ctx.user)
        ctx.note_counted()
        for forget in self.on_forget:
            forget(ctx.user)
        if forgotten.done:
            answer = ctx.words.say(
                "You are forgotten. If you play again, you start as someone new."
            )
        else:
            answer = ctx.words.say(
                "I couldn't forget everything just now. The rest follows by itself; `/mydata "
                "show` tells you what is left."
            )
        await ctx.respond(compose(texts=[answer]))
        await self._show_changes([forgotten])

    async def _forget(self, user: int) -> Forgotten:
        """Start forgetting a user, and finish if possible.

        Raise StoreTrouble if nothing was begun, or Unsure if that can't be found out.
        """
        try:
            return await self.people.forget(user)
        except Unfinished as trouble:
            _log.error("The data of a user could not be deleted yet: %r", trouble)
            return Forgotten((), (), done=False)

    async def look_after(self) -> tuple[Forgotten, ...]:
        """Continue unfinished work, and forget servers that the bot left long ago.

        Return the changes that others can see. Raise StoreTrouble.
        """
        try:
            return await self.people.look_after()
        except Unfinished as error:
            _log.warning("The data of a user could not be deleted yet: %r", error)
            return ()

    async def _show_changes(self, changes: Iterable[Forgotten]) -> None:
        for forgotten in changes:
            for match in forgotten.closed:
                await self._carefully(self.cards.refresh, match)
            for match in forgotten.resigned:
                await self._carefully(self.boards.show, match)

    async def _carefully(self, show: Show, match: int) -> None:
        try:
            await show(match)
        except (*DISCORD_TROUBLE, Refusal, StoreTrouble) as error:
            _log.warning("Match %d can't be shown yet: %s", match, error)


def export_file(user: int, personal: PersonalData, most: int) -> tuple[str, bytes]:
    """Return the name and the content of the exported file: JSON, compressed above `most` bytes."""
    content = {"salud-mydata": FORMAT, "user": str(user), "kept": personal}
    data = json.dumps(content, ensure_ascii=False, indent=1).encode()
    if len(data) <= most:
        return "salud-mydata.json", data
    return "salud-mydata.json.gz", gzip.compress(data)


def _warning(words: Words, unfinished: int) -> str:
    lines = [
        words.say("## Forget me?"),
        words.say("This deletes everything Salud keeps about you, in all servers:"),
    ]
    if unfinished:
        lines.append(
            words.count(
                "- You're in {count} open invitation or running match. You leave invitations, "
                "and **you resign and lose running matches**.",
                "- You're in {count} open invitations and running matches. You leave "
                "invitations, and **you resign and lose running matches**.",
                unfinished,
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


def build(kit: TopicKit, on_forget: Sequence[ForgetUser]) -> BuiltTopic:
    forgetting = kit.domain.forgetting
    handlers = PrivacyHandlers(kit.interactions, forgetting, on_forget, kit.boards, kit.cards)

    async def finish() -> None:
        due: dict[MatchId, set[Job]] = defaultdict(set)
        for forgotten in await handlers.look_after():
            for match in forgotten.closed:
                await kit.cards.refresh(match)
            for match in forgotten.resigned:
                due[match].add(Job.SHOW)
        await kit.match_jobs.jobs.begin(due)

    async def begin() -> None:
        kit.kit.queues.begin("forgetting", 0, finish)

    return BuiltTopic((handlers,), (begin,))
