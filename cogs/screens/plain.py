"""Screens for a game that has none of its own: its facts as text, a button for each action."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from cogs.screens.base import (
    ALONE,
    MENU,
    Advances,
    Answer,
    BadChoice,
    Beside,
    Control,
    Form,
    FormField,
    Menu,
    Option,
    Scene,
)
from cogs.screens.base import PICK_AT_MOST as MOST
from engine.core.types import Seat
from render.charts.invitation import Party, draw_invitation
from render.game_pictures import GamePictures
from render.names import plain_name
from render.picture import Picture
from render.plain import draw_text
from render.theme import Theme
from texts import Words

ROOM = 20
"""Up to so many buttons stand on a board; more actions are offered in a form."""


class PlainScreens:
    """Everything by the Game protocol alone; actions are called by their notation."""

    def headline(self, scene: Scene) -> str:
        """The game's name."""
        return scene.game.info.name

    def ask(self, scene: Scene) -> str:
        """What to do."""
        return scene.words.say("Choose what to do.") if scene.to_act else ""

    def story(self, scene: Scene, advances: Advances, beside: Beside = ALONE) -> list[str]:
        """Each entry as it is spelled in the log."""
        del beside
        words = scene.words
        return [
            words.say(
                "{player}: {token}", player=scene.name(made.entry.actor), token=made.entry.token
            )
            if made.entry.actor is not None
            else words.say("Luck: {token}", token=made.entry.token)
            for made in advances
        ]

    def controls(self, scene: Scene) -> list[list[Control | Menu]]:
        """A button for each action; where there are too many, one that opens a form."""
        tokens = sorted({token for seat in scene.to_act for token in scene.tokens(seat)})
        if len(tokens) > ROOM:
            return [[Control(scene.words.say("Choose…"), panel="choose")]]
        return [[Control(token, tokens=(token,)) for token in tokens]] if tokens else []

    def form(self, scene: Scene, seat: Seat, panel: str) -> Form | tuple[str, ...] | None:
        """The actions of the seat in a select."""
        tokens = scene.tokens(seat)
        if panel != "choose" or not tokens:
            return None
        words = scene.words
        options = tuple(Option(token, token) for token in tokens[:MOST])
        field = FormField("action", words.say("Your move"), options, 1, 1)
        return Form(words.say("Your move"), words.say("Choose what to do."), (field,))

    def tokens(
        self, scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
    ) -> tuple[str, ...]:
        """The action that was chosen."""
        chosen = tuple(values.get("action") or values.get(MENU, ()))
        if panel != "choose" or not set(chosen) <= set(scene.tokens(seat)):
            raise BadChoice(scene.words.say("You can't choose that here."))
        return chosen

    def plan_form(self, scene: Scene, seat: Seat) -> Form | None:
        """What may be planned, in one select."""
        words = scene.words
        actions = scene.game.plannable(scene.state, seat)[:MOST]
        tokens = [scene.game.notation(action) for action in actions]
        if not tokens:
            return None
        options = tuple(Option(token, token) for token in tokens)
        field = FormField("action", words.say("Your move"), options, 1, min(3, len(tokens)))
        return Form(words.say("Plan ahead"), words.say("Choose what to do."), (field,))

    def plan_lines(self, scene: Scene, tokens: tuple[str, ...]) -> list[str]:
        """The tokens."""
        del scene
        return list(tokens)

    def plan_dropped(self, scene: Scene, why: str) -> str:
        """That it could not be done."""
        del why
        return scene.words.say("That didn't work.")

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        """A line for everybody with what they answered."""
        return draw_invitation(party, GamePictures(), words, theme)

    def rounds(self, scene: Scene) -> int:
        """None: what a round is only a game knows."""
        del scene
        return 0

    def board(self, scene: Scene, advances: Advances) -> Picture:
        """The facts as lines of text."""
        del advances
        return draw_text(scene.game.info.name, self.text(scene).splitlines())

    def moment(self, scene: Scene, advances: Advances) -> Picture | None:
        """Nothing: what is great only a game knows."""
        del scene, advances
        return None

    def high_points(self, scene: Scene, advances: Advances) -> list[tuple[int, str]]:
        """None, likewise."""
        del scene, advances
        return []

    def sheet(self, scene: Scene) -> Picture:
        """The points."""
        return self.board(scene, ())

    def final(self, scene: Scene) -> str:
        """The points, a line a seat."""
        return "\n".join(
            scene.words.say("{player}: {points}", player=scene.name(seat), points=points)
            for seat, points in enumerate(scene.game.scores(scene.state))
        )

    def end(self, scene: Scene) -> Picture:
        """Who won and the points, as lines of text; the board where the rules have not ended it."""
        outcome, words = scene.game.outcome(scene.state), scene.words
        if outcome is None:
            return self.board(scene, ())
        names = [plain_name(words, scene.players, seat) for seat in range(len(scene.players))]
        first = [name for name, place in zip(names, outcome.places, strict=True) if place == 1]
        won = words.count(
            "{names} won.", "{names} share the win.", len(first), names=words.listed(first)
        )
        scores = zip(names, scene.game.scores(scene.state), strict=True)
        lines = [words.say("{player}: {points}", player=name, points=n) for name, n in scores]
        return draw_text(scene.game.info.name, [won, *lines])

    def highlight(self, scene: Scene, advances: Advances) -> str:
        """Nothing: what is remarkable only a game knows."""
        del scene, advances
        return ""

    def turn(self, state: Any, actor: Seat | None) -> Hashable:
        """A seat's decisions in a row; luck stands alone."""
        del state
        return actor

    def text(self, scene: Scene) -> str:
        """Each fact of the game's summary on a line."""
        facts = scene.game.summary(scene.state).items()
        return "\n".join(f"{name}: {value}" for name, value in facts)

    def questions(self, scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
        """None: why something is not legal only a game knows."""
        del scene, seat
        return ()

    def asked(self, scene: Scene, seat: Seat | None) -> Picture:
        """The board."""
        del seat
        return self.board(scene, ())

    def answer(self, scene: Scene, seat: Seat | None, question: str) -> Answer | None:
        """None, as nothing can be asked."""
        del scene, seat, question
        return None
