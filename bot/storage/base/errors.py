"""Errors of a database."""


class StoreTrouble(Exception):
    """The database failed: it is full, read-only, locked or broken.

    If a store raises it, nothing was written as far as the store knows: if only the confirmation of
    a commit was lost, the commit can still be on disk. If a service raises it, nothing was written,
    because the service has checked with `confirmed_write`.
    """
