"""Addresses of databases: the path of a file of SQLite, or postgresql://…."""

SERVERS = ("postgresql://", "postgres://")
"""How addresses of PostgreSQL begin; anything else is the path of a file."""
EXPECTED = "it must be the path of a file, or postgresql://user:password@host/name"


def is_server(address: str) -> bool:
    """Whether an address is of PostgreSQL, and not the path of a file."""
    return address.startswith(SERVERS)


def is_neither(address: str) -> bool:
    """Whether it is of something else, or misspelt.

    As the path of a file it would make folders whose names hold a password.
    """
    return "://" in address and not is_server(address)
