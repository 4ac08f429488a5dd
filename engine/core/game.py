"""The Game protocol: answers that every game must give. Optional ones: capabilities.py."""

from typing import Any, Protocol, TypeVar

from engine.core.types import ChanceRequest, GameInfo, Level, Outcome, Seat, Step

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the Observation


class Game(Protocol[S, A, O]):
    """The rules of one game: stateless, one object per rules version.

    States consist only of int, str, bool, None, enum, tuple and frozen dataclass, so that equality
    and digests are reliable.
    """

    @property
    def info(self) -> GameInfo:
        """Name, rules version, numbers of seats."""

    def new(self, seats: int) -> S:
        """Return the initial State; `seats` is one of `info.seats`."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that must decide now; empty if chance is due or the match is over.

        Public information. Several seats decide simultaneously.
        """

    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Return every legal Action of the seat, in a fixed order; () if it is not its turn.

        This is the only definition of what is legal.
        """

    def sealed(self, state: S) -> bool:
        """Return whether the seats to act decide without waiting for each other."""

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """Return the next State; the driver has checked that the Action is legal."""

    def chance(self, state: S) -> ChanceRequest | None:
        """Return the luck that the State needs before it can continue, if any."""

    def resolve(self, state: S, drawn: tuple[int, ...]) -> Step[S]:
        """Return the next State for these numbers, one for each bound of the request."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it is running."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Return points so far, one per seat; public information."""

    def observe(self, state: S, viewer: Seat | None) -> O:
        """Return this viewer's view (None: the public), frozen and hashable."""

    def notation(self, action: A) -> str:
        """Return the Action as text of at most 40 characters, unique among legal Actions."""

    def chance_notation(self, state: S, drawn: tuple[int, ...]) -> str:
        """Return these numbers as a token of this State's request."""

    def read_chance(self, state: S, token: str) -> tuple[int, ...]:
        """Return the numbers of a chance token; raise BadToken if it is impossible here."""

    def summary(self, seen: O) -> dict[str, object]:
        """Return a viewer's view as JSON values, for ``replay --json``; each game has its own keys.

        Boards of games without screens show one line per key.
        """

    def suggest(self, state: S, seat: Seat, level: Level = Level.FOREMAN) -> A:
        """Return a quick decision of a computer player, from information that the seat has.

        A Level that the Game lacks plays like the next easier one. The king searches in `assess`
        (capabilities.py); here it chooses like the foreman.
        """


AnyGame = Game[Any, Any, Any]
"""A Game of which the caller knows only the protocol."""
