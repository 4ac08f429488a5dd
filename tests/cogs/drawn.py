"""Pictures of the cogs, drawn in threads of this process."""

from cogs.board.layouts import BoardLayouts
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.queue import DrawingQueue


def queue() -> DrawingQueue:
    """One that draws."""
    return DrawingQueue(ThreadArtist())


def board_layouts() -> BoardLayouts:
    """The messages of boards, with their pictures."""
    return BoardLayouts(queue())
