"""Errors of a database."""


class StoreTrouble(Exception):
    """The database failed: it is full, read-only, locked or broken.

    From a store it means that nothing was written as far as the store knows; if the confirmation of
    a commit was lost, the commit can still be on disk. From a service, which has checked with
    `confirmed_write`, it means that nothing was written.
    """
