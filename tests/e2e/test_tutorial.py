"""/tutorial, played by its buttons; the bot is killed in the middle."""

from functools import partial

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, alt_texts, buttons, menus, text


def lesson(person: Person, saying: str) -> Json | None:
    panels = [m for m in person.messages() if m["flags"] & 64 and saying in text(m)]
    return panels[-1] if panels else None


async def test_lesson_stays_in_one_private_message_over_a_restart(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    ann = people[0]
    answer = await ann.command("tutorial")
    assert answer.ok, answer.error
    first = await playground.wait_for(partial(lesson, ann, "1 of 6"))

    async def press(token: str, then: str) -> Json:
        current = lesson(ann, "")
        assert current is not None
        assert current["id"] == first["id"]
        (button,) = [
            i for i in buttons(current, "2:tutorial:") if i.split(":")[4].startswith(token)
        ]
        await ann.press(current, button)
        following: Json = await playground.wait_for(partial(lesson, ann, then))
        return following

    panel = await press("take t06", "is buried")
    assert "as they lie on that" in alt_texts(panel)[0]
    panel = await press("take h01", "2 of 6")
    assert not any(m["id"] == first["id"] for m in people[1].messages())
    await press("salud", "3 of 6")
    await bot.kill()
    await bot.start()
    await press("take g07", "4 of 6")
    await press("stop", "5 of 6")
    warning = await press("pass", "Allowed, but wait")
    (menu,) = [i for i in menus(warning, "2:tutorial:") if i.endswith(":spend m03")]
    answer = await ann.select(first, menu, ["t11"])
    assert not answer.ok, "a wrong count can't be sent"
    await ann.select(first, menu, ["t11", "t22"])
    await playground.wait_for(partial(lesson, ann, "6 of 6"))
    await press("points 13", "Not quite")
    panel = await press("points 10", "You know how to dig")
    assert "1-2-3-4 = 10" in text(panel)
    (practise,) = [i for i in buttons(panel, "2:tutorial:") if i.endswith(":practise")]
    assert buttons(panel)[practise] == "Practise now (easy)"
    answer = await ann.press(first, practise)
    assert answer.ok, answer.error
    begun = await playground.wait_for(partial(lesson, ann, "Only you see this match"))
    assert begun["id"] != first["id"]
    assert any(":move:" in custom_id for custom_id in buttons(begun, "2:session:"))
    assert not any("practises" in text(message) for message in people[1].messages())
    stale = await ann.press(first, "2:tutorial:1:zz:take t01", unseen=True)
    assert stale.ok
    await playground.wait_for(partial(lesson, ann, "has changed"))
