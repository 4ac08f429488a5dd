"""Pictures look as they did when somebody last looked at them."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from render.picture import Picture
from tests.render.record import FOLDER, drawings

MEAN = 1.5
"""How far, of 255, the pixels may be off on average; rounding differs between machines."""
FAR = 60
FAR_SHARE = 0.004
"""So few pixels may be off by more than FAR."""


@pytest.fixture(scope="module")
def drawn() -> dict[str, Picture]:
    """All of them, drawn now."""
    return drawings()


def differences(picture: Picture, name: str) -> tuple[float, float]:
    """The mean difference to the reference, and the share of pixels that are far off."""
    with Image.open(FOLDER / f"{name}.png") as kept, Image.open(io.BytesIO(picture.data)) as new:
        assert kept.size == new.size
        apart = ImageChops.difference(kept.convert("RGB"), new.convert("RGB"))
    far = apart.convert("L").point([255 * (n > FAR) for n in range(256)])
    return max(ImageStat.Stat(apart).mean), ImageStat.Stat(far).mean[0] / 255


@pytest.mark.parametrize(
    "name",
    [
        "board-draft",
        "board-salud",
        "board-crowded",
        "board-keeping",
        "sheet",
        "poster",
        "medal",
        "shout",
    ],
)
def test_unchanged(drawn: dict[str, Picture], name: str) -> None:
    """Each picture equals its reference, but for rounding."""
    mean, share = differences(drawn[name], name)
    assert mean <= MEAN
    assert share <= FAR_SHARE


def test_all_kept(drawn: dict[str, Picture]) -> None:
    """Every reference is drawn, every drawing is kept, and the files are small."""
    assert sorted(path.stem for path in FOLDER.glob("*.png")) == sorted(drawn)
    assert all(path.stat().st_size <= 80_000 for path in FOLDER.glob("*.png"))


def test_would_notice(drawn: dict[str, Picture]) -> None:
    """Another picture of the same size is not taken for the reference."""
    with Image.open(io.BytesIO(drawn["sheet"].data)) as image:
        other = Image.new("RGB", image.size, (248, 236, 211))
    held = io.BytesIO()
    other.save(held, "PNG")
    mean, share = differences(Picture(held.getvalue(), *other.size, ""), "sheet")
    assert mean > MEAN
    assert share > FAR_SHARE
