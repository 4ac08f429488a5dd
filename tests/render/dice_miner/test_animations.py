"""¡Salud! animations: short, small, played once, with a complete last frame."""

import io

import pytest
from PIL import Image
from PIL.GifImagePlugin import GifImageFile

from engine.games.dice_miner.content import Face, Kind, Symbol
from engine.games.dice_miner.observation import SeenDie
from render.games.dice_miner.palette import FACES
from render.games.dice_miner.pictures import PICTURES
from render.games.dice_miner.salud_frames import clinking, rolling
from render.games.dice_miner.salud_move import draw_shout
from render.games.dice_miner.salud_toast import draw_toast
from render.picture import Picture
from render.players import Player
from render.theme import THEMES, USUAL, Theme
from tests.render.dice_miner.views import WORDS
from tests.tiers import every

LARGEST = 400_000
LONGEST = 4_000
"""Maximum duration of an animation, in milliseconds."""
FRAMES = 32
DIE = SeenDie("h01", Kind.HAZARD, 4, Face(Symbol.DRAGON, 3))
OTHER = SeenDie("h01", Kind.HAZARD, 6, Face(Symbol.BEER, 1))


def shout(giver: str, friend: str, die: SeenDie = DIE, theme: Theme = USUAL) -> Picture:
    """Draw the second player of three giving the third a die."""
    players = (Player("Eva"), Player(giver), Player(friend))
    return draw_shout(players, 1, 2, die, WORDS, theme)


def test_a_repeated_animation_encodes_no_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    first = shout("Ana", "Ben")
    encoded: list[object] = []
    monkeypatch.setattr("render.games.dice_miner.salud_move.part", encoded.append)
    monkeypatch.setattr("render.games.dice_miner.salud_frames.part", encoded.append)
    assert shout("Ana", "Ben") == first
    assert not encoded


def test_no_shout_draws_frames_that_were_drawn_ahead() -> None:
    """Frames take several times as long as a board, which would wait for them."""
    for _ in PICTURES.ahead_steps():
        pass
    before = rolling.cache_info().misses, clinking.cache_info().misses
    for kind, face in FACES:
        shout("Ana", "Ben", SeenDie("h01", kind, 4, face))
    assert (rolling.cache_info().misses, clinking.cache_info().misses) == before


def frames(picture: Picture) -> list[Image.Image]:
    shown = []
    with Image.open(io.BytesIO(picture.data)) as image:
        assert isinstance(image, GifImageFile)
        assert "loop" not in image.info, "the animation plays once"
        lasts = 0
        for number in range(image.n_frames):
            image.seek(number)
            lasts += int(image.info["duration"])
            shown.append(image.convert("RGB"))
        assert lasts <= LONGEST
        assert lasts == round(picture.seconds * 1000)
    return shown


@pytest.mark.parametrize("theme", every(list(THEMES)))
def test_a_shout_has_few_small_frames_and_an_alt_text(theme: str) -> None:
    picture = shout("Ana", "Benjamín", theme=THEMES[theme])
    assert picture.alt == "¡Salud! Ana gave Benjamín a beer die, which now shows Dragon ×3."
    assert picture.suffix == ".gif"
    assert len(picture.data) <= LARGEST
    shown = frames(picture)
    assert 10 <= len(shown) <= FRAMES
    assert shown[0].size == (picture.width, picture.height)
    assert picture.width > picture.height
    assert len({frame.tobytes() for frame in shown}) > 10


def test_suspense_reveals_the_face_at_the_end_only() -> None:
    picture = draw_shout((Player("Ana"), Player("Ben")), 0, 1, DIE, WORDS, suspense=True)
    assert picture.alt == "¡Salud! Ana gives Ben a beer die, and it rolls."
    first, *_, last = frames(picture)
    assert last.tobytes() == frames(shout("Ana", "Ben"))[-1].tobytes()
    assert first.tobytes() != last.tobytes()
    assert 2.5 < picture.seconds < 3


@pytest.mark.parametrize("theme", every(list(THEMES)))
def test_first_frame_is_complete(theme: str) -> None:
    """Players who have turned off animations see no other frame."""
    toast = draw_toast("Ana", "Ben", WORDS, THEMES[theme])
    for picture in (shout("Ana", "Benjamín", theme=THEMES[theme]), toast):
        first, *_, last = frames(picture)
        assert first.tobytes() == last.tobytes()


def test_the_last_frame_depends_on_face_and_names() -> None:
    one, other, third = (
        frames(shout("Ana", friend, die))
        for friend, die in (("Benjamín", DIE), ("Benjamín", OTHER), ("Χρυσάνθη", DIE))
    )
    assert one[1].tobytes() == other[1].tobytes()
    assert one[-1].tobytes() != other[-1].tobytes()
    assert one[0].tobytes() != third[0].tobytes()


def test_a_toast_to_one_player_or_everyone() -> None:
    to_one = draw_toast("Ana", "田中", WORDS)
    everyone = draw_toast("Ana", None, WORDS)
    assert to_one.alt == "¡Salud! Ana shares a beer with 田中."
    assert everyone.alt == "¡Salud! Ana raises a mug to everyone."
    assert frames(to_one)[-1].tobytes() != frames(everyone)[-1].tobytes()
    assert len(to_one.data) <= LARGEST


def test_any_name_fits() -> None:
    for name in ("W" * 32, "", "🦊", "مرحبا", "\u202ex\u200b"):
        picture = shout(name, name)
        assert len(frames(picture)) <= FRAMES
        assert len(draw_toast(name, None, WORDS).data) <= LARGEST


def test_a_stand_in_has_the_number_of_the_seat() -> None:
    assert shout("Ana", "\u200b").alt.startswith("¡Salud! Ana gave Player 3 a beer die")
    assert shout("\u200b", "Ana").alt.startswith("¡Salud! Player 2 gave Ana a beer die")
    named = shout("Ana", "Player 3").data
    assert shout("Ana", "田中").data == named


def test_animations_share_their_middle_frames() -> None:
    one = shout("Ana", "Benjamín").data
    other = shout("Χρυσάνθη", "Benjamín").data
    assert one[-100_000:] == other[-100_000:]
