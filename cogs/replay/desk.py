"""Answers what is asked of replays. Nothing of one is kept: each press says match and step."""

import logging
from functools import partial

import discord

from bot.match.loaded import Loaded
from cogs.answers import acknowledge, answered, nowhere, private_words, tell
from cogs.desk import Desk
from cogs.names import bold, harmless
from cogs.play.layout import Paper, files, paper
from cogs.play.places import address, check_posting
from cogs.preferences import Preferences
from cogs.replay.panel import Pictures, caption, note, panel, shared, turning_panel
from cogs.replay.reel import Reel
from cogs.replay.shots import Shot, Shots
from cogs.replay.turning import TurningPoints
from cogs.screens.base import BadChoice
from cogs.trouble import DISCORD_TROUBLE, reason
from engine.core.turning import TurningPoint
from render.picture import Picture
from texts import Catalogue, Words

_log = logging.getLogger(__name__)


class ReplayDesk:
    """Shows matches turn by turn."""

    def __init__(
        self, client: discord.Client, desk: Desk, preferences: Preferences, catalogue: Catalogue
    ) -> None:
        self._client = client
        self._desk = desk
        self._preferences = preferences
        self._catalogue = catalogue
        self._shots = Shots(desk.scenes)
        self._turning = TurningPoints()

    async def press(
        self, interaction: discord.Interaction, match: int, step: int, verb: str
    ) -> None:
        """A button or menu of a replay."""
        words = private_words(self._catalogue, interaction)

        async def work() -> None:
            anew = verb in ("open", "film", "turning")
            await acknowledge(interaction, anew=anew)
            loaded = await self._desk.look(interaction, match)
            match verb:
                case "share":
                    await self._share(interaction, loaded, step, words)
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

    def _note(self, loaded: Loaded, step: int, shot: Shot) -> str:
        """What is known to be special at a step."""
        for point in self._turning.known(loaded.record.id) or ():
            if point.step == step:
                return note(point, shot.scene)
        return ""

    async def _share(
        self, interaction: discord.Interaction, loaded: Loaded, step: int, words: Words
    ) -> None:
        """Post a moment where it is asked for; the same press twice is one message."""
        in_thread = isinstance(interaction.channel, discord.Thread)
        mine = interaction.permissions
        if not (mine.send_messages_in_threads if in_thread else mine.send_messages):
            raise BadChoice(words.say("You can't post here, so nothing was shared."))
        check_posting(interaction, words)
        assert interaction.channel_id is not None, "a button is pressed in a channel"
        guild, place = loaded.record.guild, interaction.channel_id
        public = await self._preferences.words(guild)
        reel = await self._shots.reel(loaded)
        step = reel.step(step)
        shot = await self._shots.shot(reel, step, public)
        by = bold(harmless(interaction.user.display_name) or public.say("Miner"))
        layout, pictures = shared(reel, step, shot, by=by, note=self._note(loaded, step, shot))
        channel = self._client.get_partial_messageable(place, guild_id=guild)
        try:
            message = await channel.send(
                view=layout,
                files=files(pictures),
                allowed_mentions=discord.AllowedMentions.none(),
                nonce=f"m{interaction.id}",
            )
        except DISCORD_TROUBLE as error:
            _log.info("A moment of match %d can't be shared: %s", loaded.record.id, error)
            text = words.say("Discord won't let me post here: “{reason}”.", reason=reason(error))
        else:
            url = address(guild, place, message.id)
            text = words.say("Shared: {url}", url=url)
        await tell(interaction, text)

    async def _film(self, interaction: discord.Interaction, loaded: Loaded, words: Words) -> None:
        reel = await self._shots.reel(loaded)
        points: tuple[TurningPoint, ...] = ()
        if loaded.outcome is not None:
            try:
                points = await self._turning.find(loaded, hurry=True)
            except TimeoutError:
                _log.warning("The turning points of match %d took too long", loaded.record.id)
        marked = {point.step: partial(caption, point) for point in points}
        film = await self._shots.film(reel, words, marked)
        await _answer(interaction, *_screening(reel, film, words))

    async def _turning_points(
        self, interaction: discord.Interaction, loaded: Loaded, words: Words
    ) -> None:
        points = await self._turning.find(loaded)
        reel = await self._shots.reel(loaded)
        shots = [await self._shots.shot(reel, point.step, words) for point in points]
        await _answer(interaction, *turning_panel(reel, points, shots, words))


def _screening(reel: Reel, film: Picture, words: Words) -> tuple[Paper, Pictures]:
    match = reel.loaded.record.id
    pictures = [(f"match-{match}-{reel.loaded.seq}{film.suffix}", film)]
    text = words.say("🎞️ **Match #{match}**, turn by turn.", match=match)
    return paper(texts=[text], galleries=[pictures]), pictures


async def _answer(interaction: discord.Interaction, layout: Paper, pictures: Pictures) -> None:
    """Let the interaction's own answer, or the message that it came from, be this."""
    await interaction.edit_original_response(view=layout, attachments=files(pictures))
