"""What the page offers a newcomer before anything else: commands that begin at one press."""

from dataclasses import dataclass

from playground.errors import Json


@dataclass(frozen=True, slots=True)
class Start:
    """A way to begin."""

    command: str
    """The name of a slash command that needs no options, or with some whose values are text
    without blanks: ``practice pace:slow``."""
    label: str
    hint: str
    """What it begins, in a few words."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a newcomer reads, and how they may begin."""

    title: str
    text: str
    starts: tuple[Start, ...]

    def as_json(self) -> Json:
        """The JSON that the page gets."""
        return {
            "title": self.title,
            "text": self.text,
            "starts": [
                {"command": start.command, "label": start.label, "hint": start.hint}
                for start in self.starts
            ],
        }
