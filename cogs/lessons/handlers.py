"""Shows lessons on Discord: one private message, edited with each press."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import app_commands, ui

from bot.match.values.errors import refusal
from cogs.base import custom_id_families as families
from cogs.base.markup import harmless
from cogs.drawing.queue import DrawingQueue
from cogs.games.choosing import chosen_game
from cogs.games.lesson import BadPath, HintLesson, Learner, Lesson, LessonPanel
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import game_command
from cogs.interactions.presses import answers
from cogs.interactions.topics import Interaction, values
from cogs.invitations.handlers import InvitationHandlers
from cogs.screens.base import Control, Menu, Style
from cogs.ui import widgets
from cogs.ui.emoji import GameEmoji
from cogs.ui.layouts import compose, files, parts, rows_of, select
from texts import Words, mark

READ, AGAIN, PRACTISE, HINT = "read", "again", "practise", "hint"
"""What buttons of a lesson ask beside choices."""


OtherLesson = refusal("OtherLesson", "This lesson has changed. `/tutorial` starts it again.")
NoLesson = refusal("NoLesson", "This game has no tutorial yet. `/rules` tells how it is played.")


@dataclass(eq=False)
class LessonHandlers(Handlers):
    """Gives the lessons. All that is known of a learner is in the buttons of their message."""

    icons: GameEmoji
    private_pictures: DrawingQueue

    @property
    def is_offered(self) -> bool:
        """Whether any game has a lesson."""
        return bool(self.kit.games.taught)

    @game_command(mark("Learn the game by playing a few turns; only you see it"))
    @app_commands.describe(game=mark("Which game; this server's usual one if you name none"))
    @handler()
    async def tutorial(self, ctx: Context, game: str | None = None) -> None:
        """The first panel of a game's lesson; of the server's usual game if none is named."""
        name = chosen_game(self.kit.games, await ctx.settings(), game)
        if (lesson := self.kit.games.lesson(name)) is None:
            raise NoLesson
        await self._show(ctx, name, lesson, "", AGAIN, ())

    @answers(families.TUTORIAL)
    async def choose(
        self, interaction: Interaction, version: int, path: str, what: str, game: str
    ) -> None:
        """A choice in a lesson; the last button begins a match."""
        name = game or next(iter(self.kit.games.taught), "")
        if what == PRACTISE:
            await interaction.client.services[InvitationHandlers].practise(interaction, name)
        else:
            await self.press(interaction, name, path, what, version, values(interaction))

    @handler()
    async def press(
        self,
        ctx: Context,
        game: str,
        path: str,
        what: str,
        version: int,
        ticked: Sequence[str] = (),
    ) -> None:
        """Answer a button of a lesson, or a menu in which something is ticked."""
        lesson = self.kit.games.lesson(game) if game in self.kit.games.names else None
        if lesson is None or version != lesson.version:
            raise OtherLesson
        try:
            await self._show(ctx, game, lesson, path, what, ticked)
        except BadPath as bad:
            raise OtherLesson from bad

    async def _show(
        self, ctx: Context, name: str, lesson: Lesson, path: str, what: str, ticked: Sequence[str]
    ) -> None:
        interaction, words = ctx.interaction, ctx.words
        learner = Learner(
            harmless(interaction.user.display_name) or words.say("Miner"),
            words,
            await self.kit.preferences.theme(ctx.guild),
            self.icons.known,
        )
        game = self.kit.games.newest(name)
        if what == READ:
            for part in parts(lesson.panel(game, learner, path).read):
                await ctx.tell(layout=compose(texts=[part]))
            return
        if what == HINT:
            told = lesson.hint(game, learner, path) if isinstance(lesson, HintLesson) else ""
            none = words.say("Here the lesson asks you something else: no hint this time.")
            await ctx.tell(layout=compose(texts=[told or none]))
            return
        if what == AGAIN:
            shown = lesson.panel(game, learner, "")
        else:
            shown = lesson.try_out(game, learner, path, what, tuple(ticked))
        picture = await self.private_pictures.draw(shown.draw)
        reads = interaction.user.id in await self.kit.preferences.readers([interaction.user.id])
        named = [(f"lesson-{interaction.id}{picture.suffix}", picture)]
        layout = compose(
            texts=[*shown.texts[:-1], *([shown.read] if reads else [])],
            galleries=[named],
            below=[shown.texts[-1]],
            rows=rows(shown, lesson, "" if name == self.kit.games.taught[0] else name, words),
        )
        await ctx.respond(layout, files(named))


def rows(shown: LessonPanel, lesson: Lesson, game: str, words: Words) -> list[list[ui.Item[Any]]]:
    """The buttons and menus of a panel; `game` is "" for the first that has a lesson."""

    def custom_id(what: str) -> str:
        return families.TUTORIAL.spell(lesson.version, shown.path, what, game)

    def button(label: str, what: str, emoji: str | None, style: Style) -> ui.Item[Any]:
        return widgets.button(custom_id(what), label, style=style, emoji=emoji)

    def item(offer: Control | Menu) -> ui.Item[Any]:
        if isinstance(offer, Menu):
            return select(custom_id(offer.panel), offer)
        what = ",".join(offer.tokens) if offer.panel is None else offer.panel
        return button(offer.label, what, offer.emoji, offer.style)

    if not shown.offers:
        practise = button(lesson.practise(words), PRACTISE, lesson.emoji, Style.GOOD)
        # Translators: A button: begin the lesson again.
        return [[practise, button(words.say("Once more"), AGAIN, "🔁", Style.CALM)]]
    found = rows_of([[item(offer) for offer in group] for group in shown.offers])
    last = [button(words.say("Board as text"), READ, "📖", Style.CALM)]
    if isinstance(lesson, HintLesson):
        last.append(button(words.say("Hint"), HINT, "💡", Style.CALM))
    return [*found, last]
