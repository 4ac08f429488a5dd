"""What the standings of a tournament show, as plain values and as sentences."""

from collections.abc import Sequence
from dataclasses import dataclass

from render.charts.tournament_signs import Form, State, Zone, form_word, state_word, zone_word
from render.names import plain_name, plain_title
from render.players import Player
from texts import Words

MOST = 16
"""Lines on a page, over all its groups."""
MOST_FIGURES = 3
"""Tie-breaks that are drawn; the alt text has the same."""
MOST_FORM = 5
"""Results of a line."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An entrant's line."""

    place: int
    """From 1; who tie in everything share a place."""
    name: str
    played: int
    """Matches, byes among them."""
    points: str
    """As text, for example ``7½``."""
    figures: tuple[str, ...] = ()
    """A value for each tie-break of the page, as text."""
    form: tuple[Form, ...] = ()
    """The latest results, the newest last; at most MOST_FORM are shown."""
    state: State = State.IN
    you: bool = False
    """Whether this is the reader."""
    zone: Zone = Zone.NONE


@dataclass(frozen=True, slots=True)
class Group:
    """A group of a tournament, or of a league."""

    heading: str
    lines: tuple[Standing, ...]
    """In order."""


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """One page of standings."""

    title: str
    """The name of the tournament; may be any text at all."""
    subtitle: str = ""
    """Which round, or which season."""
    columns: tuple[str, ...] = ()
    """The headings of the tie-breaks, as short as possible; at most MOST_FIGURES are shown."""
    lines: tuple[Standing, ...] = ()
    """Of a tournament without groups, in order."""
    groups: tuple[Group, ...] = ()
    """Instead of `lines`."""
    notes: tuple[str, ...] = ()
    """Shown at the bottom, the last one on the right: it may say which lines of how many."""

    @property
    def sections(self) -> tuple[Group, ...]:
        """What the page shows: as many whole groups as fit, or else the lines that do."""
        if not self.groups:
            return (Group("", self.lines[:MOST]),)
        first, *others = self.groups[: max(groups_that_fit(self.groups), 1)]
        return (Group(first.heading, first.lines[:MOST]), *others)


def groups_that_fit(groups: tuple[Group, ...]) -> int:
    """How many of the groups, from the first on, fit on one page with all their lines."""
    return sizes_that_fit([len(group.lines) for group in groups])


def sizes_that_fit(sizes: Sequence[int]) -> int:
    """Return how many groups of so many lines, from the first on, fit on one page."""
    fit = lines = 0
    for size in sizes:
        lines += size
        if lines > MOST:
            break
        fit += 1
    return fit


def standings_facts(page: StandingsPage, words: Words) -> tuple[str, ...]:
    """The standings as sentences: first everybody's place, then how it came about."""
    facts = [f"{plain_title(words, page.title)}."]
    if page.subtitle:
        facts.append(f"{page.subtitle}.")
    sections = page.sections
    if not any(group.lines for group in sections):
        facts.append(words.say("Nobody yet. The first match decides."))
    for group in sections:
        if group.heading:
            facts.append(f"{group.heading}.")
        facts += [_place_fact(line, words) for line in group.lines]
    facts += [note if note.endswith(".") else f"{note}." for note in page.notes]
    for group in sections:
        facts += [_details_fact(line, page.columns, words) for line in group.lines]
    return tuple(facts)


def _name(line: Standing, words: Words) -> str:
    return plain_name(words, [Player(line.name)], 0)


def _place_fact(line: Standing, words: Words) -> str:
    detail = ", ".join(filter(None, (state_word(words, line.state), zone_word(words, line.zone))))
    name = _name(line, words)
    if not detail:
        return words.say(
            "Place {place}: {name}, points: {points}.",
            place=line.place,
            name=name,
            points=line.points,
        )
    return words.say(
        "Place {place}: {name}, points: {points}, {detail}.",
        place=line.place,
        name=name,
        points=line.points,
        detail=detail,
    )


def _details_fact(line: Standing, columns: tuple[str, ...], words: Words) -> str:
    details = [words.count("{count} match played", "{count} matches played", line.played)]
    pairs = zip(columns[:MOST_FIGURES], line.figures, strict=False)
    details += [f"{heading} {figure}" for heading, figure in pairs]
    details += [form_word(words, form) for form in line.form[-MOST_FORM:]]
    return words.say("{label}: {figure}.", label=_name(line, words), figure=", ".join(details))
