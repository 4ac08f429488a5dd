"""A tournament as the values of its pictures: poster, standings, bracket, winner's card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_datetime

from bot.match.tournaments import brackets
from bot.match.tournaments.brackets import bracket_rounds
from bot.match.tournaments.pairing.groups import moving
from bot.match.tournaments.rounds import rounds_named
from bot.match.tournaments.standings import StandingsLine, TableOutcome, shown_measures, standings
from bot.match.tournaments.state import EntrantStatus as Stands
from bot.match.tournaments.state import Stage, StageKind, Tournament, TournamentStatus
from bot.match.tournaments.tables import EntrantNumber
from bot.match.tournaments.terms import Format
from cogs.scenes.table_titles import group_name, round_name, stage_name
from cogs.tournaments.figures import figure_text, heading, legend, points_text
from cogs.tournaments.terms_lines import chosen_maximum, poster_detail
from cogs.tournaments.views import TournamentView
from render.charts import bracket as drawn
from render.charts.bracket import MOST_ROUNDS, MOST_TABLES, Bracket, BracketRound, BracketSeat
from render.charts.standings import (
    MOST,
    MOST_FORM,
    Group,
    StandingsPage,
    StandingsRow,
    groups_that_fit,
    sizes_that_fit,
)
from render.charts.tournament import MOST_NAMES, Poster
from render.charts.tournament_signs import Form, State, Zone
from render.charts.winner import MOST_CHAMPIONS, MOST_PLACED, Victory

_FORMS = {
    TableOutcome.WON: Form.WON,
    TableOutcome.TIED: Form.TIED,
    TableOutcome.LOST: Form.LOST,
    TableOutcome.BYE: Form.BYE,
}
_STATES = {
    Stands.IN: State.IN,
    Stands.ABSENT: State.DROPPED,
    Stands.WITHDRAWN: State.WITHDRAWN,
    Stands.DROPPED: State.DROPPED,
}


@dataclass(frozen=True, slots=True)
class SheetPage:
    stage: int
    chart: StandingsPage | Bracket
    entrants: frozenset[EntrantNumber]


def poster(view: TournamentView) -> Poster:
    state, words = view.state, view.words
    until = ""
    if state.terms.closes is not None:
        at = _moment(state.terms.closes, words.locale)
        # Translators: On a poster: when a tournament starts.
        until = words.say("Starts {at}", at=at)
    names = tuple(view.names[entrant.user] for entrant in state.entrants[:MOST_NAMES])
    detail, most = poster_detail(state.terms, words), chosen_maximum(state.terms) or 0
    return Poster(state.terms.name, detail, len(state.entrants), most, until, names)


def _moment(at: int, locale: str) -> str:
    return format_datetime(datetime.fromtimestamp(at, UTC), "d MMMM, HH:mm 'UTC'", locale=locale)


def victory(view: TournamentView) -> Victory:
    state, words = view.state, view.words
    ranked = sorted(
        (place, number) for number, place in enumerate(state.places) if place is not None
    )
    first = tuple(view.plain(number) for place, number in ranked if place == 1)
    others = [(place, view.plain(number)) for place, number in ranked if place > 1]
    played = sum(not table.is_bye for table in state.tables)
    facts = (
        words.count("{count} person", "{count} people", len(ranked)),
        words.count("{count} match", "{count} matches", played),
    )
    return Victory(state.terms.name, first[:MOST_CHAMPIONS], tuple(others[:MOST_PLACED]), facts)


def count_pages(view: TournamentView, stage: Stage) -> int:
    if stage.kind is StageKind.KNOCKOUT:
        return len(stage_pages(view, stage))
    sizes = [len(group) for group in stage.groups]
    if len(sizes) == 1:
        return max(-(-sizes[0] // MOST), 1)
    count = 0
    while sizes:
        sizes = sizes[max(sizes_that_fit(sizes), 1) :]
        count += 1
    return count


def stage_pages(
    view: TournamentView, stage: Stage, reader: EntrantNumber | None = None
) -> tuple[SheetPage, ...]:
    if stage.kind is StageKind.KNOCKOUT:
        return tuple(_bracket_pages(view, stage))
    return tuple(_standings_pages(view, stage, reader))


def current_page(view: TournamentView, stage: Stage) -> SheetPage:
    pages = stage_pages(view, stage)
    if stage.kind is not StageKind.KNOCKOUT:
        return pages[0]
    playing = {seat for table in view.state.open_tables for seat in table.seats}
    return next((page for page in pages if page.entrants & playing), pages[0])


def _standings_pages(
    view: TournamentView, stage: Stage, reader: EntrantNumber | None
) -> Iterator[SheetPage]:
    state, words = view.state, view.words
    groups_of_lines = standings(state, stage)
    columns = tuple(heading(measure, words) for measure in shown_measures(stage))
    explained = tuple(filter(None, (legend(shown_measures(stage), words),)))
    title, subtitle = state.terms.name, _subtitle(view, stage)
    if len(groups_of_lines) == 1:
        lines = groups_of_lines[0]
        for start in range(0, max(len(lines), 1), MOST):
            page_lines = lines[start : start + MOST]
            rows = tuple(_standing(view, stage, 0, line, lines, reader) for line in page_lines)
            notes = explained
            if len(lines) > MOST:
                note = words.say(
                    "{first}–{last} of {all}",
                    first=start + 1,
                    last=start + len(page_lines),
                    all=len(lines),
                )
                notes = (*explained, note)
            page = StandingsPage(title, subtitle, columns, rows, notes=notes)
            yield SheetPage(stage.number, page, frozenset(line.entrant for line in page_lines))
        return
    groups = [
        Group(
            group_name(number, words),
            tuple(_standing(view, stage, number, line, lines, reader) for line in lines),
        )
        for number, lines in enumerate(groups_of_lines)
    ]
    start = 0
    while start < len(groups):
        fit = max(groups_that_fit(tuple(groups[start:])), 1)
        shown = tuple(groups[start : start + fit])
        page = StandingsPage(title, subtitle, columns, groups=shown, notes=explained)
        entrants = (
            line.entrant for lines in groups_of_lines[start : start + fit] for line in lines
        )
        yield SheetPage(stage.number, page, frozenset(entrants))
        start += fit


def _standing(
    view: TournamentView,
    stage: Stage,
    group: int,
    line: StandingsLine,
    lines: Sequence[StandingsLine],
    reader: EntrantNumber | None,
) -> StandingsRow:
    measures = shown_measures(stage)
    figures = zip(measures, line.figures, strict=True)
    won = view.state.status is TournamentStatus.OVER and line.entrant in view.state.champions
    state = State.CHAMPION if won else _STATES[view.state.entrants[line.entrant].standing]
    return StandingsRow(
        line.place,
        view.plain(line.entrant),
        line.played,
        points_text(line.points),
        tuple(figure_text(measure, value) for measure, value in figures),
        tuple(_FORMS[result] for result in line.form if result in _FORMS)[-MOST_FORM:],
        state,
        line.entrant == reader,
        _zone(view.state, stage, group, line, lines),
        has_begun(lines),
    )


def has_begun(lines: Sequence[StandingsLine]) -> bool:
    """Return whether places are earned; before the first result they come from the draw."""
    return any(line.played or line.points for line in lines)


def _zone(
    state: Tournament, stage: Stage, group: int, line: StandingsLine, lines: Sequence[StandingsLine]
) -> Zone:
    """Return the consequence of a line's place; lines that share a place keep their order."""
    if not any(entry.played for entry in lines):
        return Zone.NONE
    terms, at, groups = state.terms, lines.index(line), stage.groups
    if terms.format is Format.GROUPS and stage.number == 1:
        return Zone.ADVANCES if at < terms.advance else Zone.NONE
    if not state.is_league:
        return Zone.NONE
    size = len(groups[group])
    if group > 0 and at < moving(len(groups[group - 1]), size, terms.movers):
        return Zone.PROMOTED
    if group < len(groups) - 1:
        down = moving(size, len(groups[group + 1]), terms.movers)
        return Zone.RELEGATED if at >= size - down else Zone.NONE
    return Zone.NONE


