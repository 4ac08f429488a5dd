"""What was drawn lately is not drawn again."""

from render.charts.invitation import Answer, Guest, Party, draw_invitation
from render.game_pictures import GamePictures
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.score_sheet import draw_sheet
from render.picture import Picture
from render.picture_memory import DRAWN, ROOM, remembered
from render.theme import SAFE, USUAL
from render.typography.runs import FONTS
from tests.render.dice_miner.views import ALL, HEROES, WORDS


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
