"""The settings of one run in one playground, and its results."""

from dataclasses import dataclass, field
from pathlib import Path

from chaos.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Tempo:
    """The pace of a storm, in real seconds."""

    storm: tuple[float, float] = (12.0, 24.0)
    """Shortest and longest time of faults before a calm."""
    pause: tuple[float, float] = (0.2, 2.0)
    impatience: float = 1.5


BRIEF = Tempo((2.5, 2.5), (0.1, 0.7), 0.7)


@dataclass(frozen=True, slots=True)
class Scenario:
    """The settings of one run. All random choices follow from the seed."""

    matches: int
    seed: int
    faults: bool
    timeout: float
    """Real seconds for all matches together."""
    at_once: int = 50
    mutant: str | None = None
    brief: bool = False
    """Whether people resign early, after one short storm or a few rounds."""
    season: bool = False
    game: str = ""
    processes: int = 0
    """If not 0: play a fleet (chaos.fleet), with this number of processes."""
    postgresql: bool = False
    pgbouncer: str = ""
    """The mode of a PgBouncer between the processes and PostgreSQL; "" for none."""

    @property
    def tempo(self) -> Tempo:
        return BRIEF if self.brief else Tempo()


@dataclass(slots=True)
class RunResult:
    scenario: Scenario
    transcript: Transcript
    database: Path
    log: Path
    token: str
    kills: int = 0
    faults: int = 0
    seconds: float = 0.0
    schedule: list[str] = field(default_factory=list)
    printed: dict[int, str] = field(default_factory=dict)
    """Some finished matches, as exported by the command line."""
