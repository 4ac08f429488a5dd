"""What somebody turns on and off for themselves."""

from collections.abc import Mapping
from dataclasses import dataclass

from cogs.preferences.moves import ON_FROM_THE_START, MovePreference
from texts import mark


@dataclass(frozen=True, slots=True)
class Toggle:
    """A setting that is on or off."""

    name: str
    """Of the button and of the setting."""
    label: str
    on: str
    """A line that says what it means while it is on."""
    off: str
    emoji: str
    initially: bool = False
    """Whether it is on until somebody turns it off."""


TOGGLES = (
    Toggle(
        "text_mode",
        mark("Board as text"),
        mark("📖 On each of your turns you're offered the board as text."),
        mark("📖 You play by the pictures. Every board has a button for its text."),
        "📖",
    ),
    Toggle(
        MovePreference.CONFIRM.value,
        # Translators: A button that turns it on or off: ask before each move.
        mark("Ask me"),
        mark("❔ You're asked before each move."),
        mark("❔ Your moves count at once."),
        "❔",
    ),
    Toggle(
        MovePreference.WAIT.value,
        # Translators: A button that turns it on or off.
        mark("Computers wait"),
        mark("↩️ In practice, computers wait a little, so you can take a pick back."),
        mark("↩️ In practice, computers answer at once."),
        "↩️",
        initially=MovePreference.WAIT in ON_FROM_THE_START,
    ),
)
"""In the order of their buttons."""


def is_on(toggle: Toggle, settings: Mapping[str, str]) -> bool:
    """Whether it is on in somebody's settings."""
    return settings.get(toggle.name, "on" if toggle.initially else "off") == "on"


def toggled(settings: Mapping[str, str], name: str, *, on: bool | None) -> dict[str, str]:
    """The setting of a toggle, set to `on`, or to its opposite for None; {} for an unknown name."""
    toggle = next((one for one in TOGGLES if one.name == name), None)
    if toggle is None:
        return {}
    if on is None:
        on = not is_on(toggle, settings)
    return {name: "on" if on else "off"}
