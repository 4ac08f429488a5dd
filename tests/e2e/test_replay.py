"""/replay: a match turn by turn, shared moments, animations."""

import re

from playground import Person, Playground
from playground.message_objects import message_json
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, alt_texts, parts, text
from tests.e2e.test_matches import challenge, resigned


def pressable(message: Json) -> dict[str, str]:
    """Return the custom_ids of a replay's enabled buttons, by verb."""
    custom_ids = {}
    for part in parts(message):
        custom_id = str(part.get("custom_id", ""))
        if custom_id.startswith("2:replay:") and not part.get("disabled"):
            custom_ids[custom_id.rsplit(":", 1)[1]] = custom_id
    return custom_ids


def step(message: Json) -> tuple[int, int]:
    position = re.search(r"· (\d+) of (\d+) ·", text(message))
    assert position is not None, text(message)
    return int(position[1]), int(position[2])


async def opened(person: Person, message: Json, verb: str) -> Json:
    answer = await person.press(message["id"], pressable(message)[verb])
    assert answer.message is not None, answer.error
    assert answer.message["flags"] & 64
    return answer.message


async def moved(person: Person, message: Json, verb: str, chosen: str = "") -> Json:
    """Return the panel after pressing a button, or after a choice in its menu."""
    if chosen:
        (menu,) = [i for i in map(_custom_id, parts(message)) if i.startswith("2:replay-menu:")]
        answer = await person.select(message["id"], menu, [chosen])
    else:
        answer = await person.press(message["id"], pressable(message)[verb])
    assert answer.ok, answer.error

    def renewed() -> Json | None:
        current = person.playground.world.find_message(int(message["id"]))
        assert current is not None
        now = message_json(person.playground.world, current)
        return now if text(now) != text(message) else None

    panel: Json = await person.playground.wait_for(renewed)
    return panel


def _custom_id(part: Json) -> str:
    return str(part.get("custom_id", ""))


async def test_spectator_watches_a_replay_over_a_restart_and_shares_a_moment(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(6):
        await table.turn()
    watcher = people[2]
    answer = await watcher.command("replay", {"match": 1}, channel=table.channel)
    assert answer.message is not None, answer.error
    panel = answer.message
    at, steps = step(panel)
    assert (at, panel["flags"] & 64) == (1, 64)
    assert set(pressable(panel)) == {"next", "last", "film"}
    await bot.kill()
    await bot.start()
    panel = await moved(watcher, panel, "next")
    assert step(panel) == (2, steps)
    assert "is the" in text(panel), "the turn tells who chose which hero"
    panel = await moved(watcher, panel, "last")
    assert step(panel) == (steps, steps)
    assert "next" not in pressable(panel)
    panel = await moved(watcher, panel, "", "4")
    assert step(panel) == (4, steps)

    pings = len(playground.world.pings)
    share = next(i for i in map(_custom_id, parts(panel)) if i.startswith("2:share:"))
    answer = await watcher.press(panel["id"], share)
    assert answer.message is not None, answer.error
    await watcher.press(answer.message["id"], share.replace(":open", ":here"))
    moment: Json = await playground.wait_for(
        lambda: next((m for m in people[3].messages(table.channel) if "Shared by" in text(m)), None)
    )
    assert step(moment) == (4, steps)
    assert len(alt_texts(moment)) == 1
    assert len(playground.world.pings) == pings
    ended = await resigned(table)
    assert step(await opened(people[3], moment, "open"))[0] == 4
    panel = await opened(people[1], ended, "open")
    assert step(panel)[0] == 1
    (described,) = alt_texts(await opened(people[1], panel, "film"))
    assert described.startswith("An animation of match #1")


async def test_missing_match_invitation_or_turn_cannot_be_replayed(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    answer = await people[0].command("replay", {"match": 7})
    assert answer.message is not None
    assert "no such match" in text(answer.message)
    answer = await people[0].command("replay")
    assert answer.message is not None
    assert "haven't played a match here yet" in text(answer.message)
    await people[0].command("challenge", {"opponent": str(people[1].id)})
    answer = await people[0].command("replay", {"match": 1})
    assert answer.message is not None
    assert "hasn't started" in text(answer.message)
    await people[2].command("practice", {"public": True})
    answer = await people[2].command("replay", {"match": 2, "step": 9999})
    assert answer.message is not None
    assert "has no turn 9999: its last one is" in text(answer.message)
