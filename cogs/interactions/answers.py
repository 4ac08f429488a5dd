"""Answers interactions: acknowledges them in time, and reports errors truthfully."""

import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import date
from typing import Protocol

import discord
from babel.dates import format_date

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from bot.match.log.store_errors import BrokenMatch, Conflict, StoreTrouble, Unfinished, Unsure
from bot.match.people.limits import CoolDown
from bot.match.playing.errors import BoardMovedOn, NotYourTurn
from bot.match.values.errors import (
    BeforeRestore,
    Frozen,
    MatchGone,
    NoSuchMatch,
    Refusal,
    TooFast,
    refusal,
)
from bot.observing.answer import current, working_for
from bot.worker.process import WorkerFull, WorkerLost
from cogs.base import custom_id_families as families
from cogs.base.command_mentions import MENTIONS
from cogs.base.custom_ids import custom_id_of
from cogs.base.discord_errors import DISCORD_TROUBLE, clause
from cogs.base.incomplete import NoUser, OutsideServers, has_user, server_of
from cogs.base.text_limits import CONTENT, cut_markup
from cogs.interactions import anywhere, observed
from cogs.interactions.install_links import install_row
from cogs.interactions.moderators import may_moderate
from cogs.interactions.which import Unclear
from cogs.kit import Kit
from cogs.posting.restores import Restores
from cogs.runtime.foreign_answers import ALREADY_ANSWERED
from cogs.runtime.in_flight import InFlight
from cogs.screens.base import BadChoice
from cogs.ui.layouts import compose
from texts import Catalogue, Words

_log = logging.getLogger(__name__)

UNKNOWN_MESSAGE = 10008
UNKNOWN_WEBHOOK = 10015
ELSEWHERE = "answered elsewhere"
"""Key of `extras`: the interaction was delivered twice, and the other delivery answers it."""
SHARED = "shared"
"""Key of `extras`: a public answer is promised and still missing."""
PROMISED = "promised"
"""Key of `extras`: a private answer is promised and still missing."""
FILLED = "filled"
"""Key of `extras`: `tell` sent the first follow-up, which Discord used as the promised answer."""
NAMED = discord.AllowedMentions(everyone=False, users=True, roles=False, replied_user=False)
"""Mentions in private answers: they show a name, and ping nobody."""
LOCK = "🔒"
SUBJECT = "subject"
"""Key of `extras`: what the command or button is about, as Markdown."""
COUNTED = "counted"
"""Key of `extras`: the request has counted, even if something fails later."""


INVITING = (
    *(families.INVITATION, families.MOVE, families.PANEL, families.MENU, families.UNDO),
    families.TOURNAMENT,
)
"""Families of the buttons of messages that serve only while people can act in something."""
OutOfDate = refusal("OutOfDate", "This button is out of date. `/board` posts the current board.")


def private_words(catalogue: Catalogue, interaction: discord.Interaction) -> Words:
    return catalogue.words(str(interaction.locale))


async def tell(
    interaction: discord.Interaction,
    text: str,
    view: discord.ui.LayoutView | None = None,
    files: Sequence[discord.File] = (),
) -> None:
    """Send a private message to the user; log failures.

    Discord turns the first follow-up after "thinking…" into an edit of that message. If that
    message is public, fill it first and delete it when the user has the answer; if it were deleted
    earlier, the follow-up would get a 404.
    """
    text = MENTIONS.with_links(cut_markup(text, CONTENT), CONTENT)
    if interaction.extras.get(ELSEWHERE):
        return
    withdrawn = await _fill_shared(interaction)
    await _tell(interaction, text, view, files)
    if withdrawn:
        try:
            await interaction.delete_original_response()
        except DISCORD_TROUBLE as error:
            _log.info("Could not withdraw a promised answer: %s", error)


