"""Decisions of the tour's players: ¡Salud! if possible, else the strong computer's choice."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from chaos.custom_ids import PANEL, read
from chaos.messages import Json, buttons, menus, moves
from engine.core import driver
from engine.core.types import Seat


@dataclass(frozen=True, slots=True)
class UserInput:
    """A button to press, or a menu to open and values to tick."""

    custom_id: str
    ticks: tuple[str, ...] = ()


def choose(loaded: Loaded, seat: Seat, board: Json) -> UserInput:
    offered = {i: ",".join(read(i).tokens) for i in moves(board) if read(i).tokens}
    for custom_id, token in offered.items():
        if token.startswith("salud "):
            return UserInput(custom_id)
    tokens = _computer_tokens(loaded, seat)
    if tokens[0] == "stop":  # a second die makes a better picture
        tokens = [token for token in offered.values() if token.startswith("take ")] or tokens
    for custom_id, token in offered.items():
        if token == tokens[0]:
            return UserInput(custom_id)
    keeps = tokens[0].startswith("keep ")
    wanted = [token.split()[1] for token in tokens if token.split()[0] in ("reroll", "keep")]
    for custom_id, menu in menus(board).items():
        if read(custom_id).panel == (f"keep {seat}" if keeps else tokens[0]):
            return UserInput(custom_id, _ticks(menu, wanted))
    for custom_id in buttons(board):
        pressed = read(custom_id)
        if pressed.family is PANEL and pressed.panel == ("keep" if keeps else tokens[0]):
            return UserInput(custom_id)
    raise AssertionError(f"the board does not offer {tokens}: {[*offered, *menus(board)]}")


def _computer_tokens(loaded: Loaded, seat: Seat) -> list[str]:
    """Return the strong computer's tokens, up to the point where a player would submit them."""
    game, position = loaded.game, loaded.position
    assert position is not None, "the match must have begun"
    tokens: list[str] = []
    while True:
        token = game.notation(game.suggest(position.state, seat))
        if tokens and token.split()[0] not in ("reroll", "keep"):
            return tokens
        tokens.append(token)
        if token.split()[0] not in ("spend", "reroll", "keep"):
            return tokens
        position = driver.choose(game, position, seat, token).position
        if game.chance(position.state) is not None or seat not in game.to_act(position.state):
            return tokens


def _ticks(menu: Mapping[str, object], wanted: list[str]) -> tuple[str, ...]:
    """Return the values to tick: the wanted dice that the menu lists, then others up to its
    minimum. A menu lists equal dice only as often as they can be chosen.
    """
    options: list[Json] = menu["options"]  # type: ignore[assignment]
    values = [str(option["value"]) for option in options]
    chosen = [value for value in wanted if value in values]
    least = int(str(menu.get("min_values", 1)))
    chosen += [value for value in values if value not in chosen][: max(0, least - len(chosen))]
    return tuple(chosen)
