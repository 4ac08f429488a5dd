"""The shared parts of a season: the playground, the participants and the records."""

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
    """Members of a server who play in no group: a stranger, a flooder with a victim, and a user who
    leaves.
    """

    stranger: Person
    flooder: Person
    victim: Person
    gone: Person


@dataclass(frozen=True, slots=True)
class SeasonContext:
    playground: Playground
    transcript: Transcript
    tracker: MessageTracker
    recorder: Recorder
    reader: DatabaseReader
    groups: list[Group]
    extras: dict[int, Extras]
    """By server."""
    owner: Person
    solvers: list[Solver]
    cups: list[SeasonCup]

    @property
    def now(self) -> float:
        return self.playground.world.clock()

    def extras_of(self, group: Group) -> Extras:
        return self.extras[group.server.guild.id]


Trick = Callable[[Group], Awaitable[None]]
