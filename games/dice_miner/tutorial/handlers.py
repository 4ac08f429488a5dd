"""Shows the lesson on Discord: one private message, edited with each press."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.game_register import GameRegister
from bot.match.errors import Refusal
from cogs.board.drawing import DrawingQueue
from cogs.interactions import custom_ids
from cogs.interactions.context import Context, Handlers, handler
from cogs.screens.base import Control, Menu, Scene, Style
from cogs.server.preferences import Preferences
from cogs.ui import widgets
from cogs.ui.emoji import GameEmoji
from cogs.ui.layouts import ROW, compose, files, parts, select
from cogs.ui.markup import harmless
from engine.games.dice_miner.rules import DiceMiner
from games.dice_miner import GAME
from games.dice_miner.screens.screens import SCREENS
from games.dice_miner.tutorial.course import (
    FRIEND,
    LEARNER,
    VERSION,
    BadPath,
    Standing,
    Step,
    stand,
)
from games.dice_miner.tutorial.panels import Panel, panel, try_out
from render.players import Player
from texts import Words, mark

READ, AGAIN, PRACTISE = "read", "again", "practise"
"""What buttons of the lesson ask beside choices."""


class OtherLesson(Refusal):
    """A button of a lesson that this version does not give."""

    sentence = mark("This lesson has changed. `/tutorial` starts it again.")


@dataclass(eq=False)
class TutorialHandlers(Handlers):
    """Gives the lesson. All that is known of a learner is in the buttons of their message."""

    games: GameRegister
    icons: GameEmoji
    preferences: Preferences
    private_pictures: DrawingQueue

    @handler()
    async def press(
        self,
        ctx: Context,
        path: str = "",
        what: str = AGAIN,
        version: int = VERSION,
        ticked: Sequence[str] = (),
    ) -> None:
        """Answer a button of the lesson, a menu in which dice are ticked, or the command."""
        game = self._game()
        if game is None or version != VERSION:
            raise OtherLesson
        try:
            await self._show(ctx, game, path, what, ticked)
        except BadPath as bad:
            raise OtherLesson from bad

    async def _show(
        self, ctx: Context, game: DiceMiner, path: str, what: str, ticked: Sequence[str]
    ) -> None:
        interaction, words = ctx.interaction, ctx.words
        theme = await self.preferences.theme(ctx.guild)
        name = harmless(interaction.user.display_name) or words.say("Miner")

        def scene_of(standing: Standing) -> Scene:
            state = standing.position.state
            players = {LEARNER: Player(name), FRIEND: Player(words.say("Rosa"), computer=True)}
            return Scene(
                game=game,
                state=state,
                to_act=tuple(sorted(game.to_act(state))),
                players=tuple(players[seat] for seat in sorted(players)),
                words=words,
                screens=SCREENS,
                icons=self.icons.known,
                theme=theme,
            )

        if what == AGAIN:
            standing = stand(game, "")
            shown = panel(game, scene_of(standing), standing)
        elif what == READ:
            standing = stand(game, path)
            for part in parts(panel(game, scene_of(standing), standing).read):
                await ctx.tell(layout=compose(texts=[part]))
            return
        else:
            shown = try_out(game, scene_of, stand(game, path), what, tuple(ticked))
        picture = await self.private_pictures.draw(shown.draw)
        reads = interaction.user.id in await self.preferences.readers([interaction.user.id])
        named = [(f"lesson-{interaction.id}{picture.suffix}", picture)]
        layout = compose(
            texts=[*shown.texts[:-1], *([shown.read] if reads else [])],
            galleries=[named],
            below=[shown.texts[-1]],
            rows=_rows(shown, words),
        )
        await ctx.respond(layout, files(named))

    def _game(self) -> DiceMiner | None:
        """The newest rules: what the learner plays next."""
        game = self.games.newest(GAME.name)
        return game if isinstance(game, DiceMiner) else None


def _rows(shown: Panel, words: Words) -> list[list[ui.Item[Any]]]:
    path = shown.standing.path

    def button(label: str, what: str, emoji: str | None, style: Style) -> ui.Item[Any]:
        return widgets.button(
            custom_ids.tutorial(VERSION, path, what), label, style=style, emoji=emoji
        )

    def item(offer: Control | Menu) -> ui.Item[Any]:
        if isinstance(offer, Menu):
            return select(custom_ids.tutorial(VERSION, path, offer.panel), offer)
        return button(offer.label, offer.tokens[0], offer.emoji, offer.style)

    if shown.standing.step is Step.END:
        # Translators: A button: begin a match against an easy computer.
        practise = button(words.say("Practise now (easy)"), PRACTISE, "⛏️", Style.GOOD)
        # Translators: A button: begin the lesson again.
        return [[practise, button(words.say("Once more"), AGAIN, "🔁", Style.CALM)]]
    rows = []
    for group in shown.offers:
        made = [item(offer) for offer in group]
        rows += [made[start : start + ROW] for start in range(0, len(made), ROW)]
    return [*rows, [button(words.say("Board as text"), READ, "📖", Style.CALM)]]
