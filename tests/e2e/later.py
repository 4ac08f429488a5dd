"""Moving a playground's clock while its bot is idle."""

from playground import Playground


async def later(
    playground: Playground, *, days: float = 0, hours: float = 0, minutes: float = 0
) -> None:
    """Move the clock once the bot has done all that was due before.

    The time of a turn begins when the bot has seen that its player can see the board, which is
    after the board was posted. A test that moves the clock in between moves the deadline, too.
    """
    await playground.settled(due=True)
    await playground.forward(days=days, hours=hours, minutes=minutes)
