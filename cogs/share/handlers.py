"""Posts what people want to share, where they may post, with their name and without a ping."""

import asyncio
import hashlib
import logging
from dataclasses import dataclass

import discord

from bot.match.errors import Refusal
from bot.match.people.servers import ServerStore, admit
from bot.match.people.share_limit import ShareLimit
from bot.match.records import Status
from bot.match.statistics.results import results
from cogs.board.result_cards import story
from cogs.board.scenes import Scenes
from cogs.games.installed import InstalledGames
from cogs.interactions.context import Context, Handlers, Interactions, handler
from cogs.interactions.discord_errors import DISCORD_TROUBLE
from cogs.interactions.discord_errors import reason as said
from cogs.posting.places import address
from cogs.replay.animation import filmed
from cogs.replay.frames import FrameRenderer
from cogs.replay.panel import note, told_of
from cogs.replay.timeline import Timeline
from cogs.replay.turning_points import TurningPoints
from cogs.screens import Scene
from cogs.screens.capabilities import MomentScreens
from cogs.server.preferences import Preferences
from cogs.share import shareables
from cogs.share.panel import Pictures, panel, shared
from cogs.share.places import check_place
from cogs.share.shareables import FEAT, POINT, Shareable, offered, thing
from cogs.ui.layouts import compose, files
from cogs.ui.markup import bold, harmless
from engine.core.driver import without_undone
from engine.core.turning import TurningPoint
from render.charts.achievement import draw_medal
from texts import Words, mark

_log = logging.getLogger(__name__)


class NothingToShare(Refusal):
    """The match has no such thing, or not yet."""

    sentence = mark("That can't be shared: the match has nothing like it.")


@dataclass(frozen=True, slots=True)
class Drawn:
    """Something as it is posted."""

    text: str
    pictures: Pictures
    step: int
    """Where the replay begins that it leads to."""


