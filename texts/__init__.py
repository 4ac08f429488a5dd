"""All text that people read, by language."""

from texts.catalogue import Catalogue, Words, mark

__all__ = ["Catalogue", "Words", "mark"]
