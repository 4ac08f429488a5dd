"""Interactive components (buttons, selects, options), checked as Discord does it."""

from playground.component_checker import STRING_SELECT, Checker
from playground.errors import Json
from playground.fields import Fields

LINK_STYLE, PREMIUM_STYLE = 5, 6
CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15)
"""Channel types for selects in Discord's OpenAPI document; media channels (16) are missing."""


def with_emoji(shown: Json, emoji: Json | None) -> Json:
    return shown if emoji is None else {**shown, "emoji": emoji}


def read_options(checker: Checker, fields: Fields, most: int, least: int = 1) -> list[Json]:
    options: list[Json] = []
    for option in fields.children("options", most, least=least, required=True):
        value = option.text("value", 100, least=1, required=True) or ""
        if value in [other["value"] for other in options]:
            text = "The specified option value is already used"
            option.wrong(("value",), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        shown: Json = {
            "label": option.text("label", 100, least=1, required=True) or "",
            "value": value,
        }
        if option.has("description"):
            shown["description"] = option.text("description", 100, least=1)
        if option.flag("default"):
            shown["default"] = True
        options.append(with_emoji(shown, checker.emoji(option)))
    return options


def read_range(fields: Fields, most: int, *, options: int | None = None) -> tuple[int, int]:
    least = fields.number("min_values", 0, most, default=1)
    highest = fields.number("max_values", 1, most, default=1)
    assert least is not None, "there is a default"
    assert highest is not None, "there is a default"
    if least > highest:
        text = "min_values must be less than or equal to max_values"
        fields.wrong(("min_values",), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", text)
    if options is not None and highest > max(options, 1):
        text = f"int value should be less than or equal to {options}."
        fields.wrong(("max_values",), "NUMBER_TYPE_MAX", text)
    return least, highest


def check_required(fields: Fields, *, default: bool) -> bool:
    """Return whether a component is required; report one with a minimum of 0 values. Discord
    rejects that in messages, too, although `required` has no effect there: discord-api-docs #7800
    and PR #8177.
    """
    required = fields.flag("required", default=default)
    if required and fields.json.get("min_values") == 0:
        text = "Select menus marked as required cannot have a min_values of 0"
        fields.wrong(("min_values",), "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES", text)
    return required


def read_select(checker: Checker, fields: Fields, *, required: bool = False) -> Json:
    """Read a select; the argument is the default of its `required` field."""
    shown = checker.begin(fields)
    shown["custom_id"] = checker.custom_id(fields)
    if fields.has("placeholder"):
        shown["placeholder"] = fields.text("placeholder", 150)
    options: list[Json] | None = None
    if shown["type"] == STRING_SELECT:
        options = shown["options"] = read_options(checker, fields, 25)
    least, most = read_range(fields, 25, options=None if options is None else len(options))
    shown["min_values"], shown["max_values"] = least, most
    is_required = check_required(fields, default=required)
    if required:
        shown["required"] = is_required
    chosen = [option for option in options or [] if option.get("default")]
    if len(chosen) > most:
        text = f"Must be {most} or fewer in length."
        fields.wrong(("options",), "SELECT_COMPONENT_TOO_MANY_DEFAULT_OPTIONS", text)
    if fields.has("default_values"):
        shown["default_values"] = [
            {"id": str(value.snowflake("id", required=True)), "type": value.json.get("type")}
            for value in fields.children("default_values", 25)
        ]
        if len(shown["default_values"]) > most:
            text = f"Must be {most} or fewer in length."
            fields.wrong(("default_values",), "BASE_TYPE_MAX_LENGTH", text)
    if fields.has("channel_types"):
        shown["channel_types"] = _channel_types(fields)
    if fields.flag("disabled"):
        shown["disabled"] = True
    return shown


def _channel_types(fields: Fields) -> list[int]:
    channel_types = fields.values("channel_types", 25)
    for index, channel_type in enumerate(channel_types):
        if channel_type not in CHANNEL_TYPES:
            text = f"Value must be one of {set(CHANNEL_TYPES)}."
            fields.wrong(("channel_types", index), "BASE_TYPE_CHOICES", text)
    return channel_types


def read_button(checker: Checker, fields: Fields) -> Json:
    shown = checker.begin(fields)
    style = shown["style"] = fields.choice("style", (1, 2, 3, 4, 5, 6))
    emoji = checker.emoji(fields)
    label = fields.text("label", 80)
    if label is not None:
        shown["label"] = label
    if style == LINK_STYLE:
        shown["url"] = fields.text("url", 512, least=1, required=True)
        if fields.has("custom_id"):
            text = "A custom id and url cannot both be specified"
            fields.wrong((), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
    elif style == PREMIUM_STYLE:
        shown["sku_id"] = str(fields.snowflake("sku_id", required=True))
    else:
        shown["custom_id"] = checker.custom_id(fields)
        if fields.has("url"):
            text = "A custom id and url cannot both be specified"
            fields.wrong((), "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", text)
    if style != PREMIUM_STYLE and emoji is None and not (label or "").strip():
        fields.wrong((), "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or emoji")
    if fields.flag("disabled"):
        shown["disabled"] = True
    return with_emoji(shown, emoji)
