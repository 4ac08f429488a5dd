"""Caches of drawings, with limited size."""

from concurrent.futures import ThreadPoolExecutor

from render.charts.invitation import Guest, InvitationReply, Party, draw_invitation
from render.game_pictures import GamePictures
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.score_sheet import draw_sheet
from render.memory import DRAWN, ROOM, Memory, remembered
from render.picture import Picture
from render.theme import SAFE, USUAL
from render.typography.runs import FONTS
from tests.render.dice_miner.views import ALL, HEROES, WORDS


def words(room: int) -> Memory[str]:
    """Return a cache in which each letter takes one byte."""
    return Memory(room, len)


def test_a_value_is_made_once_until_it_is_dropped() -> None:
    memory = words(10)
    assert memory.get("a", lambda: "one") == "one"
    assert memory.get("a", lambda: "two") == "one"
    assert memory.find("b") is None
    memory.clear()
    assert memory.size == 0
    assert memory.get("a", lambda: "two") == "two"


def test_unused_values_are_dropped_first_and_oversized_ones_immediately() -> None:
    memory = words(10)
    for key in "abc":
        memory.keep(key, key * 3)
    assert memory.find("a") == "aaa"
    memory.keep("d", "ddd")
    assert (memory.find("a"), memory.find("b"), memory.size) == ("aaa", None, 9)
    memory.keep("large", "x" * 11)
    assert memory.find("large") is None
    assert memory.size <= 10


def test_a_second_value_for_a_key_is_ignored() -> None:
    memory = words(10)
    memory.keep("a", "one")
    memory.keep("a", "other")
    assert (memory.find("a"), memory.size) == ("one", 3)


def test_threads_get_the_right_values_within_the_limit() -> None:
    memory = words(100)

    def ask(number: int) -> bool:
        key = number % 17
        return memory.get(key, lambda: "x" * key) == "x" * key and memory.size <= 100 + 17

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(ask, range(20_000)))
    assert memory.size == sum(len(entry.value) for entry in memory._kept.values()) <= 100


def test_equal_arguments_return_the_cached_picture() -> None:
    drawn: list[str] = []

    @remembered
    def draw(texts: list[str], size: int = 1) -> Picture:
        drawn.append("".join(texts))
        return Picture(b"".join(text.encode() for text in texts) * size, 1, 2, "")

    assert draw(["a", "b"], size=2) is draw(["a", "b"], size=2)
    assert draw(["a", "b"]).data == b"ab"
    assert draw(["b"]).data == b"b"
    assert drawn == ["ab", "ab", "b"]


def test_changing_the_fonts_clears_the_cache() -> None:
    table = ALL["finished"]()
    before = draw_sheet(table.view, table.players, WORDS)
    FONTS.use(FONTS.library)
    after = draw_sheet(table.view, table.players, WORDS)
    assert after is not before
    assert after == before


def test_pictures_of_equal_tables_are_cached_by_theme() -> None:
    for table, again in ((ALL[name](), ALL[name]()) for name in ("salud", "finished")):
        for draw in (draw_poster, draw_sheet):
            first = draw(table.view, table.players, WORDS)
            assert draw(again.view, again.players, WORDS) is first
            assert draw(again.view, again.players, WORDS, SAFE) is not first
        board = draw_board(table.view, table.players, WORDS, table.last, HEROES)
        assert draw_board(again.view, again.players, WORDS, again.last, HEROES) is board
    parties = [Party((Guest(player, InvitationReply.IN),)) for player in table.players[:2]]
    drawn = [draw_invitation(party, GamePictures(), WORDS, USUAL) for party in parties]
    assert drawn[0] != drawn[1]
    assert DRAWN.size <= ROOM
