"""Pictures still look like the reference pictures, which a developer has inspected."""

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from render.picture import Picture
from tests.render.record import FOLDER, drawings

MEAN = 1.5
"""Maximum mean difference of the pixels, of 255; rounding differs between machines."""
FAR = 60
FAR_SHARE = 0.004
"""Maximum share of pixels that differ by more than FAR."""


@pytest.fixture(scope="module")
def drawn() -> dict[str, Picture]:
    return drawings()


def differences(picture: Picture, name: str) -> tuple[float, float]:
    """Return the mean difference to the reference, and the share of pixels that differ strongly."""
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
def test_pictures_match_their_references(drawn: dict[str, Picture], name: str) -> None:
    mean, share = differences(drawn[name], name)
    assert mean <= MEAN
    assert share <= FAR_SHARE


def test_every_reference_is_drawn_and_small(drawn: dict[str, Picture]) -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.png")) == sorted(drawn)
    assert all(path.stat().st_size <= 80_000 for path in FOLDER.glob("*.png"))


def test_another_picture_does_not_match(drawn: dict[str, Picture]) -> None:
    with Image.open(io.BytesIO(drawn["sheet"].data)) as image:
        other = Image.new("RGB", image.size, (248, 236, 211))
    file = io.BytesIO()
    other.save(file, "PNG")
    mean, share = differences(Picture(file.getvalue(), *other.size, ""), "sheet")
    assert mean > MEAN
    assert share > FAR_SHARE