class ShareHandlers(Handlers):
    """Answers all buttons and menus of sharing. Nothing is kept but how much somebody shared."""

    def __init__(
        self,
        interactions: Interactions,
        client: discord.Client,
        scenes: Scenes,
        preferences: Preferences,
        servers: ServerStore,
        games: InstalledGames,
    ) -> None:
        super().__init__(interactions)
        self._games = games
        self._client = client
        self._scenes = scenes
        self._preferences = preferences
        self._servers = servers
        self._limit = ShareLimit(interactions.matches.clock)
        self._under_way: set[str] = set()
        self.shots = FrameRenderer(scenes)
        self.turning = TurningPoints()

    @handler(acknowledge=False)
    async def press(self, ctx: Context, match: int, what: str, verb: str, value: str) -> None:
        """An item of the panel, or a button that opens it."""
        await ctx.acknowledge(new_message=verb == "open")
        wanted = thing(value if verb == "what" else what)
        if wanted is None:
            raise NothingToShare
        if verb == "here" and ctx.interaction.channel_id is not None:
            await self.post(ctx, match, wanted, ctx.interaction.channel_id)
        elif verb == "where":
            if not value.isdecimal():
                raise NothingToShare
            await self.post(ctx, match, wanted, int(value))
        else:
            await self._offer(ctx, match, wanted)

    async def _offer(self, ctx: Context, match: int, wanted: Shareable) -> None:
        loaded = await ctx.match(match)
        reel = await self.shots.reel(loaded)
        scene = await self._scenes.scene(loaded, ctx.words)
        points = self.turning.known(match) or ()
        options = await asyncio.to_thread(
            offered, reel, scene, self._games.statistics(scene.game.info.name), points, wanted
        )
        layout = panel(match, options, ctx.words)
        await ctx.respond(layout)

    async def post(self, ctx: Context, match: int, wanted: Shareable, place: int) -> None:
        """Let an acknowledged press post it there, once however often it is pressed."""
        loaded = await ctx.match(match)
        user, guild = ctx.interaction.user, loaded.record.guild
        await admit(self._servers, guild, user.id)
        await check_place(self._client, ctx.interaction, place, ctx.words)
        nonce = _nonce(user.id, match, wanted, place, loaded.seq)
        if nonce in self._under_way:
            return  # the press before this one tells what came of it
        self._under_way.add(nonce)
        try:
            self._limit.claim(user.id, nonce)
            reel = await self.shots.reel(loaded)
            public = await self._preferences.words(guild)
            drawn = await self._drawn(reel, wanted, public)
            by = bold(harmless(user.display_name) or public.say("Miner"))
            channel = self._client.get_partial_messageable(place, guild_id=guild)
            try:
                message = await channel.send(
                    view=shared(match, drawn.step, by, drawn.text, drawn.pictures, public),
                    files=files(drawn.pictures),
                    allowed_mentions=discord.AllowedMentions.none(),
                    nonce=nonce,
                )
            except DISCORD_TROUBLE as error:
                self._limit.release(user.id, nonce)
                _log.info("%s of match %d can't be shared: %s", wanted, match, error)
                text = ctx.words.say(
                    "Discord won't let me post there: “{reason}”.", reason=said(error)
                )
            else:
                text = ctx.words.say("Shared: {url}", url=address(guild, place, message.id))
        except BaseException:
            self._limit.release(user.id, nonce)
            raise
        finally:
            self._under_way.discard(nonce)
        await ctx.respond(compose(texts=[text]))

    async def _drawn(self, reel: Timeline, wanted: Shareable, words: Words) -> Drawn:
        match wanted.kind:
            case shareables.END:
                return await self._end(reel, words)
            case shareables.FILM:
                return await self._film(reel, words)
            case shareables.TURN | shareables.POINT:
                return await self._moment(reel, wanted, words)
            case shareables.HIGH:
                return await self._high(reel, wanted, words)
            case _:
                return await self._feat(reel, wanted, words)

    async def _scene(self, reel: Timeline, step: int, words: Words) -> Scene:
        return await self._scenes.scene(reel.at(step), words)

    async def _end(self, reel: Timeline, words: Words) -> Drawn:
        if reel.loaded.status is not Status.OVER:
            raise NothingToShare
        match = reel.loaded.record.id
        scene = await self._scenes.scene(reel.loaded, words)
        picture = await asyncio.to_thread(scene.screens.end, scene)
        text = await asyncio.to_thread(story, scene, reel.loaded)
        told = words.say("-# Match #{match}", match=match)
        pictures = [(f"result-{match}{picture.suffix}", picture)]
        return Drawn("\n".join(line for line in (text, told) if line), pictures, 1)

    async def _film(self, reel: Timeline, words: Words) -> Drawn:
        match = reel.loaded.record.id
        film = await filmed(self.shots, self.turning, reel, words)
        text = words.say("🎞️ **Match #{match}**, turn by turn.", match=match)
        return Drawn(text, [(f"match-{match}-{reel.loaded.seq}{film.suffix}", film)], 1)

    async def _moment(self, reel: Timeline, wanted: Shareable, words: Words) -> Drawn:
        points: tuple[TurningPoint, ...] = ()
        if wanted.kind == POINT:
            points = await self.turning.find(reel.loaded, hurry=True)
            points = tuple(point for point in points if point.step == wanted.number)
            if not points:
                raise NothingToShare
        step = reel.step(wanted.number)
        shot = await self.shots.shot(reel, step, words)
        special = note(points[0], shot.scene) if points else ""
        name = f"moment-{reel.loaded.record.id}-{step}{shot.picture.suffix}"
        return Drawn(told_of(reel, step, shot.scene, special), [(name, shot.picture)], step)

    async def _high(self, reel: Timeline, wanted: Shareable, words: Words) -> Drawn:
        end = reel.turns[-1].end
        made = [one for one in without_undone(reel.told[:end]) if one.entry.seq == wanted.number]
        step = next((n for n, turn in enumerate(reel.turns, 1) if wanted.number < turn.end), 1)
        scene = await self._scene(reel, step, words)
        if not isinstance(scene.screens, MomentScreens):
            raise NothingToShare
        picture = await asyncio.to_thread(scene.screens.moment, scene, made)
        if picture is None:
            raise NothingToShare
        match = reel.loaded.record.id
        lines = [*scene.screens.story(scene, made), words.say("-# Match #{match}", match=match)]
        name = f"high-{match}-{wanted.number}{picture.suffix}"
        return Drawn("\n".join(lines), [(name, picture)], step)

    async def _feat(self, reel: Timeline, wanted: Shareable, words: Words) -> Drawn:
        ended = await asyncio.to_thread(results, reel.loaded)
        earned = {
            Shareable(FEAT, result.seat, one.name): one for result in ended for one in result.earned
        }
        if reel.loaded.status is not Status.OVER or wanted not in earned:
            raise NothingToShare
        match, did = reel.loaded.record.id, earned[wanted].figure
        scene = await self._scenes.scene(reel.loaded, words)
        player = scene.players[wanted.number]
        theme = await self._preferences.theme(reel.loaded.record.guild)
        game = scene.game.info.name
        found = self._games.statistics(game).achievement(words, wanted.name, did)
        assert found is not None, "a game has words for all that it declares"
        picture = await asyncio.to_thread(
            draw_medal,
            player,
            wanted.number,
            wanted.name,
            found.name,
            found.reason,
            self._games.pictures(game),
            words,
            theme,
        )
        text = words.say("-# Match #{match}", match=match)
        name = f"medal-{match}-{wanted.name}{picture.suffix}"
        return Drawn(text, [(name, picture)], len(reel.turns))


def _nonce(user: int, match: int, wanted: Shareable, place: int, seq: int) -> str:
    """The same for the same wish: Discord then gives back the message that it has."""
    told = f"{user}:{match}:{wanted}:{place}:{seq}"
    return "s" + hashlib.sha256(told.encode()).hexdigest()[:24]
