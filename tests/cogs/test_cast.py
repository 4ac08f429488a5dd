"""The cast: every computer that can be seated has a name and a line, and old computers
a number."""

from bot.match.values.players import CAST, Computer
from cogs.ui.computer_names import CHARACTERS, LEVELS, computer_name, introduced
from engine.core.types import Level
from tests.cogs.moments import WORDS, screens
from tests.cogs.test_papers import book, invitation, scenes
from tests.match.world import ANN, World


def test_every_character_has_a_name_of_their_own() -> None:
    words = {word for cast in CAST.values() for word in cast}
    assert words == CHARACTERS.keys()
    assert len({character.name for character in CHARACTERS.values()}) == len(CHARACTERS)
    assert set(LEVELS) == set(CAST) == set(Level)


def test_characters_have_names_and_others_numbers() -> None:
    """Matches of older versions have numbered computers."""
    assert computer_name(Computer(Level.APPRENTICE, "rosa"), 2, WORDS) == "Rosa"
    assert computer_name(Computer(), 2, WORDS) == "Computer 2"
    assert computer_name(Computer(Level.APPRENTICE, "nobody"), 1, WORDS) == "Computer 1"
    assert computer_name(None, 3, WORDS) == "Computer 3"
    line = introduced(Computer(Level.APPRENTICE, "rosa"), WORDS)
    assert line == "⛏️ **Rosa** (Apprentice) grabs whatever shines, and never looks twice."
    assert introduced(Computer(), WORDS) is None


async def test_practice_shows_the_same_three_names_everywhere(world: World) -> None:
    loaded = await world.toys.practice(world.asked(ANN), 3, Level.APPRENTICE)
    for _ in range(2):
        scene = scenes(world, book()).known(loaded, WORDS)
        rivals = [player.name for player in scene.players if player.computer]
        assert sorted(rivals) == ["Lina", "Pico", "Rosa"]
        world.matches.drop_cached(loaded.record.id)
        loaded = await world.matches.look(loaded.record.id)
    card, _ = await invitation(world, loaded)
    assert [card.count(f"**{name}** (Apprentice) ") for name in rivals] == [1, 1, 1]
    assert f"**{rivals[0]}**: 0" in screens("toy").final(scene)
