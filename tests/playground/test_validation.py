"""Message bodies that Discord refuses with 50035, and the paths of their errors."""

from typing import Any

import pytest

from playground import Playground, seed
from playground.bounds import modal_problems
from tests.playground.conftest import Rest

MESSAGES = f"/channels/{seed.TAVERN_ID}/messages"
V2 = 1 << 15


def button(**more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": "Take", "custom_id": "take", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def menu(**more: Any) -> dict[str, Any]:
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def option(**more: Any) -> dict[str, Any]:
    return menu(options=[{"label": "A", "value": "a", **more}])


def text(content: str = "Text") -> dict[str, Any]:
    return {"type": 10, "content": content}


def gallery(**more: Any) -> dict[str, Any]:
    item = {"media": {"url": "https://example.com/a.png"}, **more}
    return {"type": 12, "items": [item]}


def box(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(parts)}


def many(count: int) -> list[dict[str, Any]]:
    return [{"label": str(n), "value": str(n)} for n in range(count)]


PLAIN: list[tuple[Any, str]] = [
    ([row(button(label="l" * 81))], "0/components/0/label"),
    ([row(button(label=" "))], "0/components/0"),
    ([row(button(custom_id="c" * 101))], "0/components/0/custom_id"),
    ([row(button(custom_id=""))], "0/components/0/custom_id"),
    ([row(button(custom_id=None))], "0/components/0/custom_id"),
    ([row(button(), button())], "0/components/1/custom_id"),
    ([row(button()), row(button())], "1/components/0/custom_id"),
    ([row(button(style=9))], "0/components/0/style"),
    ([row(button(style=5, custom_id=None))], "0/components/0/url"),
    ([row(button(url="https://example.com"))], "0/components/0"),
    ([row(button(emoji={"id": "1", "name": "beer"}))], "0/components/0/emoji/id"),
    ([row(button(emoji={"name": "beer"}))], "0/components/0/emoji/name"),
    ([row(*[button(custom_id=str(n)) for n in range(6)])], "0/components"),
    ([row()], "0/components"),
    ([row(button(custom_id=str(n))) for n in range(6)], ""),
    ([row(menu(), button())], "0/components"),
    ([row(menu(options=[]))], "0/components/0/options"),
    ([row(menu(options=many(26), max_values=1))], "0/components/0/options"),
    ([row(option(label="l" * 101))], "0/components/0/options/0/label"),
    ([row(option(value="v" * 101))], "0/components/0/options/0/value"),
    ([row(option(description="d" * 101))], "0/components/0/options/0/description"),
    ([row(option(label=""))], "0/components/0/options/0/label"),
    ([row(menu(options=many(2) + many(1)))], "0/components/0/options/2/value"),
    ([row(menu(placeholder="p" * 151))], "0/components/0/placeholder"),
    ([row(menu(min_values=2))], "0/components/0/min_values"),
    ([row(menu(max_values=3))], "0/components/0/max_values"),
    ([row(menu(max_values=26))], "0/components/0/max_values"),
    ([row(menu(min_values=-1))], "0/components/0/min_values"),
    ([row(menu(type=8, options=None, channel_types=[0, 16]))], "0/components/0/channel_types/1"),
    ([text()], "0/type"),
    ([button()], "0/type"),
    (["nothing"], "0"),
    ("nothing", ""),
    ([{**row(button()), "id": 7}, {**row(button(custom_id="b")), "id": 7}], "1/id"),
]

NEW: list[tuple[Any, str]] = [
    ([text("")], "0/content"),
    ([text("x" * 4001)], "0/content"),
    ([text("x" * 2001), box(text("x" * 2000))], ""),
    ([box(*[text("x") for _ in range(39)]), text("x")], ""),
    ([box(box(text()))], "0/components/0/type"),
    ([box()], "0/components"),
    ([{"type": 12, "items": []}], "0/items"),
    ([{"type": 12, "items": gallery()["items"] * 11}], "0/items"),
    ([gallery(description="d" * 1025)], "0/items/0/description"),
    ([gallery(media={"url": "attachment://none.png"})], "0/items/0/media/url"),
    ([gallery(media={"url": "ftp://example.com"})], "0/items/0/media/url"),
    ([{"type": 13, "file": {"url": "https://example.com/a.txt"}}], "0/file/url"),
    ([{"type": 9, "components": [text()]}], "0/accessory"),
    ([{"type": 9, "components": [text()] * 4, "accessory": button()}], "0/components"),
    ([{"type": 9, "components": [text()], "accessory": text()}], "0/accessory/type"),
    ([{"type": 14, "spacing": 3}], "0/spacing"),
    ([{**box(text()), "accent_color": 1 << 24}], "0/accent_color"),
    ([{"type": 18, "label": "x", "component": menu()}], "0/type"),
]


async def refusal(rest: Rest, body: dict[str, Any]) -> Any:
    status, answer = await rest("POST", MESSAGES, json=body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    return answer["errors"]


def at(errors: Any, path: str) -> Any:
    """Return the errors at a path."""
    for step in filter(None, path.split("/")):
        errors = errors[step]
    return errors["_errors"]


@pytest.mark.parametrize(("components", "path"), PLAIN)
async def test_limits_of_plain_components(rest: Rest, components: Any, path: str) -> None:
    errors = await refusal(rest, {"content": "x", "components": components})
    assert at(errors["components"], path)


@pytest.mark.parametrize(("components", "path"), NEW)
async def test_limits_of_v2_components(rest: Rest, components: Any, path: str) -> None:
    errors = await refusal(rest, {"flags": V2, "components": components})
    assert at(errors["components"], path)


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": ["x"]}, "content"),
        ({"content": "x", "flags": V2, "components": [text()]}, "content"),
        ({"embeds": [{"title": "x"}], "flags": V2, "components": [text()]}, "embeds"),
        ({"embeds": [{"title": "x" * 257}]}, "embeds/0/title"),
        ({"embeds": [{}]}, "embeds/0"),
        ({"embeds": [{"title": "x"}] * 11}, "embeds"),
        ({"embeds": [{"fields": [{"name": "x", "value": ""}]}]}, "embeds/0/fields/0/value"),
        ({"embeds": [{"image": {"url": "attachment://none.png"}}]}, "embeds/0/image/url"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
        ({"content": "x", "attachments": [{"id": "0"}]}, "attachments/0/id"),
        ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
        ({"content": "x", "tts": "no"}, "tts"),
        ({"content": "x", "sticker_ids": ["1"]}, "sticker_ids"),
    ],
)
async def test_limits_of_message_fields(rest: Rest, body: Any, path: str) -> None:
    assert at(await refusal(rest, body), path)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"content": " \n"},
        {"flags": V2, "components": []},
        {"components": [row(button())]},
    ],
)
async def test_empty_message_gets_50006(rest: Rest, body: Any) -> None:
    status, answer = await rest("POST", MESSAGES, json=body)
    assert (status, answer["code"]) == (400, 50006)


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"flags": V2, "components": [text("x" * 4000)]},
        {"flags": V2, "components": [box(*[text("x") for _ in range(39)])]},
        {"content": "x", "components": [row(button(label="l" * 80, custom_id="c" * 100))]},
        {"content": "x", "components": [row(menu(options=many(25), max_values=25))]},
        {"content": "x", "components": [row(menu(min_values=0))]},
        {"content": "x", "components": [row(button(label=None, emoji={"name": "🍺"}))]},
        {"flags": V2, "components": [{"type": 12, "items": gallery()["items"] * 10}]},
        {"flags": V2, "components": [gallery(description="d" * 1024)]},
        {"content": "x", "nonce": "n" * 25},
        {"content": "x", "nonce": 17},
    ],
)
async def test_limits_themselves_are_allowed(rest: Rest, body: Any) -> None:
    status, answer = await rest("POST", MESSAGES, json=body)
    assert status == 200, answer


