"""Answering people: privately, truly, and never twice wrongly."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import discord

from bot.match.errors import BeforeRestore, Refusal, TooFast
from bot.match.loaded import BrokenMatch
from bot.match.matches import Matches
from bot.match.people.cooldown import CoolDown
from bot.match.playing.errors import BoardMovedOn, NotYourTurn
from bot.match.store_errors import Conflict, StoreTrouble, Unfinished, Unsure
from cogs.interactions.discord_errors import DISCORD_TROUBLE, InFlight, reason
from cogs.screens.base import BadChoice
from cogs.ui.text_limits import CONTENT, cut_markup
from texts import Catalogue, Words

_log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
UNKNOWN_MESSAGE = 10008
ELSEWHERE = "answered elsewhere"
"""Marks an interaction that was delivered twice: the first delivery answers."""
COUNTED = "counted"
"""Marks an interaction of which something has counted: whatever fails then, that did not."""


def private_words(catalogue: Catalogue, interaction: discord.Interaction) -> Words:
    """The language of the one who asked."""
    return catalogue.words(str(interaction.locale))


async def tell(
    interaction: discord.Interaction,
    text: str,
    view: discord.ui.LayoutView | None = None,
    files: Sequence[discord.File] = (),
) -> None:
    """Say something to the one who asked, and to nobody else. A message has text or a view;
    one with a view may have files. A text that is too long for Discord is cut."""
    text = cut_markup(text, CONTENT)
    if interaction.extras.get(ELSEWHERE):
        return
    try:
        if interaction.response.is_done():
            if view is None:
                await interaction.followup.send(text, ephemeral=True)
            else:
                await interaction.followup.send(view=view, files=files, ephemeral=True)
        elif view is None:
            await interaction.response.send_message(text, ephemeral=True)
        else:
            await interaction.response.send_message(view=view, files=files, ephemeral=True)
    except DISCORD_TROUBLE as error:
        _log.warning("An answer could not be given: %s", error)


async def acknowledge(
    interaction: discord.Interaction, *, new_message: bool = False, shared: bool = False
) -> None:
    """Answer within three seconds that something will come; nothing is promised by it.

    A command, and a form opened by one, gets a private "thinking…"; a button nothing visible,
    unless its answer is a `new_message`. A `shared` answer is seen by all.
    """
    try:
        if is_from_message(interaction) and not new_message:
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=not shared, thinking=True)
    except DISCORD_TROUBLE as error:
        code = error.code if isinstance(error, discord.HTTPException) else None
        if code not in (None, UNKNOWN_INTERACTION, ALREADY_ANSWERED):
            raise
        # What it asks for is done all the same: the first answer may have been cut off.
        interaction.extras[ELSEWHERE] = code == ALREADY_ANSWERED
        _log.info("An interaction could not be acknowledged: %s", error)


def is_from_message(interaction: discord.Interaction) -> bool:
    """Whether it comes from a button or menu of a message, or a form that one opened."""
    return interaction.type is discord.InteractionType.component or (
        interaction.type is discord.InteractionType.modal_submit and interaction.message is not None
    )


def is_private(interaction: discord.Interaction) -> bool:
    """Whether it comes from a message that only its sender sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def dismiss(interaction: discord.Interaction) -> None:
    """Delete the private message that was pressed, or the answer that was promised.

    What was done has counted, so trouble here is no reason to speak of trouble.
    """
    try:
        await interaction.delete_original_response()
    except DISCORD_TROUBLE as error:
        _log.info("A private message could not be deleted: %s", error)


def sentence(refusal: Refusal, words: Words) -> str:
    """A refusal in the words of its reader."""
    values = dict(refusal.values)
    users = values.get("users")
    if isinstance(refusal, NotYourTurn) and not users:
        return words.say("It's not your turn: a computer is thinking.")
    if isinstance(users, tuple):
        values["users"] = words.listed(f"<@{user}>" for user in users)
    if "user" in values:
        values["user"] = f"<@{values['user']}>"
    return words.say(refusal.sentence, **values)


Board = Callable[[], Awaitable[str | None]]
"""Finds the address of the current board; None without one."""


def log_not_shown(match: int, error: Exception) -> None:
    """Note that Discord refuses to show what counted in a match."""
    _log.warning("Match %d can't be shown: %s", match, error)


def counted(interaction: discord.Interaction) -> None:
    """Note that what was asked for has counted: to be said as soon as it is on disk."""
    interaction.extras[COUNTED] = True


def has_counted(interaction: discord.Interaction) -> bool:
    """Whether something of it is known to have counted."""
    return bool(interaction.extras.get(COUNTED))


