"""All texts for players, in every language."""

from texts.catalogue import Catalogue, Phrase, Words, mark, mark_count
from texts.files import read_texts

__all__ = ["Catalogue", "Phrase", "Words", "mark", "mark_count", "read_texts"]
