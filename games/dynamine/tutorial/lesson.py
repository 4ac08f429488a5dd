"""The lesson of DYNAMINE: its texts, its buttons, and what a press means."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from cogs.games.lesson import BadPath
from cogs.games.scripted_lesson import LEARNER, Ask, Choice, Group, ScriptedLesson, Standing
from cogs.screens.base import Control, Menu, Scene
from engine.games.dynamine.observation import Observation, Phase
from engine.games.dynamine.rules import Dynamine
from games.dynamine.screens.controls import MOVES
from games.dynamine.screens.offers import TILES, Room, room, tile_groups
from games.dynamine.screens.screens import SCREENS
from games.dynamine.tutorial.course import (
    VERSION,
    Step,
    beginning,
    builds,
    builds_or_ends,
    card,
    choices,
    done,
    first_tile,
    follow,
    joins,
    pays,
)
from render.picture import Picture
from texts import mark

ASKS = {
    Step.TAKE: Ask(
        mark(
            "The round's token gives everybody **{token} points**. You rolled {die}, so you have"
            " **{budget} to spend**. A tile costs the number of its column; those that are lit in"
            " the picture can be paid and fit your mine.\n"
            "**Build E2**: it costs 2, has a +1 on two of its openings, and brings a +1 token. You"
            " find it in the menu, with the other cheap tiles."
        ),
        first_tile,
        mark("In a match you could do that. Here, begin with E2, and see what a +1 does."),
    ),
    Step.PLACE: Ask(
        mark(
            "Your entrance is open to both sides and below. A tile is never turned, and **every"
            " side that touches another tile must match**: open to open, closed to closed. The"
            " letters in the picture are the places where it fits.\n"
            "**Choose a place.**"
        ),
        counted=False,
    ),
    Step.JOIN: Ask(
        mark(
            "One of its +1 openings was used up by joining the entrance. The other one waits:"
            " **whoever builds onto it has 1 point more to spend**, at once.\n"
            "**Choose a tile that fits onto the +1.** Many do; one that scores is better, such as a"
            " vein, an altar or a fossil."
        ),
        joins,
        mark(
            "In a match you could do that, but it doesn't go onto the +1. Choose a tile that has an"
            " opening towards it."
        ),
    ),
    Step.BONUS: Ask(
        mark(
            "Each button says what its place brings: the points that you gain, and after 🪙 the"
            " points to spend.\n"
            "**Place it onto the +1.**"
        ),
        pays,
        mark("It fits there, but the +1 is somewhere else: look for 🪙 on a button."),
        counted=False,
    ),
    Step.DONE: Ask(
        mark(
            "There is your point. You could go on building, and the +1 token is yours to spend on a"
            " later turn. Points to spend that are left over are lost.\n"
            "**Press Done**, and it's Rosa's turn."
        ),
        done,
        mark("In a match you could go on. Here, let Rosa have her turn: press Done."),
    ),
    Step.CARD: Ask(
        mark(
            "Nine rounds later, **your last turn**, and Rosa leads by {behind}. What scores:\n"
            "**Veins** the number of their level, at most 5. **Altars** 1 or 4, and 1 for each vein"
            " on their level. **Wells** 1 or 2, and 1 for each tile of their vertical tunnel."
            " **Fossils** 1 or 2. Whoever has most of something gets a **reward**, and cards bring"
            " more.\n"
            "You rolled a **1**, which lets you take a card. **Take one**: its button says what it"
            " brings now."
        ),
        card,
        mark("That's allowed, but a card is waiting. Take one first."),
    ),
    Step.BUILD: Ask(
        mark(
            "Now you have {budget} to spend. A vein is worth most deep down, and an altar on a"
            " level with many veins.\n"
            "**Choose a tile.**"
        ),
        builds,
        mark("You still have points to spend. Build a tile first."),
    ),
    Step.WHERE: Ask(
        mark(
            "The number on each button is what you gain there, rewards and cards included.\n"
            "**Choose a place.**"
        ),
        counted=False,
    ),
    Step.MORE: Ask(
        mark(
            "You have {budget} left to spend. Build more if you can, or **press Done**: then the"
            " match is over, and the points are counted."
        ),
        builds_or_ends,
        mark("In a match you could do that. Here, build another tile, or press Done."),
    ),
}


class DynamineLesson(ScriptedLesson[Dynamine]):
    """The first turn of a match, and the last turn of another one."""

    version = VERSION
    emoji = "💎"
    rules = Dynamine
    screens = SCREENS
    asks = ASKS
    end = Step.END
    title = mark("## Your first mine · {number} of {steps}")
    # Translators: A button: begin a match against an easy computer.
    practice = mark("Practise now (easy)")

    begin = staticmethod(beginning)
    choices = staticmethod(choices)
    follow = staticmethod(follow)

    def numbered(self, game: Dynamine, here: Standing) -> Sequence[Choice]:
        """Return the choices that the step wants: there are too many others for one character."""
        return self.wanted(game, here)

    def offers(self, scene: Scene, here: Standing) -> Sequence[Group]:
        """Return those of a board without moves, which a first lesson can do without."""
        del here
        return offers(scene)

    def read(
        self, scene: Scene, here: Standing, what: str, ticked: tuple[str, ...]
    ) -> Sequence[Choice]:
        """Return the tokens of a button, or of what is ticked in a menu."""
        del here
        for offer in (offer for group in offers(scene) for offer in group):
            if isinstance(offer, Menu):
                values = {(option.value,) for option in offer.options}
                if offer.panel == what and ticked in values:
                    return (tuple(ticked[0].split(",")),)
            elif not ticked and offer.tokens == tuple(what.split(",")):
                return (offer.tokens,)
        raise BadPath

    def facts(self, scene: Scene) -> Mapping[str, int]:
        """Return points and dice of this turn."""
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

    def draw(self, scene: Scene, here: Standing) -> Callable[[], Picture]:
        """Return what draws the table, and the score sheet at the end."""
        if here.step is Step.END:
            return partial(SCREENS.sheet, scene)
        return super().draw(scene, here)

    def ending(self, scene: Scene, lines: str) -> tuple[str, ...]:
        """Return who won, and what a whole match is like."""
        words, view = scene.words, scene.view
        mine, hers = view.totals
        if view.places[LEARNER] == 1:
            result = words.say("You win, with {mine} points to {hers}!", mine=mine, hers=hers)
        else:
            result = words.say(
                "Rosa wins, with {hers} points to {mine}. Another card, or another place, might"
                " have been enough: you can try once more.",
                mine=mine,
                hers=hers,
            )
        return (
            words.say("## That's all there is to it"),
            "\n".join([result, *([lines] if lines else [])]),
            words.say(
                "A match has ten rounds. Now and then a token or a tile lets you move a tile,"
                " reroll, or guess your roll; the board offers whatever you can do. Up to four can"
                " play, each when they have time. `/rules` tells the rest, and which of its numbers"
                " are ours.\n"
                "**Now practise against a computer, or invite friends with `/challenge`.**"
            ),
        )


def offers(scene: Scene) -> tuple[Group, ...]:
    """Return the buttons and menus of a board, in the rows that a lesson has."""
    view: Observation = scene.view
    groups = [group for group in SCREENS.controls(scene) if not _left_out(group)]
    if view.phase is Phase.BUILD:
        free = room(groups)
        groups = [*tile_groups(scene, Room(free.rows - 1, free.parts)), *groups]
    return tuple(tuple(group) for group in groups)


def _left_out(group: list[Control | Menu]) -> bool:
    """Whether these are tiles, which are offered in another way, or moves."""
    first = group[0]
    if isinstance(first, Menu):
        return first.panel.startswith((TILES, MOVES))
    return first.tokens[0].startswith(("take ", "move "))


LESSON = DynamineLesson()
