"""Private sessions: a match as one seat sees it, played in an ephemeral message."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.playing.decisions import seat_to_act
from bot.match.playing.errors import IllegalMove
from bot.match.playing.undo import retractor
from bot.match.services import DomainServices
from bot.match.values.errors import NotInMatch, NotStarted, Refusal
from cogs.base.custom_ids import BoardVersion
from cogs.board.day_panel import DayPanel
from cogs.board.publisher import BoardPublisher
from cogs.board.session_interludes import SessionInterludes
from cogs.drawing.queue import DrawingQueue
from cogs.interactions.answers import sentence
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.scenes.narration import recap
from cogs.scenes.scenes import Scenes
from cogs.screens import Control, Menu, Scene
from cogs.screens.base import BadChoice
from cogs.screens.capabilities import SessionScreens, WhyNotScreens
from cogs.ui.layouts import (
    board_rows,
    compose,
    files,
    match_button,
    refresh_button,
    text_button,
    undo_button,
)
from cogs.ui.match_controls import hint_buttons
from engine.core.types import Seat

Controls = Sequence[Sequence[Control | Menu]]


@dataclass(eq=False)
class PrivateSessions:
    """Shows a match to one of its players, with their controls.

    Sessions have no memory: their buttons contain the match, the log length shown, and their
    effect. So a session continues after any restart.
    """

    kit: Kit
    domain: DomainServices
    boards: BoardPublisher
    scenes: Scenes
    private_pictures: DrawingQueue
    days: DayPanel = field(init=False)
    interludes: SessionInterludes = field(init=False)

    def __post_init__(self) -> None:
        self.interludes = SessionInterludes(self.kit, self.private_pictures)
        self.days = DayPanel(self.domain.daily, self.domain.day_records)

    def of(self, loaded: Loaded) -> SessionScreens:
        """Return the session screens of a match; raise IllegalMove if its game has none."""
        screens = self.kit.games.screens(loaded.record.game)
        if not isinstance(screens, SessionScreens):
            raise IllegalMove
        return screens

    @asynccontextmanager
    async def showing_refusals(self, ctx: Context, board: BoardVersion) -> AsyncIterator[None]:
        """Show a refusal in the pressed session, above the current match; raise IllegalMove if the
        game has no sessions.
        """
        if not board.session:
            yield
            return
        done = ctx.interaction.response.is_done()
        async with nullcontext() if done else ctx.before_form():
            self.of(await ctx.match(board.match))
        try:
            yield
        except (Refusal, BadChoice) as error:
            note = sentence(error, ctx.words) if isinstance(error, Refusal) else error.sentence
            await self.show(ctx, board.match, note=note)

    async def show(
        self,
        ctx: Context,
        match: MatchId,
        *,
        controls: Controls | None = None,
        note: str = "",
        shown: int | None = None,
    ) -> None:
        """Answer with the current match below a note, in the pressed session or a new one.

        `controls` replace all controls of the seat. `shown` is the log length that the pressed
        session showed: an animation of later entries comes first. Show the match again if it
        changes meanwhile, for example after two quick presses, because the last answer is not
        always the one with the newest state. Raise NotInMatch, NotStarted, or IllegalMove for a
        game without sessions.
        """
        offered = self.of(await ctx.match(match))
        if not ctx.interaction.response.is_done():
            await ctx.acknowledge(new_message=not ctx.is_private)
        if shown is not None:
            await self._play(ctx, match, shown)
        seq = await self._show(ctx, match, offered, controls, note)
        while (await self.kit.matches.look(match)).seq > seq:
            seq = await self._show(ctx, match, offered, None, note)

    async def _play(self, ctx: Context, match: MatchId, shown: int) -> None:
        loaded = await self.kit.matches.look(match)
        seat = loaded.roster.seat_of(ctx.user)
        if seat is None or loaded.position is None:
            return
        scene = await self.scenes.scene(loaded, ctx.words, seat, ctx.interaction.guild_id)
        await self.interludes.play(ctx, loaded, scene, seat, shown)

    async def _show(
        self,
        ctx: Context,
        match: MatchId,
        offered: SessionScreens,
        controls: Controls | None,
        note: str,
    ) -> int:
        # Not `ctx.match`, which can be the state before the press.
        loaded = await self.days.current(await self.kit.matches.look(match))
        seat = loaded.roster.seat_of(ctx.user)
        if seat is None:
            raise NotInMatch
        if loaded.position is None:
            raise NotStarted
        scene = await self.scenes.scene(loaded, ctx.words, seat, ctx.interaction.guild_id)
        screens, over = scene.screens, loaded.status is Status.OVER
        draw = partial(screens.end, scene) if over else partial(screens.board, scene, ())
        picture = await self.private_pictures.draw(draw)
        pictures = [(f"mine-{match}-{loaded.seq}-{ctx.interaction.id}{picture.suffix}", picture)]
        story = await asyncio.to_thread(recap, scene, loaded, ctx.user)
        if waits := _waits(loaded, ctx):
            ask, controls = await self._with_board(ctx, match, waits), ()
        else:
            ask = screens.ask(scene)
            if controls is None:
                controls = offered.session_controls(scene, seat)
        version = BoardVersion(match, loaded.seq, session=True)
        rows = board_rows(version, controls)
        if not over:
            rows.append(self._beside(version, scene, loaded, seat, waits=bool(waits)))
        texts = [note, screens.final(scene) if over else f"**{screens.headline(scene)}**"]
        below = [ask]
        if loaded.record.day is not None:
            panel = await self.days.below(loaded, scene, ctx.guild)
            if over:
                below = [*panel.lines]
            else:  # the picture must stay next to its buttons
                texts += panel.lines
            rows += [list(row) for row in panel.rows]
        layout = compose(
            texts=texts,
            story="\n".join(story),
            galleries=[pictures],
            below=below,
            rows=rows,
        )
        await ctx.respond(layout, files(pictures))
        return loaded.seq

    def _beside(
        self, version: BoardVersion, scene: Scene, loaded: Loaded, seat: Seat, *, waits: bool
    ) -> list[ui.Item[Any]]:
        words, match = scene.words, loaded.record.id
        row: list[ui.Item[Any]] = []
        if retractor(loaded) == seat:
            row.append(undo_button(version, words.say("Take back")))
        elif waits:
            # Translators: A button: show a private message as it is now.
            row.append(refresh_button(version, words.say("Refresh")))
        if isinstance(scene.screens, WhyNotScreens) and scene.screens.questions(scene, seat):
            row.append(match_button(match, "why", words.say("Why not?"), emoji="❓"))
        return [*row, text_button(match, words), *hint_buttons(loaded, scene)]

    async def _with_board(self, ctx: Context, match: MatchId, text: str) -> str:
        url = await self.boards.current(match)
        if url is None:
            return text
        return "\n".join([text, ctx.words.say("The board is here: {url}", url=url)])


def _waits(loaded: Loaded, ctx: Context) -> str:
    try:
        seat_to_act(loaded, ctx.user, loaded.seq)
    except Refusal as refusal:
        return sentence(refusal, ctx.words)
    return ""
