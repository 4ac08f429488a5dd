"""“More” and its buttons, for a spectator: at any time, repeatedly."""

from functools import partial

from playground import Person, Playground
from playground.person import Modal
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, Table, answered, buttons, text
from tests.e2e.test_matches import challenge, resigned
from tests.e2e.test_presses import same

MORE, TEXT, FAIR, REPORT = "2:match:1:more", "2:match:1:text", "2:match:1:fair", "2:report:1:"
HOW, RULES = "2:match:1:how", "2:match:1:rules"


def private_messages(person: Person, channel: int) -> list[Json]:
    return answered(person, channel)


def _are_told(table: Table, person: Person, number: int) -> bool:
    return len(private_messages(person, table.channel)) >= number


async def answers(
    table: Table, person: Person, message: Json, custom_id: str, *, unseen: bool = False
) -> list[str]:
    """Press a button twice, one press after the other, and return both private answers."""
    before = len(private_messages(person, table.channel))
    for number in (1, 2):
        answer = await person.press(message["id"], custom_id, unseen=unseen)
        assert answer.ok, (custom_id, answer.error)
        await table.playground.wait_for(partial(_are_told, table, person, before + number))
    await table.playground.settled(0.1)
    texts = [text(message) for message in private_messages(person, table.channel)[before:]]
    assert len(texts) == 2, "each press is answered once"
    return texts


def table_of(board_text: str) -> str:
    """Return the part of a board's text after the story, whose emoji may still be loading."""
    return board_text[board_text.index("\nRound ") :]


async def reported(person: Person, panel: Json) -> Modal:
    """Press “Report” twice and return the form that opens."""
    (report,) = buttons(panel, REPORT)
    first, second = [await person.press(panel["id"], report) for _ in range(2)]
    assert first.modal is not None, first.error
    assert second.modal is not None, second.error
    return second.modal


async def test_spectator_gets_private_answers_before_and_after_restart_and_end(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    for _ in range(4):
        await table.turn()
    board, stranger = await table.ready(), people[4]
    panels = await answers(table, stranger, board, MORE)
    assert [panel.splitlines()[0] for panel in panels] == ["## Match #1"] * 2
    panel = private_messages(stranger, table.channel)[0]
    assert [custom_id for custom_id in buttons(panel) if not custom_id.startswith(REPORT)] == [
        HOW,
        RULES,
        TEXT,
        FAIR,
    ]

    (mover,) = table.to_act(board)
    waiting = f"\nWaiting for {playground.world.users[mover.id].global_name}."
    running = await answers(table, stranger, panel, TEXT)
    assert [text.count(waiting) for text in running] == [1, 1]
    for proof in await answers(table, stranger, panel, FAIR):
        assert "committed to" in proof
        assert "Seed:" not in proof
    form = await reported(stranger, panel)

    await bot.kill()
    await bot.start()
    assert await answers(table, stranger, board, MORE) == panels
    after = await answers(table, stranger, panel, TEXT)
    assert [table_of(text) for text in after] == [table_of(text) for text in running]
    assert all("committed to" in proof for proof in await answers(table, stranger, panel, FAIR))
    await reported(stranger, panel)
    assert same(table.board(), board)

    await resigned(table)
    assert await answers(table, stranger, board, MORE, unseen=True) == panels
    for board_text in await answers(table, stranger, panel, TEXT):
        assert f"<@{people[0].id}> resigned." in board_text
        assert "Waiting for" not in board_text
    assert all("✅" in proof for proof in await answers(table, stranger, panel, FAIR))
    await reported(stranger, panel)
    done = await stranger.submit(form, {"said": "I only watched"})
    assert done.message is not None, done.error
    assert "will find your report" in text(done.message)
    assert [private_messages(person, table.channel) for person in (people[2], people[3])] == [
        [],
        [],
    ]
