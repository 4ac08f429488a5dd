"""Shows lessons on Discord: one private message, edited with each press."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from discord import app_commands, ui

from bot.match.values.days import day_at
from bot.match.values.errors import refusal
from cogs.base import custom_id_families as families
from cogs.base.markup import harmless
from cogs.board.day_panel import play_today_button
from cogs.drawing.queue import DrawingQueue
from cogs.games.choosing import chosen_game, usual_game
from cogs.games.lesson import (
    AGAIN,
    PRACTISE,
    BadPath,
    HintLesson,
    Learner,
    Lesson,
    LessonPanel,
)
from cogs.games.menu import games_menu
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.favourites import favourite_of_player
from cogs.interactions.game_options import game_command
from cogs.interactions.menus import Interaction, values
from cogs.interactions.presses import on_press
from cogs.screens.base import Control, Menu, Style
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui import widgets
from cogs.ui.challenges import challenge_rows
from cogs.ui.emoji import GameEmoji
from cogs.ui.layouts import compose, files, parts, rows_of, select
from texts import Words, mark

READ, HINT = "read", "hint"
"""Verbs of a lesson's buttons besides choices, AGAIN and PRACTISE."""


OtherLesson = refusal("OtherLesson", "This lesson has changed. `/tutorial` starts it again.")
NoLesson = refusal("NoLesson", "This game has no tutorial yet. `/rules` tells how it is played.")


@dataclass(eq=False)
class LessonHandlers(Handlers):
    """Answers /tutorial; a message's buttons contain the learner's whole progress."""

    icons: GameEmoji
    private_pictures: DrawingQueue
    practise: Callable[[Interaction, str], Awaitable[None]]

    @property
    def is_offered(self) -> bool:
        return bool(self.kit.games.taught)

    @anywhere
    @game_command(mark("Learn the game by playing a few turns; only you see it"))
    @app_commands.describe(game=mark("Which game; the one played most lately if you name none"))
    @handler()
    async def tutorial(self, ctx: Context, game: str | None = None) -> None:
        settings = await ctx.settings()
        if game is None:
            usual, taught = usual_game(self.kit.games, settings), self.kit.games.taught
            game = await favourite_of_player(self.kit, ctx.home, ctx.user, usual, taught)
        await self._begin(ctx, chosen_game(self.kit.games, settings, game))

    @on_press(families.GUIDE_GAME, "tutorial")
    @handler()
    async def tutorial_of_game(self, ctx: Context) -> None:
        await self._begin(ctx, chosen_game(self.kit.games, await ctx.settings(), ctx.chosen))

    async def _begin(self, ctx: Context, name: str) -> None:
        if (lesson := self.kit.games.lesson(name)) is None:
            raise NoLesson
        await self._show(ctx, name, lesson, "", AGAIN, ())

    @on_press(families.TUTORIAL)
    async def choose(
        self, interaction: Interaction, version: int, path: str, choice: str, game: str
    ) -> None:
        name = game or next(iter(self.kit.games.taught), "")
        if choice == PRACTISE:
            await self.practise(interaction, name)
        else:
            await self.press(interaction, name, path, choice, version, values(interaction))

    @handler()
    async def press(
        self,
        ctx: Context,
        game: str,
        path: str,
        choice: str,
        version: int,
        ticked: Sequence[str] = (),
    ) -> None:
        lesson = self.kit.games.lesson(game) if game in self.kit.games.names else None
        if lesson is None or version != lesson.version:
            raise OtherLesson
        try:
            await self._show(ctx, game, lesson, path, choice, ticked)
        except BadPath as bad:
            raise OtherLesson from bad

    def _then(self, game: str, words: Words) -> list[ui.Item[Any]]:
        if game not in self.kit.games.daily:
            return []
        today = day_at(self.kit.clock.now())
        return [play_today_button(self.kit.games.screens(game), game, today, words)]

    async def _show(
        self, ctx: Context, name: str, lesson: Lesson, path: str, choice: str, ticked: Sequence[str]
    ) -> None:
        interaction, words = ctx.interaction, ctx.words
        learner = Learner(
            harmless(interaction.user.display_name) or words.say_as("name", "Miner"),
            words,
            await self.kit.preferences.theme(ctx.home),
            self.icons.known,
        )
        game = self.kit.games.newest(name)
        if choice == READ:
            for part in parts(lesson.panel(game, learner, path).read):
                await ctx.tell(layout=compose(texts=[part]))
            return
        if choice == HINT:
            hint = lesson.hint(game, learner, path) if isinstance(lesson, HintLesson) else ""
            none = words.say("Here the lesson asks you something else: no hint this time.")
            await ctx.tell(layout=compose(texts=[hint or none]))
            return
        if choice == AGAIN:
            panel = lesson.panel(game, learner, "")
        else:
            panel = lesson.try_out(game, learner, path, choice, tuple(ticked))
        draws = filter(None, (panel.draw, panel.draw_below))
        pictures = [await self.private_pictures.draw(draw) for draw in draws]
        reads = interaction.user.id in await self.kit.preferences.readers([interaction.user.id])
        named = [
            (f"lesson-{interaction.id}-{number}{picture.suffix}", picture)
            for number, picture in enumerate(pictures)
        ]
        taught, menu = self.kit.games.taught, list[list[ui.Item[Any]]]()
        if not panel.path:  # before the first choice
            custom_id = families.GUIDE_GAME.spell("tutorial")
            menu = games_menu(custom_id, self.kit.games, name, taught)
        layout = compose(
            texts=[*panel.texts[:-1], *([panel.read] if reads else [])],
            galleries=[[one] for one in named],
            below=[panel.texts[-1]],
            rows=[
                *menu,
                *rows(
                    panel, lesson, "" if name == taught[0] else name, words, self._then(name, words)
                ),
                *([] if panel.offers or ctx.server is None else challenge_rows(game, words)),
            ],
        )
        await ctx.respond(layout, files(named))


