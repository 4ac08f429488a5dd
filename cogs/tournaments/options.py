"""A tournament's terms as options of `/tournament create` and `edit`, each declared once."""

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast

from discord import app_commands

from bot.match.tournaments.checks import CHECK_IN, CLOSES_WITHIN, DAYS, ROUNDS, SEATS
from bot.match.tournaments.terms import (
    FEWEST,
    GROUP,
    MOST,
    Format,
    Seeding,
    Terms,
    unused,
    without_unused,
)
from bot.match.values.times import HOUR, Pace
from cogs.invitations.handlers import PACE_CHOICES
from cogs.screens.base import BadChoice
from cogs.tournaments.terms_lines import FORMATS, SEEDINGS, format_name
from cogs.ui.widgets import choices
from texts import Words, mark

F = TypeVar("F", bound=Callable[..., Awaitable[None]])
Choices = Sequence[app_commands.Choice[str]]
FORMAT, EVENT = "format", "event"


@dataclass(frozen=True, slots=True)
class TermOption:
    """An option that chooses a term: a number from a range, or a value from a menu."""

    name: str
    description: str
    numbers: range = range(0)
    menu: Choices = ()
    read: Callable[[Any], Any] = int
    removable: bool = False
    """Whether 0 in `edit` removes the number."""
    switch: bool = False
    """Whether the value is True or False."""

    def parameter(self, *, edits: bool) -> inspect.Parameter:
        """Return the parameter of a command; a new tournament requires a format."""
        kind, name = inspect.Parameter.KEYWORD_ONLY, self.name
        if name == FORMAT and not edits:
            return inspect.Parameter(name, kind, annotation=str)
        value: Any = bool if self.switch else str
        if not self.menu and not self.switch:
            low = 0 if edits and self.removable else self.numbers[0]
            value = cast("Any", app_commands.Range)[int, low, self.numbers[-1]]
        return inspect.Parameter(name, kind, default=None, annotation=value | None)


FORMAT_CHOICES = choices((name, one.value) for one, name in FORMATS.items())
SEEDING_CHOICES = choices((name, one.value) for one, name in SEEDINGS.items())
HOURS = range(1, CLOSES_WITHIN * 24 + 1)
FEW = range(1, GROUP[-1])
TERM_OPTIONS = (
    TermOption(FORMAT, mark("Who meets whom"), menu=FORMAT_CHOICES, read=Format),
    TermOption("seats", mark("How many sit at a table: 2 to 4"), range(2, SEATS + 1)),
    TermOption("pace", mark("How long each turn can take"), menu=PACE_CHOICES, read=Pace),
    TermOption(
        "days",
        mark("How many days a round, or a league's season, may last"),
        DAYS,
        removable=True,
    ),
    TermOption("rounds", mark("How many rounds a Swiss has"), ROUNDS, removable=True),
    TermOption(
        "starts_in",
        mark("In how many hours it starts by itself; else a moderator starts it"),
        HOURS,
        removable=True,
    ),
    TermOption(
        "check_in",
        mark("How many hours before the start people have to say that they're there"),
        CHECK_IN,
        removable=True,
    ),
    TermOption(
        "seeding",
        mark("By what people are ordered at the start"),
        menu=SEEDING_CHOICES,
        read=Seeding,
    ),
    TermOption("most", mark("How many people may take part"), range(FEWEST, MOST + 1)),
    TermOption("group", mark("About how many people are in a group"), GROUP),
    TermOption("advance", mark("How many of each group come to the final"), FEW),
    TermOption("movers", mark("How many of each group of a league move up, and down"), FEW),
    TermOption(
        EVENT,
        mark("Also among this server's events, from registration to the end"),
        read=bool,
        switch=True,
    ),
)


def term_options(*, edits: bool) -> Callable[[F], F]:
    """Add an option for each term to a command whose method takes `**terms`.

    discord.py reads options from the signature, so the decorator extends the signature.
    """

    def declare(method: F) -> F:
        signature = inspect.signature(method)
        own = [
            parameter
            for parameter in signature.parameters.values()
            if parameter.kind is not parameter.VAR_KEYWORD
        ]
        added = [option.parameter(edits=edits) for option in TERM_OPTIONS]
        vars(method)["__signature__"] = signature.replace(parameters=[*own, *added])
        app_commands.describe(**{one.name: one.description for one in TERM_OPTIONS})(method)
        app_commands.choices(**{one.name: list(one.menu) for one in TERM_OPTIONS if one.menu})(
            method
        )
        return method

    return declare


def chosen_terms(terms: Terms, options: Mapping[str, Any], now: int, words: Words) -> Terms:
    """Return the terms with the chosen options; None leaves a term unchanged.

    0 hours, days or rounds remove the term. A new format drops values that it does not use. Raise
    BadChoice for options that the format does not use.
    """
    values = {
        option.name: option.read(options[option.name])
        for option in TERM_OPTIONS
        if options.get(option.name) is not None
    }
    chosen = values.get(FORMAT, terms.format)
    if names := unused(chosen, values):
        raise BadChoice(
            words.count(
                "**{format}** has no option {options}. Nothing changed.",
                "**{format}** has no options {options}. Nothing changed.",
                len(names),
                format=format_name(chosen, words),
                options=words.listed(f"`{name}`" for name in names),
            )
        )
    if FORMAT in values:
        terms = without_unused(replace(terms, format=chosen))
    hours = values.pop("starts_in", None)
    if hours is not None:
        values["closes"] = now + hours * HOUR if hours else None
        if not hours:
            values.setdefault("check_in", 0)
    values |= {name: None for name in ("days", "rounds") if values.get(name) == 0}
    return replace(terms, **values)
