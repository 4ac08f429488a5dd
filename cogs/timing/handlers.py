"""Answers what people press about time: votes, offers, claims, pauses, seats taken back."""

from collections.abc import Coroutine
from typing import Any

import discord

from bot.match.events import EventKind
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.timing.lateness import Choice, Vote
from bot.match.timing.services import TimingServices
from bot.match.types import MatchId
from cogs.board.publisher import BoardPublisher
from cogs.interactions.answers import (
    acknowledge,
    answered,
    counted,
    is_private,
    private_words,
    tell,
)
from cogs.interactions.discord_errors import DISCORD_TROUBLE
from cogs.notices.late_layouts import late_of
from cogs.notices.publisher import NoticePublisher
from cogs.play.handlers import PlayHandlers
from cogs.ui.layouts import MessageLayout, compose, notice_button
from texts import Catalogue, Words


class TimingHandlers:
    """Maps presses about time onto the services of time."""

    def __init__(
        self,
        pace: TimingServices,
        handlers: PlayHandlers,
        boards: BoardPublisher,
        notices: NoticePublisher,
        catalogue: Catalogue,
    ) -> None:
        self.pace = pace
        self._handlers = handlers
        self._boards = boards
        self._notices = notices
        self._catalogue = catalogue

    async def press(
        self, interaction: discord.Interaction, match: MatchId, n: int, verb: str
    ) -> None:
        """A button of the notice of event `n`."""
        words = private_words(self._catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await self._handlers.look(interaction, match)
            said = await self._do(loaded, interaction.user.id, n, verb, words)
            counted(interaction)
            if verb == "decline" and is_private(interaction):
                said = words.say("Taken back: nobody is asked any more.")
            await self.show(interaction, match)
            if said:
                await tell(interaction, said)

        await self._answered(interaction, words, work(), match)

    async def _do(self, loaded: Loaded, user: UserId, n: int, verb: str, words: Words) -> str:
        """Let it count; gives what is said to the one who pressed, where anything is."""
        match, rest, late = loaded.record.id, self.pace.rest, self.pace.late
        what, _, person = verb.partition(" ")
        match what:
            case "agree":
                await rest.pause(match, user, n)
            case "decline":
                await rest.decline_pause(match, user, n)
            case "resume":
                await rest.resume(match, user, n)
            case "back":
                await late.take_back_seat(match, user)
                return words.say("The seat is yours again.")
            case "offer":
                await late.offer(match, user, _lateness(loaded, n))
                return words.say("The players of the match decide whether you take the seat.")
            case "claim":
                await late.claim(match, user, _lateness(loaded, n))
            case _:
                vote = Vote(Choice(what), int(person) if person else None)
                voted = await late.vote(match, user, _lateness(loaded, n), vote)
                if voted.decided is None:
                    return words.say("Your choice counts. It's waiting for the others.")
        return ""

    async def pause(self, interaction: discord.Interaction, loaded: Loaded, words: Words) -> None:
        """The command: propose a pause, or agree to it."""
        match = loaded.record.id
        after = await self.pace.rest.pause(match, interaction.user.id)
        counted(interaction)
        if after.roster.paused is not None:
            text = words.say("The match is paused. `/resume` ends the pause.")
        else:
            text = words.say("The others are asked. The pause starts when all agree.")
        if after.roster.pause_asked == (interaction.user.id,):
            await tell(interaction, "", _asked(after, words))
            return
        await self.show(interaction, match)
        await tell(interaction, text)

    async def resume(self, interaction: discord.Interaction, loaded: Loaded, words: Words) -> None:
        """The command: end a pause."""
        match = loaded.record.id
        await self.pace.rest.resume(match, interaction.user.id)
        counted(interaction)
        await self.show(interaction, match)
        await tell(interaction, words.say("The pause is over for everybody: the clock runs again."))

    async def show(self, interaction: discord.Interaction, match: MatchId) -> None:
        """Show what has counted: the board first, then the notices."""
        await self._handlers.show(interaction, match)
        try:
            await self._notices.show(match)
        except (TimeoutError, *DISCORD_TROUBLE):
            return  # a later look does it

    async def _answered(
        self,
        interaction: discord.Interaction,
        words: Words,
        work: Coroutine[Any, Any, None],
        match: MatchId,
    ) -> None:
        await answered(interaction, words, work, lambda: self._boards.current(match))


def _asked(loaded: Loaded, words: Words) -> MessageLayout:
    """What who asks for a pause reads, with a way to take that back."""
    text = words.say(
        "The others are asked in a minute, and the pause starts when all agree. Until then you "
        "can take it back, and nobody will know."
    )
    last = loaded.events[-1].n
    button = notice_button(loaded.record.id, last, "decline", words.say("Take it back"))
    return compose(texts=[text], rows=[[button]])


def _lateness(loaded: Loaded, n: int) -> int:
    """The lateness that a button of the notice of event `n` is about; -1 where there is none."""
    if n >= len(loaded.events):
        return -1
    event = loaded.events[n]
    return late_of(loaded, event) if event.kind in (EventKind.LATE, EventKind.WARNED) else -1
