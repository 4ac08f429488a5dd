"""Shows the lesson on Discord: one private message, edited with each press."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from bot.match.errors import Refusal
from bot.match.ports import Games
from cogs.answers import acknowledge, answered, nowhere, private_words, tell
from cogs.icons import Icons
from cogs.lesson.course import FRIEND, LEARNER, VERSION, BadPath, Standing, Step, stand
from cogs.lesson.panels import Panel, panel, try_out
from cogs.lesson.primer import primer, primer_picture
from cogs.markup import harmless
from cogs.play import ids
from cogs.play.buttons import PRACTISE
from cogs.play.layout import ROW, files, lesson_button, lesson_menu, paper, parts
from cogs.play.sketches import Sketches
from cogs.preferences import Preferences
from cogs.screens.base import Control, Menu, Scene, Style
from engine.games.dice_miner.rules import DiceMiner
from render.players import Player
from texts import Catalogue, Words, mark

GAME = "dice-miner"
READ, AGAIN = "read", "again"
"""What buttons of the lesson ask beside choices."""


class OtherLesson(Refusal):
    """A button of a lesson that this version does not give."""

    sentence = mark("This lesson has changed. `/tutorial` starts it again.")


class Tutor:
    """Gives the lesson. All that is known of a learner is in the buttons of their message."""

    def __init__(
        self,
        games: Games,
        icons: Icons,
        preferences: Preferences,
        sketches: Sketches,
        catalogue: Catalogue,
    ) -> None:
        self._games = games
        self._icons = icons
        self._preferences = preferences
        self._sketches = sketches
        self._catalogue = catalogue

    async def begin(self, interaction: discord.Interaction) -> None:
        """Answer the command with the first step."""
        await self._answered(interaction, "", AGAIN)

    async def press(
        self,
        interaction: discord.Interaction,
        version: int,
        path: str,
        what: str,
        ticked: Sequence[str] = (),
    ) -> None:
        """Answer a button of the lesson, or a menu in which dice are ticked."""
        await self._answered(interaction, path, what, version, ticked)

    async def _answered(
        self,
        interaction: discord.Interaction,
        path: str,
        what: str,
        version: int = VERSION,
        ticked: Sequence[str] = (),
    ) -> None:
        words = private_words(self._catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            game = self._game()
            if game is None or version != VERSION:
                raise OtherLesson
            try:
                await self._show(interaction, game, path, what, ticked, words)
            except BadPath as bad:
                raise OtherLesson from bad

        await answered(interaction, words, work(), nowhere)

    async def _show(
        self,
        interaction: discord.Interaction,
        game: DiceMiner,
        path: str,
        what: str,
        ticked: Sequence[str],
        words: Words,
    ) -> None:
        guild = interaction.guild_id
        assert guild is not None, "the lesson is given in servers only"
        theme = await self._preferences.theme(guild)
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
                icons=self._icons.known,
                theme=theme,
            )

        if what == AGAIN:
            standing = stand(game, "")
            shown = panel(game, scene_of(standing), standing)
        elif what == READ:
            standing = stand(game, path)
            for part in parts(panel(game, scene_of(standing), standing).read):
                await tell(interaction, "", paper(texts=[part]))
            return
        else:
            shown = try_out(game, scene_of, stand(game, path), what, tuple(ticked))
        picture = await self._sketches.draw(shown.draw)
        reads = interaction.user.id in await self._preferences.readers([interaction.user.id])
        named = [(f"lesson-{interaction.id}{picture.suffix}", picture)]
        layout = paper(
            texts=[*shown.texts[:-1], *([shown.read] if reads else [])],
            galleries=[named],
            below=[shown.texts[-1]],
            rows=_rows(shown, words),
        )
        await interaction.edit_original_response(view=layout, attachments=files(named))

    async def explain(self, interaction: discord.Interaction, words: Words) -> None:
        """The game in a minute, for the one who asked, with a button that begins the lesson."""
        game = self._game()
        guild = interaction.guild_id
        if game is None or guild is None:
            raise OtherLesson
        theme = await self._preferences.theme(guild)
        picture = await self._sketches.draw(lambda: primer_picture(game, words, theme))
        named = [(f"primer-{interaction.id}{picture.suffix}", picture)]
        begin = lesson_button(
            ids.lesson(VERSION, "", AGAIN), words.say("Try it yourself"), Style.MAIN, "⛏️"
        )
        layout = paper(galleries=[named], below=[primer(words)], rows=[[begin]])
        await tell(interaction, "", layout, files(named))

    def _game(self) -> DiceMiner | None:
        """The newest rules: what the learner plays next."""
        game = self._games.newest(GAME)
        return game if isinstance(game, DiceMiner) else None


def _rows(shown: Panel, words: Words) -> list[list[ui.Item[Any]]]:
    path = shown.standing.path

    def button(label: str, what: str, emoji: str | None, style: Style) -> ui.Item[Any]:
        return lesson_button(ids.lesson(VERSION, path, what), label, style, emoji)

    def item(offer: Control | Menu) -> ui.Item[Any]:
        if isinstance(offer, Menu):
            return lesson_menu(ids.lesson(VERSION, path, offer.panel), offer)
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
