"""All texts for players, in every language."""

from texts.catalogue import Catalogue, Phrase, Words, mark, mark_count

__all__ = ["Catalogue", "Phrase", "Words", "mark", "mark_count"]
