"""How many sit at each table."""


def table_sizes(people: int, seats: int, low: int = 2) -> tuple[int, ...]:
    """How many sit at each table, the largest first, so that there are as few tables as possible.

    Sizes differ by at most 1, none is above `seats`, and none below `low` (at least 2), the fewest
    that the game allows. If no sizes are right for all the people, as few as possible are left
    over: one of an odd number at tables of two.
    """
    low = max(low, 2)
    if seats < low:
        raise ValueError(f"No table has {low} to {seats} seats.")
    for seated in range(people, low - 1, -1):
        tables = -(-seated // seats)
        size, larger = divmod(seated, tables)
        if size >= low:
            return (size + 1,) * larger + (size,) * (tables - larger)
    return ()
