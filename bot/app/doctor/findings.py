"""Results of the doctor's checks."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    WELL = "✔"
    NOTE = "!"
    WRONG = "✗"


@dataclass(frozen=True, slots=True)
class Finding:
    severity: Severity
    check: str
    found: str
    todo: str = ""


def well(check: str, found: str) -> Finding:
    return Finding(Severity.WELL, check, found)


def note(check: str, found: str, todo: str = "") -> Finding:
    return Finding(Severity.NOTE, check, found, todo)


def wrong(check: str, found: str, todo: str) -> Finding:
    return Finding(Severity.WRONG, check, found, todo)


def lines(findings: Iterable[Finding]) -> list[str]:
    printed = []
    for finding in findings:
        printed.append(f"{finding.severity.value} {finding.check:<12} {finding.found}")
        if finding.todo:
            printed.append(f"{'':<15}→ {finding.todo}")
    return printed


def megabytes(size: int) -> str:
    return f"{size / 1e9:,.1f} GB" if size >= 10**9 else f"{size / 1e6:,.1f} MB"


def age(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(seconds, 0):.0f} seconds"
