"""Lessons as data: each step's question, the choices that it wants, and hints about the others.

A lesson plays a match by the real rules with prepared luck. Its path contains the number of each
choice among those of its step, so the path alone determines the learner's progress.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, partial
from string import ascii_lowercase, digits
from typing import Any, Generic, TypeVar

from cogs.base.markup import unmentioned
from cogs.games.lesson import BadPath, Learner, LessonPanel
from cogs.screens.base import Control, GameScreens, Menu, Scene
from engine.core.driver import Advance, Position
from engine.core.game import AnyGame
from engine.core.types import Seat
from render.picture import Picture
from render.players import Player
from texts import Words, mark, read_texts

LEARNER: Seat = 0
LONGEST = 16
ALLOWED = mark("### Allowed, but wait\n{hint}")
_CHARACTERS = digits + ascii_lowercase
_KEPT = 256

TokenChoice = tuple[str, ...]
Group = tuple[Control | Menu, ...]
Step = Any
"""A member of the lesson's own Enum."""
G = TypeVar("G", bound=AnyGame)


@dataclass(frozen=True, slots=True)
class LessonProgress:
    path: str
    step: Step
    position: Position[Any]
    fresh: tuple[Advance[Any], ...] = ()
    """Advances since the previous choice: the learner's own, then other players'."""


Wants = Callable[[Any, LessonProgress, TokenChoice], bool]


def anything(_game: Any, _here: LessonProgress, _choice: TokenChoice) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Ask:
    """The script of one step."""

    text: str
    wants: Wants = anything
    """Returns whether the step wants a legal choice."""
    hint: str = ""
    """Why other legal choices must wait."""
    counted: bool = True
    """False for a step that feels like part of the previous one."""


def read_asks(game: str, steps: type[Enum], wants: Mapping[Step, Wants]) -> Mapping[Step, Ask]:
    """Return the scripts in `data/texts/<game>/lesson.toml`, which lists the steps in order."""
    return {
        step: Ask(**ask, wants=wants.get(step, anything))
        for name, ask in read_texts(f"{game}/lesson").items()
        for step in (steps[name.upper()],)
    }


