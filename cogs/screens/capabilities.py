"""What a game's screens may give beside the core. What they lack is not offered.

Callers ask with ``isinstance(screens, PlanScreens)``. What draws is called in another
process, or in a worker thread.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cogs.screens.base import Advances, Control, Form, Menu, Option, Scene
from engine.core.types import Seat
from render.picture import Picture

LOOKS = 15
"""How many things LookScreens may offer at once: three rows of buttons."""


@runtime_checkable
class PlanScreens(Protocol):
    """The form of plans, for a game with PlanAhead."""

    def plan_form(self, scene: Scene, seat: Seat) -> Form | None:
        """What a seat that waits may plan; each field holds one choice, the preferred one first.

        The values handed in are tokens; None if nothing can be planned.
        """

    def plan_lines(self, scene: Scene, tokens: tuple[str, ...]) -> list[str]:
        """What is planned, a line each."""

    def plan_dropped(self, scene: Scene, why: str) -> str:
        """Why a plan was dropped, in a sentence; `why` as Game.plan_broken says it, or GONE."""


@runtime_checkable
class SessionScreens(Protocol):
    """Private sessions: what a seat sees and may press, in a message that nobody else sees.

    A board's button with the panel SESSION opens that of its presser. A game with hidden hands is
    played in them, and any other may be.
    """

    def session_controls(self, scene: Scene, seat: Seat) -> list[list[Control | Menu]]:
        """What the seat, which is the viewer and has to decide, may press.

        Groups begin a new row each, at most 4 rows in all.
        """


@dataclass(frozen=True, slots=True)
class Answer:
    """Why something can't be done now."""

    text: str
    picture: Picture | None
    """What stands against it, marked; None if nothing is to be shown."""


@runtime_checkable
class WhyNotScreens(Protocol):
    """Answers to “Why not?”."""

    def questions(self, scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
        """What this seat (None: a spectator) can't do now and may ask about; PICK_AT_MOST."""

    def asked(self, scene: Scene, seat: Seat | None) -> Picture:
        """The board with what may be asked about marked."""

    def answer(self, scene: Scene, seat: Seat | None, question: str) -> Answer | None:
        """Why not; None if that can't be asked here."""


@runtime_checkable
class MomentScreens(Protocol):
    """Pictures of great moments, posted with the board and shared later."""

    def moment(self, scene: Scene, advances: Advances) -> Picture | None:
        """A picture of something great among these entries, if any."""

    def high_points(self, scene: Scene, advances: Advances) -> list[tuple[int, str]]:
        """The entries among these that `moment` shows, by seq, with what each is called."""


@runtime_checkable
class HighlightScreens(Protocol):
    """A sentence about a finished match, for its result card."""

    def highlight(self, scene: Scene, advances: Advances) -> str:
        """What was most remarkable of a match that its rules have ended, in a true sentence.

        `advances` are all of them; empty where there is nothing to tell.
        """


@runtime_checkable
class SheetScreens(Protocol):
    """Score sheets, posted after each round and at the end."""

    def rounds(self, scene: Scene) -> int:
        """How many rounds have been scored."""

    def sheet(self, scene: Scene) -> Picture:
        """The score sheet so far, with its title, as a picture."""


@runtime_checkable
class LookScreens(Protocol):
    """Parts of the table in large, each as a picture of its own, offered behind “More”."""

    def looks(self, scene: Scene) -> tuple[Option, ...]:
        """What may be looked at now, at most LOOKS; each label is that of a button.

        A value has at most 20 of `a-z`, `0-9`, blank, `.` and `-`.
        """

    def look(self, scene: Scene, what: str) -> Picture | None:
        """The picture of a value; None if there is no such thing now."""


@runtime_checkable
class DayScreens(Protocol):
    """What a game tells of a puzzle of the day that is done, while others still play it.

    Everybody gets the same dice, so none of it may tell dice or moves. Such a game's `final` tells
    the points; without this protocol, points alone are told.
    """

    def day_card(self, scene: Scene) -> str:
        """How it went, in some lines to post, without the points: a row of squares, for example."""

    def day_picture(self, scene: Scene) -> Picture | None:
        """That as a picture, posted on request; None for a game without one."""

    def day_most(self, scene: Scene) -> int | None:
        """The most points that are possible by the rules; None if that isn't known."""


@runtime_checkable
class HintScreens(Protocol):
    """What a hint says of a move: what it is, and what speaks for it."""

    def hint_move(self, scene: Scene, seat: Seat, token: str) -> str:
        """A legal move of the seat, as an order: “Take 💎 2 gems”."""

    def hint_reasons(self, scene: Scene, seat: Seat, token: str) -> tuple[str, ...]:
        """What speaks for a legal move of the seat, in sentences, the weightiest first.

        Each number in them is what the rules give at this moment. What luck or others decide
        afterwards is never told as certain. () where there is nothing that numbers can say.
        """
