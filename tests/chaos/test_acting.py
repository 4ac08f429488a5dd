"""The random choices of people in menus and forms."""

from typing import Any

from chaos.acting import choices, ticks
from chaos.games import find_game
from playground import Modal
from playground.component_checker import LABEL, STRING_SELECT, TEXT_DISPLAY
from playground.luck import Luck
from tests.chaos.toy import GAME as TOY

DICE = find_game()


def _menu(*labels: str, least: int = 1, most: int = 1, name: str = "menu") -> dict[str, Any]:
    options = [{"label": label, "value": f"v{n}"} for n, label in enumerate(labels)]
    limits = {"min_values": least, "max_values": most}
    return {"type": STRING_SELECT, "custom_id": name, "options": options, **limits}


def _form(text: str, *menus: dict[str, Any]) -> Modal:
    labels = [{"type": LABEL, "label": "Choose", "component": menu} for menu in menus]
    return Modal(1, "form", "Title", [{"type": TEXT_DISPLAY, "content": text}, *labels])


def test_menu_gets_first_options_and_second_best_ones_if_needed() -> None:
    menu = _menu("Chest", "Gold", "Beer", most=2)
    assert ticks(menu, TOY) == ["v0", "v1"]
    assert ticks(menu, DICE) == ["v1", "v2"]
    assert ticks(_menu("Chest", "Chest", "Gold", least=2, most=2), DICE) == ["v2", "v0"]


def test_choices_follow_from_the_seed() -> None:
    menu = _menu(*"ABCDEF", most=3)
    choices_by_seed = [tuple(ticks(menu, TOY, Luck(seed))) for seed in range(20)]
    assert choices_by_seed == [tuple(ticks(menu, TOY, Luck(seed))) for seed in range(20)]
    assert len(set(choices_by_seed)) > 5
    assert {len(set(picked)) for picked in choices_by_seed} == {3}


def test_form_limits_choices_over_all_menus() -> None:
    menus = [_menu(*"ABC", least=0, most=3, name=name) for name in ("one", "two")]
    values = choices(_form("Choose exactly 4 dice in all; they roll together.", *menus), DICE)
    assert values == {"one": ["v0", "v1", "v2"], "two": ["v0"]}
    values = choices(_form("Your chests keep up to 2 dice.", *menus), DICE)
    assert values == {"one": ["v0", "v1"], "two": []}
    assert choices(_form("Choose.", *menus), TOY) == {
        name: ["v0", "v1", "v2"] for name in ("one", "two")
    }


def test_fixed_number_includes_second_best_options() -> None:
    menu = _menu("Chest", "Gold", least=0, most=2)
    assert choices(_form("Choose exactly 2 dice in all.", menu), DICE) == {"menu": ["v1", "v0"]}
    assert choices(_form("Your chests keep up to 2 dice.", menu), DICE) == {"menu": ["v1"]}
