"""Private sessions: a match as one seat sees it, played in an ephemeral message."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial

from bot.match.core.exclusion import KeyedLocks
from bot.match.log.loaded import Loaded
from bot.match.log.records import MatchId, Status
from bot.match.playing.decisions import seat_to_act
from bot.match.playing.errors import IllegalMove
from bot.match.services import DomainServices
from bot.match.values.errors import NotInMatch, NotStarted, Refusal
from bot.match.values.players import UserId
from cogs.base.custom_ids import BoardVersion
from cogs.base.markup import escaped
from cogs.board.day_panel import DayPanel, first_look
from cogs.board.live_sessions import LiveSessions, Update
from cogs.board.practice_boards import Controls, buttons_beside, practice_content
from cogs.board.publisher import BoardPublisher
from cogs.board.session_interludes import play_interlude
from cogs.drawing.queue import DrawingQueue
from cogs.interactions.answers import sentence
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.posting.posted_message import Content
from cogs.scenes.lookup import name_of
from cogs.scenes.narration import recap
from cogs.scenes.scenes import Scenes
from cogs.screens import Scene
from cogs.screens.base import BadChoice, Panel, Style
from cogs.ui.layouts import (
    board_rows,
    compose,
    files,
    match_button,
    session_button,
    text_button,
)
from cogs.ui.match_controls import hint_buttons
from engine.core.types import Seat
from render.picture import Picture


@dataclass(eq=False)
class PrivateSessions:
    """Shows a match to one of its players, with their controls.

    The buttons of a session contain the match, the log length shown, and their effect, so it
    continues after any restart. `live` knows the messages that can show moves of computers without
    a press.
    """

    kit: Kit
    domain: DomainServices
    boards: BoardPublisher
    scenes: Scenes
    private_pictures: DrawingQueue
    live: LiveSessions
    days: DayPanel = field(init=False)
    _locks: KeyedLocks = field(default_factory=KeyedLocks, init=False)

    def __post_init__(self) -> None:
        self.days = DayPanel(self.domain.daily, self.domain.day_records)

    def check(self, loaded: Loaded) -> None:
        """Raise IllegalMove if the match is public and its game has no private sessions."""
        screens = self.kit.games.screens(loaded.record.game)
        if not loaded.record.private and not screens.in_private:
            raise IllegalMove

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
            self.check(await ctx.match(board.match))
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
        opened: Panel | None = None,
        note: str = "",
        shown: int | None = None,
    ) -> None:
        """Answer with the current match below a note, in the pressed session or a new one.

        An `opened` panel replaces all controls of the seat. `shown` is the log length that the
        pressed session showed: an animation of later entries comes first. Show the match again if
        it changes meanwhile, for example after two quick presses, because the last answer is not
        always the one with the newest state. Raise NotInMatch, NotStarted, or IllegalMove for a
        public match of a game without sessions.
        """
        self.check(await ctx.match(match))
        if not ctx.interaction.response.is_done():
            await ctx.acknowledge(new_message=not ctx.is_private)
        if shown is not None:
            self.live.forget(match)  # a computer's move must not end the animation early
            await self._play(ctx, match, shown)
        async with self._locks.of(match):
            seq = await self._respond(ctx, match, opened, note)
            while (await self.kit.matches.load(match)).seq > seq:
                seq = await self._respond(ctx, match, None, note)

    async def _play(self, ctx: Context, match: MatchId, shown: int) -> None:
        loaded = await self.kit.matches.load(match)
        seat = loaded.roster.seat_of(ctx.user)
        if seat is None or loaded.position is None:
            return
        scene = await self.scenes.scene(loaded, ctx.words, seat, ctx.home)
        await play_interlude(self.kit, self.private_pictures, ctx, loaded, scene, shown)

    async def offer(self, ctx: Context, loaded: Loaded) -> None:
        """Offer to continue this unfinished practice, or to start another."""
        words, match = ctx.words, loaded.record.id
        scene = await self.scenes.scene(loaded, words, loaded.roster.seat_of(ctx.user))
        text = words.say(
            "### You have an unfinished practice\n{match} · {headline}",
            match=escaped(name_of(scene, match)),
            headline=scene.screens.headline(scene),
        )
        buttons = [
            session_button(loaded, words.say("Go on"), Style.MAIN),
            # Translators: A button: leave an unfinished match alone, and start another.
            match_button(match, "new", words.say("New match"), emoji="🆕"),
        ]
        await ctx.respond(compose(texts=[text], rows=[buttons]))

    async def _respond(
        self,
        ctx: Context,
        match: MatchId,
        opened: Panel | None,
        note: str,
    ) -> int:
        loaded, content = await self._content(ctx, match, opened, note)
        await ctx.respond(content.layout, files(content.pictures))
        if _may_update(loaded) and ctx.can_edit:
            self.live.remember(match, self._updating(ctx, loaded))
        else:
            self.live.forget(match)
        return loaded.seq

    def _updating(self, ctx: Context, loaded: Loaded) -> Update:
        """Return the function that keeps this message, which shows `loaded`, up to date; it raises
        Discord's refusals.
        """
        match, shown = loaded.record.id, _moment(loaded)

        async def update() -> None:
            nonlocal shown
            async with self._locks.of(match):
                if _moment(await self.kit.matches.load(match)) == shown:
                    return
                loaded, content = await self._content(ctx, match, None, "")
                await ctx.edit(content.layout, files(content.pictures))
                shown = _moment(loaded)
                if not _may_update(loaded):
                    self.live.forget(match)

        return update

    async def _content(
        self,
        ctx: Context,
        match: MatchId,
        opened: Panel | None,
        note: str,
    ) -> tuple[Loaded, Content]:
        # Not `ctx.match`, which can be the state before the press.
        loaded = await self.days.current(await self.kit.matches.load(match))
        seat = _seat_of(loaded, ctx.user)
        if seat is None:
            raise NotInMatch
        if loaded.position is None:
            raise NotStarted
        scene = await self.scenes.scene(loaded, ctx.words, seat, ctx.home)
        screens, over = scene.screens, loaded.status is Status.OVER
        if _is_practice(loaded):
            waits = "" if over else _waits(loaded, ctx)
            offered = () if over or waits else screens.controls(scene)
            return loaded, await practice_content(
                self.kit,
                self.private_pictures,
                loaded,
                scene,
                seat,
                offered,
                opened=opened,
                name=ctx.interaction.id,
                note=note,
                waits=waits,
            )
        pictures = await self._pictures(ctx, loaded, scene, opened)
        story = await asyncio.to_thread(recap, scene, loaded, ctx.user)
        controls: Controls = ()
        if waits := _waits(loaded, ctx):
            ask = await self._with_board(ctx, match, waits)
        elif opened is None:
            ask, controls = screens.ask(scene), screens.controls(scene)
        else:
            ask, controls = opened.ask or screens.ask(scene), opened.controls
        version = BoardVersion(match, loaded.seq, session=True)
        rows = board_rows(version, controls)
        if not over:
            tools = buttons_beside(version, scene, loaded, seat, waits=bool(waits))
            rows.append([*tools, text_button(match, ctx.words), *hint_buttons(loaded, scene)])
        begins = first_look(loaded, scene)
        headline = begins or f"**{screens.headline(scene)}**"
        texts = [note, screens.final(scene) if over else headline]
        below = [ask]
        if loaded.record.day is not None:
            lines, buttons = await self.days.below(loaded, scene, ctx.server)
            if over:
                below = lines
            else:  # the picture must stay next to its buttons
                texts += lines
            rows += [buttons] if buttons else []
        layout = compose(
            texts=texts,
            story="" if begins else "\n".join(story),
            galleries=[[picture] for picture in pictures],
            below=below,
            rows=rows,
        )
        return loaded, Content(layout, pictures)

    async def _pictures(
        self, ctx: Context, loaded: Loaded, scene: Scene, opened: Panel | None
    ) -> list[tuple[str, Picture]]:
        screens, draw = scene.screens, self.private_pictures.draw
        if loaded.status is Status.OVER:
            drawn: tuple[Picture, ...] = (await draw(partial(screens.end, scene)),)
        else:
            panel = opened.name if opened else ""
            drawn = await draw(partial(screens.boards, scene.drawn, (), panel))
        stem = f"mine-{loaded.record.id}-{loaded.seq}-{ctx.interaction.id}"
        return [(f"{stem}-{number}{one.suffix}", one) for number, one in enumerate(drawn)]

    async def _with_board(self, ctx: Context, match: MatchId, text: str) -> str:
        url = await self.boards.current(match)
        if url is None:
            return text
        return "\n".join([text, ctx.words.say("The board is here: {url}", url=url)])


def _moment(loaded: Loaded) -> tuple[int, int]:
    """Return what makes a message about the match out of date when it grows."""
    return loaded.seq, len(loaded.events)


def _is_practice(loaded: Loaded) -> bool:
    return loaded.record.private and loaded.record.day is None


def _seat_of(loaded: Loaded, user: UserId) -> Seat | None:
    """Return the user's seat, also after the user has resigned it and so ended the match."""
    roster = loaded.roster
    if loaded.status is Status.OVER and user in roster.original:
        return roster.original.index(user)
    return roster.seat_of(user)


def _may_update(loaded: Loaded) -> bool:
    """Return whether a private message can change without a press of its player."""
    return _is_practice(loaded) and loaded.status is Status.RUNNING


def _waits(loaded: Loaded, ctx: Context) -> str:
    try:
        seat_to_act(loaded, ctx.user, loaded.seq)
    except Refusal as refusal:
        return sentence(refusal, ctx.words)
    return ""
