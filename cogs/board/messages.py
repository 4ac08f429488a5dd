"""Draws the messages of a match: its board, a round's sheet, its end, what stays of a board."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from discord import ui

from bot.match.loaded import Loaded
from bot.match.playing.automatic import COMPANY
from bot.match.playing.undo import retractor, without_undone
from cogs.board.clock_lines import clock_lines
from cogs.board.endings import ending
from cogs.board.narration import narrate
from cogs.board.updates import BoardUpdate
from cogs.interactions import custom_ids
from cogs.screens import Scene, screens
from cogs.screens.base import Beside
from cogs.ui.layouts import (
    MessageLayout,
    board_rows,
    compose,
    page_button,
    plan_button,
    text_button,
    undo_button,
)
from render.picture import Picture
from texts import Words

T = TypeVar("T")
Pictures = list[tuple[str, Picture]]
"""By file name."""

DRAWN_AT_ONCE = 2
"""Pictures in work at the same time."""


class BoardMessages:
    """Draws in worker threads, a few pictures at a time."""

    def __init__(self) -> None:
        self._drawing = asyncio.Semaphore(DRAWN_AT_ONCE)

    async def board(self, news: BoardUpdate, base: int) -> tuple[MessageLayout, Pictures]:
        """The board, telling what happened from entry `base` on; the end where it has come.

        Whoever must act is told more: all since the end of their last turn.
        """
        loaded, scene, words = news.loaded, news.scene, news.scene.words
        match, since = loaded.record.id, news.since(base)
        game_screens = screens(loaded.record.game)
        lines = narrate(scene, news.advances[since:], news.events(since), _beside(news))
        if news.over:
            end = await self._draw(lambda: game_screens.end(scene))
            sheet = await self._draw(lambda: game_screens.sheet(scene))
            pictures = [(f"end-{match}{end.suffix}", end), (f"sheet-{match}{sheet.suffix}", sheet)]
            above = _farewell(news, words)
            return ending(scene, loaded, lines, pictures, news.score, news.honours, above), pictures
        told = without_undone(news.advances[since:])
        picture = await self._draw(lambda: game_screens.board(scene, told))
        name = f"board-{match}-{loaded.seq}{picture.suffix}"
        headline = words.say("**{headline}**", headline=game_screens.headline(scene))
        galleries = [[(name, picture)]]
        new, moment = without_undone(news.advances[base:]), None
        if not news.quiet:
            moment = await self._draw(lambda: game_screens.moment(scene, new))
        if moment is not None:
            galleries.insert(0, [(f"moment-{match}-{loaded.seq}{moment.suffix}", moment)])
        board_version = custom_ids.BoardVersion(match, loaded.seq)
        rows = board_rows(board_version, game_screens.controls(scene))
        extra = []
        if retractor(loaded) is not None:
            # Translators: A button: undo your last move.
            extra.append(undo_button(board_version, words.say("Take back")))
        if _may_plan(loaded):
            # Translators: A button: choose the dice of your next turn in advance.
            extra.append(plan_button(match, "ahead", words.say("Plan"), "📝"))
        extra += _why(match, scene, words)
        if news.readers:
            extra.append(text_button(match, words))
        # Translators: A button on a board, for what is asked now and then, like “Report”.
        extra.append(page_button(match, "more", words.say("More"), emoji="➕"))
        layout = compose(
            above=_your_turn(news, words),
            galleries=galleries,
            story="\n".join(lines),
            below=["\n".join([headline, game_screens.ask(scene)])],
            rows=[*rows, extra],
        )
        return layout, [pair for gallery in galleries for pair in gallery]

    async def sheet(self, news: BoardUpdate, number: int) -> tuple[MessageLayout, Pictures]:
        """The score sheet after a round (from 0): a picture that says itself what it is."""
        game_screens = screens(news.loaded.record.game)
        picture = await self._draw(lambda: game_screens.sheet(news.scene))
        pictures = [(sheet_name(news.loaded.record.id, number) + picture.suffix, picture)]
        return compose(galleries=[pictures]), pictures

    async def end(self, scene: Scene) -> Picture:
        """The end of a match."""
        return await self._draw(lambda: screens(scene.game.info.name).end(scene))

    async def copy(self, news: BoardUpdate, above: str) -> tuple[MessageLayout, Pictures]:
        """The board for one reader: nothing on it can be pressed."""
        loaded, scene = news.loaded, news.scene
        match, game_screens = loaded.record.id, screens(loaded.record.game)
        told = without_undone(news.advances[news.since(news.shown_seq) :])
        if news.over:
            picture = await self._draw(lambda: game_screens.end(scene))
        else:
            picture = await self._draw(lambda: game_screens.board(scene, told))
        pictures = [(f"board-{match}-{loaded.seq}{picture.suffix}", picture)]
        headline = scene.words.say("**{headline}**", headline=game_screens.headline(scene))
        return compose(above=above, galleries=[pictures], below=[headline]), pictures

    def stripped(self, news: BoardUpdate, elsewhere: str | None = None) -> MessageLayout:
        """What stays of the board that is shown: what was done on it, and where it went if it did.

        `elsewhere` is the address of the board in another place.
        """
        shown = news.shown
        told = news.advances[shown.base : news.shown_seq]
        lines = narrate(news.scene, told, news.events(shown.base, shown.events), _beside(news))
        if elsewhere is not None:
            lines.append(news.scene.words.say("➡️ The match goes on here: {url}", url=elsewhere))
        return compose(texts=["\n".join(lines)]) if lines else self.blank(news.scene.words)

    def blank(self, words: Words) -> MessageLayout:
        """What stays of a board of which nothing is known any more."""
        return compose(texts=[words.say("An earlier board.")])

    async def _draw(self, draw: Callable[[], T]) -> T:
        async with self._drawing:
            return await asyncio.to_thread(draw)


def _beside(news: BoardUpdate) -> Beside:
    """What is posted with the story of a board; the last message always has the sheet."""
    return Beside(board=True, sheet=news.over or not news.quiet)


def _why(match: int, scene: Scene, words: Words) -> list[ui.Item[Any]]:
    """A button for who wonders why something can't be done, where there is any such thing."""
    asked = screens(scene.game.info.name).questions
    if not any(asked(scene, seat) for seat in scene.to_act):
        return []
    return [page_button(match, "why", words.say("Why not?"), emoji="❓")]


