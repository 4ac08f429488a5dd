"""Rows of the table: a measurement, its comparison and its goal."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ratio:
    name: str
    ours: float
    other: float
    """The comparison; NaN without one."""
    unit: str
    ratio: float
    """Ours divided by the comparison; NaN without one."""
    goal: str
    met: bool


def print_table(rows: Iterable[Ratio]) -> None:
    lines = [("", "ours", "other", "", "ratio", "goal", "")]
    lines += [
        (
            row.name,
            _number(row.ours),
            _number(row.other),
            row.unit,
            _number(row.ratio),
            row.goal,
            "met" if row.met else "MISSED",
        )
        for row in rows
    ]
    widths = [max(len(line[column]) for line in lines) for column in range(7)]
    for line in lines:
        cells = [
            cell.rjust(width) if column in (1, 2, 4) else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ]
        sys.stdout.write("  ".join(cells).rstrip() + "\n")


def _number(value: float) -> str:
    if value != value:  # nan
        return "–"
    return f"{value:.3f}" if abs(value) < 1 else f"{value:,.2f}"
