"""The base class of all games, with the methods that each must have and those that it can have."""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, Generic, TypeVar

from engine.core.fortune import NOTHING, Fortune
from engine.core.statistics import COMMON, GameStatistics
from engine.core.thinking import AccuracyScale, Assessed, PuzzleScale, Thinking
from engine.core.types import Event, GameInfo, Level, Outcome, Seat, Step

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the Observation


class Game(ABC, Generic[S, A, O]):
    """The rules of one game: stateless, one object per rules version.

    Methods that aren't abstract are optional features; the bot offers those that a game overrides.

    States consist only of int, str, bool, None, enum, tuple and frozen dataclass, so that equality
    is reliable.
    """

    @property
    @abstractmethod
    def info(self) -> GameInfo:
        """Name, rules version, numbers of seats."""

    @abstractmethod
    def new(self, seats: int) -> S:
        """Return the initial State for this number of seats, which must be in `info.seats`."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that must decide now (public); empty during chance and at the end."""

    @abstractmethod
    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Return all legal Actions of the seat in a fixed order; the only source of legality."""

    @abstractmethod
    def sealed(self, state: S) -> bool:
        """Return whether the seats to act decide without waiting for each other."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """Return the next State. The driver has already checked that the Action is legal."""

    @abstractmethod
    def chance(self, state: S) -> tuple[int, ...] | None:
        """Return the bounds of the random numbers that the State needs before it can continue: one
        in range(bound) for each, which is at least 1. Return None if no luck is needed.
        """

    @abstractmethod
    def resolve(self, state: S, drawn: tuple[int, ...]) -> Step[S]:
        """Return the next State after drawing these numbers, one for each bound."""

    @abstractmethod
    def canonical(self, state: S) -> str:
        """Return the State as text, from which its digest is computed.

        Different States have different texts. The text of a State never changes once a release has
        played this rules version, or stored matches no longer replay to their digests; see
        canonical.py.
        """

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it is running."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return each seat's points so far; public information."""

    @abstractmethod
    def observe(self, state: S) -> O:
        """Return the State as texts and pictures need it, frozen and hashable."""

    @abstractmethod
    def notation(self, action: A) -> str:
        """Return the Action as text of at most 40 characters, unique among legal Actions."""

    @abstractmethod
    def chance_notation(self, state: S, drawn: tuple[int, ...]) -> str:
        """Return these numbers as a token."""

    @abstractmethod
    def read_chance(self, state: S, token: str) -> tuple[int, ...]:
        """Return the numbers of a chance token; raise BadToken if it is impossible here."""

    @abstractmethod
    def summary(self, seen: O) -> dict[str, object]:
        """Return an Observation as JSON values, for ``replay --json`` and for plain boards."""

    @abstractmethod
    def suggest(self, state: S, seat: Seat, level: Level = Level.FOREMAN) -> A:
        """Return a computer player's quick decision, using only information that the seat has.

        A Level that the Game lacks plays like the next easier one. The king searches in `assess`;
        here it chooses like the foreman.
        """

    @abstractmethod
    def assess(self, state: S, seat: Seat, thinking: Thinking) -> tuple[Assessed[A], ...]:
        """Return every legal Action of the seat to act with its expected worth, best first.

        Uses only information that the seat has: future luck comes from `thinking`. Samples each
        Action at least once, and continues until `thinking` runs out of time.
        """

    # ------------------------------------------------------------------ optional

    @property
    def accuracy_scale(self) -> AccuracyScale:
        return AccuracyScale()

    @property
    def statistics(self) -> GameStatistics:
        """Return what the game counts beside places, points, wins and ratings."""
        return COMMON

    def turn(self, state: S, actor: Seat | None) -> Hashable:
        """Return a key for the turn to which `actor`'s next entry (None: chance) belongs. Adjacent
        turns must have different keys.

        By default each seat's run of entries is a turn.
        """
        del state
        return actor

    def undoable(self, before: S, action: A, after: S) -> bool:
        """Return whether the seat can take this Action back, as long as nothing that counts follows
        it.

        Several Actions can be taken back one after another. The next one to take back must be the
        seat's own and one for which this is True; an outcome of chance or another seat's decision
        ends the chain.
        """
        del before, action, after
        return False

    def plannable(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Return Actions that a waiting seat can plan, in a fixed order. They can become illegal
        later.
        """
        del state, seat
        return ()

    def plan_broken(self, then: S, since: tuple[Event, ...], now: S, seat: Seat) -> str | None:
        """Return a word for why the plan made at `then` must be dropped now; None to keep it."""
        del then, since, now, seat
        return None

    def still_planned(self, then: S, now: S, action: A) -> bool:
        """Return whether a legal Action that was planned at `then` still means the same, unlike
        "the top of a pile".
        """
        del then, now, action
        return True

    def fortunes(self, before: S, after: S) -> tuple[Fortune, ...]:
        """Return the luck of this step, one Fortune per seat; NOTHING for seats without a roll."""
        del before
        return (NOTHING,) * len(self.scores(after))

    def shares(self, state: S) -> tuple[float, ...]:
        """Return each seat's share of the win, with sum 1: exact at the end, an estimate before.
        Return () if the game has no forecast.

        Before the end, only a seat that can no longer win has a share of 0.
        """
        del state
        return ()

    def finished_rounds(self, state: S) -> int | None:
        """Return how many rounds are over, or None if the game is not played in rounds."""
        del state
        return None

    def house_move(self, state: S, kind: int) -> A | None:
        """Return the house's next Action for seat 0 before the player's first, which becomes an
        ordinary entry, or None when the player goes on.

        `kind` is any number from 0. Games with openings of several kinds derive one from it.
        """
        del state, kind
        return None

    def is_fair_opening(self, state: S) -> bool:
        """Return whether the player can go on well from here. If not, the house tries another
        kind.
        """
        del state
        return True

    @property
    def puzzle_kinds(self) -> tuple[str, ...]:
        """Return the names of all kinds of puzzles, in a fixed order; () if there are none."""
        return ()

    @property
    def puzzle_scale(self) -> PuzzleScale:
        return PuzzleScale()

    def puzzle_kind(self, state: S, seat: Seat, best: A, tempting: A) -> str | None:
        """Return the kind of the choice between two legal Actions, or None if it makes no puzzle.

        It makes none if the Game can't explain the difference with numbers.
        """
        del state, seat, best, tempting
        return None


AnyGame = Game[Any, Any, Any]
"""A Game of which only the methods above are used."""
