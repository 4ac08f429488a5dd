"""The computer player at its easiest: it takes what scores at once and plans nothing."""

from engine.games.dice_grid.actions import Action, At, ChooseDie, Cross, End, Go, UseStar, Write
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.state import State


def suggest_easy(content: Content, state: State, legal: tuple[Action, ...]) -> Action:
    """The first of the legal Actions that score most at once; stars are kept.

    It rolls the die with the most open boxes, crosses the highest box, and writes the first type
    that fits.
    """

    def value(action: Action) -> int:
        match action:
            case At(square) | Go(square, _):
                return _lines(content, state, square)
            case ChooseDie(type_):
                return len(state.open[type_])
            case Write():
                return 0
            case Cross(number):
                return number
            case UseStar():
                return -1
            case End():
                return 0

    return max(legal, key=value)


def _lines(content: Content, state: State, square: int) -> int:
    """How many lines are filled with this square."""
    return sum(
        all(other == square or state.grid[other] is not None for other in line)
        for line in content.lines(square)
    )
