"""What the learner sees in each step: the texts, the picture, the buttons."""

from functools import partial

import discord

from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.screens.base import SESSION, Scene
from engine.core.game import AnyGame
from engine.games.dice_grid.rules import DiceGrid
from games.dice_grid.screens.screens import SCREENS
from games.dice_grid.screens.story import tell
from games.dice_grid.tutorial.course import (
    LEARNER,
    VERSION,
    Group,
    Standing,
    Step,
    choose,
    offers,
    read,
    stand,
)
from render.players import Player
from texts import Words, mark

ASKS = {
    Step.DIE: mark(
        "A round begins with **a die**: it rolls, and one box of its column is crossed for good."
        " The number on its button says how many boxes are left.\n"
        "**Roll a die.** Any will do."
    ),
    Step.SQUARE: mark(
        "Walk along rows and columns, with two turns at most. Each step takes 1 from the roll, and"
        " **what is left is your number**. You write a die whose box with that number is open, and"
        " which stands nowhere else in the row and column.\n"
        "**Choose a square.**"
    ),
    Step.TYPE: mark(
        "Several dice fit here, so you choose. The box with the number is crossed in the column"
        " of the one that you write.\n"
        "**Choose a die to write.**"
    ),
    Step.STAR: mark(
        "Twenty squares later a die shows 2, and **nothing is in reach**. A star marks any square"
        " that still takes a die, however far away. Kept, it scores 4; a full row or column"
        " scores 3, a square 1.\n"
        "**Use a star.**"
    ),
    Step.PLACE: mark(
        "A square that fills its row or column is worth most: the menu says which one does.\n"
        "**Choose a square for the star.**"
    ),
}
"""What is asked in each step but the last."""
HINTS = {
    Step.SQUARE: mark(
        "A star would do, in place of the result. But it is worth 4 points if you keep it, and"
        " here squares are in reach: go."
    ),
    Step.STAR: mark(
        "You may end here, as nothing is in reach. But more squares and lines are to be had: use"
        " a star."
    ),
}
"""What is said of a legal choice that the step is not about."""
_SHOWN = (Step.DIE, Step.SQUARE, Step.STAR, Step.PLACE)
"""The steps as learners count them."""


class DiceGridLesson:
    """Fulfils Lesson."""

    version = VERSION
    emoji = "🎲"

    def practise(self, words: Words) -> str:
        """A grid of one's own."""
        # Translators: A button: begin an empty grid.
        return words.say("Play a whole grid")

    def panel(self, game: AnyGame, learner: Learner, path: str) -> LessonPanel:
        """Where these choices lead; raises BadPath."""
        rules = _rules(game)
        return _panel(rules, learner, stand(rules, path))

    def try_out(
        self, game: AnyGame, learner: Learner, path: str, what: str, ticked: tuple[str, ...]
    ) -> LessonPanel:
        """What follows where something is pressed or ticked; raises BadPath."""
        rules = _rules(game)
        here = stand(rules, path)
        if here.step is Step.END:
            raise BadPath
        if not ticked and what == SESSION:
            return _panel(rules, learner, here)
        scene = _scene(rules, learner, here)
        if not ticked and SCREENS.form(scene, LEARNER, what) is not None:
            return _panel(rules, learner, here, opened=what)
        after = choose(rules, here, read(scene, what, ticked))
        if after is not None:
            return _panel(rules, learner, after)
        said = learner.words.say(
            "### Allowed, but wait\n{hint}", hint=learner.words.say(HINTS[here.step])
        )
        return _panel(rules, learner, here, said=said)


def _panel(
    game: DiceGrid, learner: Learner, here: Standing, *, opened: str = "", said: str = ""
) -> LessonPanel:
    """A step, or a panel of it; `said` is told in place of what happened."""
    scene, words = _scene(game, learner, here), learner.words
    draw = partial(SCREENS.board, scene, ())
    text = discord.utils.escape_mentions(SCREENS.text(scene.spoken))
    lines = "\n".join(tell(scene, here.fresh))
    if here.step is Step.END:
        return LessonPanel(here.path, _end(words, lines), draw, (), text)
    shown = Step.SQUARE if here.step is Step.TYPE else here.step
    title = words.say(
        "## Your first grid · {number} of {steps}",
        number=_SHOWN.index(shown) + 1,
        steps=len(_SHOWN),
    )
    asked = words.say(ASKS[here.step])
    if here.step is Step.PLACE and scene.view.types:
        asked = words.say(
            "With a star any of these dice fits, and the highest open box of its column is"
            " crossed.\n**Choose a die to write.**"
        )
    texts = (title, said or lines, asked)
    groups: tuple[Group, ...] = offers(scene, opened)
    return LessonPanel(here.path, texts, draw, groups, text)


def _end(words: Words, lines: str) -> tuple[str, ...]:
    return (
        words.say("## That's all there is to it"),
        lines,
        words.say(
            "A grid ends when nothing is in reach and you keep your stars, or when the third star"
            " is used. 63 points is the most that anybody can make; everything above 45 is"
            " good. `/rules` tells the rest, and “Why not?” what stands against a square.\n"
            "**Now play a grid of your own.**"
        ),
    )


def _rules(game: AnyGame) -> DiceGrid:
    """The newest rules: what the learner plays next."""
    if not isinstance(game, DiceGrid):
        raise BadPath
    return game


def _scene(game: DiceGrid, learner: Learner, here: Standing) -> Scene:
    players = (Player(learner.name),)
    return learner.scene(game, here.position.state, players, SCREENS, LEARNER)


LESSON = DiceGridLesson()