class Answering:
    """Does the work of interactions, and says what is known where it goes wrong."""

    def __init__(self, matches: Matches, limits: CoolDown, in_flight: InFlight) -> None:
        self._matches = matches
        self._limits = limits
        self._in_flight = in_flight

    async def answered(
        self,
        interaction: discord.Interaction,
        words: Words,
        work: Coroutine[Any, Any, None],
        board: Board,
    ) -> None:
        """Do the work; whatever goes wrong, tell the one who asked what is known about it.

        `board` finds the address of the current board, for somebody who pressed on an old one.
        """
        if not self._limits.allow(interaction.user.id):
            work.close()
            await tell(interaction, sentence(TooFast(), words))
            return
        try:
            with self._in_flight.working():
                await work
        except Exception as error:  # noqa: BLE001 - a person is waiting for an answer
            text = await self._said(error, interaction, words, board)
            if text is not None:
                await tell(interaction, text)

    async def _said(
        self,
        error: Exception,
        interaction: discord.Interaction,
        words: Words,
        board: Board,
    ) -> str | None:
        """What to tell of this error; None if there is nothing to tell."""
        if isinstance(error, discord.HTTPException) and error.code in (
            UNKNOWN_INTERACTION,
            ALREADY_ANSWERED,
        ):
            _log.info("An answer came too late, or was given elsewhere: %s", error)
            return None
        if has_counted(interaction):
            return _all_the_same(error, words)
        match error:
            case Refusal():
                return await _refused(error, words, board)
            case BadChoice():
                return error.sentence
            case StoreTrouble() | Conflict() | TimeoutError():
                return await self._of_store(error, interaction, words)
            case BrokenMatch():
                _log.error("A match does not replay", exc_info=error)
                return words.say(
                    "This match can't be read correctly and is frozen. Nothing changed."
                )
            case discord.HTTPException() | discord.RateLimited():
                _log.warning("Discord refuses what was asked for: %s", error)
                return words.say(
                    "Discord says “{reason}”. `/board` shows what counted.", reason=reason(error)
                )
            case _:
                _log.error("An interaction went wrong", exc_info=error)
                return words.say("Something went wrong. `/board` shows what counted.")

    async def _of_store(
        self,
        error: StoreTrouble | Conflict | TimeoutError,
        interaction: discord.Interaction,
        words: Words,
    ) -> str:
        """What is said where the database failed, or was too slow, before anything was marked as
        counted: the same interaction may have counted all the same, by another delivery of it."""
        _log.error("The store refused: %r", error)
        if isinstance(error, Unfinished):
            return _all_the_same(error, words)
        try:
            done = not isinstance(error, Unsure) and await self._is_stored(interaction)
            known = not isinstance(error, Unsure)
        except StoreTrouble as blind:
            _log.error("What an interaction did can't be looked at: %s", blind)
            done = known = False
        if done:
            return _all_the_same(error, words)
        if not known:
            return words.say(
                "I can't tell right now whether that counted. Before you try again, check `/board` "
                "and `/matches`."
            )
        if isinstance(error, TimeoutError):
            return words.say("That took too long. Nothing changed: try again.")
        return words.say("That couldn't be saved, so it didn't count. Try again later.")

    async def _is_stored(self, interaction: discord.Interaction) -> bool:
        """Whether an interaction has changed or made a match; raises StoreTrouble.

        What was not acknowledged was not begun.
        """
        if not interaction.response.is_done():
            return False
        store = self._matches.store
        if await store.press(interaction.id) is not None:
            return True
        return await store.opened(interaction.id) is not None


async def _refused(refusal: Refusal, words: Words, board: Board) -> str:
    text = sentence(refusal, words)
    if not isinstance(refusal, BoardMovedOn | BeforeRestore):
        return text
    try:
        url = await board()
    except (StoreTrouble, Refusal) as trouble:
        _log.info("The way to the current board is not known: %r", trouble)
        return text
    if url is None:
        return text
    return words.say("{refusal} [Go to the current board]({url})", refusal=text, url=url)


def _all_the_same(error: Exception, words: Words) -> str:
    """What is said where something failed after it had counted."""
    if isinstance(error, discord.HTTPException | discord.RateLimited):
        _log.warning("Discord refuses what follows from what counted: %s", error)
        return words.say(
            "It counted, but I can't show it right now: Discord says “{reason}”. No need to do "
            "it again.",
            reason=reason(error),
        )
    known = (StoreTrouble, Conflict, Refusal, BrokenMatch, *DISCORD_TROUBLE)
    trace = None if isinstance(error, known) else error
    _log.error("Something failed after it had counted: %r", error, exc_info=trace)
    return words.say("It counted, but I can't show it right now. No need to do it again.")
