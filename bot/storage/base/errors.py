"""Errors of a database."""

DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
"""Beginnings of SQLite's names for errors of a file that is damaged or no database."""
RESTORE = (
    "If it is the bot's database, stop the bot, restore the newest backup"
    " (`python -m bot restore FILE`), and check the disk."
)


class StoreTrouble(Exception):
    """The database failed: it is full, read-only, locked or broken.

    If a store raises it, nothing was written as far as the store knows: if only the confirmation of
    a commit was lost, the commit can still be on disk. If a service raises it, nothing was written,
    because the service has checked with `confirmed_write`.
    """


class AnotherBot(StoreTrouble):
    """Another bot uses the database, and not both have SALUD_SHARDS.

    `database` is its name, optionally followed by a hint to the other bot.
    """

    def __init__(self, database: str) -> None:
        super().__init__(
            f"Another bot already uses the database {database}: stop it first, or set SALUD_SHARDS"
            " on both to share it (docs/scale.md)."
        )


def unusable(database: str, error: Exception) -> StoreTrouble:
    """Return the error for a database that can't be used, with a remedy if it is damaged."""
    return StoreTrouble(f"The database {database} can't be used: {error}.{remedy(error)}")


def remedy(error: BaseException) -> str:
    """Return a space and a sentence with the operator's next step, or "" if there is none."""
    name: str | None = getattr(error, "sqlite_errorname", None)
    return f" {RESTORE}" if name is not None and name.startswith(DAMAGED) else ""
