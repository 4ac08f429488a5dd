"""The card of a match that is over: the message in its channel, for all who did not play."""

import asyncio
import logging
from collections.abc import Sequence

import discord

from bot.match.events import EventKind
from bot.match.loaded import Loaded
from bot.match.matches import Matches
from bot.match.people.servers import ServerStore
from bot.match.statistics.results import leavers
from bot.match.types import Status
from cogs.board.endings import tells_winner, winner
from cogs.board.messages import BoardMessages, Pictures
from cogs.board.narration import event_line
from cogs.board.scenes import Scenes
from cogs.board.series import score_line
from cogs.interactions.discord_errors import DISCORD_TROUBLE
from cogs.posting.places import address
from cogs.replay.controls import replay_button
from cogs.screens import Scene, screens
from cogs.screens.base import Style
from cogs.server.preferences import Preferences
from cogs.share.controls import share_button
from cogs.share.shareables import END
from cogs.statistics.after_match import AfterMatch
from cogs.ui.layouts import MessageLayout, compose, fair_button, files, page_button
from cogs.ui.names import mention
from engine.core.chance import commitment
from texts import Words

_log = logging.getLogger(__name__)

GIVEN_UP = 86_400
"""Seconds after the end of a match for which its card is tried again."""
DECIDING = (EventKind.VOIDED, EventKind.CLAIMED, EventKind.RESIGNED, EventKind.REPLACED)
"""What ends a match before its rules do."""


class CardStays(Exception):
    """Discord does not let the card be written now; it stays noted for a later look."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class ResultCards:
    """Writes cards; whoever calls holds the lease of the match."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        scenes: Scenes,
        preferences: Preferences,
        servers: ServerStore,
        honours: AfterMatch,
        board_messages: BoardMessages,
    ) -> None:
        self._client = client
        self._matches = matches
        self._scenes = scenes
        self._preferences = preferences
        self._servers = servers
        self._honours = honours
        self._board_messages = board_messages

    async def bring(self, match: int) -> None:
        """Let the card tell the result, and note it then: written again it says the same.

        Raises CardStays.
        """
        loaded = await self._matches.look(match)
        record = loaded.record
        told = len(loaded.events)
        if loaded.status is not Status.OVER or await self._servers.card_told(match) >= told:
            return
        if record.invitation is not None:
            layout, pictures = await self.drawn(loaded)
            channel = self._client.get_partial_messageable(record.channel, guild_id=record.guild)
            try:
                await channel.get_partial_message(record.invitation).edit(
                    view=layout,
                    attachments=files(pictures),
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            except discord.NotFound:
                _log.info("The card of match %d is gone", match)
            except DISCORD_TROUBLE as error:
                if self._matches.clock.now() < (loaded.roster.ended or 0) + GIVEN_UP:
                    raise CardStays(error) from error
                _log.info("The card of match %d stays as it is: %s", match, error)
        await self._servers.note_card(match, told)

    async def drawn(self, loaded: Loaded) -> tuple[MessageLayout, Pictures]:
        """The card with its files."""
        record = loaded.record
        words = await self._preferences.words(record.guild)
        scene = await self._scenes.scene(loaded, words)
        picture = await self._board_messages.end(scene)
        shown = await self._matches.store.shown(record.id)
        url = address(record.guild, record.place or record.channel, shown.message)
        lines = [
            await asyncio.to_thread(story, scene, loaded),
            *await self._honours.achieved(loaded, words),
            await self._score(loaded, words),
            words.say("-# Match #{match} · {url}", match=record.id, url=url)
            if record.place in (None, record.channel)
            else f"-# {url}",  # the title of the thread has the number
        ]
        # The whole fingerprint of the dice stays in sight of all, and bothers nobody.
        name = f"result-{record.id}-{commitment(record.seed)}{picture.suffix}"
        pictures = [(name, picture)]
        return result_card(scene, loaded, pictures, lines), pictures

    async def _score(self, loaded: Loaded, words: Words) -> str:
        if loaded.roster.follows is None:
            return ""
        people = [user for user in loaded.roster.original if user is not None]
        return score_line(await self._servers.score(loaded.record.id), people, words)


def result_card(
    scene: Scene, loaded: Loaded, pictures: Pictures, lines: Sequence[str]
) -> MessageLayout:
    """The picture, what is told below it, and what can be pressed."""
    words, match = scene.words, loaded.record.id
    rematch = loaded.roster.rematch
    headline = "" if tells_winner(loaded) else winner(scene, loaded)
    if rematch is not None:
        lines = [*lines, words.say("🔁 The rematch is match #{match}.", match=rematch)]
    return compose(
        galleries=[pictures],
        below=[headline, "\n".join(line for line in lines if line)],
        rows=[
            [
                page_button(match, "again", words.say("Rematch"), Style.MAIN, "🔁"),
                replay_button(match, 1, "open", words.say("Replay"), "⏯️"),
                share_button(match, END, words.say("Share")),
                fair_button(match, words),
            ]
        ],
    )


def story(scene: Scene, loaded: Loaded) -> str:
    """One line about a match that is over. Slow: call it in a thread."""
    words = scene.words
    if loaded.outcome is None:
        ended = next((e for e in reversed(loaded.events) if e.kind in DECIDING), None)
        return "" if ended is None else words.say("### {line}", line=event_line(scene, ended))
    gone = [user for _, user in leavers(loaded)]
    if gone or loaded.roster.holders != loaded.roster.original:
        left = words.listed(mention(user, words) for user in dict.fromkeys(gone))
        line = words.say("{players} left on the way.", players=left) if gone else ""
    else:
        line = screens(loaded.record.game).highlight(scene, loaded.advances())
    return words.say("### {line}", line=line) if line else ""