async def _tell(
    interaction: discord.Interaction,
    text: str,
    view: discord.ui.LayoutView | None,
    files: Sequence[discord.File],
) -> None:
    try:
        if interaction.response.is_done():
            if view is None:
                await interaction.followup.send(text, ephemeral=True, allowed_mentions=NAMED)
            else:
                await interaction.followup.send(
                    view=view, files=files, ephemeral=True, allowed_mentions=NAMED
                )
        elif view is None:
            await interaction.response.send_message(text, ephemeral=True, allowed_mentions=NAMED)
        else:
            await interaction.response.send_message(
                view=view, files=files, ephemeral=True, allowed_mentions=NAMED
            )
    except DISCORD_TROUBLE as error:
        _log.warning("Could not answer: %s", error)
    else:
        if interaction.extras.pop(PROMISED, False):
            interaction.extras[FILLED] = True


async def acknowledge(
    interaction: discord.Interaction, *, new_message: bool = False, shared: bool = False
) -> None:
    """Acknowledge the interaction within Discord's three seconds.

    A command, or a form opened by one, gets a private "thinking…". A button shows nothing, unless
    its answer is a `new_message`. Everyone sees a `shared` answer.
    """
    try:
        if is_from_message(interaction) and not new_message:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=not shared, thinking=True)
            interaction.extras[SHARED if shared else PROMISED] = True
    except DISCORD_TROUBLE as error:
        code = error.code if isinstance(error, discord.HTTPException) else None
        if code not in (None, observed.UNKNOWN_INTERACTION, ALREADY_ANSWERED):
            raise
        # Handle the interaction anyway, because Discord may not deliver it again.
        interaction.extras[ELSEWHERE] = code == ALREADY_ANSWERED
        _log.info("Could not acknowledge an interaction: %s", error)


def promise_was_kept(interaction: discord.Interaction) -> None:
    """Record that the promised answer was sent, so that further texts are separate messages."""
    interaction.extras[SHARED] = interaction.extras[PROMISED] = False


def is_filled(interaction: discord.Interaction) -> bool:
    return bool(interaction.extras.get(FILLED))


async def _fill_shared(interaction: discord.Interaction) -> bool:
    """Fill the promised public answer, if any; return whether it must be deleted."""
    if not interaction.extras.pop(SHARED, False):
        return False
    try:
        await interaction.edit_original_response(content=LOCK)
    except DISCORD_TROUBLE as error:
        _log.info("Could not withdraw a promised answer: %s", error)
        return False
    return True


def is_from_message(interaction: discord.Interaction) -> bool:
    """Return whether the interaction comes from a button or menu, or from a form opened by one."""
    return interaction.type is discord.InteractionType.component or (
        interaction.type is discord.InteractionType.modal_submit and interaction.message is not None
    )


