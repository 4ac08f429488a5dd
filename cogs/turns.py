"""What a player alone sees around a move: the question before it, who is next after it."""

import logging

import discord

from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from bot.match.ports import StoreTrouble
from bot.match.service import Pressed, seat_to_act
from bot.match.types import Status
from bot.match.undo import retractor
from cogs.answers import tell
from cogs.habits import Habit, Habits
from cogs.play import ids
from cogs.play.layout import Paper, confirm_buttons, paper, plan_button, undo_button
from cogs.scenes import Scenes
from cogs.screens import Menu, screens
from texts import Words

_log = logging.getLogger(__name__)


class Turns:
    """Private words before and after a move, as its player wishes."""

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
            seat_to_act(loaded, user, spot.seq, tokens)
        except Refusal:
            return None
        label = label or self._label(loaded, tokens, words)
        if label is None or len(ids.confirm(spot, tokens)) > ids.LONGEST:
            return None
        buttons = confirm_buttons(spot, tokens, words.say("Confirm"), words.say("Cancel"))
        text = words.say("**{move}**: is that your move?", move=label)
        return paper(texts=[text], rows=[buttons])

    def _label(self, loaded: Loaded, tokens: tuple[str, ...], words: Words) -> str | None:
        """What the button of this move is called; None where there is no such button."""
        scene = self._scenes.known(loaded, words)
        for group in screens(loaded.record.game).controls(scene):
            for control in group:
                if isinstance(control, Menu):
                    continue
                if control.panel is None and control.tokens == tokens:
                    return control.name or control.label
                if control.panel is not None and tokens[0].startswith(control.panel):
                    return control.name or control.label
        return None

    async def after(
        self, interaction: discord.Interaction, pressed: Pressed, words: Words
    ) -> Paper | None:
        """Who is next, where the turn of the one who pressed has ended; None where not, where
        nobody else plays, or where they don't want to know.

        Their press has counted, so trouble with the store is no reason to speak of trouble.
        """
        loaded, user = pressed.loaded, interaction.user.id
        seat = loaded.roster.seat_of(user)
        if seat is None or pressed.again or loaded.status is not Status.RUNNING:
            return None
        if seat in loaded.seats_to_act or len(loaded.roster.people) < 2:
            return None
        try:
            wanted = await self.habits.has(user, Habit.TURN_OVER)
        except StoreTrouble as trouble:
            _log.warning("What a user wants to know can't be read: %s", trouble)
            return None
        if not wanted:
            return None
        row = []
        if retractor(loaded) == seat:
            spot = ids.Spot(loaded.record.id, loaded.seq)
            row.append(undo_button(spot, words.say("Take back")))
        if loaded.game.plannable(loaded.state, seat):
            row.append(plan_button(loaded.record.id, "ahead", words.say("Plan ahead"), "📝"))
        return paper(texts=[self._next(loaded, words)], rows=[row] if row else [])

    def _next(self, loaded: Loaded, words: Words) -> str:
        scene = self._scenes.known(loaded, words)
        names = words.listed(scene.name(seat) for seat in loaded.seats_to_act)
        if len(loaded.seats_to_act) == 1:
            return words.say("Your turn is over. Next: {player}.", player=names)
        return words.say("Your turn is over. Now {players} choose, in any order.", players=names)

    async def tell_after(
        self, interaction: discord.Interaction, pressed: Pressed, words: Words
    ) -> None:
        """Say who is next to the one who pressed, where they are to know."""
        said = await self.after(interaction, pressed, words)
        if said is not None:
            await tell(interaction, "", said)
