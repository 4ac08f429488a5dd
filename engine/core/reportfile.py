"""Reports of problems: a match file with what somebody says about it below.

All up to the line ``report:`` is a match file, so that its lines keep their numbers. After it
stands what is known, one ``name: value`` a line (docs/match-files.md, Reports).
"""

from dataclasses import dataclass

MARK = "report:"
_LINES = 40
"""What was said is kept in so many lines at most."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is known of a problem beside the match itself."""

    versions: tuple[tuple[str, str], ...]
    """Of the bot, and of what it runs on, by name."""
    status: str
    seat: int | None
    """The seat of the person who reports it; None for somebody who does not play."""
    board: int
    """How many entries the board told on which it was seen."""
    said: str
    """In their own words."""
    pressed: tuple[str, ...]
    """What they pressed last, the latest last."""

    def lines(self) -> list[str]:
        """It, line by line."""
        found = [f"{name}: {value}" for name, value in self.versions]
        found += [
            f"status: {self.status}",
            f"seat: {'none' if self.seat is None else self.seat}",
            f"board: {self.board}",
        ]
        said = [" ".join(line.split()) for line in self.said.splitlines()]
        found += [f"said: {line}" for line in [line for line in said if line][:_LINES]]
        found += [f"pressed: {press}" for press in self.pressed]
        return found


def join(match: str, report: Report) -> str:
    """A match file, which ends with a line's end, and the report below it."""
    return "\n".join([match.rstrip("\n"), MARK, *report.lines()]) + "\n"


def split(data: bytes) -> tuple[bytes, tuple[str, ...] | None]:
    """The match file in some file, and the lines of the report below it; None: there is none."""
    match, mark, rest = data.partition(f"\n{MARK}\n".encode())
    if not mark:
        return data, None
    return match + b"\n", tuple(rest.decode(errors="replace").splitlines())
