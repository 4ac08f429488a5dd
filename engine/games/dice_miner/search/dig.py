"""Fast playout of a round until the mountain is empty.

A tree search needs many playouts, so a decision here takes a few lookups instead of a full
evaluation like the foreman's. Dice have no identity, only faces, numbered as in `Tables.face`.
"""

from collections.abc import Callable

from engine.games.dice_miner.content import FACES
from engine.games.dice_miner.fast.state import EMPTY, FastState
from engine.games.dice_miner.fast.tables import BEERS, WIDTH
from engine.games.dice_miner.search.gains import gains
from engine.games.dice_miner.search.worth import KINDS, HoardWorth

BEER = FACES - 1
TRAILING = 0.6
"""Cost of each point given to a trailing rival; 1 for the strongest rival."""


class Dig:
    __slots__ = (
        "_mountain",
        "beers",
        "counts",
        "heroes",
        "kinds",
        "left",
        "lying",
        "mask",
        "number",
        "salud",
        "seat",
        "seats",
        "tables",
        "taken",
        "totals",
        "worth",
    )

    def __init__(self, state: FastState, worth: HoardWorth) -> None:
        tables = state.tables
        self.tables, self.worth = tables, worth
        self.number, self.totals, self.heroes = worth.number(state), state.totals, state.heroes
        self.seats, self.seat = state.seats, state.seat
        self.salud, self.taken = state.salud, state.taken
        face = tables.face
        self._mountain = [face[e] if e != EMPTY else EMPTY for e in state.mountain]
        self.mask = state.mask
        self.left = state.mask.bit_count()
        self.counts = [counts.copy() for counts in state.counts]
        self.kinds, self.beers = dice_of(state)
        self.lying = [0] * WIDTH
        for on in self._mountain:
            if on != EMPTY:
                _, thing, amount = tables.shown[on]
                self.lying[thing] += amount

    def play_on(self, random: Callable[[], float]) -> list[float]:
        """Play the round to its end; return each seat's expected points at the end of the match."""
        while self.mask:
            values = self.values(self.seat)
            if self.salud:
                self._take_second(values)
                continue
            place, best = self._best(values, self.tables.tops(self.mask))
            given = self._gift(values, best)
            if given is None:
                self._take(place)
                self._pass_on()
            else:
                self._share(*given, random)
        to_come = self.worth.to_come(self.number, self.counts, self.kinds, self.beers, self.heroes)
        return [so_far + more for so_far, more in zip(self.totals, to_come, strict=True)]

    def values(self, seat: int) -> list[float]:
        return gains(
            self.tables,
            self.worth,
            self.number,
            self.counts,
            seat,
            self.kinds[seat],
            self.left,
            self.lying,
        )

    def _best(self, values: list[float], places: tuple[int, ...]) -> tuple[int, float]:
        mountain = self._mountain
        place = max(places, key=lambda at: values[mountain[at]])
        return place, values[mountain[place]]

    def _take_second(self, values: list[float]) -> None:
        place, best = self._best(values, self.tables.sides(self.mask))
        if self.taken and best < 0:
            self._pass_on()
            return
        self._take(place)
        if self.taken:
            self._pass_on()
        else:
            self.taken = 1

    def _pass_on(self) -> None:
        self.seat = (self.seat + 1) % self.seats
        self.salud, self.taken = False, 0

    def two(self, values: list[float]) -> float:
        mountain = self._mountain
        best = sorted([values[mountain[at]] for at in self.tables.sides(self.mask)])
        return best[-1] + (max(best[-2], 0.0) if len(best) > 1 else 0.0)

    def _gift(self, values: list[float], plain: float) -> tuple[int, int] | None:
        """Return the kind of beer to share and the friend, unless taking a plain die is better."""
        if not self.counts[self.seat][BEERS] or self.left < 2:
            return None
        gain = self.two(values) - plain
        gift = None
        if gain > 0:
            for friend in range(self.seats):
                if friend != self.seat:
                    theirs = self.values(friend)
                    for kind in range(KINDS):
                        if self.beers[self.seat][kind]:
                            price = self.price(values, theirs, kind, friend)
                            if price < gain:
                                gift, gain = (kind, friend), price
        return gift

    def price(self, mine: list[float], theirs: list[float], kind: int, friend: int) -> float:
        """Return the cost of giving a beer of this kind: its worth and the friend's mean gain."""
        first = kind * FACES
        totals = self.totals
        most = max([points for seat, points in enumerate(totals) if seat != self.seat])
        hurts = 1.0 if totals[friend] == most else TRAILING
        return mine[first + BEER] + hurts * sum(theirs[first : first + FACES]) / FACES

    def _share(self, kind: int, friend: int, random: Callable[[], float]) -> None:
        seat = self.seat
        self.counts[seat][BEERS] -= 1
        self.beers[seat][kind] -= 1
        self.kinds[seat][kind] -= 1
        _, thing, amount = self.tables.shown[kind * FACES + int(random() * FACES)]
        self.counts[friend][thing] += amount
        self.kinds[friend][kind] += 1
        if thing == BEERS:
            self.beers[friend][kind] += 1
        self.salud, self.taken = True, 0

    def _take(self, place: int) -> None:
        mountain, above = self._mountain, self.tables.above
        face = mountain[place]
        while True:
            for higher in above[place]:
                if mountain[higher] != EMPTY:
                    mountain[place] = mountain[higher]
                    place = higher
                    break
            else:
                break
        mountain[place] = EMPTY
        self.mask ^= 1 << place
        self.left -= 1
        kind, thing, amount = self.tables.shown[face]
        seat = self.seat
        self.counts[seat][thing] += amount
        self.lying[thing] -= amount
        self.kinds[seat][kind] += 1
        if thing == BEERS:
            self.beers[seat][kind] += 1


def dice_of(state: FastState) -> tuple[list[list[int]], list[list[int]]]:
    kind_of = state.tables.kind
    kinds, beers = [], []
    for hoard in state.hoards:
        mine, drinks = [0] * KINDS, [0] * KINDS
        for entry in hoard:
            mine[kind_of[entry]] += 1
            if entry % FACES == BEER:
                drinks[kind_of[entry]] += 1
        kinds.append(mine)
        beers.append(drinks)
    return kinds, beers
