"""A cache of large pictures in compressed form.

A background in RGB takes two or three megabytes, and is needed only to draw a chart, or once to
choose the colours of a palette; one in palette numbers takes 0.4. Compressed it takes some 20 KB,
and unpacking is many times faster than painting.
"""

import zlib
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec

from PIL import Image

P = ParamSpec("P")


def packed(maxsize: int) -> Callable[[Callable[P, Image.Image]], Callable[P, Image.Image]]:
    """Cache the pictures of a function, of one or more whole bytes a pixel; each call returns a new
    copy to draw on.
    """

    def decorate(paint: Callable[P, Image.Image]) -> Callable[P, Image.Image]:
        @lru_cache(maxsize=maxsize)
        def kept(*args: P.args, **kwargs: P.kwargs) -> tuple[str, tuple[int, int], bytes]:
            image = paint(*args, **kwargs)
            return image.mode, image.size, zlib.compress(image.tobytes(), 1)

        @wraps(paint)
        def unpacked(*args: P.args, **kwargs: P.kwargs) -> Image.Image:
            mode, size, data = kept(*args, **kwargs)  # type: ignore[arg-type] # all are hashable
            return Image.frombytes(mode, size, zlib.decompress(data))

        return unpacked

    return decorate
