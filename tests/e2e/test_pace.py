"""Time on Discord: reminders, lateness and votes, pauses, days off."""

import re
import sqlite3
from pathlib import Path

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.later import later
from tests.e2e.players import Json, boards, buttons, named, parts, text


async def begin(playground: Playground, people: list[Person], pace: str) -> int:
    """Begin a match at a pace and return its thread."""
    host, *others = people
    options = {f"opponent{n or ''}": other.id for n, other in enumerate(others)}
    renamed = {"opponent": "opponent", "opponent1": "opponent2", "opponent2": "opponent3"}
    given = {renamed[name]: value for name, value in options.items()}
    answer = await host.command("challenge", {**given, "pace": pace})
    assert answer.ok, answer.error
    invitation = next(
        m for m in reversed(host.messages()) if buttons(m, "2:invitation:") and not m["flags"] & 64
    )
    assert "Up to a day per turn" in text(invitation)
    accept = next(
        custom_id
        for custom_id in buttons(invitation, "2:invitation:")
        if custom_id.endswith("accept")
    )
    for other in others:
        assert (await other.press(invitation["id"], accept)).ok
    thread = await playground.wait_for(lambda: _thread(playground))
    await playground.wait_for(lambda: boards(host, thread))
    await playground.settled(due=True)  # their time runs
    return int(thread)


async def stood(playground: Playground, bot: BotProcess) -> None:
    """Wait until the bot has noticed days off, then until they have lasted long enough to be
    announced."""
    await playground.settled(due=True)
    await playground.wait_for(lambda: has_noticed_change(bot.database))
    await playground.forward(minutes=3)


def has_noticed_change(path: Path) -> bool:
    """Return whether the bot has noticed a change of days off that it has to announce."""
    connection = sqlite3.connect(path)
    row = connection.execute(
        "SELECT 1 FROM absence_news WHERE stamp > told AND noticed IS NOT NULL"
    ).fetchone()
    connection.close()
    return row is not None


def _thread(playground: Playground) -> int | None:
    channels = playground.world.guild.channels.values()
    return max((c.id for c in channels if c.thread is not None), default=None)


def latest(person: Person, channel: int, words: str) -> Json | None:
    matching = [m for m in person.messages(channel) if words in text(m)]
    return matching[-1] if matching else None


async def wait_for(playground: Playground, person: Person, channel: int, words: str) -> Json:
    message: Json = await playground.wait_for(lambda: latest(person, channel, words))
    return message


def split(people: list[Person], board: Json) -> tuple[Person, list[Person]]:
    actors = [person for person in people if str(person.id) in named(board)]
    return actors[0], [person for person in people if person is not actors[0]]


def press_of(message: Json, verb: str) -> str:
    return next(
        custom_id for custom_id in buttons(message, "2:notice:") if custom_id.endswith(f":{verb}")
    )


