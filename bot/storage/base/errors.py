"""What a database raises."""


class StoreTrouble(Exception):
    """The database can't do what it was asked: it is full, read-only, locked or broken.

    Raised by a store, it means that nothing was written as far as the store knows: a commit
    whose confirmation was lost may still be on disk. Raised by a service, which has checked
    (`confirmed_write`), it means that nothing was written.
    """
