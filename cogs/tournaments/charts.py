"""A tournament as the values of its pictures: poster, standings, bracket, winner's card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_datetime

from bot.match.tournaments import brackets
from bot.match.tournaments.brackets import bracket_rounds
from bot.match.tournaments.pairing.groups import moving
from bot.match.tournaments.rounds import rounds_named
from bot.match.tournaments.standings import Line, Outcome, shown_measures, standings
from bot.match.tournaments.state import Stage, StageKind, Tournament, TournamentStatus
from bot.match.tournaments.state import Standing as Stands
from bot.match.tournaments.tables import EntrantNumber
from bot.match.tournaments.terms import Format
from cogs.scenes.table_titles import group_name, round_name, stage_name
from cogs.tournaments.figures import figure_text, heading, points_text
from cogs.tournaments.terms_lines import poster_detail
from cogs.tournaments.told import Told
from render.charts import bracket as drawn
from render.charts.bracket import MOST_ROUNDS, MOST_TABLES, Bracket, BracketRound, BracketSeat
from render.charts.standings import (
    MOST,
    MOST_FORM,
    Group,
    Standing,
    StandingsPage,
    groups_that_fit,
    sizes_that_fit,
)
from render.charts.tournament import MOST_NAMES, Poster
from render.charts.tournament_signs import Form, State, Zone
from render.charts.winner import MOST_CHAMPIONS, MOST_PLACED, Placed, Victory

_FORMS = {
    Outcome.WON: Form.WON,
    Outcome.TIED: Form.TIED,
    Outcome.LOST: Form.LOST,
    Outcome.BYE: Form.BYE,
}
_STATES = {
    Stands.IN: State.IN,
    Stands.ABSENT: State.DROPPED,
    Stands.WITHDRAWN: State.WITHDRAWN,
    Stands.DROPPED: State.DROPPED,
}


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page of standings or of a bracket: what is drawn, and where in the tournament it is."""

    stage: int
    """The stage's number."""
    chart: StandingsPage | Bracket
    entrants: frozenset[EntrantNumber]
    """Who is on it."""


def poster(told: Told) -> Poster:
    """A tournament that can be joined."""
    now, words = told.now, told.words
    until = ""
    if now.terms.closes is not None:
        at = _moment(now.terms.closes, words.locale)
        # Translators: On a poster: when a tournament starts.
        until = words.say("Starts {at}", at=at)
    names = tuple(told.names[one.user] for one in now.entrants[:MOST_NAMES])
    detail, most = poster_detail(now.terms, words), now.terms.most
    return Poster(now.terms.name, detail, len(now.entrants), most, until, names)


def _moment(at: int, locale: str) -> str:
    return format_datetime(datetime.fromtimestamp(at, UTC), "d MMMM, HH:mm 'UTC'", locale=locale)


def victory(told: Told) -> Victory:
    """The end of a tournament that has a winner."""
    now, words = told.now, told.words
    ranked = sorted((place, one) for one, place in enumerate(now.places) if place is not None)
    first = tuple(told.plain(one) for place, one in ranked if place == 1)
    others = [Placed(place, told.plain(one)) for place, one in ranked if place > 1]
    played = sum(not table.is_bye for table in now.tables)
    facts = (
        words.count("{count} person", "{count} people", len(ranked)),
        words.count("{count} match", "{count} matches", played),
    )
    return Victory(now.terms.name, first[:MOST_CHAMPIONS], tuple(others[:MOST_PLACED]), facts)


