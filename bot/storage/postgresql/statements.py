"""All differences between the stores' SQL and PostgreSQL's."""

import re
from functools import lru_cache

DIFFERENT = {
    # The Monday of a day's week.
    "date(day, 'weekday 0', '-6 days')": "date_trunc('week', day::date)::date",
    # A process that stopped in a transaction can hold the rows of those that are over.
    "(SELECT process FROM shard_process WHERE until <= ?)": (
        "(SELECT process FROM shard_process WHERE until <= ? FOR UPDATE SKIP LOCKED)"
    ),
}

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


@lru_cache(maxsize=KEPT)
def translate(sql: str) -> str:
    """Translate a statement for PostgreSQL.

    `?` and `?2` become `$1` and `$2`; the reserved word `user` is quoted; IS and IS NOT between two
    values compare as in SQLite; index hints are dropped.
    """
    for ours, theirs in DIFFERENT.items():
        sql = sql.replace(ours, theirs)
    count = 0

    def part(matched: re.Match[str]) -> str:
        nonlocal count
        if matched["literal"] is not None:
            return matched[0]
        if matched["user"] is not None:
            return '"user"'
        if matched["hint"] is not None:
            return ""
        if matched["number"] is None:
            return "IS DISTINCT FROM " if matched["not"] else "IS NOT DISTINCT FROM "
        if matched["number"]:
            return f"${matched['number']}"
        count += 1
        return f"${count}"

    return _PARTS.sub(part, sql)
