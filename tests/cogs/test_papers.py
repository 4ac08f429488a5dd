"""The messages of invitations and ends."""

import re
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.stores import Stores
from bot.worker.pool import WorkerPool
from cogs.board.endings import ending
from cogs.games.installed import InstalledGames
from cogs.invitations.contents import InvitationContents
from cogs.kit import Kit
from cogs.posting.posted_message import Pictures
from cogs.posting.role_pings import RolePings
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.preferences.store import Preferences
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.projector import Projector
from cogs.scenes.narration import narrate
from cogs.scenes.scenes import Scenes
from cogs.ui.emoji import GameEmoji
from cogs.ui.layouts import MessageLayout
from cogs.ui.names import NameBook
from tests.cogs.drawn import queue
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.sights import access
from tests.cogs.test_layout import BUTTON, PICTURE, TEXT, check
from tests.match.world import ANN, BEN, CAT, DAN, GAMES, GUILD, World
from texts import Catalogue

PEOPLE = (ANN, BEN, CAT, DAN)


def book() -> NameBook:
    """Return a NameBook in which everyone has the longest possible name."""
    names = NameBook()
    for user in PEOPLE:
        names.learn(
            GUILD,
            cast("Any", SimpleNamespace(id=user, name="", display_name=LONGEST_NAME)),
        )
    return names


def called_by_name() -> NameBook:
    """Return a NameBook in which everyone has a different name."""
    names = NameBook()
    for user in PEOPLE:
        names.learn(
            GUILD,
            cast("Any", SimpleNamespace(id=user, name="", display_name=f"Miner {user}")),
        )
    return names


def preferences(world: World) -> Preferences:
    return Preferences(world.store, Catalogue.load(), lambda _: None)


def kit(world: World, client: Any = None, names: NameBook | None = None) -> Kit:
    stores, settings = Stores(world.database), preferences(world)
    queues = GuildQueues(clock=world.clock)
    troubles = TroubleRecorder(client, world.clock, stores.troubles)
    return Kit(
        client,
        Catalogue.load(),
        world.matches,
        stores,
        InstalledGames(GAMES),
        settings,
        book() if names is None else names,
        world.pings,
        RolePings(client, settings, stores.role_pings, world.clock),
        queues,
        troubles,
        Projector(client, stores.messages, world.clock, queues, troubles),
        access(world),
        WorkerPool(GAMES),
    )


def scenes(world: World, names: NameBook) -> Scenes:
    return Scenes(kit(world, names=names), GameEmoji(()))


async def posted(world: World, loaded: Loaded) -> tuple[MessageLayout, Pictures]:
    client = SimpleNamespace(get_channel=lambda _: None)
    collaborators, drawn = kit(world, client), scenes(world, book())
    return await InvitationContents(collaborators, queue(), drawn).content(loaded)


async def invitation(world: World, loaded: Loaded) -> tuple[str, list[str]]:
    """Return the text and the buttons' verbs of an invitation's message."""
    layout, _ = await posted(world, loaded)
    return contents(layout)


async def picture(world: World, loaded: Loaded) -> tuple[str, str]:
    _, ((name, drawn),) = await posted(world, loaded)
    return name, drawn.alt


def contents(layout: MessageLayout) -> tuple[str, list[str]]:
    parts = check(layout)
    texts = [part["content"] for part in parts if part["type"] == TEXT]
    verbs = [_verb(part) for part in parts if part["type"] == BUTTON]
    return "\n".join(texts), verbs


def _verb(button: Mapping[str, Any]) -> str:
    """Return the last field of a button's custom_id, or the address of a link."""
    custom_id: str = button.get("custom_id", "")
    return custom_id.split(":")[-1] or str(button["url"])


async def test_challenge_pings_and_shows_the_invited_and_who_joined(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT, DAN])
    text, verbs = await invitation(world, opened)
    assert text.startswith("<@12> <@13> <@14>: ")
    assert text.count("\\*" * 32) == 4, "the host and all opponents are in the title"
    assert verbs == ["accept", "decline", "fair"]
    _, alt = await picture(world, opened)
    assert (alt.count(" plays"), alt.count("has been asked")) == (1, 3)
    await world.toys.decline(opened.record.id, BEN)
    joined = await world.toys.join(opened.record.id, CAT, world.interaction())
    text, verbs = await invitation(world, joined)
    assert text.count("❌") == 1
    assert verbs == ["accept", "decline", "start", "fair"]
    _, alt = await picture(world, joined)
    assert [alt.count(phrase) for phrase in (" plays", "been asked", "declined")] == [2, 1, 1]


async def test_open_table_pings_no_one_and_counts_free_seats(world: World) -> None:
    opened = await world.toys.open_table(world.asked(ANN), 3)
    text, verbs = await invitation(world, opened)
    assert "<@" not in text
    assert "2 seats are free" in (await picture(world, opened))[1]
    assert verbs == ["join", "leave", "fill", "fair"]
    joined = await world.toys.join(opened.record.id, BEN, 5)
    assert "1 seat is free" in (await picture(world, joined))[1]


async def test_closed_invitation_has_no_buttons_and_explains_why(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN])
    text, verbs = await invitation(world, await world.toys.cancel(opened.record.id, ANN))
    assert "called off" in text
    assert "<@" not in text
    assert verbs == []
    late = await world.toys.challenge(world.asked(ANN), [BEN])
    world.clock.time += 10**6
    text, verbs = await invitation(world, await world.toys.expire(late.record.id))
    assert "in time" in text
    assert verbs == []
    lonely = await world.toys.challenge(world.asked(ANN), [BEN, CAT])
    await world.toys.decline(lonely.record.id, BEN)
    text, _ = await invitation(world, await world.toys.decline(lonely.record.id, CAT))
    assert re.search(r"❌ .* and .* can't make it, so the invitation is closed", text)