def _may_plan(loaded: Loaded) -> bool:
    """Whether somebody who waits may plan the own next turn."""
    people = [seat for seat, holder in enumerate(loaded.roster.holders) if holder is not None]
    return len(people) >= COMPANY and any(
        loaded.game.plannable(loaded.state, seat) for seat in people
    )


def sheet_name(match: int, number: int) -> str:
    """How the file of a round's sheet begins."""
    return f"sheet-{match}-{number + 1}"


def _farewell(news: BoardUpdate, words: Words) -> str:
    """The line that pings at the end; empty where nobody is to be told."""
    if not news.farewell:
        return ""
    users = words.listed(f"<@{user}>" for user in news.farewell)
    return words.say("{users}: the match is over!", users=users)


def _your_turn(news: BoardUpdate, words: Words) -> str:
    """The line that pings whoever must act; in an edit it pings nobody."""
    lines = [_call(news, words), *clock_lines(news.times, news.loaded.people_to_act, words)]
    if news.readers:
        readers = words.listed(f"<@{user}>" for user in news.readers)
        lines.append(words.say("📖 {users}: “Board as text” reads it to you.", users=readers))
    return "\n".join(lines)


def _call(news: BoardUpdate, words: Words) -> str:
    people = news.loaded.people_to_act
    if not people and news.until is not None:
        return words.say(
            "A computer moves <t:{until}:R>. Until then you can take the last pick back.",
            until=news.until,
        )
    if not people:
        return words.say("A computer is thinking…")
    users = words.listed(f"<@{user}>" for user in people)
    if len(people) == 1:
        return words.say("{user}, it's your turn **now**.", user=users)
    return words.say("{users}, choose **now**, in any order.", users=users)
