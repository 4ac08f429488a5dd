"""What is played in one playground, and what it leaves behind."""

from dataclasses import dataclass, field
from pathlib import Path

from chaos.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Tempo:
    """How fast a storm goes, in real seconds."""

    storm: tuple[float, float] = (12.0, 24.0)
    """How long faults happen before a calm."""
    pause: tuple[float, float] = (0.2, 2.0)
    """How long it is from one fault to the next."""
    impatience: float = 1.5
    """How long people wait for news before they try again."""


BRIEF = Tempo((2.5, 2.5), (0.1, 0.7), 0.7)
"""One short storm with as many faults as fit into it."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """What to run; all that is drawn follows from the seed."""

    matches: int
    seed: int
    faults: bool
    """Whether anything goes wrong."""
    timeout: float
    """Real seconds for all matches together."""
    at_once: int = 50
    """How many matches are played at the same time."""
    mutant: str | None = None
    """A fault that is put into the bot's own code (chaos.mutants)."""
    brief: bool = False
    """Whether people resign early and one short storm, or a few rounds, are all."""
    season: bool = False
    """Whether weeks pass on a fast clock (chaos.season), instead of storms."""
    game: str = ""
    """As `chaos.games.find_game` takes it."""
    processes: int = 0
    """So many of them share shards and serve many servers (chaos.fleet), if there are any."""
    postgresql: bool = False
    """Whether they keep matches on a server, and not in a file."""

    @property
    def tempo(self) -> Tempo:
        """How fast a storm goes."""
        return BRIEF if self.brief else Tempo()


@dataclass(slots=True)
class RunResult:
    """What a run leaves behind for the checks."""

    scenario: Scenario
    transcript: Transcript
    database: Path
    log: Path
    token: str
    kills: int = 0
    faults: int = 0
    seconds: float = 0.0
    schedule: list[str] = field(default_factory=list)
    """What went wrong when."""
    printed: dict[int, str] = field(default_factory=dict)
    """Some matches that are over, as the command line exports them."""
