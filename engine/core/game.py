"""The Game protocol: what every game's rules must answer. capabilities.py has what they may."""

from typing import Any, Protocol, TypeVar

from engine.core.types import ChanceRequest, GameInfo, Level, Outcome, Seat, Step

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - the Observation


class Game(Protocol[S, A, O]):
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
        """Seats that must decide now, as everybody may know; () where chance is due or at the end.

        Several seats decide at the same time.
        """

    def legal_actions(self, state: S, seat: Seat) -> tuple[A, ...]:
        """All that the seat may decide now, in a fixed order; () off turn. The only truth."""

    def sealed(self, state: S) -> bool:
        """Whether the seats to act decide without waiting for each other."""

    def apply(self, state: S, seat: Seat, action: A) -> Step[S]:
        """The next State. Trusts its caller, the driver, that the Action is legal."""

    def chance(self, state: S) -> ChanceRequest | None:
        """What the State asks of luck before anyone can go on; None: nothing."""

    def resolve(self, state: S, drawn: tuple[int, ...]) -> Step[S]:
        """The next State after luck answered: one number for each bound of the request."""

    def outcome(self, state: S) -> Outcome | None:
        """How the match ended; None while it goes on."""

    def scores(self, state: S) -> tuple[int, ...]:
        """Points so far, one a seat; everybody may know them."""

    def observe(self, state: S, viewer: Seat | None) -> O:
        """What this viewer may see; None is the public. Frozen and hashable."""

    def notation(self, action: A) -> str:
        """The Action as short text, unique among legal Actions, at most 40 characters."""

    def chance_notation(self, state: S, drawn: tuple[int, ...]) -> str:
        """Luck's answer to this State's request as a token."""

    def read_chance(self, state: S, token: str) -> tuple[int, ...]:
        """The numbers behind a token of chance; raises BadToken if it can't stand here."""

    def summary(self, seen: O) -> dict[str, object]:
        """What a viewer sees in JSON's own types, for ``replay --json``; the keys are the game's.

        Plain screens show it, a line a key.
        """

    def suggest(self, state: S, seat: Seat, level: Level = Level.FOREMAN) -> A:
        """A computer player's quick choice among the legal Actions, from what that seat may know.

        At a Level that it hasn't it plays as at the next one below. The king searches in `assess`
        (see capabilities.py), and chooses like the foreman here.
        """


AnyGame = Game[Any, Any, Any]
"""A Game of which the caller knows no more than the protocol."""
