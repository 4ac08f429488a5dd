"""What was drawn before is kept within its room."""

from concurrent.futures import ThreadPoolExecutor

from render.charts.invitation import Answer, Guest, Party, draw_invitation
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
    """Texts that take a byte a letter."""
    return Memory(room, len)


def test_made_once() -> None:
    """A value is made when it is first asked for, and again after it was dropped."""
    memory = words(10)
    assert memory.get("a", lambda: "one") == "one"
    assert memory.get("a", lambda: "two") == "one"
    assert memory.find("b") is None
    memory.clear()
    assert memory.size == 0
    assert memory.get("a", lambda: "two") == "two"


def test_the_oldest_make_room() -> None:
    """What was not used lately goes first, and a value larger than all the room is not kept."""
    memory = words(10)
    for key in "abc":
        memory.keep(key, key * 3)
    assert memory.find("a") == "aaa"
    memory.keep("d", "ddd")
    assert (memory.find("a"), memory.find("b"), memory.size) == ("aaa", None, 9)
    memory.keep("large", "x" * 11)
    assert memory.find("large") is None
    assert memory.size <= 10


def test_kept_once() -> None:
    """The same key twice counts once, so that its first value stays."""
    memory = words(10)
    memory.keep("a", "one")
    memory.keep("a", "other")
    assert (memory.find("a"), memory.size) == ("one", 3)


def test_from_many_threads() -> None:
    """However they meet, the right value comes back and the room is kept."""
    memory = words(100)

    def ask(number: int) -> bool:
        key = number % 17
        return memory.get(key, lambda: "x" * key) == "x" * key and memory.size <= 100 + 17

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(ask, range(20_000)))
    assert memory.size == sum(len(entry.value) for entry in memory._kept.values()) <= 100


def test_equal_arguments_give_the_same_picture() -> None:
    """The function is called once for arguments that are equal, lists and tuples alike."""
    drawn: list[str] = []

    @remembered
    def draw(texts: list[str], size: int = 1) -> Picture:
        drawn.append("".join(texts))
        return Picture(b"".join(text.encode() for text in texts) * size, 1, 2, "")

    assert draw(["a", "b"], size=2) is draw(["a", "b"], size=2)
    assert draw(["a", "b"]).data == b"ab"
    assert draw(["b"]).data == b"b"
    assert drawn == ["ab", "ab", "b"]


def test_other_fonts_draw_again() -> None:
    """A picture is not older than the fonts."""
    table = ALL["finished"]()
    before = draw_sheet(table.view, table.players, WORDS)
    FONTS.use(FONTS.library)
    after = draw_sheet(table.view, table.players, WORDS)
    assert after is not before
    assert after == before


def test_pictures_of_a_match() -> None:
    """Boards, sheets, posters and invitations of equal tables are the same object, by theme."""
    for table, again in ((ALL[name](), ALL[name]()) for name in ("salud", "finished")):
        for draw in (draw_poster, draw_sheet):
            first = draw(table.view, table.players, WORDS)
            assert draw(again.view, again.players, WORDS) is first
            assert draw(again.view, again.players, WORDS, SAFE) is not first
        board = draw_board(table.view, table.players, WORDS, table.last, HEROES)
        assert draw_board(again.view, again.players, WORDS, again.last, HEROES) is board
    parties = [Party((Guest(player, Answer.IN),)) for player in table.players[:2]]
    drawn = [draw_invitation(party, GamePictures(), WORDS, USUAL) for party in parties]
    assert drawn[0] != drawn[1]
    assert DRAWN.size <= ROOM
