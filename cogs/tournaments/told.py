"""A tournament as it is told to a reader: with names and links, in a language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.match.tournaments.known import Known
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
"""As many lines of standings as everybody sees."""


@dataclass(frozen=True, slots=True)
class Told:
    """All that a message about a tournament is made from."""

    known: Known
    names: Names
    """Of everybody in it, by user."""
    words: Words
    theme: Theme
    game: str
    """Its game's title."""
    urls: Mapping[TableId, str]
    """Where the matches of open tables are, as far as that is known."""
    hidden: frozenset[TableId] = frozenset()
    """Tables whose matches are hidden from those who read this, or from some of them."""

    @property
    def now(self) -> Tournament:
        """The tournament."""
        return self.known.now

    @property
    def title(self) -> str:
        """Its name, safe in any text."""
        return escaped(self.now.terms.name)

    @property
    def url(self) -> str:
        """The address of its panel; of its channel until the panel is posted."""
        row = self.known.row
        return address(row.guild, row.channel, row.panel)

    def plain(self, entrant: EntrantNumber) -> str:
        """The name of an entrant, for pictures and menus."""
        return self.names[self.now.entrants[entrant].user]

    def bold(self, entrant: EntrantNumber) -> str:
        """The name of an entrant, for texts."""
        return bold(self.plain(entrant))


def people_of(now: Tournament) -> tuple[UserId, ...]:
    """Everybody who has or had a place, or waits for one; those who are shown first come first."""
    playing = (now.entrants[one].user for table in now.open_tables for one in table.seats)
    ahead: tuple[EntrantNumber, ...] = ()
    if now.stage is not None and now.stage.kind is not StageKind.KNOCKOUT:
        ahead = tuple(line.entrant for lines in standings(now, now.stage) for line in lines)
    leading = (now.entrants[one].user for one in (*now.champions, *ahead[:SHOWN]))
    had = (user for one in now.entrants for user in (one.user, *one.before))
    return tuple(dict.fromkeys((*leading, *playing, *had, *now.reserves, now.host)))


def table_people(told: Told, table: Table) -> str:
    """Who sits at a table."""
    return " – ".join(told.bold(one) for one in table.seats)


LINKED = 12
"""Open tables with a line of their own."""


def round_ends(now: Tournament) -> int | None:
    """When the first of the rounds that are played ends, in seconds since 1970."""
    found = {now.round_until(table.id.stage, table.id.round) for table in now.open_tables}
    return min((at for at in found if at is not None), default=None)


def linked(now: Tournament) -> Sequence[Table]:
    """The open tables that have a line of their own."""
    return now.open_tables[:LINKED]


def open_lines(told: Told) -> list[str]:
    """A line for each open table, up to LINKED; then how many more there are, and who rests."""
    now, words = told.now, told.words
    lines = [_line(told, table) for table in linked(now)]
    if (more := len(now.open_tables) - LINKED) > 0:
        lines.append(words.count("… and {count} more match", "… and {count} more matches", more))
    return lines


def resting_line(told: Told, stage: Stage) -> str:
    """Who has the latest round off; "" if nobody."""
    tables = told.now.tables_of(stage.number)
    latest = max((table.id.round for table in tables), default=0)
    free = [table.seats[0] for table in tables if table.is_bye and table.id.round == latest]
    if not free or told.now.is_league:
        return ""
    # Translators: They have a round off, which counts as a win.
    return told.words.say(
        "🛌 Round off: {players}", players=told.words.listed(told.bold(one) for one in free)
    )


def _line(told: Told, table: Table) -> str:
    words, people = told.words, table_people(told, table)
    if len(told.now.stages[table.id.stage - 1].groups) > 1:
        name = group_name(table.id.group, words)
        # Translators: Who plays in which group of a tournament.
        people = words.say("{group}: {players}", group=name, players=people)
    url = told.urls.get(table.id)
    if url is None or table.id in told.hidden:
        return words.say("⚔️ {players}", players=people)
    match = told.known.matches[table.id]
    return words.say("⚔️ {players} · [#{match}]({url})", players=people, match=match, url=url)
