"""The page's suggestions for newcomers: commands that start with one press."""

from dataclasses import dataclass

from playground.errors import Json


@dataclass(frozen=True, slots=True)
class Start:
    command: str
    """A slash command. Values of its options contain no blanks: ``practice pace:slow``."""
    label: str
    hint: str


@dataclass(frozen=True, slots=True)
class Welcome:
    title: str
    text: str
    starts: tuple[Start, ...]

    def as_json(self) -> Json:
        return {
            "title": self.title,
            "text": self.text,
            "starts": [
                {"command": start.command, "label": start.label, "hint": start.hint}
                for start in self.starts
            ],
        }
