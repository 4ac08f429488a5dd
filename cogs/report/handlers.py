"""Takes reports of problems: a form, then a file for the user and a copy for the operator."""

import asyncio
import hashlib
import io
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import discord
from discord import app_commands, ui

from bot.match.log.roster import fold
from bot.match.playing.report import report_file
from bot.match.values.errors import NoSuchMatch, refusal
from bot.match.values.times import HOUR
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.report.recent_presses import RecentPresses
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.past_lookup import find_past
from cogs.topics.autocomplete import matches_to_review
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui import widgets
from cogs.ui.layouts import compose
from cogs.ui.modals import text_inputs
from texts import Words, mark

_log = logging.getLogger(__name__)

SAID = "said"
LONGEST, SHORTEST = 1000, 5
MOST = 5


SaveReport = Callable[[str, str], bool]
"""Saves a report of this name and text; returns False if that fails. Slow: called in a thread."""
TooManyReports = refusal(
    "TooManyReports", "You've reported {most} problems within an hour. Please wait a while."
)


@dataclass(eq=False)
class ReportHandlers(Handlers):
    lookup: MatchLookup
    presses: RecentPresses
    save_report: SaveReport
    _report_times: dict[int, list[int]] = field(default_factory=dict, init=False)

    @anywhere
    @app_commands.command(description=mark("Report a problem with a match; you get a file of it"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    @handler(acknowledge=False)
    async def report(self, ctx: Context, match: int | None = None) -> None:
        """Open the form; a match that can't be loaded can be reported by its number."""
        if match is None:
            async with ctx.before_form():
                loaded = await find_past(self.lookup, ctx)
            board = families.BoardVersion(loaded.record.id, loaded.seq)
        elif 0 < match <= custom_ids.LARGEST_MATCH:
            board = families.BoardVersion(match, 0)
        else:
            raise NoSuchMatch
        await ctx.interaction.response.send_modal(form(board, ctx.words))

    @on_press(families.REPORT)
    @handler(acknowledge=False)
    async def ask(self, ctx: Context, board: families.BoardVersion) -> None:
        """Open the form, which must be the first answer."""
        await ctx.interaction.response.send_modal(form(board, ctx.words))

    @on_press(families.REPORT_FORM)
    @handler(acknowledge=False)
    async def take(self, ctx: Context, board: families.BoardVersion) -> None:
        description = text_inputs(ctx.data).get(SAID, "")[:LONGEST]
        await ctx.acknowledge(new_message=True)
        stored = await self.kit.matches.store.load(board.match)
        if stored is None:
            raise NoSuchMatch
        await self.kit.access.check(ctx.interaction, stored.record, fold(stored.events))
        user = ctx.user
        pressed = self.presses.of(user, board.match)
        now = self.kit.matches.clock.now()
        text = await asyncio.to_thread(
            report_file, stored, user, board.seq, description, pressed, now
        )
        self._allow(user)
        name = file_name(board, ctx.interaction.id)
        is_saved = await asyncio.to_thread(self.save_report, name, text)
        _log.warning(
            "A problem with match %d was reported: %s%s",
            board.match,
            name,
            "" if is_saved else " (not saved)",
        )
        await self._answer(ctx, name, text, is_saved=is_saved)

    def _allow(self, user: int) -> None:
        now = self.kit.matches.clock.now()
        self._report_times = {
            who: recent
            for who, times in self._report_times.items()
            if (recent := [at for at in times if at > now - HOUR])
        }
        mine = self._report_times.setdefault(user, [])
        if len(mine) >= MOST:
            raise TooManyReports(most=MOST)
        mine.append(now)

    async def _answer(self, ctx: Context, name: str, text: str, *, is_saved: bool) -> None:
        words = ctx.words
        if is_saved:
            note = words.say(
                "Thank you! Whoever runs this bot will find your report. This is all it holds: "
                "the match without secrets or names, your words, what you pressed last, and "
                "version numbers."
            )
        else:
            note = words.say(
                "Thank you! The report couldn't be saved here, so please give this file to "
                "whoever runs this bot. It holds the match without secrets or names, your words, "
                "what you pressed last, and version numbers."
            )
        file = discord.File(io.BytesIO(text.encode()), filename=name)
        await ctx.respond(compose(texts=[note], attached=[name]), [file])


def file_name(board: families.BoardVersion, interaction: int) -> str:
    """Return a file name that is the same if the interaction is delivered twice."""
    salt = hashlib.sha256(str(interaction).encode()).hexdigest()[:8]
    return f"report-{board.match}-{board.seq}-{salt}.match"


def form(board: families.BoardVersion, words: Words) -> ui.Modal:
    return widgets.form(
        families.REPORT_FORM.spell(board),
        words.say("Report a problem"),
        ui.TextDisplay(
            words.say(
                "You get a file of match #{match} as it is now, with your words and what you "
                "pressed last. Whoever runs this bot gets the same. Please leave out names.",
                match=board.match,
            )
        ),
        widgets.field(
            words.say("What is wrong?"),
            words.say("What did you do? What happened? What should have happened?"),
            ui.TextInput(
                custom_id=SAID,
                style=discord.TextStyle.paragraph,
                min_length=SHORTEST,
                max_length=LONGEST,
            ),
        ),
    )


def build(kit: TopicKit, save_report: SaveReport) -> tuple[BuiltTopic, RecentPresses]:
    """Return the topic, and the latest presses, which the client records."""
    presses = RecentPresses()
    handlers = ReportHandlers(kit.interactions, kit.lookup, presses, save_report)
    return BuiltTopic((handlers,), on_forget=(presses.forget,)), presses
