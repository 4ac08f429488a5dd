"""Optional screens of a game, checked with ``isinstance(screens, PlanScreens)``.

A feature is offered only if the game has its screens. Drawing runs in another process or a worker
thread.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from cogs.screens.base import Advances, Control, Form, Menu, Option, Scene
from engine.core.types import Seat
from render.picture import Picture
from texts import Words

LOOKS = 15
"""Maximum number of parts that LookScreens offers: three rows of buttons."""


@runtime_checkable
class PlanScreens(Protocol):
    def plan_form(self, scene: Scene, seat: Seat) -> Form | None:
        """Return the form, or None if the seat can't plan.

        Each field holds one choice, starting with the preferred one. The submitted values are
        tokens.
        """

    def plan_lines(self, scene: Scene, tokens: tuple[str, ...]) -> list[str]: ...

    def plan_dropped(self, scene: Scene, why: str) -> str:
        """Explain in a sentence why a plan was dropped; `why` comes from Game.plan_broken, or is
        GONE.
        """


@runtime_checkable
class SessionScreens(Protocol):
    """Private sessions: a seat's view and controls in an ephemeral message, opened by the panel
    SESSION.
    """

    def session_controls(self, scene: Scene, seat: Seat) -> list[list[Control | Menu]]:
        """Return the viewer's controls in groups, each on a new row; at most 4 rows in total."""


@runtime_checkable
class PanelScreens(Protocol):
    """A picture for an opened panel. Without it, the board stays as it is."""

    def panel_board(self, scene: Scene, panel: str) -> Picture:
        """Draw the board with the part enlarged that the panel's choices are about."""


@dataclass(frozen=True, slots=True)
class WhyNotAnswer:
    text: str
    picture: Picture | None
    """Marks the obstacles."""


@runtime_checkable
class WhyNotScreens(Protocol):
    def questions(self, scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
        """Return up to PICK_AT_MOST impossible moves that this seat (None: a spectator) can ask
        about.
        """

    def asked(self, scene: Scene, seat: Seat | None) -> Picture: ...

    def answer(self, scene: Scene, seat: Seat | None, question: str) -> WhyNotAnswer | None: ...


@runtime_checkable
class MomentScreens(Protocol):
    def moment(self, scene: Scene, advances: Advances) -> Picture | None:
        """Draw the most remarkable of these entries; the scene can lack its state."""

    def high_points(self, scene: Scene, advances: Advances) -> list[tuple[int, str]]:
        """Return the seq and a title of each entry that `moment` draws."""


@runtime_checkable
class InterludeScreens(Protocol):
    """Animations that are shown alone, before the board with their result (interludes.py).

    They replace the picture of `MomentScreens` on boards.
    """

    def interlude(self, scene: Scene, advances: Advances) -> Callable[[], Picture] | None:
        """Return the function that draws the animation of these entries, or None if they have
        none.

        The animation plays once, and neither its first frame nor its alt text reveals the result.
        """


@runtime_checkable
class HighlightScreens(Protocol):
    """A sentence about a finished match, for its result card."""

    def highlight(self, scene: Scene, advances: Advances) -> str:
        """Describe the most remarkable fact of a match that ended by its rules; "" if there is
        none.
        """


@runtime_checkable
class BoardsScreens(Protocol):
    """Running boards of several pictures. `GameScreens.board` still draws a single one, for replays
    and animations.
    """

    def boards(self, scene: Scene) -> tuple[Picture, ...]:
        """Return one or two pictures, shown one below the other; the scene can lack its state."""


@runtime_checkable
class ReasonScreens(Protocol):
    def reason(self, scene: Scene, advances: Advances) -> str:
        """Describe the largest difference between winner and runner-up of a match that ended by its
        rules, in whole sentences; "" if points alone did not decide.
        """


@runtime_checkable
class SheetScreens(Protocol):
    def rounds(self, scene: Scene) -> int: ...

    def sheet(self, scene: Scene) -> Picture: ...


@runtime_checkable
class LookScreens(Protocol):
    def looks(self, scene: Scene) -> tuple[Option, ...]:
        """Return up to LOOKS parts; a value has at most 20 characters from `a-z`, `0-9`, blank, `.`
        and `-`.
        """

    def board_looks(self, scene: Scene) -> tuple[Option, ...]:
        """Return up to 4 of these parts, each with a button below the board and the result."""

    def look(self, scene: Scene, what: str) -> Picture | None: ...


@dataclass(frozen=True, slots=True)
class DaySummary:
    """Facts for the card of a day that the position lacks."""

    advances: Advances
    """The whole match."""
    opening: int
    """Entries of the house at the beginning."""
    place: tuple[int, int] | None = None
    """Place in the server so far, and the number of players."""
    less: int | None = None
    """The percentage of all other players in the world who scored less."""
    streak: int = 0
    """Days in a row."""


@runtime_checkable
class DayScreens(Protocol):
    """Spoiler-free summaries of a daily puzzle for people who still play it.

    Everyone gets the same dice, so summaries reveal neither dice nor moves. Without this protocol,
    only points are shown.
    """

    def day_card(self, scene: Scene, summary: DaySummary) -> str:
        """Return lines for a post: points, place and streak, and a picture made of emoji."""

    def day_picture(self, scene: Scene, summary: DaySummary) -> Picture | None:
        """Draw the same, for a post without those lines."""

    def day_most(self, scene: Scene) -> int | None: ...

    def day_play(self, words: Words) -> str:
        """Label the button that opens today's puzzle."""

    def day_beginning(self, scene: Scene) -> str:
        """Return the title and the goal for the first look at a day, with the house's part and
        what a good result is.
        """

    def day_good(self, scene: Scene) -> int | None:
        """Return the result from which on a day counts as good, or None."""


@runtime_checkable
class PuzzleScreens(Protocol):
    def puzzle_kind(self, words: Words, kind: str) -> str:
        """Return a question that names the kind of a puzzle without favouring a move; "" for an
        unknown kind.
        """


@runtime_checkable
class HintScreens(Protocol):
    def hint_move(self, scene: Scene, seat: Seat, token: str) -> str:
        """Return the move as an instruction: “Take 💎 2 gems”."""

    def hint_reasons(self, scene: Scene, seat: Seat, token: str) -> tuple[str, ...]:
        """Return sentences in favour of a legal move, the strongest first; () if no number supports
        it.

        Use only numbers that follow from the rules at this moment. Never state luck or other
        players' decisions as certain.
        """
