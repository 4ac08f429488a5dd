"""The State of a match as ints and lists that change in place."""

from collections.abc import Iterable

from engine.games.dice_miner.fast.tables import WIDTH, Counts, Tables

(
    FIRST,
    DRAFT,
    FILL,
    EXCAVATION,
    SHARING,
    MAGIC,
    SPENDING,
    REROLLING,
    KEEPING,
    RECOVERING,
    LOT,
    TIE_ROLL,
    FINISHED,
) = range(13)
"""Stages. Luck is due in FIRST, FILL, SHARING, REROLLING, RECOVERING, LOT and TIE_ROLL."""

EMPTY = -1
"""A place of the mountain without a die; a seat without a hero."""

# Actions are ints. Taking a die is its place on the mountain, below STOP; other Actions add their
# argument to one of these bases.
STOP, PASS, DONE = 100, 101, 102
HERO = 110
"""Plus the hero's place among those offered."""
SPEND_HERO = 120
"""Plus the number of the hero's face, from 1."""
SALUD, FRIENDS = 1_000, 4
"""Plus ``die * FRIENDS + friend``."""
SPEND, REROLL, KEEP = 2_000, 3_000, 4_000
"""Plus the die."""


class FastState:
    """The current State; `stage` determines the meaning of `seat` and `queue`, and of `die` to
    `kept`.
    """

    __slots__ = (
        "bag",
        "chosen",
        "count",
        "counts",
        "die",
        "friend",
        "heroes",
        "hoards",
        "kept",
        "magic_start",
        "mask",
        "mountain",
        "options",
        "queue",
        "round",
        "rounds",
        "salud",
        "seat",
        "seats",
        "source",
        "spent",
        "spent_heroes",
        "stage",
        "start",
        "tables",
        "taken",
        "tiebreaks",
        "tied",
        "totals",
        "waiting",
        "winners",
    )

    tables: Tables
    seats: int
    stage: int
    seat: int
    """The seat to act; while luck is due, the seat that acted last."""
    queue: tuple[int, ...]
    """Seats that roll for the start, draft, spend magic later, or are tied for a draw."""
    round: int
    start: int
    bag: list[int]
    mountain: list[int]
    mask: int
    """Places with a die, as bits."""
    hoards: list[list[int]]
    counts: list[Counts]
    """Totals of each hoard and its hero."""
    heroes: list[int]
    """By seat: the hero's place among those offered, or EMPTY."""
    salud: bool
    taken: int
    die: int
    friend: int
    source: int
    """The spent source: an Action from SPEND or SPEND_HERO on."""
    count: int
    chosen: tuple[int, ...]
    options: list[int]
    """Sources to spend in MAGIC, dice to choose from in SPENDING. Replaced, never changed
    in place.
    """
    spent: tuple[int, ...]
    spent_heroes: tuple[tuple[int, int], ...]
    waiting: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]
    totals: list[int]
    rounds: tuple[tuple[int, tuple[tuple[int, int, int], ...]], ...]
    """For each scored round, the starting seat and each seat's tunnels, treasure and hazards."""
    magic_start: int
    tied: tuple[int, ...]
    tiebreaks: tuple[tuple[tuple[int, ...], tuple[tuple[int, int, int], ...]], ...]
    winners: tuple[int, ...]

    def __init__(self, tables: Tables, seats: int) -> None:
        self.tables = tables
        self.seats = seats
        self.stage = FIRST
        self.seat = 0
        self.queue = tuple(range(seats))
        self.round = 0
        self.start = EMPTY
        self.bag = list(range(tables.dice))
        self.mountain = [EMPTY] * tables.places
        self.mask = 0
        self.hoards = [[] for _ in range(seats)]
        self.counts = [[0] * WIDTH for _ in range(seats)]
        self.heroes = [EMPTY] * seats
        self.salud = False
        self.taken = self.die = self.friend = self.source = self.count = 0
        self.chosen = self.spent = ()
        self.spent_heroes = ()
        self.options = []
        self.waiting = ()
        self.kept = ((),) * seats
        self.totals = [0] * seats
        self.rounds = ()
        self.magic_start = EMPTY
        self.tied = ()
        self.tiebreaks = ()
        self.winners = ()

    def copy(self) -> "FastState":
        new = FastState.__new__(FastState)
        new.tables = self.tables
        new.seats = self.seats
        new.stage = self.stage
        new.seat = self.seat
        new.queue = self.queue
        new.round = self.round
        new.start = self.start
        new.bag = self.bag.copy()
        new.mountain = self.mountain.copy()
        new.mask = self.mask
        new.hoards = [hoard.copy() for hoard in self.hoards]
        new.counts = [counts.copy() for counts in self.counts]
        new.heroes = self.heroes.copy()
        new.salud = self.salud
        new.taken = self.taken
        new.die = self.die
        new.friend = self.friend
        new.source = self.source
        new.count = self.count
        new.chosen = self.chosen
        new.options = self.options
        new.spent = self.spent
        new.spent_heroes = self.spent_heroes
        new.waiting = self.waiting
        new.kept = self.kept
        new.totals = self.totals.copy()
        new.rounds = self.rounds
        new.magic_start = self.magic_start
        new.tied = self.tied
        new.tiebreaks = self.tiebreaks
        new.winners = self.winners
        return new

    def counted(self, seat: int, entries: Iterable[int]) -> Counts:
        tables, counts = self.tables, [0] * WIDTH
        for entry in entries:
            counts[tables.symbol[entry]] += tables.amount[entry]
        if self.heroes[seat] != EMPTY:
            for symbol, amount in tables.heroes[self.heroes[seat]]:
                counts[symbol] += amount
        return counts
