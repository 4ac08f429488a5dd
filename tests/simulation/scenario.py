"""One run of the simulation: faults and changes for a while, then rest, then the laws."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.match.people.messages import MessageKey, MessageKind, MessageRow
from cogs.runtime.projector import Kind
from tests.simulation import laws
from tests.simulation.database import Disk, transaction
from tests.simulation.discord_model import CLOSED, NO_ACCESS, NO_PERMISSION, Discord, Faults
from tests.simulation.kinds import (
    FOLLOWING,
    RECURRING,
    SAID,
    Following,
    Recurring,
    Said,
    Subject,
    Truth,
)
from tests.simulation.loop import WORLD, Choices, Loop, Systematic
from tests.simulation.processes import Process

PLACES = (70, 71)
LONG = 7300
"""Seconds after which nothing is left to do: each row has been due twice."""
CLASSES: dict[int, Callable[[MessageKind, Truth], Kind]] = {
    FOLLOWING: Following,
    SAID: Said,
    RECURRING: Recurring,
}


class Broken(AssertionError):
    """A law does not hold."""


@dataclass(eq=False)
class Run:
    choices: Choices
    processes: int = 2
    trace: list[tuple[object, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.random = self.choices.random
        self.loop = Loop(self.choices)
        self.model = Discord(self.loop, self.random, self.tell, lambda: self.watch.changed())
        self.disk = Disk(self.random.random, self.changed)
        self.truth = Truth(lambda: self.loop.now)
        self.poll = 2.0
        self.numbers = 0
        self.current: list[Process] = []
        self.watch = laws.Watch(self)

    def tell(self, *parts: object) -> None:
        self.trace.append((round(self.loop.now % 1e6, 4), self.loop.process, *parts))

    def lines(self) -> str:
        return "\n".join(" ".join(map(str, line)) for line in self.trace)

    def changed(self) -> None:
        self.watch.look()

    def add(self, number: int, kind: MessageKind) -> Subject:
        subject = Subject(MessageKey(kind, number), PLACES[0])
        self.truth.subjects[number] = subject
        return subject

    def kinds(self) -> list[Kind]:
        return [
            CLASSES[number](subject.key.kind, self.truth)
            for number, subject in self.truth.subjects.items()
        ]

    def start(self, at: int | None = None) -> None:
        self.numbers += 1
        process = Process(
            self.numbers,
            self.loop,
            self.model,
            self.disk,
            self.kinds,
            lambda: self.poll,
        )
        if at is None:
            self.current.append(process)
        else:
            self.current[at].kill()  # an orderly stop can have left tasks
            self.current[at] = process
        process.start()
        self.tell("started", self.numbers)

    def rows(self) -> dict[int, MessageRow]:
        return self.watch.rows()

    def connected(self) -> list[Process]:
        return [process for process in self.current if process.is_alive]

    def change(self, subject: Subject) -> None:
        transaction(self.disk, lambda connection: self.truth.change(subject, connection))
        self.tell("wanted", subject.text)

    def cancel(self, subject: Subject) -> None:
        transaction(self.disk, lambda connection: self.truth.cancel(subject, connection))
        self.tell("cancelled", subject.key)

    def settle(self) -> None:
        """End all faults, and let enough time pass."""
        self.tell("faults end")
        self.model.faults, self.disk.fails = Faults(), 0.0
        self.model.refused.clear()
        for at, process in enumerate(self.current):
            if process.is_frozen:
                process.thaw()
            if not process.is_alive:
                self.start(at)
        for process in self.current:
            process.forgive()
        self.poll = 5.0
        self.loop.run(self.loop.now + 60)
        self.poll = 400.0
        self.loop.run(self.loop.now + LONG)
        requests = self.model.requests
        self.loop.run(self.loop.now + 1800)
        self.watch.requests = self.model.requests - requests

    def finish(self) -> None:
        self.disk.is_over = self.model.is_over = True
        self.loop.end()


def explore(seed: int) -> Run:
    """Run the scenario of a seed; raise Broken if a law does not hold."""
    run = Run(Choices(seed))
    try:
        play(run)
        run.settle()
        run.watch.judge()
    except AssertionError as error:
        raise Broken(f"seed {seed}: {error}\n{run.lines()}") from error
    finally:
        run.finish()
    return run


def interleave(given: Sequence[int], subject: int) -> Systematic:
    """Let two processes show a message that changes meanwhile, while one can crash."""
    choices = Systematic(given)
    run = Run(choices)
    run.disk.is_slow, run.model.moment = False, 0.0
    shown = run.add(subject, MessageKind.OVERVIEW)
    try:
        run.change(shown)
        run.start()
        run.start()
        with run.loop.within(WORLD):
            run.loop.call_later(0, run.change, shown)
        choices.crash = run.current[0].kill
        run.loop.run(run.loop.now + 5)
        choices.crash = None
        run.settle()
        run.watch.judge()
    except AssertionError as error:
        raise Broken(f"choices {given}: {error}\n{run.lines()}") from error
    finally:
        run.finish()
    return choices


def play(run: Run) -> None:
    random = run.random
    chosen = random.choice(((FOLLOWING,), (SAID,), (FOLLOWING, SAID), (RECURRING,)))
    names = list(MessageKind)
    subjects = [run.add(number, names[n]) for n, number in enumerate(chosen)]
    for subject in subjects:
        subject.ends = random.random() < 0.5
    if random.random() < 0.7:
        run.model.faults = Faults(random.choice((0, 0.1, 0.4)), random.choice((0, 0.3, 0.8)))
        run.disk.fails = random.choice((0.0, 0.0, 0.02))
    run.disk.is_slow = random.random() < 0.7
    for _ in range(run.processes):
        run.start()
    for subject in subjects:
        run.change(subject)
    waiting: list[tuple[float, Callable[[], object]]] = []
    scale = random.choice((0.3, 3.0, 8.0))
    for _ in range(random.randrange(3, 12)):
        at = run.loop.now + scale * random.random() ** 2
        for moment, work in sorted((pair for pair in waiting if pair[0] <= at), key=lambda p: p[0]):
            run.loop.run(moment)
            work()
        waiting = [pair for pair in waiting if pair[0] > at]
        run.loop.run(at)
        after = act(run, random.choice(subjects))
        if after is not None:
            wait = random.choice((0.5, 3.0, 7.0, 20.0, 100.0, 400.0))
            waiting.append((run.loop.now + wait, after))
    for moment, work in sorted(waiting, key=lambda pair: pair[0]):
        run.loop.run(moment)
        work()
    run.loop.run(run.loop.now + 1)


def act(run: Run, subject: Subject) -> Callable[[], object] | None:
    """Do something; return an action that ends it later."""
    random = run.random
    luck = random.random()
    at = random.randrange(len(run.current))
    process = run.current[at]
    if luck < 0.25:
        run.change(subject)
    elif luck < 0.55:
        return hit(run, at)
    elif luck < 0.65:
        own = [message for message in run.model.messages.values() if message.is_own]
        if own:
            message = random.choice(own)
            run.watch.deleting(message)
            run.model.delete(message)
            run.tell("people delete", message.id)
            if run.connected():
                random.choice(run.connected()).deleted(message.id)
    elif luck < 0.72:
        place = subject.place
        run.model.refused[place] = random.choice((NO_ACCESS, NO_PERMISSION, CLOSED))
        run.tell("refused", place)
        return lambda: allow(run, place)
    elif luck < 0.77:
        run.model.chat(subject.place, 30)
    elif luck < 0.82 and process.is_alive:
        process.begin(lambda: process.projector.show(subject.key))
    elif luck < 0.9 and process.is_alive:
        run.watch.dropping[subject.key.subject] += 1
        process.begin(lambda: drop(run, subject, process))
        run.tell("drop", subject.key)
    elif luck < 0.92 and subject.key.subject == SAID:
        run.cancel(subject)
    elif luck < 0.95:
        if subject.key.subject == RECURRING:
            subject.place = random.choice(PLACES)
            run.watch.moving(subject)
            run.change(subject)
    elif luck < 0.965:
        run.model.delete_place(subject.place)
        run.tell("deleted place", subject.place)
    return None


async def drop(run: Run, subject: Subject, process: Process) -> None:
    await process.projector.drop(subject.key)
    run.watch.dropping[subject.key.subject] -= 1


def hit(run: Run, at: int) -> Callable[[], object] | None:
    """Kill, stop or suspend a process."""
    process = run.current[at]
    if not process.is_alive or process.is_frozen:
        return None
    way = run.random.choice(("kill", "stop", "freeze"))
    run.tell(way, process.number)
    if way == "freeze":
        process.freeze()
        return process.thaw
    process.kill() if way == "kill" else process.stop()
    return lambda: run.start(at)


def allow(run: Run, place: int) -> None:
    run.model.refused.pop(place, None)
    run.tell("allowed", place)
    if run.connected():
        run.random.choice(run.connected()).forgive()
