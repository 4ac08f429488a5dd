"""What is being played in a tournament, and until when, in lines."""

from collections.abc import Sequence

from bot.match.tournaments.state import Stage, Tournament
from bot.match.tournaments.tables import Table
from cogs.scenes.table_titles import group_name
from cogs.tournaments.told import Told, table_people

SHOWN = 12
"""Open tables with a line of their own."""


def round_ends(now: Tournament) -> int | None:
    """When the first of the rounds that are played ends, in seconds since 1970."""
    found = {now.round_until(table.id.stage, table.id.round) for table in now.open_tables}
    return min((at for at in found if at is not None), default=None)


def linked(now: Tournament) -> Sequence[Table]:
    """The open tables that have a line of their own."""
    return now.open_tables[:SHOWN]


def open_lines(told: Told) -> list[str]:
    """A line for each open table, up to SHOWN; then how many more there are, and who rests."""
    now, words = told.now, told.words
    lines = [_line(told, table) for table in linked(now)]
    if (more := len(now.open_tables) - SHOWN) > 0:
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
