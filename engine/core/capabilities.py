"""What a Game may offer beside the core protocol. One that lacks a capability doesn't offer it.

Callers ask with ``isinstance(game, Undo)``. Beside each stands what is missing without it.
"""

from collections.abc import Hashable
from typing import Protocol, TypeVar, runtime_checkable

from engine.core.fortune import Fortune
from engine.core.thinking import Assessed, Thinking
from engine.core.types import Entry, Event, Seat

S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


@runtime_checkable
class Undo(Protocol[S_contra, A_contra]):
    """Taking a move back. Without it every move stands."""

    def undoable(self, before: S_contra, action: A_contra, after: S_contra) -> bool:
        """Whether the seat may cancel this Action while nothing that counts has followed it.

        So it may cancel one after another, back to the last that can't be cancelled, to luck, or
        to what another seat decided. Everybody may see the answer, so it must not depend on what
        is hidden.
        """


@runtime_checkable
class PlanAhead(Protocol[S_contra, A_co]):
    """Planning one's next turn. Without it nobody can plan."""

    def plannable(self, state: S_contra, seat: Seat) -> tuple[A_co, ...]:
        """Actions that a seat which is not to act may name for its next turn.

        In a fixed order; not all of them need be legal then. A seat to act has none.
        """

    def plan_broken(
        self, then: S_contra, since: tuple[Event, ...], now: S_contra, seat: Seat
    ) -> str | None:
        """Why what the seat planned at `then` must not be done in its turn now; None: it may.

        `since` is what happened in between. The answer is a word of the Game's own.
        """


@runtime_checkable
class ExactPlans(Protocol[S_contra, A_contra]):
    """Plans whose tokens may come to mean something else, such as the top of a pile.

    Without it a token means the same whenever it is legal.
    """

    def still_planned(self, then: S_contra, now: S_contra, action: A_contra) -> bool:
        """Whether an Action that was planned at `then`, and is legal now, is what was meant."""


@runtime_checkable
class Luck(Protocol[S_contra]):
    """Luck compared with its average. Without it there is no /luck and no luck in profiles."""

    def fortunes(self, before: S_contra, after: S_contra) -> tuple[Fortune, ...]:
        """What luck brought with this step, one a seat; NOTHING to those who rolled no dice."""


@runtime_checkable
class Forecast(Protocol[S_contra]):
    """An estimate of who wins. Without it there are no turning points."""

    def shares(self, state: S_contra) -> tuple[float, ...]:
        """How much of the win each seat has, with sum 1: exact at the end, before it a guess.

        Before the end 0 is only for a seat that can't win any more.
        """


@runtime_checkable
class Turns(Protocol[S_contra]):
    """Turns of several entries. Without it a replay steps through each seat's runs of entries."""

    def turn(self, state: S_contra, actor: Seat | None) -> Hashable:
        """The turn to which an entry of `actor` (None: chance) at this State belongs.

        Equal for all entries of one turn, and different for the turns next to it.
        """


@runtime_checkable
class Disclosure(Protocol[S_contra]):
    """Which entries are public in a Game that hides something.

    Without it a viewer is told only their own entries until the match is over.
    """

    def disclosed(self, before: S_contra, entry: Entry, viewer: Seat | None) -> bool:
        """Whether the viewer (None: the public) may know this entry's token and its Events.

        `before` is the State in which it was made.
        """


@runtime_checkable
class HouseOpening(Protocol[S_contra]):
    """A form of the game whose first moves the house plays. Without it every match begins empty."""

    def in_opening(self, state: S_contra) -> bool:
        """Whether the house still plays: seat 0 by `suggest`, until this is False or all is over.

        Its moves are ordinary entries of the log.
        """


@runtime_checkable
class Assess(Protocol[S_contra, A]):
    """Weighing each Action by search. Without it there is no king, no hint, no accuracy."""

    def assess(self, state: S_contra, seat: Seat, thinking: Thinking) -> tuple[Assessed[A], ...]:
        """What each legal Action of a seat to act is worth to it, the best first.

        From what that seat may know alone: luck to come is drawn from `thinking`. It looks at
        least once at each Action, and goes on until `thinking` has no more time.
        """
