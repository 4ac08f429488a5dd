"""The register of games, as the match service needs it."""

from typing import Protocol

from engine.core.game import AnyGame


class Games(Protocol):
    """Finds a Game by its name."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the games; the default game comes first."""

    def game(self, name: str, rules: int) -> AnyGame | None:
        """The Game of that name and rules version; None if there is none."""

    def newest(self, name: str) -> AnyGame:
        """The Game of that name by its newest rules."""