async def test_begun_match_links_to_its_place_and_practice_stays_practice(world: World) -> None:
    """The card of its end is tested in test_result_cards.py."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.store.set_place(match, 88)
    text, verbs = await invitation(world, await world.matches.load(match))
    assert "\n🟢 To move: **" in text
    assert verbs == ["https://discord.com/channels/900/88", "ask", "more"]
    practice = await world.toys.practice(world.asked(ANN), 1)
    assert "practises" in (await invitation(world, practice))[0]
    over = await world.service.resign(practice.record.id, ANN)
    assert "practises" in (await invitation(world, over))[0], "a practice stays a practice"
    assert "table" not in (await invitation(world, over))[0]
    many = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(many, ANN)
    left = await world.service.resign(many, BEN)
    assert "practises" not in (await invitation(world, left))[0], (
        "a player whom the others left does not practise"
    )


async def end(world: World, loaded: Loaded) -> tuple[str, list[str]]:
    scene = scenes(world, book()).known(loaded, WORDS)
    lines = narrate(scene, loaded.advances(), loaded.events)
    return contents(ending(scene, loaded, lines, [("end.png", PICTURE), ("sheet.png", PICTURE)]))


async def test_end_offers_a_rematch_even_after_one_was_asked_for(world: World) -> None:
    match = (await world.begun(*PEOPLE, lobby=world.dice)).record.id
    loaded = await world.play(match, "ends")
    text, verbs = await end(world, loaded)
    assert "wins!" not in text, "the picture names the winner"
    assert not re.search(r"\*\*: \*\*[0-9]+ points", text)
    assert verbs == ["rematch", "open", "turning", "open", "more"]
    await world.dice.rematch(match, world.asked(BEN))
    text, verbs = await end(world, await world.matches.load(match))
    assert "The rematch is match #2" in text
    assert verbs == ["rematch", "open", "turning", "open", "more"], (
        "the rematch can fail and be requested again"
    )


async def test_end_by_resigning_names_the_winner_and_who_resigned(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    text, _ = await end(world, await world.service.resign(match, ANN))
    assert "wins!" in text
    assert "<@11> resigned" in text
    assert "from now on" not in text, "the computer never plays"
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    text, verbs = await end(world, await world.service.resign(practice, ANN))
    assert text.startswith("## 🏳️ **")
    assert "resigned" in text.splitlines()[0]
    assert verbs == ["rematch", "open", "open", "more"]


async def test_scene_names_seats_computers_and_unknown_players(world: World) -> None:
    names = NameBook()
    names.learn(GUILD, cast("Any", SimpleNamespace(id=ANN, name=f"user{ANN}", display_name="Ann")))
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, BEN)
    loaded = await world.service.resign(match, DAN)
    scene = scenes(world, names).known(loaded, WORDS)
    first, second = (scene.computers[seat].name for seat in (1, 3))
    assert [player.name for player in scene.players] == ["Ann", first, "Miner", second]
    assert first != second
    assert [player.computer for player in scene.players] == [False, True, False, True]
    assert scene.to_act == loaded.seats_to_act
    assert scene.name(0) == "**Ann**"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("computers", [False, True])
async def test_names_stay_until_the_end_of_a_match(
    world: World, seats: int, *, computers: bool
) -> None:
    """A player who ends a match by leaving is still named in it."""
    if computers:
        match = (await world.toys.practice(world.asked(ANN), seats - 1)).record.id
    else:
        match = (await world.begun(*PEOPLE[:seats])).record.id
    loaded = await world.matches.load(match)
    before = scenes(world, called_by_name()).known(loaded, WORDS).players
    for user in loaded.roster.people:
        if loaded.status is Status.RUNNING:
            loaded = await world.service.resign(match, user)
    assert loaded.status is Status.OVER
    after = scenes(world, called_by_name()).known(loaded, WORDS).players
    moved = {entry.actor for entry in loaded.entries}
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        assert old == new or (new.computer and seat in moved), (
            "only computers that have played replace a name"
        )
    assert after[loaded.roster.resigned[-1]] == before[loaded.roster.resigned[-1]]


async def test_row_of_rematches_counts_wins_without_pings(world: World) -> None:
    first = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(first, ANN)
    again = await world.toys.rematch(first, world.asked(ANN))
    text, _ = await invitation(world, again)
    assert "after 1 match against each other · <@12>: 1 and <@11>: 0" in text
    second = await world.toys.join(again.record.id, BEN, world.interaction())
    over = await world.service.resign(second.record.id, ANN)
    score = await world.servers.score(second.record.id)
    scene = await scenes(world, book()).scene(over, WORDS)
    text, _ = contents(ending(scene, over, [], [], score))
    assert "after 2 matches against each other · <@12>: 2 and <@11>: 0" in text
    alone = await world.toys.challenge(world.asked(ANN), [BEN])
    assert "against each other" not in (await invitation(world, alone))[0]


async def test_end_without_a_result_explains_why(world: World) -> None:
    match = (await world.begun(ANN, BEN)).record.id
    loaded = await world.service.call_off(match, CAT)
    text, verbs = await end(world, loaded)
    assert text.startswith("## The match ended without a result")
    assert "A moderator ended the match" in text
    assert "rematch" in verbs