class ScriptedLesson(ABC, Generic[G]):
    version: int
    emoji: str
    rules: type[G]
    screens: GameScreens
    viewer: Seat | None = LEARNER
    asks: Mapping[Step, Ask]
    """All steps but the last, in order."""
    end: Step
    title: str
    """A panel's title, with placeholders for the `number` of its step and the number of `steps`."""
    practice: str
    width = 1
    """Characters per choice in a path."""

    @abstractmethod
    def begin(self, game: G) -> Position[Any]:
        """Return the first Position; raise BadPath for rules without this lesson."""

    @abstractmethod
    def choices(self, game: G, here: LessonProgress) -> Sequence[TokenChoice]:
        """Return the choices of a step (not the last) in the order of their numbers."""

    @abstractmethod
    def follow(
        self, game: G, here: LessonProgress, choice: TokenChoice
    ) -> tuple[Step, Position[Any], Iterable[Advance[Any]]]:
        """Return the next step, its first Position, and the advances that led to it."""

    @abstractmethod
    def offers(self, scene: Scene, here: LessonProgress) -> Sequence[Group]: ...

    @abstractmethod
    def ending(self, scene: Scene, lines: str) -> tuple[str, ...]:
        """Return the texts of the last panel; `lines` are about the last choice."""

    def read(
        self, scene: Scene, here: LessonProgress, what: str, ticked: tuple[str, ...]
    ) -> Sequence[TokenChoice]:
        """Return a press's choices in order; raise BadPath if it isn't offered."""
        if not self.is_offered(scene, here, what, ticked):
            raise BadPath
        return [tuple((ticked[0] if ticked else what).split(","))]

    def is_offered(
        self, scene: Scene, here: LessonProgress, what: str, ticked: tuple[str, ...]
    ) -> bool:
        for offer in (offer for group in self.offers(scene, here) for offer in group):
            if isinstance(offer, Menu):
                values = {option.value for option in offer.options}
                count_fits = offer.at_least <= len(set(ticked)) <= offer.at_most
                if offer.panel == what and ticked and count_fits and values.issuperset(ticked):
                    return True
            elif not ticked and offer.tokens == tuple(what.split(",")):
                return True
        return False

    def players(self, learner: Learner) -> tuple[Player, ...]:
        return Player(learner.name), Player(learner.words.say("Rosa"), computer=True)

    def numbered_choices(self, game: G, here: LessonProgress) -> Sequence[TokenChoice]:
        """Return the choices that paths number."""
        return self.choices(game, here)

    def facts(self, scene: Scene) -> Mapping[str, Any]:
        """Return values for the placeholders in the steps' texts."""
        del scene
        return {}

    def question(self, scene: Scene, here: LessonProgress) -> str:
        return scene.words.say(self.asks[here.step].text, **self.facts(scene))

    def draw(self, scene: Scene, here: LessonProgress) -> Callable[[], Picture]:
        del here
        return partial(self.screens.board, scene, ())

    def draw_below(self, scene: Scene, here: LessonProgress) -> Callable[[], Picture] | None:
        del scene, here
        return None

    def board_text(self, scene: Scene, here: LessonProgress) -> str:
        del here
        return self.screens.text(scene.spoken)

    def explain_refusal(
        self, scene: Scene, here: LessonProgress, what: str, ticked: tuple[str, ...]
    ) -> tuple[str, Callable[[], Picture] | None]:
        """Explain why a press must wait, and return a function that draws the reason, or None."""
        del what, ticked
        hint = scene.words.say(self.asks[here.step].hint)
        return scene.words.say(ALLOWED, hint=hint), None

    def practise(self, words: Words) -> str:
        return words.say(self.practice)

    def panel(self, game: AnyGame, learner: Learner, path: str) -> LessonPanel:
        return self.show(learner, game, self.stand(self.newest(game), path))

    def try_out(
        self, game: AnyGame, learner: Learner, path: str, what: str, ticked: tuple[str, ...]
    ) -> LessonPanel:
        rules = self.newest(game)
        here = self.stand(rules, path)
        if here.step is self.end:
            raise BadPath
        scene = self.scene(learner, game, here)
        after: LessonProgress | None = here
        for choice in self.read(scene, here, what, ticked):
            after = after and self.choose(rules, after, choice)
        if after is not None:
            return self.show(learner, game, after)
        refusal, draw = self.explain_refusal(scene, here, what, ticked)
        return self.show(learner, game, here, refusal, draw)

    def stand(self, game: Any, path: str) -> LessonProgress:
        if len(path) % self.width or len(path) > LONGEST:
            raise BadPath
        return _stand(self, game, path)

    def choose(self, game: G, here: LessonProgress, choice: TokenChoice) -> LessonProgress | None:
        """Return the progress after a choice, or None if the choice is illegal or the step wants
        another.
        """
        if choice not in self.wanted_choices(game, here):
            return None
        high, low = divmod(self.numbered_choices(game, here).index(choice), len(_CHARACTERS))
        number = _CHARACTERS[high] + _CHARACTERS[low]
        return self.stand(game, here.path + number[-self.width :])

    def wanted_choices(self, game: G, here: LessonProgress) -> tuple[TokenChoice, ...]:
        if here.step is self.end:
            return ()
        wants = self.asks[here.step].wants
        return tuple(choice for choice in self.choices(game, here) if wants(game, here, choice))

    def newest(self, game: AnyGame) -> G:
        """Narrow the type of the rules; raise BadPath for another game's."""
        if not isinstance(game, self.rules):
            raise BadPath
        return game

    def scene(self, learner: Learner, game: AnyGame, here: LessonProgress) -> Scene:
        state, players = here.position.state, self.players(learner)
        return learner.scene(game, state, players, self.screens, self.viewer)

    def show(
        self,
        learner: Learner,
        game: AnyGame,
        here: LessonProgress,
        reply: str = "",
        draw: Callable[[], Picture] | None = None,
    ) -> LessonPanel:
        """Return the step's panel; `reply` and `draw` replace the story and the picture."""
        scene = self.scene(learner, game, here)
        draw, text = draw or self.draw(scene, here), unmentioned(self.board_text(scene, here))
        lines = "\n".join(self.screens.story(scene, here.fresh))
        if here.step is self.end:
            return LessonPanel(here.path, self.ending(scene, lines), draw, (), text)
        steps = list(self.asks)
        number = sum(self.asks[step].counted for step in steps[: steps.index(here.step) + 1])
        total = sum(ask.counted for ask in self.asks.values())
        title = scene.words.say(self.title, number=number, steps=total)
        texts = (title, reply or lines, self.question(scene, here))
        below = self.draw_below(scene, here)
        return LessonPanel(here.path, texts, draw, tuple(self.offers(scene, here)), text, below)


@lru_cache(_KEPT)
def _stand(lesson: ScriptedLesson[Any], game: Any, path: str) -> LessonProgress:
    """Compute the progress at the end of a path from the cached progress one choice earlier."""
    if not path:
        return LessonProgress("", next(iter(lesson.asks)), lesson.begin(game))
    here = _stand(lesson, game, path[: -lesson.width])
    number = 0
    for character in path[-lesson.width :]:
        if (digit := _CHARACTERS.find(character)) < 0:
            raise BadPath
        number = number * len(_CHARACTERS) + digit
    choices = () if here.step is lesson.end else lesson.numbered_choices(game, here)
    if number >= len(choices) or not lesson.asks[here.step].wants(game, here, choices[number]):
        raise BadPath
    step, position, fresh = lesson.follow(game, here, choices[number])
    return LessonProgress(path, step, position, tuple(fresh))
