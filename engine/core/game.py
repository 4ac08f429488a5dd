"""The Game protocol: methods that every game must have. Optional ones are in capabilities.py."""

from typing import Any, Protocol, TypeVar

from engine.core.types import ChanceRequest, GameInfo, Level, Outcome, Seat, Step

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the Observation


class Game(Protocol[S, A, O]):
    """The rules of one game: stateless, one object per rules version.

    States consist only of int, str, bool, None, enum, tuple and frozen dataclass, so that equality
    is reliable.
    """

    @property
    def info(self) -> GameInfo:
        """Name, rules version, numbers of seats."""

    def new(self, seats: int) -> S:
        """Return the initial State for this number of seats, which must be in `info.seats`."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that must decide now (public); empty during chance and at the end."""

    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Return all legal Actions of the seat in a fixed order; the only source of legality."""

    def sealed(self, state: S) -> bool:
        """Return whether the seats to act decide without waiting for each other."""

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """Return the next State. The driver has already checked that the Action is legal."""

    def chance(self, state: S) -> ChanceRequest | None:
        """Return the luck that the State needs before it can continue, if any."""

    def resolve(self, state: S, drawn: tuple[int, ...]) -> Step[S]:
        """Return the next State after drawing these numbers, one for each bound of the request."""

    def canonical(self, state: S) -> str:
        """Return the State as text, from which its digest is computed.

        Different States have different texts. The text of a State never changes once a release has
        played this rules version, or stored matches no longer replay to their digests; see
        canonical.py.
        """

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it is running."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Return each seat's points so far; public information."""

    def observe(self, state: S) -> O:
        """Return the State as texts and pictures need it, frozen and hashable."""

    def notation(self, action: A) -> str:
        """Return the Action as text of at most 40 characters, unique among legal Actions."""

    def chance_notation(self, state: S, drawn: tuple[int, ...]) -> str:
        """Return these numbers as a token."""

    def read_chance(self, state: S, token: str) -> tuple[int, ...]:
        """Return the numbers of a chance token; raise BadToken if it is impossible here."""

    def summary(self, seen: O) -> dict[str, object]:
        """Return an Observation as JSON values, for ``replay --json`` and for plain boards."""

    def suggest(self, state: S, seat: Seat, level: Level = Level.FOREMAN) -> A:
        """Return a computer player's quick decision, using only information that the seat has.

        A Level that the Game lacks plays like the next easier one. The king searches in `assess`
        (capabilities.py); here it chooses like the foreman.
        """


AnyGame = Game[Any, Any, Any]
"""A Game used only through the protocol."""
