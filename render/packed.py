"""A cache of large RGB pictures in compressed form.

A background takes two or three megabytes, and is needed only to draw a chart, or once to choose the
colours of a palette. Compressed it takes some 20 KB, and unpacking is several times faster than
painting.
"""

import zlib
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec

from PIL import Image

P = ParamSpec("P")


def packed(maxsize: int) -> Callable[[Callable[P, Image.Image]], Callable[P, Image.Image]]:
    """Cache the RGB pictures of a function; each call returns a new copy to draw on."""

    def decorate(paint: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
        @lru_cache(maxsize=maxsize)
        def kept(*args: P.args, **kwargs: P.kwargs) -> tuple[tuple[int, int], bytes]:
            image = paint(*args, **kwargs)
            return image.size, zlib.compress(image.tobytes(), 1)

        @wraps(paint)
        def unpacked(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
            size, data = kept(*args, **kwargs)  # type: ignore[arg-type] # all are hashable
            return Image.frombytes("RGB", size, zlib.decompress(data))

        return unpacked

    return decorate
