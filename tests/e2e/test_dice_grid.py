"""A practice grid on Discord: played in one private message, with second thoughts, to its end."""

from functools import partial

from chaos.messages import buttons, menus, text
from cogs.app.client import SaludClient
from playground import Person, Playground
from playground.model import EPHEMERAL
from tests.e2e.in_process import bot as bot
from tests.e2e.players import Json

PLAIN = {"Back", "Another box…", "By column"}


def private(person: Person, holding: str) -> Json | None:
    """The latest message that only this person sees and that holds this."""
    channels = person.playground.world.guilds[0].channels
    seen = [m for channel in list(channels) for m in person.messages(channel)]
    mine = [m for m in seen if m["flags"] & EPHEMERAL and holding in str(m["components"])]
    return max(mine, key=lambda m: int(m["id"]), default=None)


def session(person: Person) -> Json:
    """The message in which the grid is played, also when it is over."""
    found = private(person, "2:session:") or private(person, "This match is over.")
    assert found is not None
    return found


async def press(person: Person, label: str, *, beside: bool = False) -> None:
    """Press a button of the session by how its label begins, and wait for what comes next.

    What is answered `beside` it leaves it as it is.
    """
    shown = session(person)
    custom_id = next(one for one, said in buttons(shown).items() if said.startswith(label))
    answer = await person.press(shown["id"], custom_id)
    assert answer.ok, answer.error
    if not beside:
        await changed(person, shown)


async def changed(person: Person, shown: Json) -> None:
    """Wait until the session is no longer as it was."""

    def offered(message: Json) -> list[str]:
        return [*buttons(message), *menus(message)]

    await person.playground.wait_for(lambda: offered(session(person)) != offered(shown))


async def go_on(person: Person) -> str:
    """Choose the first thing that a menu offers, or press the first large button."""
    shown = session(person)
    offered = menus(shown, "2:session:")
    if offered:
        custom_id, menu = next(iter(offered.items()))
        answer = await person.select(shown["id"], custom_id, [menu["options"][0]["value"]])
    else:
        moves = buttons(shown, "2:session:")
        custom_id = next(
            one
            for one, label in moves.items()
            if (":move:" in one or ":panel:" in one) and label not in PLAIN
        )
        answer = await person.press(shown["id"], custom_id)
    assert answer.ok, answer.error
    await changed(person, shown)
    return custom_id


async def test_a_practice_grid(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    """Some rounds by thumb; what one press did another takes back, and a “no” is explained."""
    ann = people[0]
    assert (await ann.command("practice", {"game": "dice-grid"})).ok
    channels = playground.world.guilds[0].channels

    def board() -> Json | None:
        seen = [message for channel in list(channels) for message in ann.messages(channel)]
        return next((one for one in seen if buttons(one, "2:panel:")), None)

    public = await playground.wait_for(board)
    assert list(buttons(public, "2:panel:").values()) == ["Play"]
    assert (await ann.press(public["id"], next(iter(buttons(public, "2:panel:"))))).ok
    own = (await playground.wait_for(partial(private, ann, "2:session:")))["id"]
    presses = [await go_on(ann) for _ in range(3)]
    assert [one.split(":")[4] for one in presses] == ["panel", "move", "move"]
    assert "Round 1 · 13 of 63" in text(session(ann))

    for number in range(2, 5):
        await press(ann, "d20")
        assert "The d20 shows" in text(session(ann))
        presses = []
        while f"Round {number} ·" not in text(session(ann)):
            presses.append(await go_on(ann))
        assert len(presses) <= 3, "line, square, and the die where two fit"

    for _ in [one for one in presses if ":panel:" not in one]:
        await press(ann, "Take back")
    assert "Round 3 ·" in text(session(ann)), "back to the roll"
    assert not [one for one in buttons(session(ann)).values() if one == "Take back"]
    await press(ann, "Why not?", beside=True)
    asked = await playground.wait_for(partial(private, ann, "2:why:"))
    custom_id, menu = next(iter(menus(asked, "2:why:").items()))
    answer = await ann.select(asked["id"], custom_id, [menu["options"][0]["value"]])
    assert answer.ok, answer.error
    await playground.wait_for(partial(private, ann, "- **a"))
    await press(ann, "Board as text", beside=True)
    told = await playground.wait_for(partial(private, ann, "Missing: "))
    assert "```" in text(told), "the grid is in it"
    while "Round 4 ·" not in text(session(ann)):
        await go_on(ann)

    while buttons(session(ann), "2:session:"):
        await go_on(ann)
    assert "This match is over." in text(session(ann))
    assert session(ann)["id"] == own, "it is one message from the first press to the last"
