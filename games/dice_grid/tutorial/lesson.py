"""The lesson of the dice grid: its texts, and what a press means."""

from collections.abc import Sequence
from dataclasses import replace

from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.games.scripted_lesson import LEARNER, Ask, Choice, Group, ScriptedLesson, Standing
from cogs.screens.base import MENU, SESSION, BadChoice, Scene
from engine.core.game import AnyGame
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid.screens.screens import SCREENS
from games.dice_grid.tutorial.course import (
    VERSION,
    Step,
    beginning,
    choices,
    follow,
    offers,
)
from render.players import Player
from texts import mark

ASKS = {
    Step.DIE: Ask(
        mark(
            "A round begins with **a die**: it rolls, and one box of its column is crossed for"
            " good. The number on its button says how many boxes are left.\n"
            "**Roll a die.** Any will do."
        ),
    ),
    Step.SQUARE: Ask(
        mark(
            "Walk along rows and columns, with two turns at most. Each step takes 1 from the roll,"
            " and **what is left is your number**. You write a die whose box with that number is"
            " open, and which stands nowhere else in the row and column.\n"
            "**Choose a square.**"
        ),
        wants=lambda _game, _here, choice: choice != ("star",),
        hint=mark(
            "A star would do, in place of the result. But it is worth 4 points if you keep it, and"
            " here squares are in reach: go."
        ),
    ),
    Step.TYPE: Ask(
        mark(
            "Several dice fit here, so you choose. The box with the number is crossed in the column"
            " of the one that you write.\n"
            "**Choose a die to write.**"
        ),
        counted=False,
    ),
    Step.STAR: Ask(
        mark(
            "Twenty squares later a die shows 2, and **nothing is in reach**. A star marks any"
            " square that still takes a die, however far away. Kept, it scores 4; a full row or"
            " column scores 3, a square 1.\n"
            "**Use a star.**"
        ),
        wants=lambda _game, _here, choice: choice == ("star",),
        hint=mark(
            "You may end here, as nothing is in reach. But more squares and lines are to be had:"
            " use a star."
        ),
    ),
    Step.PLACE: Ask(
        mark(
            "A square that fills its row or column is worth most: the menu says which one does.\n"
            "**Choose a square for the star.**"
        ),
    ),
}


class DiceGridLesson(ScriptedLesson[DiceGrid]):
    """One round and one star, each of a real grid."""

    version = VERSION
    emoji = "🎲"
    rules = DiceGrid
    screens = SCREENS
    asks = ASKS
    end = Step.END
    title = mark("## Your first grid · {number} of {steps}")
    # Translators: A button: begin an empty grid.
    practice = mark("Play a whole grid")
    width = 2

    begin = staticmethod(beginning)
    choices = staticmethod(choices)
    follow = staticmethod(follow)

    def players(self, learner: Learner) -> tuple[Player, ...]:
        """Return the learner alone."""
        return (Player(learner.name),)

    def try_out(
        self, game: AnyGame, learner: Learner, path: str, what: str, ticked: tuple[str, ...]
    ) -> LessonPanel:
        """Open a panel of the grid, which has its own buttons, or make a choice."""
        here = self.stand(self.newest(game), path)
        if not ticked and here.step is not Step.END:
            scene = self.scene(learner, game, here)
            if what == SESSION:
                return self.show(learner, game, here)
            if SCREENS.form(scene, LEARNER, what) is not None:
                return replace(self.show(learner, game, here), offers=offers(scene, what))
        return super().try_out(game, learner, path, what, ticked)

    def offers(self, scene: Scene, here: Standing) -> Sequence[Group]:
        """Return those of a grid without panels that a first round can do without."""
        del here
        return offers(scene)

    def read(
        self, scene: Scene, here: Standing, what: str, ticked: tuple[str, ...]
    ) -> Sequence[Choice]:
        """Return the tokens of a button, or of what is ticked in a menu."""
        choice = tuple(what.split(","))
        if ticked:
            try:
                choice = SCREENS.tokens(scene, LEARNER, what, {MENU: ticked})
            except BadChoice as bad:
                raise BadPath from bad
        assert isinstance(scene.game, DiceGrid), "the lesson's own scene"
        if choice not in choices(scene.game, here):
            raise BadPath
        return (choice,)

    def asked(self, scene: Scene, here: Standing) -> str:
        """Ask for a die instead of a square once the star has its square."""
        if here.step is Step.PLACE and scene.view.types:
            return scene.words.say(
                "With a star any of these dice fits, and the highest open box of its column is"
                " crossed.\n**Choose a die to write.**"
            )
        return super().asked(scene, here)

    def ending(self, scene: Scene, lines: str) -> tuple[str, ...]:
        """Return what a whole grid is like."""
        words = scene.words
        return (
            words.say("## That's all there is to it"),
            lines,
            words.say(
                "A grid ends when nothing is in reach and you keep your stars, or when the third"
                " star is used. 63 points is the most that anybody can make; everything above 45 is"
                " good. `/rules` tells the rest, and “Why not?” what stands against a square.\n"
                "**Now play a grid of your own.**"
            ),
        )


LESSON = DiceGridLesson()
