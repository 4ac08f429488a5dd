"""A tournament in a reader's language, with names and links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import Stage, StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table, TableId
from bot.match.values.players import UserId
from cogs.base.markup import bold, escaped
from cogs.posting.places import address
from cogs.scenes.table_titles import group_name
from cogs.ui.names import Names
from render.theme import Theme
from texts import Words

SHOWN = 16


@dataclass(frozen=True, slots=True)
class TournamentView:
    loaded: LoadedTournament
    names: Names
    words: Words
    theme: Theme
    game: str
    urls: Mapping[TableId, str]
    hidden: frozenset[TableId] = frozenset()

    @property
    def state(self) -> Tournament:
        return self.loaded.state

    @property
    def title(self) -> str:
        return escaped(self.state.terms.name)

    @property
    def url(self) -> str:
        """Address of the panel, or of the channel until the panel is posted."""
        row = self.loaded.row
        return address(row.guild, row.channel, row.panel)

    def plain(self, entrant: EntrantNumber) -> str:
        return self.names[self.state.entrants[entrant].user]

    def bold(self, entrant: EntrantNumber) -> str:
        return bold(self.plain(entrant))


def people_of(state: Tournament) -> tuple[UserId, ...]:
    playing = (state.entrants[seat].user for table in state.open_tables for seat in table.seats)
    ahead: tuple[EntrantNumber, ...] = ()
    if state.stage is not None and state.stage.kind is not StageKind.KNOCKOUT:
        ahead = tuple(line.entrant for lines in standings(state, state.stage) for line in lines)
    leading = (state.entrants[number].user for number in (*state.champions, *ahead[:SHOWN]))
    had = (user for entrant in state.entrants for user in (entrant.user, *entrant.before))
    return tuple(dict.fromkeys((*leading, *playing, *had, *state.reserves, state.host)))


def table_people(view: TournamentView, table: Table) -> str:
    return " – ".join(view.bold(seat) for seat in table.seats)


LINKED = 12


def earliest_end(state: Tournament) -> int | None:
    """Return the earliest end of an open round, in seconds since 1970."""
    ends = {state.round_until(table.id.stage, table.id.round) for table in state.open_tables}
    return min((at for at in ends if at is not None), default=None)


def linked_tables(state: Tournament) -> Sequence[Table]:
    return state.open_tables[:LINKED]


def open_lines(view: TournamentView) -> list[str]:
    state, words = view.state, view.words
    lines = [_line(view, table) for table in linked_tables(state)]
    if (more := len(state.open_tables) - LINKED) > 0:
        lines.append(words.count("… and {count} more match", "… and {count} more matches", more))
    return lines


def resting_line(view: TournamentView, stage: Stage) -> str:
    tables = view.state.tables_of(stage.number)
    latest = max((table.id.round for table in tables), default=0)
    free = [table.seats[0] for table in tables if table.is_bye and table.id.round == latest]
    if not free or view.state.is_league:
        return ""
    # Translators: They have a round off, which counts as a win.
    return view.words.say(
        "🛌 Round off: {players}", players=view.words.listed(view.bold(number) for number in free)
    )


def _line(view: TournamentView, table: Table) -> str:
    words, people = view.words, table_people(view, table)
    if len(view.state.stages[table.id.stage - 1].groups) > 1:
        name = group_name(table.id.group, words)
        # Translators: The players in a group of a tournament.
        people = words.say("{group}: {players}", group=name, players=people)
    url = view.urls.get(table.id)
    if url is None or table.id in view.hidden:
        return words.say("⚔️ {players}", players=people)
    match = view.loaded.matches[table.id]
    return words.say("⚔️ {players} · [#{match}]({url})", players=people, match=match, url=url)
