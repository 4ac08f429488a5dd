"""Optional capabilities of a Game. Callers check ``isinstance(game, Undo)``."""

from collections.abc import Hashable
from typing import Protocol, TypeVar, runtime_checkable

from engine.core.fortune import Fortune
from engine.core.thinking import AccuracyScale, Assessed, PuzzleScale, Thinking
from engine.core.types import Event, Seat

S_contra = TypeVar("S_contra", contravariant=True)
A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


@runtime_checkable
class Undo(Protocol[S_contra, A_contra]):
    """Taking back a move. Without it every move is final."""

    def undoable(self, before: S_contra, action: A_contra, after: S_contra) -> bool:
        """Return whether the seat can take this Action back, as long as nothing that counts follows
        it.

        Several Actions can be taken back one after another. The next one to take back must be the
        seat's own and one for which this is True; an outcome of chance or another seat's decision
        ends the chain.
        """


@runtime_checkable
class PlanAhead(Protocol[S_contra, A_co]):
    """Planning the next turn. Without it players can't plan."""

    def plannable(self, state: S_contra, seat: Seat) -> tuple[A_co, ...]:
        """Return Actions that a waiting seat can plan, in a fixed order. They can become illegal
        later.
        """

    def plan_broken(
        self, then: S_contra, since: tuple[Event, ...], now: S_contra, seat: Seat
    ) -> str | None:
        """Return a word for why the plan made at `then` must be dropped now; None to keep it."""


@runtime_checkable
class ExactPlans(Protocol[S_contra, A_contra]):
    """Plans whose tokens can change their meaning, such as "the top of a pile"."""

    def still_planned(self, then: S_contra, now: S_contra, action: A_contra) -> bool:
        """Return whether a legal Action that was planned at `then` still means the same."""


@runtime_checkable
class Luck(Protocol[S_contra]):
    """Comparing a seat's luck with the average. Without it there is no /luck and no luck in
    profiles.
    """

    def fortunes(self, before: S_contra, after: S_contra) -> tuple[Fortune, ...]:
        """Return the luck of this step, one Fortune per seat; NOTHING for seats without a roll."""


@runtime_checkable
class Forecast(Protocol[S_contra]):
    """Estimating who wins. Without it there are no turning points."""

    def shares(self, state: S_contra) -> tuple[float, ...]:
        """Return each seat's share of the win, with sum 1: exact at the end, an estimate before.

        Before the end, only a seat that can no longer win has a share of 0.
        """


@runtime_checkable
class Turns(Protocol[S_contra]):
    """Turns of several entries. Without it each seat's run of entries is one step of a replay."""

    def turn(self, state: S_contra, actor: Seat | None) -> Hashable:
        """Return a key for the turn to which `actor`'s next entry (None: chance) belongs. Adjacent
        turns must have different keys.
        """


@runtime_checkable
class Rounds(Protocol[S_contra]):
    """Counting rounds. Without it those who watch a match hear of its end only."""

    def finished_rounds(self, state: S_contra) -> int:
        """Return how many rounds are over, at the end all of them. The number is public."""


@runtime_checkable
class HouseOpening(Protocol[S_contra, A_co]):
    """Moves that the bot makes before the player's first, as the house. Without it there
    are none.
    """

    def house_move(self, state: S_contra, kind: int) -> A_co | None:
        """Return the house's next Action for seat 0, which becomes an ordinary entry, or None when
        the player goes on.

        `kind` is any number from 0. Games with openings of several kinds derive one from it.
        """

    def is_fair_opening(self, state: S_contra) -> bool:
        """Return whether the player can go on well from here. If not, the house tries another
        kind.
        """


@runtime_checkable
class Assess(Protocol[S_contra, A]):
    """Rating each Action by search. Without it a Game has no king, no hints and no accuracy."""

    @property
    def accuracy_scale(self) -> AccuracyScale: ...

    def assess(self, state: S_contra, seat: Seat, thinking: Thinking) -> tuple[Assessed[A], ...]:
        """Return every legal Action of the seat to act with its expected worth, best first.

        Uses only information that the seat has: future luck comes from `thinking`. Samples each
        Action at least once, and continues until `thinking` runs out of time.
        """


@runtime_checkable
class Puzzles(Protocol[S_contra, A_contra]):
    """Puzzles from matches. A Game that has them must offer Assess."""

    @property
    def puzzle_kinds(self) -> tuple[str, ...]:
        """Return the names of all kinds, at least one, in a fixed order."""

    @property
    def puzzle_scale(self) -> PuzzleScale: ...

    def puzzle_kind(
        self, state: S_contra, seat: Seat, best: A_contra, tempting: A_contra
    ) -> str | None:
        """Return the kind of the choice between two legal Actions, or None if it makes no puzzle.

        It makes none if the Game can't explain the difference with numbers.
        """
