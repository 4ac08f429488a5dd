"""How the players of the tour decide: ¡Salud! where it can be had, else as the strong computer."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.loaded import Loaded
from chaos.reading import Json, buttons, menus
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
    offered = buttons(board, "2:move:")
    for custom_id in offered:
        if _tokens(custom_id).startswith("salud "):
            return Choice(custom_id)
    tokens = _decided(loaded, seat)
    if tokens[0] == "stop":  # two dice make the better picture
        tokens = [t for t in map(_tokens, offered) if t.startswith("take ")] or tokens
    for custom_id in offered:
        if _tokens(custom_id) == tokens[0]:
            return Choice(custom_id)
    verb = "keep" if tokens[0].startswith("keep ") else tokens[0]
    panel = f"keep {seat}" if verb == "keep" else tokens[0]
    wanted = [token.split()[1] for token in tokens if token.split()[0] in ("reroll", "keep")]
    shown = menus(board)
    for custom_id, menu in shown.items():
        if _tokens(custom_id) == panel:
            return Choice(custom_id, _ticks(menu, wanted))
    for custom_id in buttons(board, "2:panel:"):
        if _tokens(custom_id) == panel:
            return Choice(custom_id)
    raise AssertionError(f"the board does not offer {tokens}: {[*offered, *shown]}")


def _tokens(custom_id: str) -> str:
    return custom_id.split(":", 4)[4]


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
    """The wanted dice, as far as the menu has them: of equal ones it lists only as many as can be
    chosen; then others, until there are as many as it takes at least."""
    options: list[Json] = menu["options"]  # type: ignore[assignment]
    values = [str(option["value"]) for option in options]
    found = [value for value in wanted if value in values]
    least = int(str(menu.get("min_values", 1)))
    found += [value for value in values if value not in found][: max(0, least - len(found))]
    return tuple(found)
