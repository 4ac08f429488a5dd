"""Problem reports: a match file followed by the player's description.

The match file comes first, so that its line numbers stay valid. After the line ``report:`` follow
``name: value`` lines (docs/match-files.md, Reports).
"""

from dataclasses import dataclass

MARK = "report:"
_LINES = 40
"""Maximum number of description lines in the file."""


@dataclass(frozen=True, slots=True)
class Report:
    """A problem, apart from the match itself."""

    versions: tuple[tuple[str, str], ...]
    """Name and version of the bot and of the software that it runs on."""
    status: str
    seat: int | None
    """Seat of the reporter; None for a spectator."""
    board: int
    """Number of entries on the board that the reporter saw."""
    said: str
    pressed: tuple[str, ...]
    """The reporter's last presses, latest last."""

    def lines(self) -> list[str]:
        """Return the report as lines."""
        lines = [f"{name}: {value}" for name, value in self.versions]
        lines += [
            f"status: {self.status}",
            f"seat: {'none' if self.seat is None else self.seat}",
            f"board: {self.board}",
        ]
        said = [" ".join(line.split()) for line in self.said.splitlines()]
        lines += [f"said: {line}" for line in [line for line in said if line][:_LINES]]
        lines += [f"pressed: {press}" for press in self.pressed]
        return lines


def join(match: str, report: Report) -> str:
    """Return the match file, which ends with a line feed, with the report appended."""
    return "\n".join([match.rstrip("\n"), MARK, *report.lines()]) + "\n"


def split(data: bytes) -> tuple[bytes, tuple[str, ...] | None]:
    """Separate a file into its match file and the report's lines, if it has a report."""
    match, mark, rest = data.partition(f"\n{MARK}\n".encode())
    if not mark:
        return data, None
    return match + b"\n", tuple(rest.decode(errors="replace").splitlines())
