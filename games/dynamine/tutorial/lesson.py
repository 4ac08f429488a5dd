"""The lesson: the first turn of one match, then the last turn of another.

Both are real matches with fixed luck against a computer called Rosa. A path stores each choice as
its index among the choices that its step accepts.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from functools import cache, partial

from cogs.games.lesson import BadPath
from cogs.games.scripted_lesson import (
    LEARNER,
    LONGEST,
    Group,
    LessonProgress,
    ScriptedLesson,
    TokenChoice,
    read_asks,
)
from cogs.screens.base import Control, Menu, Scene
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.errors import BadToken, NotLegal
from engine.core.types import Level, Seat
from engine.games.dynamine.observation import Observation, Phase
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import State
from games.dynamine import GAME
from games.dynamine.screens.content import table
from games.dynamine.screens.controls import MOVES
from games.dynamine.screens.offers import TILES, Room, room, tile_groups
from games.dynamine.screens.screens import SCREENS
from games.dynamine.tutorial.recorded import TOKENS
from render.games.dynamine.board import draw_supply
from render.picture import Picture
from texts import mark

VERSION = 2
"""Version of the lesson; buttons of other versions no longer work."""
ROSA: Seat = 1
FIRST_TILE = "take E2"
"""A tile with two +1 openings that also brings a +1 token."""
_BUILDING = frozenset({"take", "raven", "plus"})
"""Actions that build, or that add building points."""
_FIRST = Stream(bytes(SEED_BYTES), "mine lesson 163")
"""Luck with which the learner starts, with 5 points to spend."""
_LAST = Stream(bytes(SEED_BYTES), "mine lesson")
"""Luck of the last turn: the next card, and Cave Raven's roll."""


class Step(Enum):
    """Steps of the lesson, in order."""

    TAKE = auto()
    PLACE = auto()
    JOIN = auto()
    BONUS = auto()
    DONE = auto()
    CARD = auto()
    """Start of the second chapter: take a card, because the die shows a 1."""
    BUILD = auto()
    WHERE = auto()
    MORE = auto()
    END = auto()


def first_tile(_game: Dynamine, _here: LessonProgress, choice: TokenChoice) -> bool:
    return choice[0] == FIRST_TILE


def joins(game: Dynamine, here: LessonProgress, choice: TokenChoice) -> bool:
    """Accept a tile that can join a +1 opening, unless taking it would end the learner's turn."""
    if not choice[0].startswith("take "):
        return False
    after = driver.choose(game, here.position, LEARNER, choice[0]).position
    return max(_bonuses(game, after).values()) > 0


def pays(game: Dynamine, here: LessonProgress, choice: TokenChoice) -> bool:
    return _bonuses(game, here.position).get(choice[0], 0) > 0


def done(_game: Dynamine, _here: LessonProgress, choice: TokenChoice) -> bool:
    return choice == ("done",)


def card(_game: Dynamine, _here: LessonProgress, choice: TokenChoice) -> bool:
    return choice[0].startswith("card ")


def builds(_game: Dynamine, _here: LessonProgress, choice: TokenChoice) -> bool:
    return choice[0].partition(" ")[0] in _BUILDING


def builds_or_ends(game: Dynamine, here: LessonProgress, choice: TokenChoice) -> bool:
    """Accept a tile, a card or the end of the match, but only the end once the path is full."""
    longest = len(here.path) >= LONGEST - 2
    return done(game, here, choice) or (not longest and builds(game, here, choice))


def _bonuses(game: Dynamine, position: Position[State]) -> dict[str, int]:
    """Return the points from +1 openings for each place of the chosen tile, by token."""
    view: Observation = game.observe(position.state)
    assert view.turn is not None, "the learner must have a budget"
    assert view.turn.placing is not None, "a tile must have been taken or picked up"
    return {place.token: place.bonus for place in view.turn.placing.places}


def _next(game: Dynamine, step: Step, position: Position[State], *, built: bool) -> Step:
    """Return the next step. If one press takes and places a tile, skip the step for its place."""
    if game.outcome(position.state) is not None:
        return Step.END
    placing = game.observe(position.state).phase is Phase.PLACE
    match step:
        case Step.TAKE:
            return Step.PLACE if placing else Step.JOIN
        case Step.PLACE:
            return Step.JOIN
        case Step.JOIN:
            return Step.BONUS if placing else Step.DONE
        case Step.BONUS:
            return Step.DONE
        case Step.CARD:
            return Step.BUILD
        case Step.BUILD if not placing and not built:
            return Step.BUILD
        case _:
            return Step.WHERE if placing else Step.MORE


