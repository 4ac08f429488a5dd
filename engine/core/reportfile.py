"""Sections below a match file: problem reports, and the reason why a match is incomplete.

A report is ``report:``, then ``name: value`` lines (match-files.md, Reports). The match file comes
first, so that its line numbers stay valid.
"""

from dataclasses import dataclass

MARK = "report:"
INCOMPLETE = "incomplete:"
"""Mark of a file that doesn't have the whole log as it was played; the reason follows."""
_LINES = 40


@dataclass(frozen=True, slots=True)
class Report:
    versions: tuple[tuple[str, str], ...]
    status: str
    seat: int | None
    """Seat of the reporter; None for a spectator."""
    board: int
    """Number of log entries that the board showed to the reporter."""
    said: str
    pressed: tuple[str, ...]
    """The reporter's last presses, oldest first."""

    def lines(self) -> list[str]:
        lines = [f"{name}: {value}" for name, value in self.versions]
        lines += [
            f"status: {self.status}",
            f"seat: {'none' if self.seat is None else self.seat}",
            f"board: {self.board}",
        ]
        description = [" ".join(line.split()) for line in self.said.splitlines()]
        lines += [f"said: {line}" for line in [line for line in description if line][:_LINES]]
        lines += [f"pressed: {press}" for press in self.pressed]
        return lines


def join(match: str, report: Report) -> str:
    return "\n".join([match.rstrip("\n"), MARK, *report.lines()]) + "\n"


def join_incomplete(match: str, why: str) -> str:
    return "\n".join([match.rstrip("\n"), INCOMPLETE, why]) + "\n"


def split(data: bytes, mark: str = MARK) -> tuple[bytes, tuple[str, ...] | None]:
    """Separate a file into its match file and the lines of the section with this mark, if any."""
    match, found, rest = data.partition(f"\n{mark}\n".encode())
    if not found:
        return data, None
    return match + b"\n", tuple(rest.decode(errors="replace").splitlines())
