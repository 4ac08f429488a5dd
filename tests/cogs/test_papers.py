"""The messages of invitations and ends."""

from types import SimpleNamespace
from typing import Any, cast

from bot.match.loaded import Loaded
from cogs.icons import Icons
from cogs.names import NameBook
from cogs.play.endings import ending
from cogs.play.invitations import Invitations
from cogs.play.layout import Paper
from cogs.play.tales import tale
from cogs.preferences import Preferences
from cogs.scenes import Scenes
from engine.core.chance import commitment
from tests.cogs.moments import LONGEST_NAME, WORDS
from tests.cogs.test_layout import BUTTON, PICTURE, TEXT, check
from tests.match.world import ANN, BEN, CAT, DAN, GUILD, World
from texts import Catalogue

PEOPLE = (ANN, BEN, CAT, DAN)


def book() -> NameBook:
    """Everybody's name is known, and the worst."""
    names = NameBook()
    for user in PEOPLE:
        names.learn(GUILD, cast("Any", SimpleNamespace(id=user, display_name=LONGEST_NAME)))
    return names


def preferences(world: World) -> Preferences:
    """Settings without Discord, in English."""
    return Preferences(world.store, Catalogue.load(), lambda _: None)


def scenes(world: World, names: NameBook) -> Scenes:
    """Scenes without Discord: names as they are known, no emoji."""
    return Scenes(cast("Any", None), names, Icons(), preferences(world))


async def invitation(world: World, loaded: Loaded) -> tuple[str, list[str]]:
    """Text and buttons of its message."""
    made = Invitations(
        cast("Any", None),
        world.matches,
        book(),
        preferences(world),
        world.servers,
        world.pings,
        world.challenges,
    )
    return told(await made._paper(loaded))


def told(layout: Paper) -> tuple[str, list[str]]:
    """What a message says, and the verbs of its buttons."""
    found = check(layout)
    texts = [part["content"] for part in found if part["type"] == TEXT]
    verbs = [part["custom_id"].split(":")[-1] for part in found if part["type"] == BUTTON]
    return "\n".join(texts), verbs


async def test_challenge(world: World) -> None:
    """Pings those asked in its first line; the fingerprint is there before anyone joins."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT, DAN])
    text, verbs = await invitation(world, opened)
    assert text.startswith("<@12> <@13> <@14>: ")
    assert f"`{commitment(opened.record.seed)}`" in text
    assert opened.record.seed.hex() not in text
    assert text.count("⏳") == 3
    assert verbs == ["accept", "decline", "word", "cancel"]
    await world.toys.decline(opened.record.id, BEN)
    text, verbs = await invitation(
        world, await world.toys.join(opened.record.id, CAT, world.interaction())
    )
    assert (text.count("⏳"), text.count("❌"), text.count("✅")) == (1, 1, 2)
    assert verbs == ["accept", "decline", "word", "start", "cancel"]


async def test_open_table(world: World) -> None:
    """Pings nobody; says how many seats are free."""
    opened = await world.toys.open_table(world.asked(ANN), 3)
    text, verbs = await invitation(world, opened)
    assert "<@" not in text
    assert "2 seats are free" in text
    assert verbs == ["join", "leave", "word", "cancel"]
    text, _ = await invitation(world, await world.toys.join(opened.record.id, BEN, 5))
    assert "1 seat is free" in text


async def test_closed(world: World) -> None:
    """No buttons, and why."""
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


async def test_begun_and_over(world: World) -> None:
    """Where it is played; the card of its end is another (test_result_cards.py)."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.store.place(match, 88)
    text, verbs = await invitation(world, await world.service.look(match))
    assert "has begun: https://discord.com/channels/900/88" in text
    assert verbs == []
    practice = await world.toys.practice(world.asked(ANN), 1)
    assert "practises" in (await invitation(world, practice))[0]


async def end(world: World, loaded: Loaded) -> tuple[str, list[str]]:
    """The last message of a match."""
    scene = scenes(world, book()).known(loaded, WORDS)
    lines = tale(scene, loaded.advances(), loaded.events)
    return told(ending(scene, loaded, lines, [("end.png", PICTURE), ("sheet.png", PICTURE)]))


async def test_ends(world: World) -> None:
    """Winner, what happened, the proof, a rematch; with the worst of names."""
    match = (await world.begun(*PEOPLE, lobby=world.dice)).record.id
    loaded = await world.play(match, "ends")
    text, verbs = await end(world, loaded)
    assert text.startswith("## 🏆 ")
    assert loaded.record.seed.hex() in text
    assert commitment(loaded.record.seed) in text
    assert str(loaded.roster.contribution) in text
    assert "before the seed is made" not in text
    assert verbs == ["rematch", "open", "turning", "open"]
    await world.dice.rematch(match, world.asked(BEN))
    text, verbs = await end(world, await world.service.look(match))
    assert "The rematch is match #2" in text
    assert verbs == ["rematch", "open", "turning", "open"], (
        "it may come to nothing and be asked for again"
    )


async def test_end_by_resigning(world: World) -> None:
    """Who stayed wins; without any person left nobody does, and the proof says its limits."""
    match = (await world.begun(ANN, BEN)).record.id
    text, _ = await end(world, await world.service.resign(match, ANN))
    assert "wins!" in text
    assert "<@11> resigned" in text
    assert "computer player takes the seat" in text
    practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
    text, verbs = await end(world, await world.service.resign(practice, ANN))
    assert "without a winner" in text
    assert "before the seed is made" in text
    assert verbs == ["rematch", "open", "open"]


async def test_scenes(world: World) -> None:
    """Seats by name; computers counted; who is unknown is a miner."""
    names = NameBook()
    names.learn(GUILD, cast("Any", SimpleNamespace(id=ANN, display_name="Ann")))
    match = (await world.begun(ANN, BEN, CAT, DAN)).record.id
    await world.service.resign(match, BEN)
    loaded = await world.service.resign(match, DAN)
    scene = scenes(world, names).known(loaded, WORDS)
    assert [player.name for player in scene.players] == ["Ann", "Computer 1", "Miner", "Computer 2"]
    assert [player.computer for player in scene.players] == [False, True, False, True]
    assert scene.to_act == loaded.seats_to_act
    assert scene.name(0) == "**Ann**"


async def test_a_row_of_rematches(world: World) -> None:
    """Invitation and end tell the wins of all its matches, by mentions that ping nobody."""
    first = (await world.begun(ANN, BEN)).record.id
    await world.service.resign(first, ANN)
    again = await world.toys.rematch(first, world.asked(ANN))
    text, _ = await invitation(world, again)
    assert "after 1 match in a row of rematches: <@12> 1 and <@11> 0" in text
    second = await world.toys.join(again.record.id, BEN, world.interaction())
    over = await world.service.resign(second.record.id, ANN)
    score = await world.servers.score(second.record.id)
    scene = await scenes(world, book()).scene(over, WORDS)
    text, _ = told(ending(scene, over, [], [], score))
    assert "after 2 matches in a row of rematches: <@12> 2 and <@11> 0" in text
    alone = await world.toys.challenge(world.asked(ANN), [BEN])
    assert "row of rematches" not in (await invitation(world, alone))[0]


async def test_an_end_without_a_result(world: World) -> None:
    """Nobody wins, and it says why."""
    match = (await world.begun(ANN, BEN)).record.id
    loaded = await world.service.call_off(match, CAT)
    text, verbs = await end(world, loaded)
    assert text.startswith("## The match has ended without a result")
    assert "A moderator ended the match" in text
    assert "rematch" in verbs
