"""A restored backup: messages posted since are refused, and running matches are shown again."""

import sqlite3
from pathlib import Path

from bot.storage.sqlite.copies import backup, restore
from playground import Fault, Person, Playground
from playground.person import Answer
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, Table, boards, buttons, choices, moves, tells_winner, text
from tests.e2e.test_matches import challenge
from tests.tiers import exhaustive

EDIT = "/channels/{channel_id}/messages/{message_id}"


def log(bot: BotProcess, match: int) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(bot.database)
    rows = connection.execute(
        "SELECT seq, actor, token FROM log WHERE match = ? ORDER BY seq", (match,)
    ).fetchall()
    connection.close()
    return rows


async def put_back(bot: BotProcess, copy: Path) -> int:
    """Stop the bot, restore a copy and start it again; return the number of the next match."""
    await bot.kill()
    now = int(bot.playground.world.clock())  # generations differ by this second
    _, number = restore(copy, str(bot.database), str(now), now)
    await bot.start()
    return number


async def refused(
    playground: Playground, person: Person, message: Json, custom_id: str, saying: str
) -> None:
    """Press a button and check that the refusal contains `saying`."""
    answer: Answer = await person.press(message["id"], custom_id)
    assert answer.ok, answer.error
    if answer.modal is not None:
        answer = await person.submit(answer.modal, choices(answer.modal))
    refusal = await playground.wait_for(
        lambda: next(
            (
                m
                for channel in (person.channel_id, int(message["channel_id"]))
                for m in person.messages(channel)[::-1]
                if m["flags"] & 64 and saying in text(m)
            ),
            None,
        )
    )
    assert saying in text(refusal)


async def test_buttons_from_before_the_restore_are_refused(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    """This applies to boards, and to join buttons of lost matches."""
    ann, cat, dan = people[0], people[2], people[3]
    table = await challenge(playground, people[:2])
    for _ in range(3):
        await table.turn()
    await dan.command("open", {"seats": 2})
    mine = next(m for m in reversed(dan.messages()) if buttons(m, "2:invitation:2:join"))
    copy = tmp_path / "copy.db"
    backup(str(bot.database), copy)
    copied = log(bot, 1)
    for _ in range(5):
        await table.turn()
    await cat.command("open", {"seats": 2})
    lost = next(m for m in reversed(cat.messages()) if buttons(m, "2:invitation:3:join"))
    assert log(bot, 1)[: len(copied)] == copied != log(bot, 1)
    before = await table.ready()
    old = {**buttons(before, "2:move:"), **buttons(before, "2:panel:")}
    strips = Fault("PATCH", EDIT, status=403, times=50, code=50013, message="Missing Permissions")
    playground.faults.append(strips)
    following = await put_back(bot, copy)
    assert following > 3
    assert log(bot, 1) == copied
    # Edits are refused, so the board stays the line of text that was posted first, with its
    # buttons. After the restore, a new message shows the match and pings the player in turn.
    new_board = await playground.wait_for(
        lambda: next(
            (
                m
                for m in ann.messages(table.channel)
                if moves(m) and int(m["id"]) > int(before["id"])
            ),
            None,
        )
    )
    assert any(f":{len(copied)}:" in custom_id for custom_id in buttons(new_board))
    for person in table.to_act(before):
        await refused(playground, person, before, next(iter(old)), "went back to an earlier state")
    assert log(bot, 1) == copied
    # The new table has a new number, so the lost table's button can't seat anyone there.
    await dan.command("open", {"seats": 2})
    new = await playground.wait_for(
        lambda: next(
            (m for m in dan.messages() if buttons(m, f"2:invitation:{following}:join")), None
        )
    )
    await refused(playground, ann, lost, "2:invitation:3:join", "match is gone")
    await refused(playground, ann, mine, "2:invitation:2:join", "went back to an earlier state")
    connection = sqlite3.connect(bot.database)
    holders = connection.execute("SELECT match, user FROM holder WHERE match > 1").fetchall()
    connection.close()
    assert sorted(holders) == [(2, dan.id), (following, dan.id)]
    again = await playground.wait_for(
        lambda: next(
            (
                m
                for m in ann.messages()
                if buttons(m, "2:invitation:2:join") and m["id"] != mine["id"]
            ),
            None,
        )
    )
    await playground.settled()  # the bot has recorded it
    answer = await ann.press(again["id"], "2:invitation:2:join")
    assert answer.ok, answer.error
    del playground.faults[:]
    await playground.wait_for(lambda: len(log(bot, 2)) > 0)
    assert new["id"] != again["id"]


async def test_table_posted_after_a_restore_is_open_although_its_edit_is_refused(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    host, guest = people[:2]
    await host.command("open", {"seats": 2})
    await playground.settled()
    copy = tmp_path / "copy.db"
    backup(str(bot.database), copy)

    def tables() -> list[Json]:
        return [m for m in guest.messages() if buttons(m, "2:invitation:1:join")]

    playground.faults.append(Fault("PATCH", EDIT, status=403, times=50, code=50013))
    await put_back(bot, copy)
    await playground.wait_for(lambda: len(tables()) == 2)
    await playground.settled()
    old, new = tables()
    await refused(playground, guest, old, "2:invitation:1:join", "went back to an earlier state")
    answer = await guest.press(new["id"], "2:invitation:1:join")
    assert answer.ok, answer.error
    await playground.settled()
    assert log(bot, 1)


@exhaustive
async def test_match_continues_after_two_restores_to_its_end(
    playground: Playground, bot: BotProcess, people: list[Person], tmp_path: Path
) -> None:
    """It continues with other moves than before, and old boards lose their buttons."""
    table = await challenge(playground, people[:2])
    for _ in range(3):
        await table.turn()
    copy = tmp_path / "copy.db"
    backup(str(bot.database), copy)
    for _ in range(4):
        await table.turn()
    old = await table.ready()
    await put_back(bot, copy)

    def only_new() -> bool:
        shown_boards = boards(people[0], table.channel)
        return bool(shown_boards) and all(int(m["id"]) > int(old["id"]) for m in shown_boards)

    await playground.wait_for(only_new)
    another = Table(playground, people[:2], table.channel, taste="another life")
    for _ in range(3):
        await another.turn()
    # Restored once more, from the same copy.
    last = await another.ready()
    await put_back(bot, copy)
    await playground.wait_for(only_new)
    await playground.wait_for(
        lambda: all(int(m["id"]) > int(last["id"]) for m in boards(people[0], table.channel))
    )
    assert tells_winner(await another.play())