def count_pages(told: Told, stage: Stage) -> int:
    """Return the number of pages of `stage_pages`, without drawing them up."""
    if stage.kind is StageKind.KNOCKOUT:
        return len(stage_pages(told, stage))
    sizes = [len(group) for group in stage.groups]
    if len(sizes) == 1:
        return max(-(-sizes[0] // MOST), 1)
    count = 0
    while sizes:
        sizes = sizes[max(sizes_that_fit(sizes), 1) :]
        count += 1
    return count


def stage_pages(
    told: Told, stage: Stage, reader: EntrantNumber | None = None
) -> tuple[SheetPage, ...]:
    """The pages of one stage, what matters most first; `reader` is marked on them."""
    if stage.kind is StageKind.KNOCKOUT:
        return tuple(_bracket_pages(told, stage))
    return tuple(_standings_pages(told, stage, reader))


def current_page(told: Told, stage: Stage) -> SheetPage:
    """The page of a stage on which something is going on: of standings always the first."""
    found = stage_pages(told, stage)
    if stage.kind is not StageKind.KNOCKOUT:
        return found[0]
    playing = {one for table in told.now.open_tables for one in table.seats}
    return next((page for page in found if page.entrants & playing), found[0])


def _standings_pages(told: Told, stage: Stage, reader: EntrantNumber | None) -> Iterator[SheetPage]:
    now, words = told.now, told.words
    found = standings(now, stage)
    columns = tuple(heading(one, words) for one in shown_measures(stage))
    title, subtitle = now.terms.name, _subtitle(told, stage)
    if len(found) == 1:
        lines = found[0]
        for start in range(0, max(len(lines), 1), MOST):
            here = lines[start : start + MOST]
            shown = tuple(_standing(told, stage, 0, line, lines, reader) for line in here)
            note = ""
            if len(lines) > MOST:
                note = words.say(
                    "{first}–{last} of {all}",
                    first=start + 1,
                    last=start + len(here),
                    all=len(lines),
                )
            page = StandingsPage(title, subtitle, columns, shown, notes=(note,) if note else ())
            yield SheetPage(stage.number, page, frozenset(line.entrant for line in here))
        return
    groups = [
        Group(
            group_name(number, words),
            tuple(_standing(told, stage, number, line, lines, reader) for line in lines),
        )
        for number, lines in enumerate(found)
    ]
    start = 0
    while start < len(groups):
        fit = max(groups_that_fit(tuple(groups[start:])), 1)
        page = StandingsPage(title, subtitle, columns, groups=tuple(groups[start : start + fit]))
        entrants = (line.entrant for lines in found[start : start + fit] for line in lines)
        yield SheetPage(stage.number, page, frozenset(entrants))
        start += fit


def _standing(
    told: Told,
    stage: Stage,
    group: int,
    line: Line,
    lines: Sequence[Line],
    reader: EntrantNumber | None,
) -> Standing:
    measures = shown_measures(stage)
    figures = zip(measures, line.figures, strict=True)
    won = told.now.status is TournamentStatus.OVER and line.entrant in told.now.champions
    state = State.CHAMPION if won else _STATES[told.now.entrants[line.entrant].standing]
    return Standing(
        line.place,
        told.plain(line.entrant),
        line.played,
        points_text(line.points),
        tuple(figure_text(measure, value) for measure, value in figures),
        tuple(_FORMS[one] for one in line.form if one in _FORMS)[-MOST_FORM:],
        state,
        line.entrant == reader,
        _zone(told.now, stage, group, line, lines),
    )


def _zone(now: Tournament, stage: Stage, group: int, line: Line, lines: Sequence[Line]) -> Zone:
    """What a line leads to, once anything has been played: who share a place are in order."""
    if not any(one.played for one in lines):
        return Zone.NONE
    terms, at, groups = now.terms, lines.index(line), stage.groups
    if terms.format is Format.GROUPS and stage.number == 1:
        return Zone.ADVANCES if at < terms.advance else Zone.NONE
    if not now.is_league:
        return Zone.NONE
    here = len(groups[group])
    if group > 0 and at < moving(len(groups[group - 1]), here, terms.movers):
        return Zone.PROMOTED
    if group < len(groups) - 1:
        down = moving(here, len(groups[group + 1]), terms.movers)
        return Zone.RELEGATED if at >= here - down else Zone.NONE
    return Zone.NONE


def _subtitle(told: Told, stage: Stage) -> str:
    """Which stage and round it is."""
    words, name = told.words, stage_name(told.now, stage, told.words)
    if stage.over is not None:
        over = words.say("Final standings")
        return f"{name} · {over}" if name else over
    paired = [table.id.round for table in told.now.tables_of(stage.number)]
    if not paired or told.now.is_league:
        return name
    latest = round_name(stage, max(paired), rounds_named(told.now, stage), words)
    return f"{name} · {latest}" if name else latest


def _bracket_pages(told: Told, stage: Stage) -> Iterator[SheetPage]:
    """The last rounds first; then the rounds before them, in parts."""
    rounds = bracket_rounds(told.now, stage)
    late = max(len(rounds) - MOST_ROUNDS, 0)
    while any(len(tables) > MOST_TABLES for tables in rounds[late:]):
        late += 1
    parts: list[list[tuple[int, Sequence[brackets.BracketTable]]]] = []
    if late < len(rounds):
        parts.append([(number, rounds[number]) for number in range(late, len(rounds))])
    parts += _early(rounds[:late], told.now.terms.seats)
    for part in parts:
        people = frozenset(
            one for _, tables in part for table in tables for one in table.entrants or ()
        )
        chart = Bracket(
            told.now.terms.name,
            stage_name(told.now, stage, told.words),
            tuple(
                BracketRound(
                    round_name(stage, number + 1, len(rounds), told.words),
                    tuple(_bracket_table(told, table) for table in tables),
                )
                for number, tables in part
            ),
            final=part[-1][0] == len(rounds) - 1,
        )
        yield SheetPage(stage.number, chart, people)


def _early(
    rounds: Sequence[Sequence[brackets.BracketTable]], seats: int
) -> list[list[tuple[int, Sequence[brackets.BracketTable]]]]:
    """Rounds that come before the last ones, in parts that fit a picture.

    Tables of two lead to each other side by side, so such a part is a piece of the tree.
    """
    if not rounds:
        return []
    if seats > 2:
        return [
            [(number, tables[start : start + MOST_TABLES])]
            for number, tables in enumerate(rounds)
            for start in range(0, len(tables), MOST_TABLES)
        ]
    found = []
    for part in range(-(-len(rounds[0]) // MOST_TABLES)):
        piece = []
        for number, tables in enumerate(rounds):
            size = max(MOST_TABLES >> number, 1)
            if here := tables[part * size : (part + 1) * size]:
                piece.append((number, here))
        found.append(piece)
    return found


def _bracket_table(told: Told, table: brackets.BracketTable) -> drawn.BracketTable:
    if table.entrants is None:
        seats = tuple(BracketSeat() for _ in range(table.planned))
        return drawn.BracketTable(seats)
    on = table.goes_on
    seats = tuple(
        BracketSeat(told.plain(one), goes_on=None if on is None else one in on)
        for one in table.entrants
    )
    free = table.planned - len(seats)
    if free > 0 and on is not None:
        seats += (BracketSeat(bye=True),) * free
    seats = seats or (BracketSeat(bye=True),)
    state = drawn.TableState.WAITING
    if on is not None:
        state = drawn.TableState.OVER
    elif table.games:
        state = drawn.TableState.RUNNING
    return drawn.BracketTable(seats, state)
