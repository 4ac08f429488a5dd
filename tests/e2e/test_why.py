"""“Why not?” on a real board, in the playground."""

import re
from functools import partial

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, alt_texts, answered, parts, text
from tests.e2e.test_matches import challenge

SELECT = 3


def private(person: Person, channel: int, saying: str) -> Json | None:
    answers = answered(person, channel)
    return next((message for message in answers if re.search(saying, text(message))), None)


async def test_why_not_answers_any_player_privately_with_a_marked_picture(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    table = await challenge(playground, people[:2])
    while True:
        board = await table.ready()
        asks = [p["custom_id"] for p in parts(board) if p.get("custom_id", "").endswith(":why")]
        if asks:
            break
        await table.turn()
    (mover,) = table.to_act(board)
    for person in people[:3]:
        await person.press(board, asks[0])
        menu = await playground.wait_for(partial(private, person, table.channel, "Choose what"))
        (select,) = [part for part in parts(menu) if part["type"] == SELECT]
        question = select["options"][-2 if person in people[:2] else -1]
        await person.select(menu, select["custom_id"], [question["value"]])
        answer = await playground.wait_for(
            partial(private, person, table.channel, "lie on|lies on")
        )
        answer_text = text(answer)
        assert "buried" in answer_text or "at the side" in answer_text
        assert ("'s turn" in answer_text) == (person is not mover)
        assert ("not playing" in answer_text) == (person is people[2])
        (alt,) = alt_texts(answer)
        assert alt.startswith("Marked with “?”")
        assert answer["id"] == menu["id"]
    again = await table.ready()
    assert again["id"] == board["id"]
