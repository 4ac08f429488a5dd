"""How the players of the tour decide: ¡Salud! where it can be had, else as the strong computer."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.log.loaded import Loaded
from chaos.custom_ids import PANEL, read
from chaos.messages import Json, buttons, menus, moves
from engine.core import driver
from engine.core.types import Seat


@dataclass(frozen=True, slots=True)
class Choice:
    """What somebody presses, or opens and ticks."""

    custom_id: str
    ticks: tuple[str, ...] = ()
    """The values in a menu; none for a button."""


def choose(loaded: Loaded, seat: Seat, board: Json) -> Choice:
    """What the seat does on this board of the match, which asks it."""
    offered = {i: ",".join(read(i).tokens) for i in moves(board) if read(i).tokens}
    for custom_id, token in offered.items():
        if token.startswith("salud "):
            return Choice(custom_id)
    tokens = _decided(loaded, seat)
    if tokens[0] == "stop":  # two dice make the better picture
        tokens = [token for token in offered.values() if token.startswith("take ")] or tokens
    for custom_id, token in offered.items():
        if token == tokens[0]:
            return Choice(custom_id)
    keeps = tokens[0].startswith("keep ")
    wanted = [token.split()[1] for token in tokens if token.split()[0] in ("reroll", "keep")]
    for custom_id, menu in menus(board).items():
        if read(custom_id).panel == (f"keep {seat}" if keeps else tokens[0]):
            return Choice(custom_id, _ticks(menu, wanted))
    for custom_id in buttons(board):
        said = read(custom_id)
        if said.family is PANEL and said.panel == ("keep" if keeps else tokens[0]):
            return Choice(custom_id)
    raise AssertionError(f"the board does not offer {tokens}: {[*offered, *menus(board)]}")


def _decided(loaded: Loaded, seat: Seat) -> list[str]:
    """The tokens of the strong computer, as far as a person decides them at once."""
    game, position = loaded.game, loaded.position
    assert position is not None, "the match has begun"
    found: list[str] = []
    while True:
        token = game.notation(game.suggest(position.state, seat))
        if found and token.split()[0] not in ("reroll", "keep"):
            return found
        found.append(token)
        if token.split()[0] not in ("spend", "reroll", "keep"):
            return found
        position = driver.choose(game, position, seat, token).position
        if game.chance(position.state) is not None or seat not in game.to_act(position.state):
            return found


def _ticks(menu: Mapping[str, object], wanted: list[str]) -> tuple[str, ...]:
    """The wanted dice that the menu has, and others until there are as many as it needs.

    Of equal dice a menu lists only as many as can be chosen.
    """
    options: list[Json] = menu["options"]  # type: ignore[assignment]
    values = [str(option["value"]) for option in options]
    found = [value for value in wanted if value in values]
    least = int(str(menu.get("min_values", 1)))
    found += [value for value in values if value not in found][: max(0, least - len(found))]
    return tuple(found)
