"""Atlases: sprites that are made once for a key and used ever after, from any thread."""

from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Generic, TypeVar

from PIL import Image

K = TypeVar("K", bound=Hashable)


class Atlas(Generic[K]):
    """Sprites by key. What it gives is shared and must not be changed."""

    def __init__(self, make: Callable[[K], Image.Image]) -> None:
        self._make = make
        self._sprites: dict[K, Image.Image] = {}
        self._lock = Lock()

    def get(self, key: K) -> Image.Image:
        """The sprite of that key, made now if it was never asked for."""
        sprite = self._sprites.get(key)
        if sprite is None:
            with self._lock:
                sprite = self._sprites.get(key)
                if sprite is None:
                    sprite = self._sprites[key] = self._make(key)
        return sprite

    def warm(self, keys: Iterable[K]) -> None:
        """Make the sprites of all these keys now."""
        for key in keys:
            self.get(key)

    def __len__(self) -> int:
        return len(self._sprites)
