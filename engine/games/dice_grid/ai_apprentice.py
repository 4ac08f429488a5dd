"""The apprentice of the dice grid: takes the first option and plans nothing."""

from engine.games.dice_grid.actions import Action, ChooseDie, Cross, SimpleAction, Write
from engine.games.dice_grid.state import State


def suggest_apprentice(state: State, legal: tuple[Action, ...]) -> Action:
    """Return the first square, the type with most open boxes, or the lowest box, but never
    a star.
    """
    if len(legal) == 1:
        return legal[0]

    def value(action: Action) -> int:
        match action:
            case ChooseDie(type_) | Write(type_):
                return len(state.open[type_])
            case Cross(number):
                return -number
            case SimpleAction.USE_STAR:
                return -2
            case SimpleAction.END:
                return -1
            case _:
                return 0

    return max(legal, key=value)
