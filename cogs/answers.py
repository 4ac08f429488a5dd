"""Answering people: privately, truly, and never twice wrongly."""

import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Protocol, cast

import discord

from bot.match.errors import BoardMovedOn, NotYourTurn, Refusal, TooFast
from bot.match.limits import CoolDown
from bot.match.loaded import BrokenMatch
from bot.match.ports import Conflict, StoreTrouble
from cogs.fitting import CONTENT, cut_markup
from cogs.screens.base import BadChoice
from cogs.trouble import DISCORD_TROUBLE, Busy, reason
from texts import Catalogue, Words

_log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060
ELSEWHERE = "answered elsewhere"
"""Marks an interaction that was delivered twice: whoever was first speaks."""


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
    interaction: discord.Interaction, *, anew: bool = False, shared: bool = False
) -> None:
    """Answer within three seconds that something will come; nothing is promised by it.

    A command, and a form opened by one, gets a private "thinking…"; a button nothing visible,
    unless its answer is to be a message `anew`. A `shared` answer is seen by all.
    """
    from_message = interaction.type is discord.InteractionType.component or (
        interaction.type is discord.InteractionType.modal_submit and interaction.message is not None
    )
    try:
        if from_message and not anew:
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


def is_private(interaction: discord.Interaction) -> bool:
    """Whether it comes from a message that only its sender sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def instead(interaction: discord.Interaction, view: discord.ui.LayoutView | None) -> None:
    """Show this in place of the private message that was pressed; None: nothing.

    What was done has counted, so trouble here is no reason to speak of trouble.
    """
    try:
        if view is None:
            await interaction.delete_original_response()
        else:
            await interaction.edit_original_response(view=view)
    except DISCORD_TROUBLE as error:
        _log.info("A private message could not be replaced: %s", error)


def sentence(refusal: Refusal, words: Words) -> str:
    """A refusal in the words of its reader."""
    values = dict(refusal.values)
    users = values.get("users")
    if isinstance(refusal, NotYourTurn) and not users:
        return words.say("It is not your turn: a computer player is thinking.")
    if isinstance(users, tuple):
        values["users"] = words.listed(f"<@{user}>" for user in users)
    if "user" in values:
        values["user"] = f"<@{values['user']}>"
    return words.say(refusal.sentence, **values)


class HasBusy(Protocol):
    """The client, as far as answers need it."""

    busy: Busy
    limits: CoolDown


def _client(interaction: discord.Interaction) -> HasBusy:
    return cast("HasBusy", interaction.client)


async def nowhere() -> None:
    """No board to go to."""


async def answered(
    interaction: discord.Interaction,
    words: Words,
    work: Coroutine[Any, Any, None],
    board: Callable[[], Awaitable[str | None]],
) -> None:
    """Do the work; whatever goes wrong, tell the one who asked what is known about it.

    `board` finds the address of the current board, for who pressed on an old one.
    """
    client = _client(interaction)
    if not client.limits.allow(interaction.user.id):
        work.close()
        await tell(interaction, sentence(TooFast(), words))
        return
    try:
        with client.busy.working():
            await work
    except Refusal as refusal:
        text = sentence(refusal, words)
        if isinstance(refusal, BoardMovedOn) and (url := await board()) is not None:
            text = words.say("{refusal} [Go to the current board]({url})", refusal=text, url=url)
        await tell(interaction, text)
    except BadChoice as bad:
        await tell(interaction, bad.sentence)
    except TimeoutError:
        await tell(interaction, words.say("That took too long. Nothing was changed: try again."))
    except (StoreTrouble, Conflict) as error:
        _log.error("The store refused: %s", error)
        await tell(
            interaction, words.say("That could not be kept, so it did not count. Try again later.")
        )
    except BrokenMatch:
        _log.exception("A match does not replay")
        await tell(
            interaction,
            words.say("This match can't be read correctly and is frozen. Nothing was changed."),
        )
    except discord.HTTPException as error:
        if error.code in (UNKNOWN_INTERACTION, ALREADY_ANSWERED):
            _log.info("An answer came too late, or was given elsewhere: %s", error)
            return
        _log.warning("Discord refuses what was asked for: %s", error)
        await tell(
            interaction,
            words.say(
                "Discord says “{reason}”. `/board` shows what has counted.", reason=reason(error)
            ),
        )
    except Exception:  # noqa: BLE001 - a person is waiting for an answer
        _log.exception("An interaction went wrong")
        await tell(
            interaction,
            words.say("Something went wrong here. `/board` shows what has counted."),
        )
