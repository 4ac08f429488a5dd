"""Settings of an operator or a test; each has a default."""

from dataclasses import dataclass, field

from bot.match.people.limits import CoolDown
from bot.match.playing.thinker import Thinker, no_thinker
from bot.match.puzzles.service import Stock, nothing
from bot.match.sharding.ownership import Ownership
from bot.worker.pool import WorkerPool
from cogs.drawing.artist import Artist
from cogs.report.handlers import SaveReport
from cogs.runtime.scheduler import TICK


@dataclass(frozen=True, kw_only=True)
class Options:
    tick: float = TICK
    """Seconds between two rounds of the scheduler."""
    limits: CoolDown = field(default_factory=CoolDown)
    take_back: int = 0
    """Seconds that computers wait in practice, so that a move can be taken back."""
    pause: int = 0
    """Seconds that computers wait in matches of several people."""
    thinker: Thinker = no_thinker
    workers: WorkerPool | None = None
    """Processes for slow work, by default a new pool."""
    save_report: SaveReport = lambda _name, _text: False
    """By default, reports are not saved."""
    artist: Artist | None = None
    """Draws pictures, by default in threads of this process."""
    animator: Artist | None = None
    """Draws animations, by default the artist."""
    ownership: Ownership | None = None
    """The servers of this process, by default all."""
    puzzle_stock: Stock = nothing
    """The bundled puzzles, by default none."""
