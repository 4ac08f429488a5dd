"""Answers what is asked of replays. Nothing of one is kept: each press says match and step."""

from bot.match.loaded import Loaded
from cogs.interactions.context import Context, Handlers, Interactions, handler
from cogs.replay.animation import filmed
from cogs.replay.frames import ReplayFrame
from cogs.replay.panel import Pictures, note, panel, turning_panel
from cogs.replay.timeline import Timeline
from cogs.share.controls import share_button
from cogs.share.handlers import ShareHandlers
from cogs.share.shareables import FILM, TURN, Shareable
from cogs.ui.layouts import MessageLayout, compose, files
from render.picture import Picture
from texts import Words


class ReplayHandlers(Handlers):
    """Shows matches turn by turn."""

    def __init__(self, interactions: Interactions, share: ShareHandlers) -> None:
        super().__init__(interactions)
        self._share = share
        self._shots = share.shots
        self._turning = share.turning

    @handler(acknowledge=False)
    async def press(self, ctx: Context, match: int, step: int, verb: str) -> None:
        """A button or menu of a replay."""
        await ctx.acknowledge(new_message=verb in ("open", "film", "turning"))
        loaded = await ctx.match(match)
        match verb:
            case "share":  # of panels before there was one for sharing
                place = ctx.interaction.channel_id or 0
                await self._share.post(ctx, match, Shareable(TURN, step), place)
            case "film":
                await self._film(ctx, loaded)
            case "turning":
                await self._turning_points(ctx, loaded)
            case _:
                await self.show(ctx, loaded, step)

    async def show(self, ctx: Context, loaded: Loaded, step: int) -> None:
        """Let an acknowledged interaction's own answer be the panel at a step."""
        reel = await self._shots.reel(loaded)
        step = reel.step(step)
        shot = await self._shots.shot(reel, step, ctx.words)
        await _answer(ctx, *panel(reel, step, shot, note=self._note(loaded, step, shot)))

    def _note(self, loaded: Loaded, step: int, shot: ReplayFrame) -> str:
        """What is known to be special at a step."""
        for point in self._turning.known(loaded.record.id) or ():
            if point.step == step:
                return note(point, shot.scene)
        return ""

    async def _film(self, ctx: Context, loaded: Loaded) -> None:
        reel = await self._shots.reel(loaded)
        film = await filmed(self._shots, self._turning, reel, ctx.words)
        await _answer(ctx, *_screening(reel, film, ctx.words))

    async def _turning_points(self, ctx: Context, loaded: Loaded) -> None:
        points = await self._turning.find(loaded)
        reel = await self._shots.reel(loaded)
        shots = [await self._shots.shot(reel, point.step, ctx.words) for point in points]
        await _answer(ctx, *turning_panel(reel, points, shots, ctx.words))


def _screening(reel: Timeline, film: Picture, words: Words) -> tuple[MessageLayout, Pictures]:
    match = reel.loaded.record.id
    pictures = [(f"match-{match}-{reel.loaded.seq}{film.suffix}", film)]
    text = words.say("🎞️ **Match #{match}**, turn by turn.", match=match)
    again = share_button(match, FILM, words.say("Share"))
    return compose(texts=[text], galleries=[pictures], rows=[[again]]), pictures


async def _answer(ctx: Context, layout: MessageLayout, pictures: Pictures) -> None:
    await ctx.respond(layout, files(pictures))
