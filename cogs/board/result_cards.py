"""The card of a match after its end: the invitation's message, which then shows the result."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId
from cogs.board.after_match import achievement_lines
from cogs.board.endings import rematch_button, tells_winner, winner
from cogs.board.layouts import BoardLayouts
from cogs.kit import Kit
from cogs.posting.places import address
from cogs.posting.posted_message import Content, Pictures
from cogs.scenes.end_stories import caption, story
from cogs.scenes.scenes import Scenes
from cogs.scenes.series import score_line
from cogs.screens import Scene
from cogs.screens.base import Style
from cogs.ui.challenges import challenge_rows
from cogs.ui.layouts import MessageLayout, compose, more_button
from cogs.ui.match_controls import RESULT, replay_button, share_button
from engine.core.chance import commitment
from texts import Words


@dataclass(eq=False)
class ResultCards:
    kit: Kit
    scenes: Scenes
    layouts: BoardLayouts

    async def content(self, loaded: Loaded) -> Content:
        record = loaded.record
        words = await self.kit.preferences.words(record.guild)
        if not await self.kit.access.in_channel(record.home, record):  # it has moved
            return Content(hidden_card(record.id, words))
        scene = await self.scenes.scene(loaded, words)
        picture = await self.layouts.end(scene, await asyncio.to_thread(caption, scene, loaded))
        progress = await self.kit.matches.store.progress(record.id)
        url = address(record.guild, record.place or record.channel, progress.message)
        lines = [
            await asyncio.to_thread(story, scene, loaded),
            *await achievement_lines(self.kit, loaded, words),
            await self._score(loaded, words),
            words.say("-# Match #{match} · {url}", match=record.id, url=url)
            if record.place in (None, record.channel)
            else f"-# {url}",  # the title of the thread has the number
        ]
        # The file name keeps the full commitment of the dice public, without taking room.
        name = f"result-{record.id}-{commitment(record.seed)}{picture.suffix}"
        pictures = [(name, picture)]
        return Content(result_card(scene, loaded, pictures, lines), pictures)

    async def _score(self, loaded: Loaded, words: Words) -> str:
        if loaded.roster.follows is None:
            return ""
        people = [user for user in loaded.roster.original if user is not None]
        return score_line(await self.kit.servers.score(loaded.record.id), people, words)


def hidden_card(match: MatchId, words: Words) -> MessageLayout:
    return compose(
        texts=[words.say("🏁 Match #{match} is over", match=match)],
        rows=[[more_button(match, words)]],
    )


def result_card(
    scene: Scene, loaded: Loaded, pictures: Pictures, lines: Sequence[str]
) -> MessageLayout:
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
                rematch_button(loaded, "again", words, Style.MAIN),
                replay_button(match, 1, "open", words.say("Replay"), "⏯️"),
                share_button(match, RESULT, words.say("Share")),
                more_button(match, words),
            ],
            *challenge_rows(scene.game, words),
        ],
    )
