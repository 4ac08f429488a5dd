"""Optional screens of a game. Features whose screens are missing are not offered.

Callers check ``isinstance(screens, PlanScreens)``. Functions that draw run in another process or in
a worker thread.
"""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cogs.screens.base import Advances, Control, Form, Menu, Option, Scene
from engine.core.types import Seat
from render.picture import Picture

LOOKS = 15
"""Maximum number of LookScreens' offers: three rows of buttons."""


@runtime_checkable
class PlanScreens(Protocol):
    """The form for plans, for a game with PlanAhead."""

    def plan_form(self, scene: Scene, seat: Seat) -> Form | None:
        """Return a form for a waiting seat, or None if it can't plan.

        Each field holds one choice, the preferred one first. The submitted values are tokens.
        """

    def plan_lines(self, scene: Scene, tokens: tuple[str, ...]) -> list[str]:
        """Return a plan, one line per choice."""

    def plan_dropped(self, scene: Scene, why: str) -> str:
        """Return a sentence that explains a dropped plan; `why` comes from Game.plan_broken, or is
        GONE.
        """


@runtime_checkable
class SessionScreens(Protocol):
    """Private sessions: a seat's view and controls in an ephemeral message.

    A board's button with the panel SESSION opens the presser's session. Games with hidden hands
    must be played in sessions; others can be.
    """

    def session_controls(self, scene: Scene, seat: Seat) -> list[list[Control | Menu]]:
        """Return the controls of the viewer, whose turn it is.

        Groups begin a new row each, at most 4 rows in total.
        """


@dataclass(frozen=True, slots=True)
class WhyNotAnswer:
    """The reason why a move is impossible."""

    text: str
    picture: Picture | None
    """A picture that marks the obstacles, or None."""


@runtime_checkable
class WhyNotScreens(Protocol):
    """Answers to “Why not?”."""

    def questions(self, scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
        """Return the impossible moves that this seat (None: a spectator) can ask about; at most
        PICK_AT_MOST.
        """

    def asked(self, scene: Scene, seat: Seat | None) -> Picture:
        """Draw the board with the possible questions marked."""

    def answer(self, scene: Scene, seat: Seat | None, question: str) -> WhyNotAnswer | None:
        """Return the reason, or None if the question does not apply here."""


@runtime_checkable
class MomentScreens(Protocol):
    """Pictures of great moments, posted with the board and shared later."""

    def moment(self, scene: Scene, advances: Advances) -> Picture | None:
        """Draw a great moment among these entries, or return None."""

    def high_points(self, scene: Scene, advances: Advances) -> list[tuple[int, str]]:
        """Return the entries that `moment` shows, by seq, each with a title."""


@runtime_checkable
class HighlightScreens(Protocol):
    """A sentence about a finished match, for its result card."""

    def highlight(self, scene: Scene, advances: Advances) -> str:
        """Return a true sentence about the most remarkable fact of a match that its rules have
        ended.

        `advances` contains the whole match. Return "" if nothing is remarkable.
        """


@runtime_checkable
class SheetScreens(Protocol):
    """Score sheets, posted after each round and at the end."""

    def rounds(self, scene: Scene) -> int:
        """Return the number of scored rounds."""

    def sheet(self, scene: Scene) -> Picture:
        """Draw the score sheet so far, with its title."""


@runtime_checkable
class LookScreens(Protocol):
    """Enlarged parts of the table, each a separate picture, offered behind “More”."""

    def looks(self, scene: Scene) -> tuple[Option, ...]:
        """Return what can be enlarged now, at most LOOKS; labels are those of buttons.

        A value has at most 20 of `a-z`, `0-9`, blank, `.` and `-`.
        """

    def look(self, scene: Scene, what: str) -> Picture | None:
        """Draw the part with this value, or return None if it doesn't exist now."""


@runtime_checkable
class DayScreens(Protocol):
    """Spoiler-free summaries of a finished daily puzzle that others still play.

    Everyone gets the same dice, so summaries must reveal neither dice nor moves. Such a game's
    `final` tells the points; without this protocol, only points are told.
    """

    def day_card(self, scene: Scene) -> str:
        """Return lines for a post, without the points: a row of squares, for example."""

    def day_picture(self, scene: Scene) -> Picture | None:
        """Draw the card for a post, or return None for a game without one."""

    def day_most(self, scene: Scene) -> int | None:
        """Return the maximum points under the rules, or None if it is unknown."""


@runtime_checkable
class HintScreens(Protocol):
    """Hints: a move and its reasons."""

    def hint_move(self, scene: Scene, seat: Seat, token: str) -> str:
        """Return a legal move of the seat as an instruction: “Take 💎 2 gems”."""

    def hint_reasons(self, scene: Scene, seat: Seat, token: str) -> tuple[str, ...]:
        """Return sentences in favour of a legal move, the strongest first.

        Each number follows from the rules at this moment. Results of luck or of others' decisions
        are never stated as certain. () if numbers can't justify the move.
        """
