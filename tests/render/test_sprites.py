"""Atlases make each sprite once."""

from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from render.sprites import Atlas


def test_made_once() -> None:
    """The same key gives the same sprite, from many threads at once."""
    made: list[str] = []

    def make(key: str) -> Image.Image:
        made.append(key)
        return Image.new("RGBA", (4, 4))

    atlas = Atlas(make)
    with ThreadPoolExecutor(8) as pool:
        sprites = list(pool.map(atlas.get, ["a", "b"] * 50))
    assert sorted(made) == ["a", "b"]
    assert len({id(sprite) for sprite in sprites}) == len(atlas) == 2


def test_warm() -> None:
    """Sprites can be made ahead."""
    atlas: Atlas[int] = Atlas(lambda key: Image.new("RGBA", (key, key)))
    atlas.warm([1, 2, 3])
    assert len(atlas) == 3
    assert atlas.get(2).size == (2, 2)
