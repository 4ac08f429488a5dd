"""The tournaments of a story."""

from playground.errors import Json
from tests.releases.teller import HOUR, Teller

HALFWAY = (
    ("knockout", "dynamine"),
    ("swiss", "dice-miner"),
    ("round robin", "dynamine"),
    ("groups", "dice-miner"),
    ("league", "dynamine"),
)


async def tournaments(teller: Teller) -> None:
    """One is over, one of each format is halfway, one checks in, and one can be joined."""
    people = teller.people[:5]
    over, _ = await _made(teller, "Old Cup", "knockout", "dice-miner")
    await _started(teller, over, "Old Cup", 4)
    for _ in range(3):
        for match in _tables(teller, over):
            await teller.play(match)
        await teller.later(HOUR)
    assert teller.rows("SELECT status FROM tournament WHERE id = ?", over) == [("over",)]
    for kind, game in HALFWAY:
        name = f"{kind} of {game}"
        number, _ = await _made(teller, name, kind, game)
        await _started(teller, number, name, 5)
        first, *others = _tables(teller, number)
        await teller.play(first)
        for match in others:
            await teller.play(match, 8)
        await teller.later(HOUR)
    number, panel = await _made(teller, "Evening", "swiss", "dice-miner", starts_in=3, check_in=2)
    for person in people:
        await teller.verb(person, panel, ":join")
    await teller.later(HOUR + 60)
    await teller.verb(people[0], panel, ":here")
    await _made(teller, "Next", "knockout", "dynamine", starts_in=200)
    _, panel = await _made(teller, "Soon", "league", "dice-miner", starts_in=100)
    await teller.verb(people[1], panel, ":join")


async def _made(teller: Teller, name: str, kind: str, game: str, **more: int) -> tuple[int, Json]:
    given = {"name": name, "format": kind, "game": game, "seats": 2, "pace": "week", **more}
    await teller.say(teller.boss, "tournament create", **given)
    ((number,),) = teller.rows("SELECT max(id) FROM tournament")
    return number, teller.newest(teller.boss, f"2:tournament:{number}:")


async def _started(teller: Teller, number: int, name: str, seats: int) -> None:
    panel = teller.newest(teller.boss, f"2:tournament:{number}:")
    for person in teller.people[:seats]:
        await teller.verb(person, panel, ":join")
    await teller.about(teller.boss, "start", name)
    await teller.later(60)


def _tables(teller: Teller, number: int) -> list[int]:
    query = "SELECT id FROM match WHERE tournament = ? AND status = 'running' ORDER BY id"
    return [match for (match,) in teller.rows(query, number)]
