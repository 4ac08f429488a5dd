"""The question before a move, for players who have turned it on."""

from bot.match.log.loaded import Loaded
from bot.match.playing.decisions import seat_to_act
from bot.match.values.errors import Refusal
from cogs.base import custom_id_families as families
from cogs.base.markup import plain
from cogs.scenes.scenes import Scenes
from cogs.screens import Menu
from cogs.ui.layouts import MessageLayout, compose, confirm_buttons
from engine.core.types import Seat
from texts import Words


async def move_question(
    scenes: Scenes,
    user: int,
    loaded: Loaded,
    board: families.BoardVersion,
    tokens: tuple[str, ...],
    words: Words,
    label: str | None = None,
) -> MessageLayout | None:
    """Return the question, or None if the move will be refused or has no name."""
    try:
        seat = seat_to_act(loaded, user, board.seq, tokens)
    except Refusal:
        return None
    label = label or _label(scenes, loaded, seat, tokens, words)
    if label is None or not families.CONFIRM.fits(board, tokens):
        return None
    buttons = confirm_buttons(board, tokens, words.say("Confirm"), words.say("Cancel"))
    text = words.say("**{move}**: is that your move?", move=label)
    return compose(texts=[text], rows=[buttons])


def _label(
    scenes: Scenes, loaded: Loaded, seat: Seat, tokens: tuple[str, ...], words: Words
) -> str | None:
    scene = scenes.known(loaded, words, seat)
    for group in scene.screens.controls(scene):
        for control in group:
            if isinstance(control, Menu):
                continue
            if control.panel is None and control.tokens == tokens:
                return control.name or control.label
            if control.panel is not None and tokens[0].startswith(control.panel):
                return control.name or control.label
    if len(tokens) == 1:  # pressed below a hint
        return plain(scene.screens.hint_move(scene, seat, tokens[0]))
    return None
