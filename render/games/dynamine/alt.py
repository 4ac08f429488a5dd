"""The table as text, from the same scene as the picture: as alt text, or to play by."""

from engine.core.types import Seat
from render.games.dynamine.scene import TableScene
from texts import Words


def alt_text(scene: TableScene, words: Words) -> str:
    """The most important facts about the table, in at most ALT_LIMIT characters."""
    return ""


def board_text(scene: TableScene, words: Words) -> str:
    """Everything on the table, a fact per line, to play by without the picture."""
    return ""


def mine_facts(scene: TableScene, seat: Seat, words: Words) -> tuple[str, ...]:
    """One mine: its points, cards, tiles by level with openings and contents, open ends."""
    return ()


def preview_facts(scene: TableScene, token: str, words: Words) -> tuple[str, ...]:
    return ()