def _turn_of_rosa(game: Dynamine, position: Position[State]) -> list[Advance[State]]:
    advances: list[Advance[State]] = []
    while game.to_act(position.state) == {ROSA}:
        advances.append(driver.choose(game, position, ROSA, _easily(game, position, ROSA)))
        position = advances[-1].position
    return advances


def _easily(game: Dynamine, position: Position[State], seat: Seat) -> str:
    return game.notation(game.suggest(position.state, seat, Level.APPRENTICE))


@cache
def beginning(game: Dynamine) -> Position[State]:
    return driver.advance(game, driver.start(game, 2), _FIRST)[-1].position


@cache
def last_turn(game: Dynamine) -> Position[State]:
    position: Position[State] = driver.start(game, 2)
    try:
        for token in TOKENS:
            if game.chance(position.state) is not None:
                drawn = game.read_chance(position.state, token)
                position = driver.settle(game, position, drawn).position
            else:
                (seat,) = game.to_act(position.state)
                position = driver.choose(game, position, seat, token).position
    except (BadToken, NotLegal) as error:
        raise BadPath("the lesson does not work with these rules") from error
    return position


ASKS = read_asks(
    GAME.name,
    Step,
    {
        Step.TAKE: first_tile,
        Step.JOIN: joins,
        Step.BONUS: pays,
        Step.DONE: done,
        Step.CARD: card,
        Step.BUILD: builds,
        Step.MORE: builds_or_ends,
    },
)


class DynamineLesson(ScriptedLesson[Dynamine]):
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

    def choices(self, game: Dynamine, here: LessonProgress) -> tuple[TokenChoice, ...]:
        choices = []
        for token in driver.legal_tokens(game, here.position, LEARNER):
            places: TokenChoice = ()
            if token.startswith(("take ", "move ")):
                after = driver.choose(game, here.position, LEARNER, token).position
                places = driver.legal_tokens(game, after, LEARNER)
            choices.append((token, *places) if len(places) == 1 else (token,))
        return tuple(choices)

    def follow(
        self, game: Dynamine, here: LessonProgress, choice: TokenChoice
    ) -> tuple[Step, Position[State], Sequence[Advance[State]]]:
        advances: list[Advance[State]] = []
        position: Position[State] = here.position
        for token in choice:
            advances.append(driver.choose(game, position, LEARNER, token))
            position = advances[-1].position
        stream = _FIRST if here.step.value <= Step.DONE.value else _LAST
        advances += driver.advance(game, position, stream)
        if here.step is Step.DONE:
            advances += _turn_of_rosa(game, advances[-1].position)
            return Step.CARD, last_turn(game), advances
        position = advances[-1].position
        return _next(game, here.step, position, built=len(choice) > 1), position, advances

    def numbered_choices(self, game: Dynamine, here: LessonProgress) -> Sequence[TokenChoice]:
        """Number only the accepted choices, because one character of the path can't number all
        legal ones.
        """
        return self.wanted_choices(game, here)

    def offers(self, scene: Scene, here: LessonProgress) -> Sequence[Group]:
        del here
        return offers(scene)

    def facts(self, scene: Scene) -> Mapping[str, int]:
        view: Observation = scene.view
        assert view.token is not None, "a round must have been played"
        assert view.turn is not None, "it must be the learner's turn"
        mine, hers = view.totals
        return {
            "token": view.token.points,
            "die": view.turn.die or 0,
            "budget": view.turn.budget or 0,
            "behind": hers - mine,
        }

    def draw(self, scene: Scene, here: LessonProgress) -> Callable[[], Picture]:
        if here.step is Step.END:
            return partial(SCREENS.sheet, scene)
        return super().draw(scene, here)

    def draw_below(self, scene: Scene, here: LessonProgress) -> Callable[[], Picture] | None:
        del here
        shown = table(scene)
        return partial(draw_supply, shown, scene.words, scene.theme) if shown.is_buying else None

    def ending(self, scene: Scene, lines: str) -> tuple[str, ...]:
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
    """Return the board's buttons and menus, fitted into the lesson's rows."""
    view: Observation = scene.view
    # Leave out moves, which would distract in a first lesson, and arrange the tiles in fewer rows.
    groups = [group for group in SCREENS.controls(scene) if not _shows_tiles_or_moves(group)]
    if view.phase is Phase.BUILD:
        free = room(groups)
        groups = [*tile_groups(scene, Room(free.rows - 1, free.parts)), *groups]
    return tuple(tuple(group) for group in groups)


def _shows_tiles_or_moves(group: list[Control | Menu]) -> bool:
    first = group[0]
    if isinstance(first, Menu):
        return first.panel.startswith((TILES, MOVES))
    return first.tokens[0].startswith(("take ", "move "))


LESSON = DynamineLesson()
