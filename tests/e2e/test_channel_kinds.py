"""Every kind of channel × the commands that post there; docs/channels.md has the same table."""

from dataclasses import dataclass

import pytest

from bot.match.people.messages import MessageKey, MessageKind
from cogs.app.client import SaludClient
from cogs.posting.channel_kinds import MATCH_KINDS, TEXT_KINDS
from playground import Person, Playground, seed
from playground.model import (
    FORUM,
    MEDIA,
    NEWS,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    STAGE,
    TEXT,
    VOICE,
    Channel,
    Thread,
    ThreadMember,
)
from tests.e2e import in_process
from tests.e2e.players import boards, promises, text
from tests.e2e.test_nonces import brought
from tests.tiers import sampled

bot = in_process.bot

HERE, THREAD, PARENT, REFUSED = "here", "thread", "parent", "refused"


@dataclass(frozen=True)
class Kind:
    name: str
    kind: int
    parent: int | None
    """The kind of the channel around a thread or post."""
    match: str
    tournament: str
    overview: str


KINDS = (
    Kind("text", TEXT, None, THREAD, HERE, HERE),
    Kind("announcement", NEWS, None, THREAD, HERE, HERE),
    Kind("voice", VOICE, None, HERE, REFUSED, HERE),
    Kind("stage", STAGE, None, HERE, REFUSED, HERE),
    Kind("forum post", PUBLIC_THREAD, FORUM, HERE, REFUSED, REFUSED),
    Kind("media post", PUBLIC_THREAD, MEDIA, HERE, REFUSED, REFUSED),
    Kind("thread", PUBLIC_THREAD, TEXT, HERE, PARENT, REFUSED),
    Kind("private thread", PRIVATE_THREAD, TEXT, HERE, PARENT, REFUSED),
    Kind("announcement thread", NEWS_THREAD, NEWS, HERE, PARENT, REFUSED),
)


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def guest(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.ADA_ID)


def place_of(playground: Playground, kind: Kind, boss: Person, others: list[Person]) -> Channel:
    world = playground.world
    if kind.parent is None:
        return world.new_channel("games", kind.kind)
    parent = world.new_channel("games", kind.parent)
    if kind.parent in (FORUM, MEDIA):
        return playground.post(boss.id, parent.id, "Who plays?", "I do")
    now = world.clock()
    channel = Channel(
        world.snowflakes.new(), kind.kind, "games", parent.guild_id, parent.id, boss.id
    )
    channel.thread = Thread(False, now, 10080, now, invitable=True, active_at=now)
    for user in (seed.BOT_ID, boss.id, *(other.id for other in others)):
        channel.thread.members[user] = ThreadMember(user, now)
    world.add_channel(channel)
    return channel


@pytest.mark.parametrize("kind", sampled(KINDS, 4), ids=lambda kind: kind.name)
async def test_each_command_in_each_kind_of_channel(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person, kind: Kind
) -> None:
    world = playground.world
    place = place_of(playground, kind, boss, [guest])
    await playground.wait_for(lambda: bot.get_channel(place.id))

    async def answer_to(person: Person, command: str, **options: object) -> str:
        answer = await person.command(command, options, channel=place.id)
        assert answer.ok, answer.error
        await brought(bot)
        return "" if answer.message is None else text(answer.message)

    async def where(match: int) -> str:
        played = (await bot.services.matches.load(match)).record.place
        if played == place.id:
            return HERE
        thread = world.guild.channels[played or 0]
        assert thread.parent_id == place.id
        assert thread.kind == (NEWS_THREAD if place.kind == NEWS else PUBLIC_THREAD)
        assert boards(guest, thread.id)
        return THREAD

    assert "⚠️" not in await answer_to(guest, "practice", public=True), (
        "nothing is missing that works there"
    )
    assert await where(1) == kind.match
    await answer_to(guest, "challenge", opponent=str(boss.id))
    card = [message for message in guest.messages(place.id) if promises(message)][-1]
    await boss.press(card["id"], "2:invitation:2:accept")
    await brought(bot)
    assert await where(2) == kind.match
    await answer_to(guest, "open")
    assert [message for message in guest.messages(place.id) if promises(message)][-1]["id"] != card[
        "id"
    ]

    answered = await answer_to(boss, "tournament create", name="Cup", format="knockout")
    if kind.tournament == REFUSED:
        assert "text or announcement channel" in answered
    else:
        home = place.id if kind.tournament == HERE else place.parent_id
        assert f"/{home}/" in answered
        assert any("Cup" in text(message) for message in boss.messages(home))

    answered = await answer_to(boss, "settings", overview=True)
    if kind.overview == REFUSED:
        assert "can't be in a thread or post" in answered
        assert (
            await bot.services.stores.messages.row(MessageKey(MessageKind.OVERVIEW, place.id))
            is None
        )
    else:
        assert "The overview is here" in answered
    assert "The table of each day's puzzle" in await answer_to(boss, "settings", morning=True)
    await answer_to(guest, "board", match=2)
    if kind.match == HERE:
        assert boards(guest, place.id)


def test_settings_offer_only_kinds_that_work() -> None:
    """Matches can start in every channel with messages; problems are posted in text channels."""
    assert {kind.value for kind in MATCH_KINDS} == {TEXT, NEWS, VOICE, STAGE, FORUM}
    assert {kind.value for kind in TEXT_KINDS} == {TEXT, NEWS}
