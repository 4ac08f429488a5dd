"""Messages made of Components V2. Each layout is built for one message, and used once."""

import io
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import discord
from discord import ui

from bot.match.log.loaded import Loaded
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.base.command_mentions import MENTIONS
from cogs.base.text_limits import COMPONENTS, TEXT, cut_markup
from cogs.screens.base import Control, Menu, Style
from cogs.screens.rows import LINE, in_rows, width
from cogs.ui import widgets
from render.picture import Picture
from texts import Words

TEXT_LIMIT = TEXT - 100
"""Maximum characters of a message's texts, less a reserve."""
ROW = 5
ACCENT = discord.Colour(0xC98A2B)


class MessageLayout(ui.LayoutView):
    """A layout that is stopped immediately, so that discord.py does not track it.

    Buttons are recognized by their custom_id, which survives restarts.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        components: list[dict[str, Any]] = super().to_components()  # type: ignore[no-untyped-call]
        MENTIONS.link(components)
        return components


def compose(
    *,
    above: str = "",
    texts: Sequence[str] = (),
    story: str = "",
    galleries: Sequence[Sequence[tuple[str, Picture]]] = (),
    below: Sequence[str] = (),
    rows: Iterable[Sequence[ui.Item[Any]]] = (),
    attached: Sequence[str] = (),
) -> MessageLayout:
    """Build a message: `above`, then a frame with texts, story, galleries, `below`, rows, and
    files.

    A picture is next to its buttons, however long the story is, because players press letters that
    only the picture explains. If the texts are too long, cut the beginning of the story, then the
    beginning of the other texts.
    """
    layout = MessageLayout()
    room = TEXT_LIMIT
    if above:
        above = cut_markup(above, TEXT_LIMIT // 2)
        room -= len(above)
        layout.add_item(ui.TextDisplay(above))
    lower = []
    for text in below:
        if text and room > 0:
            lower.append(cut_markup(text, room))
            room -= len(lower[-1])
    frame: ui.Container[MessageLayout] = ui.Container(accent_colour=ACCENT)
    for text in texts:
        if text and room > 0:
            fitting = shortened(text, room)
            frame.add_item(ui.TextDisplay(fitting))
            room -= len(fitting)
    if story and room > 0:
        frame.add_item(ui.TextDisplay(shortened(story, room)))
    for pictures in galleries:
        frame.add_item(
            ui.MediaGallery(
                *(
                    discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt)
                    for name, picture in pictures
                )
            )
        )
    for text in lower:
        frame.add_item(ui.TextDisplay(text))
    for row in rows:
        frame.add_item(ui.ActionRow(*row))
    for name in attached:
        frame.add_item(ui.File(f"attachment://{name}"))
    if frame.children:
        layout.add_item(frame)
    assert layout.total_children_count <= COMPONENTS, "callers leave room for their rows"
    return layout


def files(pictures: Sequence[tuple[str, Picture]]) -> list[discord.File]:
    return [
        discord.File(io.BytesIO(picture.data), filename=name, description=picture.alt)
        for name, picture in pictures
    ]


def shortened(text: str, most: int) -> str:
    """Return the text, or an ellipsis and as many of its last lines as fit into `most`
    characters.
    """
    if len(text) <= most:
        return text
    lines = text.splitlines()
    while len(lines) > 1 and len("\n".join(lines)) > most - 2:
        lines.pop(0)
    left = "\n".join(lines)
    return f"…\n{left}" if len(left) <= most - 2 else cut_markup(left, most)


def parts(text: str) -> list[str]:
    messages = [""]
    for line in text.splitlines():
        part = cut_markup(line, TEXT_LIMIT - 1)
        if messages[-1] and len(messages[-1]) + len(part) >= TEXT_LIMIT:
            messages.append("")
        messages[-1] += f"{part}\n"
    return messages


def board_rows(
    board: families.BoardVersion, groups: Iterable[Sequence[Control | Menu]]
) -> list[list[ui.Item[Any]]]:
    """Return a board's controls as rows; each group begins a new row."""
    items = [
        [
            board_menu(board, control) if isinstance(control, Menu) else _control(board, control)
            for control in group
        ]
        for group in groups
    ]
    return rows_of(items)


