"""Buttons of a match that several topics offer; the topic that owns a button answers it."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.playing.hints import offers_hints
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.screens import Scene
from cogs.screens.base import Option, Style
from cogs.ui import widgets
from cogs.ui.layouts import match_button, rows_of
from texts import Words

RESULT = "end"


def replay_button(
    match: int,
    step: int,
    verb: str,
    label: str | None = None,
    emoji: str | None = None,
    *,
    disabled: bool = False,
    main: bool = False,
) -> ui.Item[Any]:
    style = Style.MAIN if main else Style.CALM
    custom_id = families.REPLAY.spell(match, step, verb)
    return widgets.button(custom_id, label, emoji=emoji, style=style, disabled=disabled)


def how_button(match: int, words: Words) -> ui.Item[Any]:
    return match_button(match, "how", words.say("How to play (1 minute)"), emoji="❔")


def rules_button(match: int, words: Words) -> ui.Item[Any]:
    return match_button(match, "rules", words.say("Rules"), emoji="📜")


def has_turning_points(loaded: Loaded) -> bool:
    return loaded.outcome is not None and bool(loaded.game.shares(loaded.state))


def share_button(match: int, what: object, label: str, verb: str = "open") -> ui.Item[Any]:
    """Return a button that opens the panel of sharing, or with the verb `now` shares
    immediately.
    """
    return widgets.button(families.SHARE.spell(match, str(what), verb), label, emoji="📣")


def hint_button(board: BoardVersion, words: Words, number: int | None = None) -> ui.Item[Any]:
    """Return a button for a hint at this log length; `number` distinguishes several in one
    message.
    """
    # Translators: A button: tell me the best move.
    plain = words.say("Hint")
    # Translators: A button: tell me the best move in the first, second … decision above.
    label = plain if number is None else words.say("Hint {number}", number=number)
    return widgets.button(families.HINT.spell(board), label, emoji="💡")


def hint_buttons(loaded: Loaded, scene: Scene) -> list[ui.Item[Any]]:
    seat = scene.viewer
    user = None if seat is None else loaded.roster.holders[seat]
    if user is None or seat not in loaded.seats_to_act or not offers_hints(loaded, user):
        return []
    return [hint_button(BoardVersion(loaded.record.id, loaded.seq), scene.words)]


def report_button(board: BoardVersion, label: str) -> ui.Item[Any]:
    return widgets.button(families.REPORT.spell(board), label, emoji="🚩")


def board_looks(scene: Scene) -> tuple[Option, ...]:
    """Return the parts of the table that have buttons below a board or a result."""
    return scene.screens.board_looks(scene)


def look_rows(match: int, looks: Sequence[Option]) -> list[list[ui.Item[Any]]]:
    """Return buttons that show these parts in private."""
    buttons = [
        match_button(match, f"look {look.value}", look.label, emoji=look.emoji) for look in looks
    ]
    return rows_of([buttons]) if buttons else []
