"""Answers what is asked of replays. Nothing of one is kept: each press says match and step."""

import discord

from bot.match.loaded import Loaded
from cogs.interactions.answers import acknowledge, answered, nowhere, private_words
from cogs.play.handlers import PlayHandlers
from cogs.replay.animation import filmed
from cogs.replay.frames import ReplayFrame
from cogs.replay.panel import Pictures, note, panel, turning_panel
from cogs.replay.timeline import Timeline
from cogs.share.handlers import ShareHandlers
from cogs.share.items import share_button
from cogs.share.shareables import FILM, TURN, Shareable
from cogs.ui.layouts import MessageLayout, compose, files
from render.picture import Picture
from texts import Catalogue, Words


class ReplayHandlers:
    """Shows matches turn by turn."""

    def __init__(self, handlers: PlayHandlers, share: ShareHandlers, catalogue: Catalogue) -> None:
        self._handlers = handlers
        self._share = share
        self._catalogue = catalogue
        self._shots = share.shots
        self._turning = share.turning

    async def press(
        self, interaction: discord.Interaction, match: int, step: int, verb: str
    ) -> None:
        """A button or menu of a replay."""
        words = private_words(self._catalogue, interaction)

        async def work() -> None:
            anew = verb in ("open", "film", "turning")
            await acknowledge(interaction, anew=anew)
            loaded = await self._handlers.look(interaction, match)
            match verb:
                case "share":  # of panels before there was one for sharing
                    place = interaction.channel_id or 0
                    await self._share.post(interaction, match, Shareable(TURN, step), place, words)
                case "film":
                    await self._film(interaction, loaded, words)
                case "turning":
                    await self._turning_points(interaction, loaded, words)
                case _:
                    await self.show(interaction, loaded, step, words)

        await answered(interaction, words, work(), nowhere)

    async def show(
        self, interaction: discord.Interaction, loaded: Loaded, step: int, words: Words
    ) -> None:
        """Let an acknowledged interaction's own answer be the panel at a step."""
        reel = await self._shots.reel(loaded)
        step = reel.step(step)
        shot = await self._shots.shot(reel, step, words)
        await _answer(interaction, *panel(reel, step, shot, note=self._note(loaded, step, shot)))

    def _note(self, loaded: Loaded, step: int, shot: ReplayFrame) -> str:
        """What is known to be special at a step."""
        for point in self._turning.known(loaded.record.id) or ():
            if point.step == step:
                return note(point, shot.scene)
        return ""

    async def _film(self, interaction: discord.Interaction, loaded: Loaded, words: Words) -> None:
        reel = await self._shots.reel(loaded)
        film = await filmed(self._shots, self._turning, reel, words)
        await _answer(interaction, *_screening(reel, film, words))

    async def _turning_points(
        self, interaction: discord.Interaction, loaded: Loaded, words: Words
    ) -> None:
        points = await self._turning.find(loaded)
        reel = await self._shots.reel(loaded)
        shots = [await self._shots.shot(reel, point.step, words) for point in points]
        await _answer(interaction, *turning_panel(reel, points, shots, words))


def _screening(reel: Timeline, film: Picture, words: Words) -> tuple[MessageLayout, Pictures]:
    match = reel.loaded.record.id
    pictures = [(f"match-{match}-{reel.loaded.seq}{film.suffix}", film)]
    text = words.say("🎞️ **Match #{match}**, turn by turn.", match=match)
    again = share_button(match, FILM, words.say("Share"))
    return compose(texts=[text], galleries=[pictures], rows=[[again]]), pictures


async def _answer(
    interaction: discord.Interaction, layout: MessageLayout, pictures: Pictures
) -> None:
    """Let the interaction's own answer, or the message that it came from, be this."""
    await interaction.edit_original_response(view=layout, attachments=files(pictures))
