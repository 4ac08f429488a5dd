"""What Discord does not allow now, and is tried again later."""


class Postponed(Exception):
    """Something stays undone, and stays noted, so that a later look finds it.

    Its cause is what Discord said, where that is known.
    """
