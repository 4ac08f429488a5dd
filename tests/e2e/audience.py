"""What the end of a match is to everybody: a card in its channel, which anybody may share."""

import re

from playground import Person, Playground
from playground.seed import QUARRY_ID, TAVERN_ID
from tests.e2e.players import Json, Table, alt_texts, buttons, parts, text


def card_of(person: Person, match: int = 1) -> Json | None:
    """The card in the channel, once it tells the result."""
    found = (m for m in person.messages(TAVERN_ID) if f"2:match:{match}:again" in buttons(m))
    return next(found, None)


def item(message: Json, verb: str) -> str:
    """The custom_id of a part of the panel for sharing."""
    ids = (str(part.get("custom_id", "")) for part in parts(message))
    return next(i for i in ids if i.startswith("2:share:") and i.endswith(f":{verb}"))


async def sharing(person: Person, message: Json) -> Json:
    """The private panel that a Share button opens."""
    answer = await person.press(message["id"], item(message, "open"))
    assert answer.message is not None, answer.error
    assert answer.message["flags"] & 64
    return answer.message


async def check_audience(
    playground: Playground, table: Table, ended: Json, watcher: Person
) -> None:
    """The card becomes the result, each player is pinged once, and anybody may share it."""
    last = [user for message, user in playground.world.pings if str(message) == ended["id"]]
    assert len(last) == 1, "the one who did not end it is pinged, once"
    assert text(ended).startswith(f"<@{last[0]}>: the match is over!")
    assert watcher.pings() == []
    card: Json = await playground.wait_for(lambda: card_of(watcher))
    assert card["id"] == str(table.channel), "it is the message of the invitation"
    assert "won" in alt_texts(card)[0]
    assert text(card).startswith("### ")
    assert not re.search(r"\b[0-9a-f]{64}\b", text(card))
    assert [i.split(":")[-1] for i in buttons(card)] == ["again", "open", "open", "fair"]

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
    assert len(playground.world.pings) == pings, "nobody is pinged"