def rows(
    panel: LessonPanel,
    lesson: Lesson,
    game: str,
    words: Words,
    then: Sequence[ui.Item[Any]] = (),
) -> list[list[ui.Item[Any]]]:
    """Return the buttons and menus of a panel; `game` is "" for the first game with a lesson.

    `then` are buttons for the end of the lesson, before its own.
    """

    def custom_id(choice: str) -> str:
        return families.TUTORIAL.spell(lesson.version, panel.path, choice, game)

    def button(label: str, choice: str, emoji: str | None, style: Style) -> ui.Item[Any]:
        return widgets.button(custom_id(choice), label, style=style, emoji=emoji)

    def item(offer: Control | Menu) -> ui.Item[Any]:
        if isinstance(offer, Menu):
            return select(custom_id(offer.panel), offer)
        choice = ",".join(offer.tokens) if offer.panel is None else offer.panel
        return button(offer.label, choice, offer.emoji, offer.style)

    if not panel.offers:
        style = Style.CALM if then else Style.GOOD
        practise = button(lesson.practise(words), PRACTISE, lesson.emoji, style)
        # Translators: A button: begin the lesson again.
        return [[*then, practise, button(words.say("Once more"), AGAIN, "🔁", Style.CALM)]]
    buttons = rows_of([[item(offer) for offer in group] for group in panel.offers])
    last = [button(words.say("Board as text"), READ, "📖", Style.CALM)]
    if isinstance(lesson, HintLesson):
        last.append(button(words.say("Hint"), HINT, "💡", Style.CALM))
    return [*buttons, last]


def build(kit: TopicKit) -> BuiltTopic:
    handlers = LessonHandlers(
        kit.interactions, kit.emoji, kit.drawing.private, kit.invitations.practise
    )
    return BuiltTopic((handlers,))
