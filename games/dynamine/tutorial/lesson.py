"""What the learner sees in each step: the texts, the picture, the buttons."""

from functools import partial

import discord

from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.screens.base import Scene
from engine.core.game import AnyGame
from engine.games.dynamine.observation import Observation
from engine.games.dynamine.rules import Dynamine
from games.dynamine.screens.screens import SCREENS
from games.dynamine.tutorial.course import (
    LEARNER,
    VERSION,
    Standing,
    Step,
    choose,
    stand,
)
from games.dynamine.tutorial.offers import offers, read
from render.players import Player
from texts import Words, mark

ASKS = {
    Step.TAKE: mark(
        "The round's token gives everybody **{token} points**. You rolled {die}, so you have"
        " **{budget} to spend**. A tile costs the number of its column; those that are lit in the"
        " picture can be paid and fit your mine.\n"
        "**Build E2**: it costs 2, has a +1 on two of its openings, and brings a +1 token. You find"
        " it in the menu, with the other cheap tiles."
    ),
    Step.PLACE: mark(
        "Your entrance is open to both sides and below. A tile is never turned, and **every side"
        " that touches another tile must match**: open to open, closed to closed. The letters in"
        " the picture are the places where it fits.\n"
        "**Choose a place.**"
    ),
    Step.JOIN: mark(
        "One of its +1 openings was used up by joining the entrance. The other one waits:"
        " **whoever builds onto it has 1 point more to spend**, at once.\n"
        "**Choose a tile that fits onto the +1.** Many do; one that scores is better, such as a"
        " vein, an altar or a fossil."
    ),
    Step.BONUS: mark(
        "Each button says what its place brings: the points that you gain, and after 🪙 the points"
        " to spend.\n"
        "**Place it onto the +1.**"
    ),
    Step.DONE: mark(
        "There is your point. You could go on building, and the +1 token is yours to spend on a"
        " later turn. Points to spend that are left over are lost.\n"
        "**Press Done**, and it's Rosa's turn."
    ),
    Step.CARD: mark(
        "Nine rounds later, **your last turn**, and Rosa leads by {behind}. What scores:\n"
        "**Veins** the number of their level, at most 5. **Altars** 1 or 4, and 1 for each vein on"
        " their level. **Wells** 1 or 2, and 1 for each tile of their vertical tunnel. **Fossils**"
        " 1 or 2. Whoever has most of something gets a **reward**, and cards bring more.\n"
        "You rolled a **1**, which lets you take a card. **Take one**: its button says what it"
        " brings now."
    ),
    Step.BUILD: mark(
        "Now you have {budget} to spend. A vein is worth most deep down, and an altar on a level"
        " with many veins.\n"
        "**Choose a tile.**"
    ),
    Step.WHERE: mark(
        "The number on each button is what you gain there, rewards and cards included.\n"
        "**Choose a place.**"
    ),
    Step.MORE: mark(
        "You have {budget} left to spend. Build more if you can, or **press Done**: then the match"
        " is over, and the points are counted."
    ),
}
"""What is asked in each step but the last."""
HINTS = {
    Step.TAKE: mark("In a match you could do that. Here, begin with E2, and see what a +1 does."),
    Step.JOIN: mark(
        "In a match you could do that, but it doesn't go onto the +1. Choose a tile that has an"
        " opening towards it."
    ),
    Step.BONUS: mark("It fits there, but the +1 is somewhere else: look for 🪙 on a button."),
    Step.DONE: mark("In a match you could go on. Here, let Rosa have her turn: press Done."),
    Step.CARD: mark("That's allowed, but a card is waiting. Take one first."),
    Step.BUILD: mark("You still have points to spend. Build a tile first."),
    Step.MORE: mark("In a match you could do that. Here, build another tile, or press Done."),
}
"""What is said of a legal choice that the step is not about."""
_SHOWN = (Step.TAKE, Step.JOIN, Step.DONE, Step.CARD, Step.BUILD, Step.MORE)
"""The steps as learners count them."""
_PART_OF = {Step.PLACE: Step.TAKE, Step.BONUS: Step.JOIN, Step.WHERE: Step.BUILD}


class DynamineLesson:
    """Fulfils Lesson."""

    version = VERSION
    emoji = "💎"

    def practise(self, words: Words) -> str:
        """An easy computer."""
        # Translators: A button: begin a match against an easy computer.
        return words.say("Practise now (easy)")

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
        choice = read(_scene(rules, learner, here), what, ticked)
        after = choose(rules, here, choice)
        if after is not None:
            return _panel(rules, learner, after)
        said = learner.words.say(
            "### Allowed, but wait\n{hint}", hint=learner.words.say(HINTS[here.step])
        )
        return _panel(rules, learner, here, said=said)


def _panel(game: Dynamine, learner: Learner, here: Standing, *, said: str = "") -> LessonPanel:
    """A step; `said` is told in place of what happened."""
    scene, words = _scene(game, learner, here), learner.words
    text = discord.utils.escape_mentions(SCREENS.text(scene.spoken))
    lines = "\n".join(SCREENS.story(scene, here.fresh))
    if here.step is Step.END:
        draw = partial(SCREENS.sheet, scene)
        return LessonPanel(here.path, _end(scene, lines), draw, (), text)
    title = words.say(
        "## Your first mine · {number} of {steps}",
        number=_SHOWN.index(_PART_OF.get(here.step, here.step)) + 1,
        steps=len(_SHOWN),
    )
    asked = words.say(ASKS[here.step], **_facts(scene))
    draw = partial(SCREENS.board, scene, ())
    return LessonPanel(here.path, (title, said or lines, asked), draw, offers(scene), text)


def _facts(scene: Scene) -> dict[str, int]:
    """The numbers that the texts name."""
    view: Observation = scene.view
    assert view.token is not None, "a round is played"
    assert view.turn is not None, "the learner's turn"
    mine, hers = view.totals
    return {
        "token": view.token.points,
        "die": view.turn.die or 0,
        "budget": view.turn.budget or 0,
        "behind": hers - mine,
    }


def _end(scene: Scene, lines: str) -> tuple[str, ...]:
    words, view = scene.words, scene.view
    mine, hers = view.totals
    if view.places[LEARNER] == 1:
        result = words.say("You win, with {mine} points to {hers}!", mine=mine, hers=hers)
    else:
        result = words.say(
            "Rosa wins, with {hers} points to {mine}. Another card, or another place, might have"
            " been enough: you can try once more.",
            mine=mine,
            hers=hers,
        )
    return (
        words.say("## That's all there is to it"),
        "\n".join([result, *([lines] if lines else [])]),
        words.say(
            "A match has ten rounds. Now and then a token or a tile lets you move a tile, reroll,"
            " or guess your roll; the board offers whatever you can do. Up to four can play, each"
            " when they have time. `/rules` tells the rest, and which of its numbers are ours.\n"
            "**Now practise against a computer, or invite friends with `/challenge`.**"
        ),
    )


def _rules(game: AnyGame) -> Dynamine:
    """The newest rules: what the learner plays next."""
    if not isinstance(game, Dynamine):
        raise BadPath
    return game


def _scene(game: Dynamine, learner: Learner, here: Standing) -> Scene:
    rosa = Player(learner.words.say("Rosa"), computer=True)
    players = (Player(learner.name), rosa)
    return learner.scene(game, here.position.state, players, SCREENS, LEARNER)


LESSON = DynamineLesson()
