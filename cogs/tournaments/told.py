"""A tournament as it is told to a reader: with names and links, in a language."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.match.tournaments.known import Known
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import StageKind, Tournament
from bot.match.tournaments.tables import EntrantNumber, Table, TableId
from bot.match.values.players import UserId
from cogs.base.markup import bold, escaped
from cogs.posting.places import address
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
