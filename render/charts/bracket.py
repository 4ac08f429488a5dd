"""What a knockout bracket shows, as plain values and as sentences."""

from dataclasses import dataclass
from enum import Enum

from render.names import plain_name, plain_title
from render.players import Player
from texts import Words

MOST_ROUNDS = 4
"""Rounds in a picture; bigger brackets are shown by parts."""
MOST_TABLES = 8
"""Tables of a round in a picture."""
MOST_SEATS = 4


class TableState(Enum):
    """Where the match of a table stands."""

    WAITING = "waiting"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class BracketSeat:
    """A place at a table."""

    name: str = ""
    """Who sits there; "" while that is not decided."""
    score: str = ""
    """Points in the match, as text; "" while there are none."""
    goes_on: bool | None = None
    """Whether they go on to the next round, in the final whether they won; None: not decided."""
    bye: bool = False
    """Nobody ever sits here: the others go on without playing."""


@dataclass(frozen=True, slots=True)
class BracketTable:
    """A match of the bracket."""

    seats: tuple[BracketSeat, ...]
    """1 to MOST_SEATS."""
    state: TableState = TableState.WAITING
    note: str = ""
    """A few words below the seats, for example until when it must be played."""


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round: a column of the picture."""

    name: str
    tables: tuple[BracketTable, ...]
    """From top to bottom; 1 to MOST_TABLES.

    Where all tables have two seats, those at 2n and 2n + 1 lead to that at n in the next round.
    """


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket, or a part of one."""

    title: str
    """The name of the tournament; may be any text at all."""
    subtitle: str
    rounds: tuple[BracketRound, ...]
    """1 to MOST_ROUNDS, the first one first."""
    final: bool = True
    """Whether the last round decides the tournament: its winner is crowned."""


def seat_words(seat: BracketSeat, words: Words) -> str:
    """What stands in place of a name where nobody sits; "" where somebody does."""
    if seat.bye:
        # Translators: In a bracket, in place of an opponent: a round off, which counts as a win.
        return words.say("bye")
    if not seat.name:
        # Translators: In a bracket, in place of a player who has yet to win a match.
        return words.say("to be decided")
    return ""


def bracket_facts(bracket: Bracket, words: Words) -> tuple[str, ...]:
    """The bracket as sentences: each table at which somebody sits, round by round."""
    facts = [f"{plain_title(words, bracket.title)}."]
    if bracket.subtitle:
        facts.append(f"{bracket.subtitle}.")
    rounds = bracket.rounds[:MOST_ROUNDS]
    for number, each in enumerate(rounds, 1):
        decides = bracket.final and number == len(rounds)
        facts += [
            _table_fact(each.name, table, words, decides=decides)
            for table in each.tables[:MOST_TABLES]
            if any(seat.name for seat in table.seats)
        ]
    return tuple(facts)


def _table_fact(name: str, table: BracketTable, words: Words, *, decides: bool) -> str:
    seats = table.seats[:MOST_SEATS]
    told = ", ".join(_seat_fact(seat, words) for seat in seats)
    if table.note:
        told = f"{told} ({table.note})"
    through = [_name(seat, words) for seat in seats if seat.goes_on and seat.name]
    match table.state:
        case TableState.WAITING:
            return words.say("{round}: {seats}.", round=name, seats=told)
        case TableState.RUNNING:
            return words.say("{round}: {seats}; being played.", round=name, seats=told)
        case TableState.OVER if not through:
            return words.say("{round}: {seats}; over.", round=name, seats=told)
        case TableState.OVER if decides:
            return words.say(
                "{round}: {seats}; won by {winners}.",
                round=name,
                seats=told,
                winners=words.listed(through),
            )
        case TableState.OVER:
            return words.count(
                "{round}: {seats}; {winners} goes on.",
                "{round}: {seats}; {winners} go on.",
                len(through),
                round=name,
                seats=told,
                winners=words.listed(through),
            )


def _seat_fact(seat: BracketSeat, words: Words) -> str:
    name = seat_words(seat, words) or _name(seat, words)
    return f"{name} {seat.score}" if seat.score else name


def _name(seat: BracketSeat, words: Words) -> str:
    return plain_name(words, [Player(seat.name)], 0)
