"""The private message of a practice match: its board, and its end."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.undo import retractor
from cogs.base.custom_ids import BoardVersion
from cogs.board.after_match import after_match_lines
from cogs.board.end_pictures import draw_end
from cogs.board.endings import ending
from cogs.board.first_match import guide_for_newcomers
from cogs.board.layouts import thinking_line
from cogs.drawing.queue import DrawingQueue
from cogs.kit import Kit
from cogs.posting.posted_message import Content
from cogs.scenes.narration import narrate, start_for
from cogs.screens import Control, Menu, Scene
from cogs.screens.base import Beside, Panel, moves_of
from cogs.ui.layouts import (
    board_rows,
    compose,
    match_button,
    more_button,
    refresh_button,
    rows_of,
    text_button,
    undo_button,
)
from cogs.ui.match_controls import hint_buttons
from engine.core.chance import commitment
from engine.core.driver import without_undone
from engine.core.types import Seat

Controls = Sequence[Sequence[Control | Menu]]


async def practice_content(
    kit: Kit,
    drawing: DrawingQueue,
    loaded: Loaded,
    scene: Scene,
    seat: Seat,
    controls: Controls,
    *,
    opened: Panel | None,
    name: object,
    note: str = "",
    waits: str = "",
) -> Content:
    """Return the message of the match as `seat` sees it, below a note.

    If the player can't act now, `waits` gives the reason. Otherwise an `opened` panel replaces
    `controls`.
    `name` makes the names of the files unique, because clients cache them.
    """
    advances = loaded.history()
    since = start_for(loaded, seat)
    over = loaded.status is Status.OVER
    events = [event for event in loaded.events if event.after_seq >= since]
    beside = Beside.BOARD_AND_SHEET if over else Beside.BOARD
    lines = await asyncio.to_thread(narrate, scene, advances[since:], events, beside)
    if over:
        return await _end(kit, drawing, loaded, scene, lines, name, note)
    if waits:
        opened = None
    moves, panel = moves_of(without_undone(advances[since:])), opened.name if opened else ""
    boards = await drawing.draw(partial(scene.screens.boards, scene.drawn, moves, panel))
    begins = _begins(loaded, seat)
    # As on an invitation, the commitment is published before the player's first decision.
    moment = commitment(loaded.record.seed) if begins else loaded.seq
    pictures = [
        (f"mine-{loaded.record.id}-{moment}-{number}-{name}{board.suffix}", board)
        for number, board in enumerate(boards)
    ]
    version = BoardVersion(loaded.record.id, loaded.seq, session=True)
    thinks = loaded.computers_to_act and not loaded.movers and loaded.roster.paused is None
    ask = thinking_line(scene, loaded) if thinks else waits
    if opened is not None:
        ask, controls = ask or opened.ask, opened.controls
    ask = ask or scene.screens.ask(scene)
    headline = f"**{scene.screens.headline(scene)}**"
    guide = await guide_for_newcomers(kit, loaded)
    layout = compose(
        texts=[note, guide.first_lines(loaded.game, scene.words), "\n".join(lines)],
        galleries=[[picture] for picture in pictures],
        below=["\n".join([headline, ask]), _first_words(scene) if begins else ""],
        rows=[
            *board_rows(version, () if waits else controls),
            *rows_of(
                [
                    [
                        *guide.match_buttons(loaded.record.id, scene.words),
                        *await _beside(kit, version, loaded, scene, seat, waits=bool(waits)),
                    ]
                ]
            ),
        ],
    )
    return Content(layout, pictures)


async def _end(
    kit: Kit,
    drawing: DrawingQueue,
    loaded: Loaded,
    scene: Scene,
    lines: Sequence[str],
    name: object,
    note: str,
) -> Content:
    match = loaded.record.id
    story, end, sheet = await draw_end(drawing, scene, loaded)
    pictures = [(f"end-{match}-{name}{end.suffix}", end)]
    if sheet is not None:
        pictures.append((f"sheet-{match}-{name}{sheet.suffix}", sheet))
    after = await after_match_lines(kit, loaded, scene.words)
    return Content(ending(scene, loaded, [*story, *lines], pictures, None, after, note), pictures)


async def _beside(
    kit: Kit, version: BoardVersion, loaded: Loaded, scene: Scene, seat: Seat, *, waits: bool
) -> list[ui.Item[Any]]:
    row = buttons_beside(version, scene, loaded, seat, waits=waits)
    user = loaded.roster.holders[seat]
    if user is not None and await kit.preferences.readers([user]):
        row.append(text_button(version.match, scene.words))
    row += hint_buttons(loaded, scene)
    return [*row, more_button(version.match, scene.words)]


def buttons_beside(
    version: BoardVersion, scene: Scene, loaded: Loaded, seat: Seat, *, waits: bool
) -> list[ui.Item[Any]]:
    """Return a session's buttons to take a move back, or to refresh if the seat `waits`, and to ask
    why something isn't offered.
    """
    words = scene.words
    row: list[ui.Item[Any]] = []
    if retractor(loaded) == seat:
        row.append(undo_button(version, words.say("Take back")))
    elif waits:
        # Translators: A button: show a private message as it is now.
        row.append(refresh_button(version, words.say("Refresh")))
    if scene.screens.questions(scene, seat):
        row.append(match_button(version.match, "why", words.say("Why not?"), emoji="❓"))
    return row


def _begins(loaded: Loaded, seat: Seat) -> bool:
    return all(stored.entry.actor != seat for stored in loaded.log)


def _first_words(scene: Scene) -> str:
    """Explain that the match is private, and how it comes back."""
    return scene.words.say(
        "-# Only you see this match, and it has no clock. Leave whenever you like: `/practice` "
        "brings you back."
    )
