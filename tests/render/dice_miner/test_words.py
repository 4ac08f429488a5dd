"""The game's texts."""

from unicodedata import name

from engine.games.dice_miner.content import Face, HeroName, Kind, Symbol
from engine.games.dice_miner.observation import SeenDie
from render.games.dice_miner.words import (
    brief_words,
    die_words,
    face_emoji,
    face_phrase,
    face_words,
    hero_gives,
    hero_name,
    kind_name,
    phase_name,
    round_name,
)
from render.words import points
from tests.engine.dice_miner.table import CONTENT
from tests.render.dice_miner.views import ALL, WORDS


def words_of(kind: Kind, symbol: Symbol, count: int) -> str:
    return face_words(WORDS, SeenDie("t01", kind, 1, Face(symbol, count)))


def test_words_of_faces() -> None:
    assert words_of(Kind.TUNNEL, Symbol.TUNNEL, 4) == "Tunnel 4"
    assert words_of(Kind.HAZARD, Symbol.DRAGON, 3) == "Dragon ×3"
    assert words_of(Kind.HAZARD, Symbol.ROCKFALL, 2) == "Rockfall ×2"
    assert words_of(Kind.TOOL, Symbol.PICK, 1) == "Pick"
    assert words_of(Kind.TOOL, Symbol.PICK, 2) == "2 picks"
    assert words_of(Kind.TOOL, Symbol.SHIELD, 1) == "Shield"
    assert words_of(Kind.TOOL, Symbol.SHIELD, 3) == "3 shields"
    assert words_of(Kind.TOOL, Symbol.CHEST, 2) == "Double chest"
    assert words_of(Kind.TOOL, Symbol.CHEST, 1) == "1 chest"
    assert words_of(Kind.TREASURE, Symbol.GEM, 1) == "1 gem"
    assert words_of(Kind.TREASURE, Symbol.GEM, 3) == "3 gems"
    assert words_of(Kind.MAGIC, Symbol.DIAMOND, 2) == "2 diamonds"
    assert words_of(Kind.MAGIC, Symbol.BEER, 1) == "Beer"


def test_no_two_dice_have_the_same_words() -> None:
    dice = [
        SeenDie("t01", kind.kind, 1, face) for kind in CONTENT.kinds for face in set(kind.faces)
    ]
    for called in (die_words, brief_words):
        assert len({called(WORDS, die) for die in dice}) == len(dice)


def test_beer_has_the_kind_of_its_die() -> None:
    die = SeenDie("h01", Kind.HAZARD, 6, Face(Symbol.BEER, 1))
    assert die_words(WORDS, die) == "Hazard die showing beer"


def test_names_of_kinds() -> None:
    assert kind_name(WORDS, Kind.TREASURE) == "Treasure dice"
    assert len({kind_name(WORDS, kind) for kind in Kind}) == 5


def test_each_symbol_has_a_unicode_emoji() -> None:
    """None is a coloured square."""
    faces = {face.symbol: face for kind in CONTENT.kinds for face in kind.faces}
    emoji = [face_emoji(face) for face in faces.values()]
    assert len(set(emoji)) == len(Symbol)
    assert not any("SQUARE" in name(char, "") for text in emoji for char in text)


def test_names_and_faces_of_heroes() -> None:
    assert hero_name(WORDS, HeroName.DRAGON_SLAYER) == "Dragon Slayer"
    assert len({hero_name(WORDS, hero.name) for hero in CONTENT.heroes}) == 6
    gives = {hero.name: hero_gives(WORDS, hero.faces) for hero in CONTENT.heroes}
    assert gives[HeroName.ENGINEER] == "Tunnel 2 and Pick"
    assert gives[HeroName.ALCHEMIST] == "1 diamond (3 times)"
    seat = ALL["fresh"]().view.seats[1]
    assert hero_gives(WORDS, seat.hero_faces) == "Shield and 1 diamond"


def test_points_are_counted_and_signed() -> None:
    assert [points(WORDS, n) for n in (1, 0, 12, -5)] == [
        "1 point",
        "0 points",
        "12 points",
        "−5 points",
    ]


def test_names_of_phases() -> None:
    called = {name: phase_name(WORDS, make().view) for name, make in ALL.items()}
    assert called == {
        "draft": "Choosing heroes",
        "fresh": "Excavation",
        "salud": "Excavation",
        "crowded": "Excavation",
        "magic": "Magic",
        "keeping": "Recovery",
        "tiebreak": "Tie-break",
        "finished": "The end",
    }
    assert round_name(WORDS, ALL["crowded"]().view) == "Round 3 of 3"


def test_every_symbol_has_words() -> None:
    assert all(
        face_phrase(WORDS, Face(symbol, count)) for symbol in Symbol for count in range(1, 10)
    )
