"""Plans for the next turn, all in private."""

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.playing.decisions import check_player
from bot.match.playing.errors import NothingToPlan
from bot.match.playing.plans import Plan, Planning, choices_of
from cogs.base import custom_id_families as families
from cogs.interactions.context import Context
from cogs.scenes.scenes import Scenes
from cogs.ui.layouts import MessageLayout, compose, plan_button
from cogs.ui.modals import modal, values


class PlanForms:
    def __init__(self, planning: Planning, scenes: Scenes) -> None:
        self._planning = planning
        self._scenes = scenes

    async def open_form(self, ctx: Context, loaded: Loaded) -> None:
        _check_running(loaded)
        choices_of(loaded, ctx.user)
        seat = loaded.roster.seat_of(ctx.user)
        assert seat is not None, "players with choices have a seat"
        scene = self._scenes.known(loaded, ctx.words, seat, ctx.home)
        form = scene.screens.plan_form(scene, seat)
        if form is None:
            raise NothingToPlan
        window = modal(families.PLAN_FORM.spell(loaded.record.id), form)
        await ctx.interaction.response.send_modal(window)

    async def hand_in(self, ctx: Context, loaded: Loaded) -> None:
        chosen = values(ctx.data)
        tokens = [token for tokens in chosen.values() for token in tokens]
        match = loaded.record.id
        plan = await self._planning.plan(match, ctx.user, tokens)
        ctx.note_counted()
        await ctx.respond(self._layout(ctx, loaded, plan))

    async def drop(self, ctx: Context, loaded: Loaded) -> None:
        check_player(loaded, ctx.user)
        await self._planning.leave(loaded.record.id, ctx.user)
        ctx.note_counted()
        text = ctx.words.say("Your plan is gone. Nobody knew about it.")
        await ctx.respond(compose(texts=[text]))

    async def show(self, ctx: Context, loaded: Loaded) -> None:
        _check_running(loaded)
        plan = await self._planning.plan_of(loaded.record.id, ctx.user)
        if plan is None:
            choices_of(loaded, ctx.user)
        await ctx.tell(layout=self._layout(ctx, loaded, plan))

    def _layout(self, ctx: Context, loaded: Loaded, plan: Plan | None) -> MessageLayout:
        match, words = loaded.record.id, ctx.words
        if plan is None:
            text = words.say("You have no plan in match #{match}.", match=match)
            button = plan_button(match, "ahead", words.say("Plan"), "📝")
            return compose(texts=[text], rows=[[button]])
        scene = self._scenes.known(loaded, words, loaded.roster.seat_of(ctx.user))
        head = words.say("📝 Your plan in match #{match}. Only you see it:", match=match)
        lines = scene.screens.plan_lines(scene, plan.tokens)
        buttons = [
            # Translators: A button: choose other dice for the plan.
            plan_button(match, "ahead", words.say("Change"), "📝"),
            # Translators: A button: drop the plan.
            plan_button(match, "leave", words.say("Forget it"), "🗑️"),
        ]
        return compose(texts=["\n".join([head, *lines])], rows=[buttons])


def _check_running(loaded: Loaded) -> None:
    if loaded.status is not Status.RUNNING:
        raise NothingToPlan
