"""All texts for players, in every language."""

from texts.catalogue import Catalogue, Words, mark, mark_count

__all__ = ["Catalogue", "Words", "mark", "mark_count"]
