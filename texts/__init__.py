"""All text that people read, by language."""

from texts.catalogue import Catalogue, Words, mark, mark_count

__all__ = ["Catalogue", "Words", "mark", "mark_count"]
