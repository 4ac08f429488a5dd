"""Messages made of Components V2, from values; every View is paper: made, sent, thrown away."""

import io
from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import ui

from cogs.play import ids
from cogs.play.buttons import (
    CancelButton,
    ConfirmButton,
    LessonButton,
    LobbyButton,
    MineButton,
    MoveButton,
    NoticeButton,
    PageButton,
    PanelButton,
    PlanButton,
    TableButton,
    UndoButton,
)
from cogs.screens.base import Control, Style
from render.picture import Picture

TEXT_LIMIT = 3_900
"""Characters of text in one message; Discord takes 4,000."""
ROW = 5
"""Buttons in a row."""
LABEL = 80
ACCENT = discord.Colour(0xC98A2B)

_STYLES = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.CALM: discord.ButtonStyle.secondary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.GRAVE: discord.ButtonStyle.danger,
}


class Paper(ui.LayoutView):
    """A message's layout. Stopped at once, so that discord.py never keeps or watches it:
    its buttons are recognised by their custom_id, by this process or the next."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


def paper(
    *,
    above: str = "",
    texts: Sequence[str] = (),
    galleries: Sequence[Sequence[tuple[str, Picture]]] = (),
    below: Sequence[str] = (),
    rows: Iterable[Sequence[ui.Item[Any]]] = (),
    attached: Sequence[str] = (),
) -> Paper:
    """A message: a line above the frame, then in it texts, galleries of pictures, texts, rows.

    `attached` are files to keep, by name, which stand last.
    """
    layout = Paper()
    if above:
        layout.add_item(ui.TextDisplay(shortened(above, TEXT_LIMIT // 2)))
    frame: ui.Container[Paper] = ui.Container(accent_colour=ACCENT)
    room = TEXT_LIMIT - len(above) - sum(map(len, below))
    for text in texts:
        if text:
            frame.add_item(ui.TextDisplay(shortened(text, max(room, 3))))
            room -= len(text)
    for pictures in galleries:
        frame.add_item(
            ui.MediaGallery(
                *(
                    discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt)
                    for name, picture in pictures
                )
            )
        )
    for text in below:
        if text:
            frame.add_item(ui.TextDisplay(text))
    for row in rows:
        frame.add_item(ui.ActionRow(*row))
    for name in attached:
        frame.add_item(ui.File(f"attachment://{name}"))
    if frame.children:
        layout.add_item(frame)
    return layout


def files(pictures: Sequence[tuple[str, Picture]]) -> list[discord.File]:
    """Pictures by file name, ready to be sent; each file can be sent once."""
    return [
        discord.File(io.BytesIO(picture.data), filename=name, description=picture.alt)
        for name, picture in pictures
    ]


def shortened(text: str, most: int) -> str:
    """The text; where it is longer than `most` (at least 3) its last lines, after an ellipsis."""
    if len(text) <= most:
        return text
    lines = text.splitlines()
    while len(lines) > 1 and len("\n".join(lines)) > most - 2:
        lines.pop(0)
    return "…\n" + "\n".join(lines)[-(most - 2) :]


def parts(text: str) -> list[str]:
    """A long text in parts that fit a message each, cut between lines."""
    found = [""]
    for line in text.splitlines():
        if found[-1] and len(found[-1]) + len(line) >= TEXT_LIMIT:
            found.append("")
        found[-1] += f"{line[: TEXT_LIMIT - 1]}\n"
    return found


def board_rows(spot: ids.Spot, groups: Iterable[Sequence[Control]]) -> list[list[ui.Item[Any]]]:
    """The controls of a board as rows of buttons; each group begins a new row."""
    rows: list[list[ui.Item[Any]]] = []
    for group in groups:
        buttons = [_control(spot, control) for control in group]
        rows += [buttons[start : start + ROW] for start in range(0, len(buttons), ROW)]
    assert len(rows) <= ROW, "a game offers at most five rows of buttons"
    return rows


def _control(spot: ids.Spot, control: Control) -> ui.Item[Any]:
    custom_id = (
        ids.move(spot, control.tokens) if control.panel is None else ids.panel(spot, control.panel)
    )
    button: ui.Button[Paper] = ui.Button(
        label=control.label[:LABEL],
        emoji=control.emoji,
        style=_STYLES[control.style],
        custom_id=custom_id,
    )
    return MoveButton(button) if control.panel is None else PanelButton(button)


def lobby_button(match: int, verb: str, label: str, style: Style = Style.CALM) -> ui.Item[Any]:
    """A button of an invitation."""
    return LobbyButton(
        ui.Button(label=label, style=_STYLES[style], custom_id=ids.lobby(match, verb))
    )


def page_button(
    match: int, verb: str, label: str, style: Style = Style.CALM, emoji: str | None = None
) -> ui.Item[Any]:
    """A button about a match as a whole."""
    return PageButton(
        ui.Button(label=label, style=_STYLES[style], emoji=emoji, custom_id=ids.page(match, verb))
    )


def undo_button(spot: ids.Spot, label: str) -> ui.Item[Any]:
    """The button that takes the last move back."""
    return UndoButton(ui.Button(label=label, emoji="↩️", custom_id=ids.undo(spot)))


def confirm_buttons(
    spot: ids.Spot, tokens: tuple[str, ...], yes: str, no: str
) -> list[ui.Item[Any]]:
    """The answers to whether these tokens are meant."""
    good = discord.ButtonStyle.success
    return [
        ConfirmButton(ui.Button(label=yes, style=good, custom_id=ids.confirm(spot, tokens))),
        CancelButton(ui.Button(label=no, custom_id=ids.cancel(spot.match))),
    ]


def lesson_button(custom_id: str, label: str, style: Style, emoji: str | None) -> ui.Item[Any]:
    """A button of the lesson."""
    return LessonButton(
        ui.Button(label=label[:LABEL], style=_STYLES[style], emoji=emoji, custom_id=custom_id)
    )


def plan_button(match: int, verb: str, label: str, emoji: str) -> ui.Item[Any]:
    """A button about a plan."""
    return PlanButton(ui.Button(label=label, emoji=emoji, custom_id=ids.plan(match, verb)))


def table_button(
    whose: str, page: int, label: str, emoji: str, *, disabled: bool = False
) -> ui.Item[Any]:
    """A button that shows a page of a list of matches."""
    return TableButton(
        ui.Button(
            label=label,
            emoji=emoji,
            disabled=disabled,
            custom_id=ids.table(whose, max(page, 0)),
        )
    )


def mine_button(what: str, label: str, style: Style) -> ui.Item[Any]:
    """An answer to whether somebody wants to be forgotten."""
    return MineButton(ui.Button(label=label, style=_STYLES[style], custom_id=ids.mine(what)))


def notice_button(
    match: int, n: int, verb: str, label: str, style: Style = Style.CALM
) -> ui.Item[Any]:
    """A button of the notice of match event `n`."""
    custom_id = ids.notice(match, n, verb)
    return NoticeButton(ui.Button(label=label[:LABEL], style=_STYLES[style], custom_id=custom_id))
