"""Comparison of a file with the lossless picture."""

import io
import math

from PIL import Image, ImageChops


def psnr(data: bytes, lossless: Image.Image) -> float:
    """Return the peak signal-to-noise ratio in decibels."""
    with Image.open(io.BytesIO(data)) as image:
        differences = ImageChops.difference(lossless, image.convert("RGB")).histogram()
    squares = sum((value % 256) ** 2 * count for value, count in enumerate(differences))
    return 10 * math.log10(255**2 * 3 * lossless.width * lossless.height / squares)
