"""Who a seat belongs to."""

UserId = int

Holder = UserId | None
"""Who sits in a seat: a Discord user, or None for a computer player.

A number below zero is a former miner: somebody who was forgotten.
"""


def is_person(holder: Holder) -> bool:
    """Whether it is a Discord user, not a computer or a former miner."""
    return holder is not None and holder > 0
