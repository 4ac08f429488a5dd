"""Planning ahead on Discord: a form, what is planned, all of it private."""

import discord

from bot.match.errors import NothingToPlan
from bot.match.loaded import Loaded
from bot.match.playing.planning import Planning
from bot.match.playing.plans import Plan, choices_of
from bot.match.types import Status
from cogs.board.scenes import Scenes
from cogs.interactions import custom_ids
from cogs.interactions.answers import counted, instead, is_private, tell
from cogs.screens import screens
from cogs.ui.layouts import MessageLayout, compose, plan_button
from cogs.ui.modals import modal, values
from texts import Words


class Planner:
    """What the buttons, the form and the command of plans do."""

    def __init__(self, planning: Planning, scenes: Scenes) -> None:
        self._planning = planning
        self._scenes = scenes

    async def open_form(
        self, interaction: discord.Interaction, loaded: Loaded, words: Words
    ) -> None:
        """Let the user choose; raises a Refusal that says why not."""
        _running(loaded)
        choices_of(loaded, interaction.user.id)
        seat = loaded.roster.seat_of(interaction.user.id)
        assert seat is not None, "who may choose holds a seat"
        scene = self._scenes.known(loaded, words)
        form = screens(loaded.record.game).plan_form(scene, seat)
        if form is None:
            raise NothingToPlan
        await interaction.response.send_modal(modal(custom_ids.plan_form(loaded.record.id), form))

    async def hand_in(self, interaction: discord.Interaction, loaded: Loaded, words: Words) -> None:
        """Keep what an acknowledged form has chosen, and say so."""
        chosen = values(dict(interaction.data or {}))
        tokens = [token for tokens in chosen.values() for token in tokens]
        match = loaded.record.id
        plan = await self._planning.plan(match, interaction.user.id, tokens)
        counted(interaction)
        await self._answer(interaction, self._shown(loaded, plan, words))

    async def leave(self, interaction: discord.Interaction, loaded: Loaded, words: Words) -> None:
        """Forget the user's plan; raises NoPlan."""
        await self._planning.leave(loaded.record.id, interaction.user.id)
        counted(interaction)
        text = words.say("Your plan is gone. Nobody knew about it.")
        await self._answer(interaction, compose(texts=[text]))

    async def show(self, interaction: discord.Interaction, loaded: Loaded, words: Words) -> None:
        """What the user has planned, with buttons to change it; raises a Refusal."""
        _running(loaded)
        plan = await self._planning.planned(loaded.record.id, interaction.user.id)
        if plan is None:
            choices_of(loaded, interaction.user.id)
        await tell(interaction, "", self._shown(loaded, plan, words))

    def _shown(self, loaded: Loaded, plan: Plan | None, words: Words) -> MessageLayout:
        match = loaded.record.id
        if plan is None:
            text = words.say("You have no plan in match #{match}.", match=match)
            button = plan_button(match, "ahead", words.say("Plan"), "📝")
            return compose(texts=[text], rows=[[button]])
        scene = self._scenes.known(loaded, words)
        head = words.say("📝 Your plan in match #{match}. Only you see it:", match=match)
        lines = screens(loaded.record.game).plan_lines(scene, plan.tokens)
        buttons = [
            # Translators: A button: choose other dice for the plan.
            plan_button(match, "ahead", words.say("Change"), "📝"),
            # Translators: A button: drop the plan.
            plan_button(match, "leave", words.say("Forget it"), "🗑️"),
        ]
        return compose(texts=["\n".join([head, *lines])], rows=[buttons])

    async def _answer(self, interaction: discord.Interaction, view: MessageLayout) -> None:
        """In place of the private message that was pressed, else in a new one."""
        if is_private(interaction):
            await instead(interaction, view)
        else:
            await tell(interaction, "", view)


def _running(loaded: Loaded) -> None:
    if loaded.status is not Status.RUNNING:
        raise NothingToPlan
