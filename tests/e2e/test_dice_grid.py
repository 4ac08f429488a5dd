"""A practice match of Dice Grid: played to its end in one private message, with moves
taken back.
"""

from functools import partial

from chaos.messages import buttons, menus, text
from cogs.app.client import SaludClient
from playground import Person, Playground
from playground.model import EPHEMERAL
from tests.e2e.in_process import bot as bot
from tests.e2e.players import Json

PLAIN = {"Back", "Another box…", "By column"}


def private(person: Person, holding: str) -> Json | None:
    channels = person.playground.world.guilds[0].channels
    messages = [m for channel in list(channels) for m in person.messages(channel)]
    mine = [m for m in messages if m["flags"] & EPHEMERAL and holding in str(m["components"])]
    return max(mine, key=lambda m: int(m["id"]), default=None)


def session(person: Person) -> Json:
    """Return the private message in which the grid is played, or the one that shows its end."""
    message = private(person, "2:session:") or private(person, "This match is over.")
    assert message is not None
    return message


async def press(person: Person, label: str, *, beside: bool = False) -> None:
    """Press the session's button whose label begins with `label`, and wait for the next state.

    With `beside`, the answer is another message and leaves the session unchanged.
    """
    before = session(person)
    custom_id = next(
        custom_id
        for custom_id, button_label in buttons(before).items()
        if button_label.startswith(label)
    )
    answer = await person.press(before["id"], custom_id)
    assert answer.ok, answer.error
    if not beside:
        await changed(person, before)


async def changed(person: Person, before: Json) -> None:
    def offered(message: Json) -> list[str]:
        return [*buttons(message), *menus(message)]

    await person.playground.wait_for(lambda: offered(session(person)) != offered(before))


async def play_on(person: Person) -> str:
    """Use the session's first menu or move, and return its custom_id."""
    before = session(person)
    offered = menus(before, "2:session:")
    if offered:
        custom_id, menu = next(iter(offered.items()))
        answer = await person.select(before["id"], custom_id, [menu["options"][0]["value"]])
    else:
        moves = buttons(before, "2:session:")
        custom_id = next(
            custom_id
            for custom_id, label in moves.items()
            if (":move:" in custom_id or ":panel:" in custom_id) and label not in PLAIN
        )
        answer = await person.press(before["id"], custom_id)
    assert answer.ok, answer.error
    await changed(person, before)
    return custom_id


async def test_practice_grid_is_played_taken_back_and_explained(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann = people[0]
    assert (await ann.command("practice", {"public": True, "game": "dice-grid"})).ok
    channels = playground.world.guilds[0].channels

    def board() -> Json | None:
        messages = [message for channel in list(channels) for message in ann.messages(channel)]
        return next((message for message in messages if buttons(message, "2:panel:")), None)

    public = await playground.wait_for(board)
    assert list(buttons(public, "2:panel:").values()) == ["Play"]
    assert (await ann.press(public["id"], next(iter(buttons(public, "2:panel:"))))).ok
    own = (await playground.wait_for(partial(private, ann, "2:session:")))["id"]
    presses = [await play_on(ann) for _ in range(3)]
    assert [custom_id.split(":")[4] for custom_id in presses] == ["panel", "move", "move"]
    assert "Round 1 · 13 of 63" in text(session(ann))

    for number in range(2, 5):
        await press(ann, "d20")
        assert "The d20 shows" in text(session(ann))
        presses = []
        while f"Round {number} ·" not in text(session(ann)):
            presses.append(await play_on(ann))
        assert len(presses) <= 3, "line, square, and the die if two fit"

    for _ in [custom_id for custom_id in presses if ":panel:" not in custom_id]:
        await press(ann, "Take back")
    assert "Round 3 ·" in text(session(ann)), "taking back stops at the roll"
    assert not [
        custom_id for custom_id in buttons(session(ann)).values() if custom_id == "Take back"
    ]
    await press(ann, "Why not?", beside=True)
    question = await playground.wait_for(partial(private, ann, "2:why:"))
    custom_id, menu = next(iter(menus(question, "2:why:").items()))
    answer = await ann.select(question["id"], custom_id, [menu["options"][0]["value"]])
    assert answer.ok, answer.error
    await playground.wait_for(partial(private, ann, "- **a"))
    await press(ann, "Board as text", beside=True)
    board_text = await playground.wait_for(partial(private, ann, "Missing: "))
    assert "```" in text(board_text), "the text has the grid"
    while "Round 4 ·" not in text(session(ann)):
        await play_on(ann)

    while buttons(session(ann), "2:session:"):
        await play_on(ann)
    assert "This match is over." in text(session(ann))
    assert session(ann)["id"] == own, "the session stays one message"
