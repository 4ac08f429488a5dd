"""What everything in a season shares: the playground, who takes part, and what is recorded."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from chaos.database_reader import DatabaseReader
from chaos.days.solver import Solver
from chaos.message_tracker import MessageTracker
from chaos.season.cup import SeasonCup
from chaos.season.group import Group
from chaos.season.recorder import Recorder
from chaos.transcript import Transcript
from playground import Person, Playground


@dataclass(frozen=True, slots=True)
class Extras:
    """People of a server who play in no group."""

    stranger: Person
    flooder: Person
    victim: Person
    """Whom they flood."""
    gone: Person
    """Who has left the server."""


@dataclass(frozen=True, slots=True)
class SeasonContext:
    """Made once a season."""

    playground: Playground
    transcript: Transcript
    tracker: MessageTracker
    recorder: Recorder
    reader: DatabaseReader
    groups: list[Group]
    extras: dict[int, Extras]
    """By server."""
    owner: Person
    """Of both servers."""
    solvers: list[Solver]
    cups: list[SeasonCup]

    @property
    def now(self) -> float:
        """The playground's time."""
        return self.playground.world.clock()

    def extras_of(self, group: Group) -> Extras:
        """Those in the server of a group."""
        return self.extras[group.server.guild.id]


Trick = Callable[[Group], Awaitable[None]]
