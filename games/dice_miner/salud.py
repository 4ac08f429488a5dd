"""/salud: a move if the user can share a beer in a match now, else a toast to a friend."""

from functools import partial

import discord
from discord import app_commands

from bot.match.log.loaded import Loaded
from bot.match.values.errors import Refusal
from cogs.base.custom_ids import BoardVersion
from cogs.base.markup import bold, harmless
from cogs.interactions.context import Context, Handlers, handler
from cogs.play.handlers import PlayHandlers, PlayTopic
from cogs.screens.base import BadChoice
from cogs.topics.autocomplete import running_matches
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.layouts import compose, files
from cogs.ui.widgets import suggestions
from engine.games.dice_miner.observation import Observation, SeenDie
from games.dice_miner.screens.choices import beers_to_share
from games.dice_miner.screens.controls import SALUD
from render.games.dice_miner.salud_toast import draw_toast
from render.games.dice_miner.words import die_words
from texts import mark


class SaludCommand(Handlers):
    def __init__(self, kit: TopicKit, boards: PlayHandlers) -> None:
        super().__init__(kit.interactions)
        self._lookup, self._pictures, self._boards = kit.lookup, kit.drawing.private, boards

    @app_commands.command(description=mark("Share a beer: your move in a match, otherwise a toast"))
    @app_commands.describe(
        friend=mark("With whom"),
        die=mark("Which beer die, if you're in a match"),
        match=mark("Which match, if you're in several"),
    )
    @app_commands.autocomplete(match=running_matches)
    @handler(acknowledge=False)
    async def salud(
        self,
        ctx: Context,
        friend: discord.Member | discord.User | None = None,
        die: str | None = None,
        match: int | None = None,
    ) -> None:
        ctx.check_server()
        async with ctx.before_form():
            loaded = await self._lookup.here_to_act(ctx, match)
        if loaded is not None and _beers(loaded, ctx.user):
            await self._move(ctx, loaded, friend, die)
            return
        named = [name for name, value in (("die", die), ("match", match)) if value is not None]
        if named:
            raise BadChoice(
                ctx.words.say(
                    "You can't share a beer in a match right now, so a toast is all there is: "
                    "leave out {options}. Nothing changed.",
                    options=ctx.words.listed(f"`{name}`" for name in named),
                )
            )
        await self._toast(ctx, friend)

    async def _move(
        self,
        ctx: Context,
        loaded: Loaded,
        friend: discord.Member | discord.User | None,
        die: str | None,
    ) -> None:
        board = BoardVersion(loaded.record.id, loaded.seq)
        beers = _beers(loaded, ctx.user)
        view: Observation = loaded.observe()
        dice = [beer.name for beer in beers if die in (None, beer.name)]
        seat = None if friend is None else loaded.roster.seat_of(friend.id)
        friends = [other for other in view.friends if friend is None or other == seat]
        if not friends:
            raise BadChoice(ctx.words.say("That friend isn't in this match."))
        if not dice:
            raise BadChoice(ctx.words.say("That isn't one of your beer dice."))
        dice = dice if die is not None else [beer.name for beer in beers_to_share(beers)]
        if len(dice) == 1 and len(friends) == 1:
            await ctx.acknowledge()
            tokens = (f"salud {dice[0]} {friends[0]}",)
            if await self._boards.moves.decide(ctx, board, tokens):
                await ctx.dismiss()
        else:
            await self._boards.open_form(ctx, loaded, board, SALUD)

    async def _toast(self, ctx: Context, friend: discord.Member | discord.User | None) -> None:
        """Post a picture without a ping, because the friend has not agreed to pings."""
        await ctx.acknowledge(shared=True)
        giver = harmless(ctx.interaction.user.display_name) or ctx.words.say_as("name", "Miner")
        public = await self.kit.preferences.words(ctx.guild)
        if friend is None:
            text = public.say(
                "### 🍺 {player} raises a mug to everyone: ¡Salud!", player=bold(giver)
            )
            receiver = None
        else:
            receiver = harmless(friend.display_name) or ctx.words.say_as("name", "Miner")
            text = public.say(
                "### 🍺 {player} raises a mug to {friend}: ¡Salud!",
                player=bold(giver),
                friend=bold(receiver),
            )
        theme = await self.kit.preferences.theme(ctx.guild)
        picture = await self._pictures.draw(partial(draw_toast, giver, receiver, public, theme))
        pictures = [(f"salud{picture.suffix}", picture)]
        await ctx.respond(compose(texts=[text], galleries=[pictures]), files(pictures))

    @salud.autocomplete("die")
    async def _die(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        named = getattr(interaction.namespace, "match", None)
        try:
            number = named if isinstance(named, int) else None
            loaded = await self._lookup.here_to_act(ctx, number)
        except Refusal:
            return []
        beers = [] if loaded is None else beers_to_share(_beers(loaded, ctx.user))
        return suggestions(((die_words(ctx.words, beer), beer.name) for beer in beers), current)


def _beers(loaded: Loaded, user: int) -> tuple[SeenDie, ...]:
    if user not in loaded.people_to_act:
        return ()
    view = loaded.observe()
    return view.beers if isinstance(view, Observation) else ()


def build(kit: TopicKit, play: PlayTopic) -> BuiltTopic:
    return BuiltTopic((SaludCommand(kit, play.boards),))
