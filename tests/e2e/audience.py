"""The result card in the channel, which everyone sees and can share."""

import re

from playground import Person, Playground
from playground.seed import QUARRY_ID, TAVERN_ID
from tests.e2e.players import Json, Table, alt_texts, buttons, parts, text


def card_of(person: Person, match: int = 1) -> Json | None:
    cards = (m for m in person.messages(TAVERN_ID) if f"2:match:{match}:again" in buttons(m))
    return next(cards, None)


def item(message: Json, verb: str) -> str:
    ids = (str(part.get("custom_id", "")) for part in parts(message))
    return next(i for i in ids if i.startswith("2:share:") and i.endswith(f":{verb}"))


async def sharing(person: Person, message: Json) -> Json:
    answer = await person.press(message["id"], item(message, "open"))
    assert answer.message is not None, answer.error
    assert answer.message["flags"] & 64
    return answer.message


async def check_audience(
    playground: Playground, table: Table, ended: Json, watcher: Person
) -> None:
    """Check that the card shows the result, that each player is pinged once, and that a
    spectator can share it."""
    last = [user for message, user in playground.world.pings if str(message) == ended["id"]]
    assert len(last) == 1, "only the player who did not end the match is pinged, once"
    assert text(ended).startswith(f"<@{last[0]}>: the match is over!")
    assert watcher.pings() == []
    card: Json = await playground.wait_for(lambda: card_of(watcher))
    assert card["id"] == str(table.channel), "the card is the invitation's message"
    assert "won" in alt_texts(card)[0]
    assert text(card).startswith("### ")
    assert not re.search(r"\b[0-9a-f]{64}\b", text(card))
    assert [i.split(":")[-1] for i in buttons(card)] == ["again", "open", "open", "more"]

    pings = len(playground.world.pings)
    panel = await sharing(watcher, card)
    answer = await watcher.select(panel["id"], item(panel, "where"), [str(QUARRY_ID)])
    assert answer.ok, answer.error
    player = table.people[1]
    post: Json = await playground.wait_for(
        lambda: next((m for m in player.messages(QUARRY_ID) if "Shared by" in text(m)), None)
    )
    assert text(post).startswith("📣 Shared by **Bruno**")
    assert alt_texts(post) == alt_texts(card)
    assert len(playground.world.pings) == pings, "no one is pinged"
