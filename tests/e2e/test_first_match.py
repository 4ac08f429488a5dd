"""A player's first match through the real client: its goal, its guide, and the next step."""

from cogs.app.client import SaludClient
from playground import Person, Playground
from tests.e2e.players import all_of, answered, buttons, text
from tests.e2e.test_computers import begun


async def test_first_board_tells_the_goal_and_opens_the_rules(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann = people[0]
    assert (await ann.command("practice", {"public": True})).ok
    table = await begun(playground, people[:1])
    board = await table.ready()
    assert "Your first match?" in all_of(board)
    rules = next(custom_id for custom_id in buttons(board, "2:match:") if "rules" in custom_id)
    assert (await ann.press(board["id"], rules)).ok
    await playground.wait_for(
        lambda: any("How a match goes" in text(message) for message in answered(ann, table.channel))
    )
    hero = next(iter(buttons(board, "2:move:")))
    assert (await ann.press(board["id"], hero)).ok
    await playground.wait_for(
        lambda: not any("Your first match?" in all_of(m) for m in ann.messages(table.channel))
    )
