"""The Game protocol: all that the rest of the project knows of any game's rules."""

from typing import Any, Protocol, TypeVar

from engine.core.fortune import Fortune
from engine.core.types import ChanceRequest, Event, GameInfo, Level, Outcome, Seat, Step

S = TypeVar("S")
A = TypeVar("A")
O_co = TypeVar("O_co", covariant=True)


class Game(Protocol[S, A, O_co]):
    """The rules of one game: stateless, one object a rules version.

    States hold only int, str, bool, None, enum, tuple and frozen dataclass,
    so that equal means equal and a digest is honest.
    """

    @property
    def info(self) -> GameInfo:
        """Name, rules version, numbers of seats."""

    def new(self, seats: int) -> S:
        """The State before anything happened; `seats` is one of `info.seats`."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Seats that must decide now: several decide at the same time; none: chance or the end."""

    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """All that the seat may decide now, in a fixed order; () off turn. The only truth."""

    def sealed(self, state: S) -> bool:
        """Whether the seats to act decide without waiting for each other."""

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """The next State. Trusts its caller, the driver, that the Action is legal."""

    def undoable(self, before: S, action: A, after: S) -> bool:
        """Whether the seat may cancel this Action while nothing has followed it."""

    def plannable(self, state: S, seat: Seat) -> tuple[A, ...]:
        """Actions that a seat which has not to act may name ahead for its next turn.

        In a fixed order; not all of them need be legal then.
        """

    def plan_broken(self, then: S, since: tuple[Event, ...], now: S, seat: Seat) -> str | None:
        """Why what the seat planned at `then` must not be done in its turn now; None: it may.

        `since` is what happened in between. The answer is a word of the Game's own.
        """

    def chance(self, state: S) -> ChanceRequest | None:
        """What the State asks of luck before anyone can go on; None: nothing."""

    def resolve(self, state: S, drawn: tuple[int, ...]) -> Step[S]:
        """The next State after luck answered: one number for each bound of the request."""

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None while it goes on."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Points so far, one a seat."""

    def observe(self, state: S, viewer: Seat | None) -> O_co:
        """What this viewer may see; None is the public."""

    def notation(self, action: A) -> str:
        """The Action as short text, unique among legal Actions, at most 40 characters."""

    def chance_notation(self, state: S, drawn: tuple[int, ...]) -> str:
        """Luck's answer to this State's request as a token."""

    def read_chance(self, state: S, token: str) -> tuple[int, ...]:
        """The numbers behind a token of chance; raises BadToken if it can't stand here."""

    def fortunes(self, before: S, after: S) -> tuple[Fortune, ...]:
        """What luck brought with this step, one a seat; NOTHING to whom no dice were rolled."""

    def shares(self, state: S) -> tuple[float, ...]:
        """How much of the win each seat has: at the end exactly, before it as it looks. Sum 1.

        Before the end 0 is only for a seat that can't win any more.
        """

    def summary(self, state: S) -> dict[str, object]:
        """The State in JSON's own types, for ``replay --json``; its keys belong to the game."""

    def suggest(self, state: S, seat: Seat, level: Level = Level.USUAL) -> A:
        """A computer player's choice among the legal Actions, from what that seat may know.

        A Game without levels plays as usual at each of them.
        """


AnyGame = Game[Any, Any, Any]
"""A Game of which the caller knows no more than the protocol."""
