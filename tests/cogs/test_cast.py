"""The cast: every computer of a match has a name and a line, however it got its seat."""

from types import SimpleNamespace
from typing import Any, cast

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import NewEvents
from bot.match.values.players import CAST, Computer
from cogs.board.table_talk import computer_remark
from cogs.scenes.narration import event_line, narrate
from cogs.ui.computer_lines import LINES
from cogs.ui.computer_names import CHARACTERS, LEVELS, computer_name, introduction
from cogs.ui.names import NameBook
from engine.core.types import Level
from tests.cogs.moments import WORDS, screens
from tests.cogs.test_papers import book, invitation, scenes
from tests.match.world import ANN, BEN, CAT, GUILD, World


def test_every_character_has_a_name_of_their_own() -> None:
    words = {word for cast in CAST.values() for word in cast}
    assert words == CHARACTERS.keys()
    assert len({character.name for character in CHARACTERS.values()}) == len(CHARACTERS)
    assert set(LEVELS) == set(CAST) == set(Level)


def test_characters_are_introduced_by_name_level_and_habit() -> None:
    rosa = Computer(Level.APPRENTICE, "rosa")
    assert computer_name(rosa, WORDS) == "Rosa"
    line = introduction(rosa, WORDS)
    assert line == "⛏️ **Rosa** (Apprentice) grabs whatever shines, and never looks twice."


async def test_a_computer_that_takes_over_has_a_name_a_voice_and_the_leavers_place_in_the_story(
    world: World,
) -> None:
    names = NameBook()
    for user, name in ((ANN, "Ann"), (BEN, "Ben"), (CAT, "Cat")):
        person = SimpleNamespace(id=user, name=name.lower(), display_name=name)
        names.learn(GUILD, cast("Any", person))
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.toy(match, "11 add 1")
    loaded = await world.service.resign(match, BEN)
    scene = scenes(world, names).known(loaded, WORDS)
    computer = scene.players[1].name
    assert computer in {CHARACTERS[word].name for word in CAST[Level.FOREMAN]}
    story = narrate(scene, loaded.advances(), loaded.events)
    assert f"🤖 **{computer}** plays for **Ben** from now on." in story
    greeting = LINES[loaded.computers[1].character].greeting
    assert (
        computer_remark(loaded, scene, loaded.advances(), 2) == f"💬 **{computer}**: “{greeting}”"
    )
    assert scene.at(0).players[1].name == "Ben", "replays name the player of each moment"


async def test_a_computer_of_one_turn_is_named_in_the_story(world: World) -> None:
    match = (await world.begun(ANN, BEN, CAT)).record.id
    loaded = await world.matches.load(match)
    new = NewEvents(loaded, loaded.record.created)
    new.add(MatchEventKind.STOOD_IN, seat=1, holder=BEN)
    scene = scenes(world, book()).known(new.after(), WORDS)
    name = scene.computers[1].name
    assert event_line(scene, new.events[0]) == f"🤖 **{name}** plays this turn for <@{BEN}>."
    assert not scene.players[1].computer, "the seat is still the player's"


async def test_practice_shows_the_same_three_names_everywhere(world: World) -> None:
    loaded = await world.toys.practice(world.asked(ANN), 3, Level.APPRENTICE)
    for _ in range(2):
        scene = scenes(world, book()).known(loaded, WORDS)
        rivals = [player.name for player in scene.players if player.computer]
        assert sorted(rivals) == ["Lina", "Pico", "Rosa"]
        world.matches.drop_cached(loaded.record.id)
        loaded = await world.matches.load(loaded.record.id)
    card, _ = await invitation(world, loaded)
    assert [card.count(f"**{name}** (Apprentice) ") for name in rivals] == [1, 1, 1]
    assert f"**{rivals[0]}**: 0" in screens("toy").final(scene)
