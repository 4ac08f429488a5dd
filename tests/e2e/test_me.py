"""People's own settings, by the real bot: the panel, its forms and menus, and the test."""

import re
import time
from datetime import UTC, datetime, timedelta

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, buttons, parts, text

PATIENCE = 60.0
"""Real seconds to wait for the bot, on a machine that does much else."""


def menus(message: Json) -> dict[str, list[str]]:
    """What is chosen in each menu."""
    return {
        part["custom_id"]: [o["value"] for o in part["options"] if o.get("default")]
        for part in parts(message)
        if part["type"] == 3
    }


async def test_the_panel(playground: Playground, bot: BotProcess, people: list[Person]) -> None:
    """Shows what is set, and sets it, by menu, form, button and option."""
    eleni = people[0]
    answer = await eleni.command("me")
    assert answer.ok, answer.error
    shown = answer.message
    assert shown is not None
    assert "I don't know" in text(shown)
    assert menus(shown)["2:me-menu:when"] == ["share 25"]

    answer = await eleni.select(shown, "2:me-menu:when", ["hours 12"])
    assert answer.ok, answer.error
    await playground.wait_for(lambda: "12 hours" in text(eleni.messages()[-1]), PATIENCE)
    answer = await eleni.press(shown, "2:me:time")
    assert answer.modal is not None
    wrong = await eleni.submit(answer.modal, {"zone": "Atlantis", "from": "22:30", "until": "7"})
    assert wrong.ok, wrong.error
    await playground.wait_for(lambda: "Atlantis" in text(eleni.messages()[-1]), PATIENCE)
    answer = await eleni.press(shown, "2:me:time")
    assert answer.modal is not None
    await eleni.submit(answer.modal, {"zone": "madrid", "from": "10 pm", "until": "7"})
    panel = int(shown["id"])

    def told() -> str:
        found = next(m for m in eleni.messages() if int(m["id"]) == panel)
        return text(found)

    await playground.wait_for(lambda: "Europe/Madrid" in told(), PATIENCE)
    assert "22:00" in told()
    assert "07:00" in told()
    answer = await eleni.command("me", {"quiet": "none", "text_mode": True})
    assert answer.message is not None
    assert "no quiet hours" in text(answer.message)
    assert "offered the board as text" in text(answer.message)
    choices = await eleni.autocomplete("me", "zone", "spain")
    assert choices[0]["value"] == "Europe/Madrid"


async def test_notifications_are_tested(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    """Where reminders would go, and whether it arrived."""
    eleni = people[0]
    shown = (await eleni.command("me")).message
    assert shown is not None
    await eleni.press(shown, "2:me:test")
    await playground.wait_for(lambda: "✅ Sent" in text(eleni.messages()[-1]), PATIENCE)
    posted = next(m for m in eleni.messages() if "this is a test" in text(m))
    assert eleni.pings() == [int(posted["id"])]
    await eleni.select(shown, "2:me-menu:where", ["direct"])
    panel = eleni.messages()[0]["id"]
    assert panel == shown["id"]
    await playground.wait_for(
        lambda: menus(eleni.messages()[0])["2:me-menu:where"] == ["direct"], PATIENCE
    )
    await eleni.press(shown, "2:me:test")
    await playground.wait_for(lambda: "arrived" in text(eleni.messages()[-1]), PATIENCE)
    direct = playground.world.dms[eleni.id]
    assert len(direct.messages) == 1
    assert "2:me:test" in buttons(shown, "2:me:")
    playground.world.closed_dms.add(eleni.id)
    await eleni.press(shown, "2:me:test")
    await playground.wait_for(lambda: "didn't arrive" in text(eleni.messages()[-1]), PATIENCE)
    assert len(direct.messages) == 1


async def test_days_off(playground: Playground, bot: BotProcess, people: list[Person]) -> None:
    """Alone it offers days; typed, it takes what was meant and says until when."""
    eleni = people[0]
    panel = (await eleni.command("away")).message
    assert panel is not None
    (menu,) = (part for part in parts(panel) if part.get("custom_id") == "2:me-menu:away")
    assert 7 <= len(menu["options"]) <= 14
    second = menu["options"][1]["value"]
    answer = await eleni.select(panel, "2:me-menu:away", [second])
    assert answer.ok, answer.error

    def shown() -> str:
        return text(next(m for m in eleni.messages() if m["id"] == panel["id"]))

    await playground.wait_for(lambda: "You're away until" in shown(), PATIENCE)
    assert f"<t:{_midnight(second)}:f>" in shown(), "by UTC, as no time zone is known"
    offered = await eleni.autocomplete("away", "until", "3")
    answer = await eleni.command("away", {"until": offered[0]["value"]})
    assert answer.message is not None
    found = re.search(r"away until <t:(\d+):f>", text(answer.message))
    assert found is not None
    assert abs(int(found[1]) - time.time() - 3 * 86_400) < PATIENCE, offered[0]
    day = datetime.now(UTC) + timedelta(days=2)
    answer = await eleni.command("away", {"until": f"{day:%b} {day.day}"})
    assert answer.message is not None
    assert f"<t:{_midnight(day.date().isoformat())}:f>" in text(answer.message)
    answer = await eleni.command("away", {"until": "some day"})
    assert answer.message is not None
    assert "don't understand “some day”" in text(answer.message)


def _midnight(day: str) -> int:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
