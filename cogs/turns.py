"""The question before a move, for who wants to be asked."""

from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from bot.match.service import seat_to_act
from cogs.habits import Habit, Habits
from cogs.play import ids
from cogs.play.layout import Paper, confirm_buttons, paper
from cogs.scenes import Scenes
from cogs.screens import Menu, screens
from engine.core.types import Seat
from texts import Words


class Turns:
    """Asks a player in private whether a move is meant, where they wish it."""

    def __init__(self, scenes: Scenes, habits: Habits) -> None:
        self._scenes = scenes
        self.habits = habits

    async def question(
        self,
        user: int,
        loaded: Loaded,
        spot: ids.Spot,
        tokens: tuple[str, ...],
        words: Words,
        label: str | None = None,
    ) -> Paper | None:
        """What to ask the user before this move; None where it shall count at once.

        `label` is what the move is called; None: as its button is. A move that would be refused
        is not asked about: who makes it is told so.
        """
        if not await self.habits.has(user, Habit.CONFIRM):
            return None
        try:
            seat = seat_to_act(loaded, user, spot.seq, tokens)
        except Refusal:
            return None
        label = label or self._label(loaded, seat, tokens, words)
        if label is None or len(ids.confirm(spot, tokens)) > ids.LONGEST:
            return None
        buttons = confirm_buttons(spot, tokens, words.say("Confirm"), words.say("Cancel"))
        text = words.say("**{move}**: is that your move?", move=label)
        return paper(texts=[text], rows=[buttons])

    def _label(
        self, loaded: Loaded, seat: Seat, tokens: tuple[str, ...], words: Words
    ) -> str | None:
        """What the button of this move is called; None where there is no such button."""
        scene = self._scenes.known(loaded, words, seat)
        for group in screens(loaded.record.game).controls(scene):
            for control in group:
                if isinstance(control, Menu):
                    continue
                if control.panel is None and control.tokens == tokens:
                    return control.name or control.label
                if control.panel is not None and tokens[0].startswith(control.panel):
                    return control.name or control.label
        return None