async def test_late_player_is_reminded_replaced_by_vote_and_comes_back(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """The reminder goes by direct message, or by a ping once those are closed."""
    trio = people[:3]
    thread = await begin(playground, trio, "day")
    board = boards(trio[0], thread)[-1]
    late, others = split(trio, board)
    assert "Your deadline:" in text(board)
    panel = (await late.command("me")).message
    assert panel is not None
    assert (await late.select(panel, "2:me-menu:where", ["direct"])).ok
    assert (await late.select(panel, "2:me-menu:times", ["2"])).ok
    await wait_for(playground, late, late.channel_id, "up to 2 times a turn, by direct message")

    await later(playground, hours=19)
    await playground.wait_for(lambda: playground.world.dms.get(late.id))
    direct = playground.world.dms[late.id]
    reminder = await wait_for(playground, late, direct.id, "your turn in match")
    links = [part["url"] for part in parts(reminder) if "url" in part]
    assert [link.rpartition("/")[2] for link in links] == [board["id"]]
    assert re.fullmatch(
        r"🔔 It's your turn in match #1\. Time left: [45] h\.", late.pushes()[-1].preview
    )
    playground.world.closed_dms.add(late.id)
    before = len(late.pings())
    await later(playground, hours=3)
    reminder = await wait_for(playground, late, thread, "it's your turn in match")
    assert late.pings()[before:] == [int(reminder["id"])]

    await later(playground, hours=3)
    notice = await wait_for(playground, late, thread, "your time in match")
    for person in trio:
        assert person.pings().count(int(notice["id"])) == 1
    refused = await late.press(notice["id"], press_of(notice, "turn"))
    assert refused.ok
    await wait_for(playground, late, thread, "You're late yourself")
    stranger = people[4]
    await stranger.press(notice["id"], press_of(notice, "offer"))
    await wait_for(playground, late, thread, "offers to take the seat")
    await others[0].press(notice["id"], press_of(notice, "seat"))
    await playground.wait_for(lambda: "🗳️" in text(latest(late, thread, "your time in") or {}))
    await others[1].press(notice["id"], press_of(notice, "seat"))
    lost = await wait_for(playground, late, thread, "plays for you now")
    assert int(lost["id"]) in late.pings()
    settled = await wait_for(playground, late, thread, "has taken over from")
    assert settled["id"] == notice["id"]
    assert not buttons(settled, "2:notice:")
    await others[0].press(notice["id"], press_of(notice, "wait"), unseen=True)
    await wait_for(playground, others[0], thread, "That's already settled")

    await others[0].press(lost["id"], press_of(lost, "back"))
    await wait_for(playground, others[0], thread, "You're already in")
    assert (await late.press(lost["id"], press_of(lost, "back"))).ok
    await wait_for(playground, late, thread, "took the seat back")


async def test_absence_and_pause_stop_lateness_until_the_win_is_claimed(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    pair = people[:2]
    thread = await begin(playground, pair, "day")
    late, others = split(pair, boards(pair[0], thread)[-1])
    (other,) = others

    answer = await late.command("away", {"until": "3 days"})
    assert answer.ok, answer.error
    assert "You're away until" in text(answer.message or {})
    await stood(playground, bot)
    announcement = await wait_for(playground, other, thread, "Their clock is stopped until then")
    assert int(announcement["id"]) not in other.pings()
    await playground.wait_for(lambda: "is away until" in text(boards(late, thread)[-1]))
    await later(playground, days=2)
    absence = (await late.command("away")).message
    assert absence is not None
    assert (await late.press(absence["id"], "2:me:back")).ok
    await stood(playground, bot)
    await wait_for(playground, other, thread, "is back")

    answer = await late.command("pause", channel=thread)
    assert "asked in a minute" in text(answer.message or {})
    await later(playground, minutes=2)
    request = await wait_for(playground, other, thread, "would like to pause")
    assert int(request["id"]) in other.pings()
    assert (await other.press(request["id"], press_of(request, "agree"))).ok
    request = await wait_for(playground, other, thread, "the match is paused")
    await later(playground, days=5)
    refused = await other.command("pause", channel=thread)
    assert "Any player can end the pause" in text(refused.message or {}), (
        "a second /pause ends nothing"
    )
    ended = await late.command("resume", channel=thread)
    assert "The pause is over for everybody" in text(ended.message or {})
    await wait_for(playground, other, thread, "ended the pause")
    assert latest(other, thread, "your time in match") is None

    await later(playground, hours=26)
    notice = await wait_for(playground, other, thread, "your time in match")
    assert not [
        custom_id
        for custom_id in buttons(notice, "2:notice:")
        if custom_id.endswith((":claim", ":end"))
    ]
    await later(playground, hours=25)
    second = await wait_for(playground, other, thread, "Second warning")
    await bot.kill()
    await bot.start()
    assert (await other.press(second["id"], press_of(second, "claim"))).ok
    await wait_for(playground, other, thread, "wins!")
    await wait_for(playground, other, thread, "claimed the win")