def _subtitle(view: TournamentView, stage: Stage) -> str:
    words, name = view.words, stage_name(view.state, stage, view.words)
    if stage.over is not None:
        over = words.say("Final standings")
        return f"{name} · {over}" if name else over
    paired = [table.id.round for table in view.state.tables_of(stage.number)]
    if not paired or view.state.is_league:
        return name
    latest = round_name(stage, max(paired), rounds_named(view.state, stage), words)
    return f"{name} · {latest}" if name else latest


def _bracket_pages(view: TournamentView, stage: Stage) -> Iterator[SheetPage]:
    rounds = bracket_rounds(view.state, stage)
    late = max(len(rounds) - MOST_ROUNDS, 0)
    while any(len(tables) > MOST_TABLES for tables in rounds[late:]):
        late += 1
    parts: list[list[tuple[int, Sequence[brackets.BracketSlot]]]] = []
    if late < len(rounds):
        parts.append([(number, rounds[number]) for number in range(late, len(rounds))])
    parts += _early(rounds[:late], view.state.terms.seats)
    for part in parts:
        people = frozenset(
            entrant for _, tables in part for table in tables for entrant in table.entrants or ()
        )
        chart = Bracket(
            view.state.terms.name,
            stage_name(view.state, stage, view.words),
            tuple(
                BracketRound(
                    round_name(stage, number + 1, len(rounds), view.words),
                    tuple(_bracket_table(view, table) for table in tables),
                )
                for number, tables in part
            ),
            final=part[-1][0] == len(rounds) - 1,
        )
        yield SheetPage(stage.number, chart, people)


def _early(
    rounds: Sequence[Sequence[brackets.BracketSlot]], seats: int
) -> list[list[tuple[int, Sequence[brackets.BracketSlot]]]]:
    """Return the earlier rounds, in parts that fit into a picture.

    Tables of two form a tree, so each part is a piece of the tree.
    """
    if not rounds:
        return []
    if seats > 2:
        return [
            [(number, tables[start : start + MOST_TABLES])]
            for number, tables in enumerate(rounds)
            for start in range(0, len(tables), MOST_TABLES)
        ]
    parts = []
    for part in range(-(-len(rounds[0]) // MOST_TABLES)):
        piece = []
        for number, tables in enumerate(rounds):
            size = max(MOST_TABLES >> number, 1)
            if section := tables[part * size : (part + 1) * size]:
                piece.append((number, section))
        parts.append(piece)
    return parts


def _bracket_table(view: TournamentView, table: brackets.BracketSlot) -> drawn.BracketTable:
    if table.entrants is None:
        seats = tuple(BracketSeat() for _ in range(table.planned))
        return drawn.BracketTable(seats)
    on = table.goes_on
    seats = tuple(
        BracketSeat(view.plain(entrant), goes_on=None if on is None else entrant in on)
        for entrant in table.entrants
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
