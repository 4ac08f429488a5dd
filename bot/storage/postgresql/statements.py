"""SQL as the repositories write it, in PostgreSQL's words: all that differs is here."""

import re
from functools import lru_cache

DIFFERENT = {
    # The Monday of a day's week.
    "date(day, 'weekday 0', '-6 days')": "date_trunc('week', day::date)::date",
}
"""Expressions of SQLite that PostgreSQL writes otherwise."""

_PARTS = re.compile(
    r"""
    (?P<literal> '(?:[^']|'')*' | "[^"]*" )
    | \? (?P<number> [0-9]* )
    | (?P<user> \buser\b )
    | (?P<hint> \s INDEXED\ BY\ \w+ )
    | \b IS\ (?P<not> NOT\ )? (?= \? | \w+\.\w )
    """,
    re.VERBOSE,
)
KEPT = 1024
"""Statements that are kept: more than there are."""


@lru_cache(maxsize=KEPT)
def translated(sql: str) -> str:
    """A statement for PostgreSQL.

    `?` and `?2` become `$1` and `$2`, the reserved word `user` is quoted, IS and IS NOT between
    two values compare as in SQLite, and hints which index to use are left out.
    """
    for ours, theirs in DIFFERENT.items():
        sql = sql.replace(ours, theirs)
    count = 0

    def part(found: re.Match[str]) -> str:
        nonlocal count
        if found["literal"] is not None:
            return found[0]
        if found["user"] is not None:
            return '"user"'
        if found["hint"] is not None:
            return ""
        if found["number"] is None:
            return "IS DISTINCT FROM " if found["not"] else "IS NOT DISTINCT FROM "
        if found["number"]:
            return f"${found['number']}"
        count += 1
        return f"${count}"

    return _PARTS.sub(part, sql)