def is_private(interaction: discord.Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def sentence(refusal: Refusal, words: Words) -> str:
    values = dict(refusal.values)
    users = values.get("users")
    if isinstance(refusal, NotYourTurn) and not users:
        return words.say("It's not your turn: a computer is thinking.")
    if isinstance(users, tuple):
        values["users"] = words.listed(f"<@{user}>" for user in users)
    if isinstance(refusal, OutsideServers):
        values["commands"] = anywhere.listed(words)
    if "user" in values:
        values["user"] = f"<@{values['user']}>"
    if isinstance(month := values.get("month"), date):
        values["month"] = format_date(month, "LLLL", locale=words.locale)
    return words.say(refusal.sentence, **values)


def note_counted(interaction: discord.Interaction) -> None:
    """Record that the request is on disk; call this before anything else can fail."""
    interaction.extras[COUNTED] = True
    answer = current()
    if answer is not None:
        answer.note_committed()


def has_counted(interaction: discord.Interaction) -> bool:
    return bool(interaction.extras.get(COUNTED))


class Boards(Protocol):
    async def show(self, match: MatchId, /) -> None: ...

    async def current(self, match: MatchId, /) -> str | None: ...


@dataclass(eq=False)
class Interactions:
    kit: Kit
    restores: Restores
    boards: Boards
    limits: CoolDown
    in_flight: InFlight

    def admit(self, interaction: discord.Interaction) -> None:
        """Raise NoUser if Discord does not name the user, or TooFast if the user has sent too many
        requests.
        """
        if not has_user(interaction):
            raise NoUser
        if not self.limits.allow(interaction.user.id):
            raise TooFast

    @asynccontextmanager
    async def reporting_errors(self, interaction: discord.Interaction) -> AsyncIterator[None]:
        """Observe the enclosed work; if it fails, tell the user why, and whether the request
        counted.

        A context manager keeps the work itself near the top of the call stack.
        """
        answer = observed.answer_to(interaction)
        wrong: Exception | None = None
        with working_for(answer), self.in_flight.working():
            try:
                yield
            except Exception as error:  # noqa: BLE001 - a person is waiting for an answer
                wrong = error
                words = private_words(self.kit.catalogue, interaction)
                text = await self._explain(error, interaction, words, answer.match)
                if text is not None:
                    text = _about(interaction, text, words)
                    await tell(interaction, text, _layout(error, text, interaction, words))
        answer.end(*observed.outcome_of(wrong, counted=has_counted(interaction)))
        self.kit.matches.observer.answered(answer)

    async def match(self, interaction: discord.Interaction, number: MatchId) -> Loaded:
        try:
            loaded = await self.kit.matches.load(number)
        except NoSuchMatch:
            if (
                interaction.message is not None
                and await self.kit.matches.store.head(number) is None
            ):
                raise await self.gone(interaction, number, MatchGone()) from None
            raise
        await self.kit.access.check(interaction, loaded.record, loaded.roster)
        if await self.restores.is_of_another(loaded, interaction):
            raise BeforeRestore
        if await self.restores.shows_lost_entries(loaded, interaction):
            raise BeforeRestore
        if (server := server_of(interaction)) is not None:
            self.kit.names.learn(server, interaction.user)
        return loaded

    async def gone(
        self, interaction: discord.Interaction, number: int, refusal: Refusal
    ) -> Refusal:
        """Return the refusal of a button of a match or tournament that the database does not have.

        If its public message invites people to act, the sentence replaces that message, so that
        everyone reads it and presses no more. Raise StoreTrouble.
        """
        message, guild = interaction.message, server_of(interaction)
        if not await self.restores.shows_missing(number, interaction):
            return refusal
        if custom_id_of(interaction).family not in INVITING:
            return refusal
        if message is None or guild is None or message.flags.ephemeral:
            return refusal
        words = await self.kit.preferences.words(guild)
        try:
            await message.edit(
                content=None, view=compose(texts=[sentence(refusal, words)]), attachments=[]
            )
        except DISCORD_TROUBLE as error:
            _log.info("Could not say in message %d that it is gone: %s", message.id, error)
        return refusal

    async def _explain(
        self,
        error: Exception,
        interaction: discord.Interaction,
        words: Words,
        match: MatchId | None,
    ) -> str | None:
        if observed.is_too_late(error):
            return None
        if has_counted(interaction):
            return _counted_anyway(error, words)
        match error:
            case Refusal():
                return await self._refused(error, interaction, words, match)
            case BadChoice():
                return error.sentence
            case StoreTrouble() | Conflict() | TimeoutError():
                return await self._explain_store(error, interaction, words)
            case WorkerFull():
                _log.warning("A helper process is too small: %s", error)
                return words.say(
                    "That needs more memory than I can use. `/board` shows what counted."
                )
            case WorkerLost():
                _log.warning("A helper process was lost: %s", error)
                return words.say("I was interrupted. Nothing changed: try again.")
            case BrokenMatch():
                _log.error("A match does not replay", exc_info=error)
                return await self._refused(Frozen(match=match), interaction, words, match)
            case discord.HTTPException() | discord.RateLimited():
                _log.warning("Discord refused a request: %s", error)
                return words.say(
                    # Translators: {trouble}: “Discord says “Missing Access””, for example.
                    "{trouble}. `/board` shows what counted.",
                    trouble=clause(error, words),
                )
            case _:
                _log.error("An interaction failed", exc_info=error)
                return words.say("Something went wrong. `/board` shows what counted.")

    async def _can_end(self, interaction: discord.Interaction, frozen: object) -> bool:
        """Return whether the user can end this match, given by its number."""
        guild = server_of(interaction)
        if guild is None or not may_moderate(interaction):
            return False
        try:
            return frozen in await self.kit.matches.store.frozen_matches(guild)
        except StoreTrouble as trouble:
            _log.info("Could not find out whether a match can be ended: %s", trouble)
            return False

    async def _explain_store(
        self,
        error: StoreTrouble | Conflict | TimeoutError,
        interaction: discord.Interaction,
        words: Words,
    ) -> str:
        """Return the answer for a database that failed or was too slow.

        A second delivery of the same request can have counted nevertheless.
        """
        _log.error("The store refused: %r", error)
        if isinstance(error, Unfinished):
            note_counted(interaction)
            return _counted_anyway(error, words)
        try:
            done = not isinstance(error, Unsure) and await self._is_stored(interaction)
            certain = not isinstance(error, Unsure)
        except StoreTrouble as blind:
            _log.error("Could not read whether an interaction counted: %s", blind)
            done = certain = False
        if done:
            note_counted(interaction)
            return _counted_anyway(error, words)
        if not certain:
            return words.say(
                "I can't tell right now whether that counted. Before you try again, check `/board` "
                "and `/matches`."
            )
        if isinstance(error, TimeoutError):
            return words.say("That took too long. Nothing changed: try again.")
        return words.say("That couldn't be saved, so it didn't count. Try again later.")

    async def _is_stored(self, interaction: discord.Interaction) -> bool:
        """Return whether an interaction has changed or opened a match; raise StoreTrouble."""
        is_answered = interaction.response.is_done()
        return is_answered and await self.kit.matches.store.has_counted(interaction.id)

    async def _refused(
        self,
        refusal: Refusal,
        interaction: discord.Interaction,
        words: Words,
        match: MatchId | None,
    ) -> str:
        text = sentence(refusal, words)
        frozen = refusal.values.get("match") if isinstance(refusal, Frozen) else None
        if frozen is not None and await self._can_end(interaction, frozen):
            return words.say(
                "{refusal} As a moderator you can end it without a result: `/moderate end`.",
                refusal=text,
            )
        if match is None or not isinstance(refusal, BoardMovedOn | BeforeRestore):
            return text
        try:
            url = await self.boards.current(match)
        except (StoreTrouble, Refusal) as trouble:
            _log.info("Could not find the current board: %r", trouble)
            return text
        if url is None:
            return text
        return words.say("{refusal} [Go to the current board]({url})", refusal=text, url=url)


def _about(interaction: discord.Interaction, text: str, words: Words) -> str:
    subject = interaction.extras.get(SUBJECT)
    if subject is None:
        return text
    # Translators: A tournament's name, and why something couldn't be done.
    return words.say("**{subject}**: {reason}", subject=subject, reason=text)


def _layout(
    error: Exception, text: str, interaction: discord.Interaction, words: Words
) -> discord.ui.LayoutView | None:
    """Return the answer to an error if it is more than a text."""
    match error:
        case Unclear():
            return error.menu
        case OutsideServers():
            rows = [install_row(interaction.application_id, words)]
            return compose(texts=[text], rows=rows)
        case _:
            return None


def _counted_anyway(error: Exception, words: Words) -> str:
    if isinstance(error, discord.HTTPException | discord.RateLimited):
        _log.warning("Discord refused to show a move that counted: %s", error)
        return words.say(
            "It counted, but I can't show it right now. {trouble}. No need to do it again.",
            trouble=clause(error, words),
        )
    expected = (StoreTrouble, Conflict, Refusal, BrokenMatch, *DISCORD_TROUBLE)
    trace = None if isinstance(error, expected) else error
    _log.error("Something failed after it had counted: %r", error, exc_info=trace)
    return words.say("It counted, but I can't show it right now. No need to do it again.")