def rows_of(groups: Sequence[Sequence[ui.Item[Any]]]) -> list[list[ui.Item[Any]]]:
    """Arrange groups of items in at most five rows that take few lines on a phone."""
    spare = ROW - sum(-(-len(group) // ROW) for group in groups)
    assert spare >= 0, "a game offers at most five rows"
    rows: list[list[ui.Item[Any]]] = []
    for group in groups:
        least = -(-len(group) // ROW)
        arranged = in_rows(group, [width_of(item) for item in group], least + spare)
        spare -= len(arranged) - least
        rows += arranged
    return rows


def width_of(item: ui.Item[Any]) -> float:
    if not isinstance(item, ui.Button):
        return LINE
    return width(item.label, emoji=item.emoji is not None)


def board_menu(
    board: families.BoardVersion, menu: Menu, ticked: Sequence[str] = ()
) -> ui.Item[Any]:
    return select(families.MENU.spell(board, menu.panel), menu, ticked)


def select(custom_id: str, menu: Menu, ticked: Sequence[str] = ()) -> ui.Select[Any]:
    options = [
        widgets.option(
            choice.label,
            choice.value,
            description=choice.hint,
            emoji=choice.emoji,
            default=choice.value in ticked,
        )
        for choice in menu.options
    ]
    return widgets.menu(
        custom_id, options, hint=menu.label, at_least=menu.at_least, at_most=menu.at_most
    )


def _control(board: families.BoardVersion, control: Control) -> ui.Item[Any]:
    custom_id = (
        families.MOVE.spell(board, control.tokens)
        if control.panel is None
        else families.PANEL.spell(board, control.panel)
    )
    return widgets.button(custom_id, control.label, emoji=control.emoji, style=control.style)


def invitation_button(
    match: int, verb: str, label: str, style: Style = Style.CALM, emoji: str | None = None
) -> ui.Item[Any]:
    return widgets.button(families.INVITATION.spell(match, verb), label, style=style, emoji=emoji)


def match_button(
    match: int, verb: str, label: str, style: Style = Style.CALM, emoji: str | None = None
) -> ui.Item[Any]:
    return widgets.button(families.MATCH.spell(match, verb), label, style=style, emoji=emoji)


def fair_button(match: int, words: Words) -> ui.Item[Any]:
    return match_button(match, "fair", words.say("Fair dice"), emoji="🔒")


def more_button(match: int, words: Words) -> ui.Item[Any]:
    # Translators: A button on a board: opens less common actions, such as “Report”.
    return match_button(match, "more", words.say("More"), emoji="➕")


def text_button(match: int, words: Words) -> ui.Item[Any]:
    return match_button(match, "text", words.say("Board as text"), emoji="📖")


def undo_button(board: families.BoardVersion, label: str) -> ui.Item[Any]:
    return widgets.button(families.UNDO.spell(board), label, emoji="↩️")


def refresh_button(board: families.BoardVersion, label: str) -> ui.Item[Any]:
    return widgets.button(custom_ids.session(board), label, emoji="🔄")


def session_button(loaded: Loaded, label: str, style: Style = Style.CALM) -> ui.Item[Any]:
    """Return a button that shows the match to its player in private."""
    board = families.BoardVersion(loaded.record.id, loaded.seq, session=True)
    return widgets.button(custom_ids.session(board), label, emoji="▶️", style=style)


def confirm_buttons(
    board: families.BoardVersion, tokens: tuple[str, ...], yes: str, no: str
) -> list[ui.Item[Any]]:
    return [
        widgets.button(families.CONFIRM.spell(board, tokens), yes, style=Style.GOOD),
        widgets.button(custom_ids.cancel(board), no),
    ]


def plan_button(match: int, verb: str, label: str, emoji: str) -> ui.Item[Any]:
    return widgets.button(families.PLAN.spell(match, verb), label, emoji=emoji)


def page_buttons(
    custom_id: Callable[[int, str], str], start: int, size: int, total: int, words: Words
) -> list[ui.Item[Any]]:
    """Return “Back” and “Next” for lines from `start` (counted from 0); [] if there is only one
    page.

    `custom_id` receives the start of the other page, and "back" or "on".
    """
    if total <= size:
        return []
    back, on = custom_id(max(start - size, 0), "back"), custom_id(start + size, "on")
    return [
        # Translators: A button: the page before.
        widgets.button(back, words.say_as("page", "Back"), emoji="◀️", disabled=start <= 0),
        # Translators: A button: the page after.
        widgets.button(on, words.say("Next"), emoji="▶️", disabled=start + size >= total),
    ]


def notice_button(
    match: int, n: int, verb: str, label: str, style: Style = Style.CALM
) -> ui.Item[Any]:
    custom_id = families.NOTICE.spell(match, n, verb)
    return widgets.button(custom_id, label, style=style)
