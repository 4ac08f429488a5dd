"""Users' own settings with the real bot: the panel, its forms and menus, and the test
notification."""

import re
import time
from datetime import UTC, datetime, timedelta

from playground import Person, Playground
from tests.e2e.bot_process import BotProcess
from tests.e2e.players import Json, buttons, parts, text

PATIENCE = 60.0
"""Real seconds to wait for the bot on a busy machine."""


def menus(message: Json) -> dict[str, list[str]]:
    return {
        part["custom_id"]: [o["value"] for o in part["options"] if o.get("default")]
        for part in parts(message)
        if part["type"] == 3
    }


async def test_panel_sets_values_by_menu_form_button_and_option(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    eleni = people[0]
    answer = await eleni.command("me")
    assert answer.ok, answer.error
    panel_message = answer.message
    assert panel_message is not None
    assert "I don't know" in text(panel_message)
    assert menus(panel_message)["2:me-menu:when"] == ["share 25"]

    answer = await eleni.select(panel_message, "2:me-menu:when", ["hours 12"])
    assert answer.ok, answer.error
    await playground.wait_for(lambda: "12 hours" in text(eleni.messages()[-1]), PATIENCE)
    answer = await eleni.press(panel_message, "2:me:time")
    assert answer.modal is not None
    wrong = await eleni.submit(answer.modal, {"zone": "Atlantis", "from": "22:30", "until": "7"})
    assert wrong.ok, wrong.error
    await playground.wait_for(lambda: "Atlantis" in text(eleni.messages()[-1]), PATIENCE)
    answer = await eleni.press(panel_message, "2:me:time")
    assert answer.modal is not None
    await eleni.submit(answer.modal, {"zone": "madrid", "from": "10 pm", "until": "7"})
    panel = int(panel_message["id"])

    def panel_text() -> str:
        message = next(m for m in eleni.messages() if int(m["id"]) == panel)
        return text(message)

    await playground.wait_for(lambda: "Europe/Madrid" in panel_text(), PATIENCE)
    assert "22:00" in panel_text()
    assert "07:00" in panel_text()
    answer = await eleni.command("me", {"quiet": "none", "text_mode": True})
    assert answer.message is not None
    assert "no quiet hours" in text(answer.message)
    assert "offered the board as text" in text(answer.message)
    choices = await eleni.autocomplete("me", "zone", "spain")
    assert choices[0]["value"] == "Europe/Madrid"


async def test_test_notification_says_whether_it_arrived(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    eleni = people[0]
    panel_message = (await eleni.command("me")).message
    assert panel_message is not None
    await eleni.press(panel_message, "2:me:test")
    await playground.wait_for(lambda: "✅ Sent" in text(eleni.messages()[-1]), PATIENCE)
    posted = next(m for m in eleni.messages() if "this is a test" in text(m))
    assert eleni.pings() == [int(posted["id"])]
    await eleni.select(panel_message, "2:me-menu:where", ["direct"])
    panel = eleni.messages()[0]["id"]
    assert panel == panel_message["id"]
    await playground.wait_for(
        lambda: menus(eleni.messages()[0])["2:me-menu:where"] == ["direct"], PATIENCE
    )
    await eleni.press(panel_message, "2:me:test")
    await playground.wait_for(lambda: "arrived" in text(eleni.messages()[-1]), PATIENCE)
    direct = playground.world.dms[eleni.id]
    assert len(direct.messages) == 1
    assert "2:me:test" in buttons(panel_message, "2:me:")
    playground.world.closed_dms.add(eleni.id)
    await eleni.press(panel_message, "2:me:test")
    await playground.wait_for(lambda: "didn't arrive" in text(eleni.messages()[-1]), PATIENCE)
    assert len(direct.messages) == 1


async def test_away_offers_days_and_understands_typed_ones(
    playground: Playground, bot: BotProcess, people: list[Person]
) -> None:
    eleni = people[0]
    panel = (await eleni.command("away")).message
    assert panel is not None
    (menu,) = (part for part in parts(panel) if part.get("custom_id") == "2:me-menu:away")
    assert 7 <= len(menu["options"]) <= 14
    second = menu["options"][1]["value"]
    answer = await eleni.select(panel, "2:me-menu:away", [second])
    assert answer.ok, answer.error

    def panel_text() -> str:
        return text(next(m for m in eleni.messages() if m["id"] == panel["id"]))

    await playground.wait_for(lambda: "You're away until" in panel_text(), PATIENCE)
    assert f"<t:{_midnight(second)}:f>" in panel_text(), "UTC, because no time zone is set"
    offered = await eleni.autocomplete("away", "until", "3")
    answer = await eleni.command("away", {"until": offered[0]["value"]})
    assert answer.message is not None
    until = re.search(r"away until <t:(\d+):f>", text(answer.message))
    assert until is not None
    assert abs(int(until[1]) - time.time() - 3 * 86_400) < PATIENCE, offered[0]
    day = datetime.now(UTC) + timedelta(days=2)
    answer = await eleni.command("away", {"until": f"{day:%b} {day.day}"})
    assert answer.message is not None
    assert f"<t:{_midnight(day.date().isoformat())}:f>" in text(answer.message)
    answer = await eleni.command("away", {"until": "some day"})
    assert answer.message is not None
    assert "don't understand “some day”" in text(answer.message)


def _midnight(day: str) -> int:
    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
