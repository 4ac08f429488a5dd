"""The question before a move, for who wants to be asked."""

from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from bot.match.playing.decisions import seat_to_act
from cogs.board.scenes import Scenes
from cogs.interactions import custom_ids
from cogs.play.move_preferences import MovePreference, MovePreferences
from cogs.screens import Menu
from cogs.ui.layouts import MessageLayout, compose, confirm_buttons
from engine.core.types import Seat
from texts import Words


class MoveQuestions:
    """Asks a player in private whether a move is meant, where they wish it."""

    def __init__(self, scenes: Scenes, habits: MovePreferences) -> None:
        self._scenes = scenes
        self.habits = habits

    async def question(
        self,
        user: int,
        loaded: Loaded,
        board: custom_ids.BoardVersion,
        tokens: tuple[str, ...],
        words: Words,
        label: str | None = None,
    ) -> MessageLayout | None:
        """What to ask the user before this move; None if it counts at once.

        `label` is what the move is called; None: as its button is. A move that would be refused
        is not asked about: who makes it is told so.
        """
        if not await self.habits.has(user, MovePreference.CONFIRM):
            return None
        try:
            seat = seat_to_act(loaded, user, board.seq, tokens)
        except Refusal:
            return None
        label = label or self._label(loaded, seat, tokens, words)
        if label is None or len(custom_ids.confirm(board, tokens)) > custom_ids.LONGEST:
            return None
        buttons = confirm_buttons(board, tokens, words.say("Confirm"), words.say("Cancel"))
        text = words.say("**{move}**: is that your move?", move=label)
        return compose(texts=[text], rows=[buttons])

    def _label(
        self, loaded: Loaded, seat: Seat, tokens: tuple[str, ...], words: Words
    ) -> str | None:
        """What the button of this move is called; None without such a button."""
        scene = self._scenes.known(loaded, words, seat)
        for group in scene.screens.controls(scene):
            for control in group:
                if isinstance(control, Menu):
                    continue
                if control.panel is None and control.tokens == tokens:
                    return control.name or control.label
                if control.panel is not None and tokens[0].startswith(control.panel):
                    return control.name or control.label
        return None
