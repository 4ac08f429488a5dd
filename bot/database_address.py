"""Addresses of databases: the path of an SQLite file, or postgresql://…."""

SERVERS = ("postgresql://", "postgres://")
EXPECTED = "it must be the path of a file, or postgresql://user:password@host/name"


def is_server(address: str) -> bool:
    return address.startswith(SERVERS)


def is_neither(address: str) -> bool:
    """Return whether the address belongs to another service or is malformed.

    Taken as a path, such an address would create folders whose names contain a password.
    """
    return "://" in address and not is_server(address)