async def test_components_get_ids_and_defaults(rest: Rest) -> None:
    parts = [{**box(text(), row(button(), button(custom_id="b"))), "id": 2}, {"type": 14}]
    _, message = await rest("POST", MESSAGES, json={"flags": V2, "components": parts})
    [container, separator] = message["components"]
    assert (container["id"], container["spoiler"], container["accent_color"]) == (2, False, None)
    [first, second] = container["components"]
    assert [first["id"], second["id"], *(b["id"] for b in second["components"])] == [1, 3, 4, 5]
    assert separator == {"type": 14, "id": 6, "spacing": 1, "divider": True}


@pytest.mark.parametrize(
    ("components", "path", "code"),
    [
        ([row(button()), row(button())], "1/components/0", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ([box(row(button())), row(button())], "1/components/0", "COMPONENT_CUSTOM_ID_DUPLICATED"),
        ([row(menu(options=many(1) * 2))], "0/components/0/options/1", "OPTION_VALUE_DUPLICATED"),
    ],
)
async def test_repeated_custom_ids_and_values_have_discords_code(
    rest: Rest, components: Any, path: str, code: str
) -> None:
    errors = await refusal(rest, {"flags": V2, "components": components})
    (error,) = at(errors["components"], f"{path}/{'value' if 'OPTION' in code else 'custom_id'}")
    assert code in error["code"]


def test_repeated_custom_ids_of_a_form_are_refused() -> None:
    label = {"type": 18, "label": "Dice", "component": menu()}
    problems = modal_problems({"custom_id": "f", "title": "Keep", "components": [label, label]})
    assert [problem for problem in problems if "custom id cannot be duplicated" in problem]


async def test_all_problems_are_listed(rest: Rest) -> None:
    components = [row(button(label="l" * 81)), row(menu(placeholder="p" * 151))]
    errors = await refusal(rest, {"content": "x" * 2001, "components": components})
    assert at(errors, "content") == [
        {"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}
    ]
    assert at(errors, "components/0/components/0/label")
    assert at(errors, "components/1/components/0/placeholder")


async def test_refused_edit_changes_nothing(rest: Rest, playground: Playground) -> None:
    _, message = await rest("POST", MESSAGES, json={"content": "x"})
    path = f"{MESSAGES}/{message['id']}"
    for body in (
        {"content": "x" * 2001},
        {"content": ""},
        {"content": "y", "components": [text()]},
    ):
        assert (await rest("PATCH", path, json=body))[0] == 400
        assert await rest("GET", path) == (200, message)


def _select(**more: object) -> dict[str, object]:
    options = [{"label": "One", "value": "1"}]
    menu = {"type": 3, "custom_id": "menu", "options": options, **more}
    return {"components": [{"type": 1, "components": [menu]}], "content": "Choose"}


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"min_values": 0, "required": True}, 400),
        ({"min_values": 0, "required": False}, 200),
        ({"min_values": 0}, 200),
        ({"min_values": 1, "required": True}, 200),
    ],
)
async def test_required_select_of_no_values_is_refused(
    rest: Rest, more: dict[str, object], status: int
) -> None:
    answered, body = await rest(
        "POST", f"/channels/{seed.TAVERN_ID}/messages", json=_select(**more)
    )
    assert answered == status
    if status == 400:
        [error] = body["errors"]["components"]["0"]["components"]["0"]["min_values"]["_errors"]
        assert error["code"] == "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES"


@pytest.mark.parametrize("kind", [3, 5, 8, 22])
@pytest.mark.parametrize(
    ("more", "lines"),
    [
        ({"min_values": 0}, 1),
        ({"min_values": 0, "required": True}, 1),
        ({"min_values": 0, "required": False}, 0),
        ({}, 0),
    ],
)
def test_form_select_requires_values_unless_optional(
    kind: int, more: dict[str, object], lines: int
) -> None:
    inner = {"type": kind, "custom_id": "menu", **more}
    if kind in (3, 22):
        inner["options"] = [{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]
    form = {
        "custom_id": "form",
        "title": "Form",
        "components": [{"type": 18, "label": "Menu", "component": inner}],
    }
    assert len(modal_problems(form)) == lines
