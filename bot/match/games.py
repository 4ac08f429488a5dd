"""The register of games, as the match service needs it."""

from typing import Protocol

from engine.core.game import AnyGame


class Games(Protocol):
    """Finds a Game by its name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the games, in the order in which they came."""

    @property
    def usual(self) -> str:
        """The name of the game that is meant unless another one is named: the first."""

    def game(self, name: str, rules: int) -> AnyGame | None:
        """The Game of that name and rules version; None if there is none."""

    def newest(self, name: str) -> AnyGame:
        """The Game of that name by its newest rules."""
