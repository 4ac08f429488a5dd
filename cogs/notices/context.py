"""What a notice is made from, and what comes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.events import MatchEvent
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.records import Status
from bot.match.timing.timekeeper import Times
from cogs.screens.base import Style
from cogs.ui.layouts import MessageLayout, compose, notice_button
from cogs.ui.mentions import mention
from texts import Words


@dataclass(frozen=True, slots=True)
class NoticeLayout:
    """A notice as it reads now."""

    layout: MessageLayout
    pings: tuple[UserId, ...] = ()
    """Whom its post pings; edits ping nobody."""
    open: bool = False
    """Whether what happens in the match may still change it."""


def compose_notice(
    above: str,
    note: str = "",
    buttons: Sequence[ui.Item[Any]] = (),
    pings: Sequence[UserId] = (),
    *,
    still_open: bool = False,
) -> NoticeLayout:
    """A notice of a line that pings, a note below it and a row of buttons."""
    layout = compose(above=above, texts=[note], rows=[buttons] if buttons else [])
    return NoticeLayout(layout, tuple(pings), still_open)


@dataclass(frozen=True, slots=True)
class NoticeContext:
    """The event of a notice, and the match around it."""

    loaded: Loaded
    event: MatchEvent
    times: Times
    url: str
    """The address of the current board."""
    words: Words
    names: Mapping[UserId, str]
    """Of those who offer to take over a seat."""

    @property
    def after(self) -> Sequence[MatchEvent]:
        """The events of the match since the one that it is about."""
        return self.loaded.events[self.event.n + 1 :]

    @property
    def running(self) -> bool:
        """Whether the match still runs."""
        return self.loaded.status is Status.RUNNING

    def listed(self, users: Sequence[UserId]) -> str:
        """These people as mentions, in a phrase."""
        return self.words.listed(mention(user, self.words) for user in users)

    def button(self, verb: str, label: str, style: Style = Style.CALM) -> ui.Item[Any]:
        """A button of this notice; `verb` is what it does."""
        return notice_button(self.loaded.record.id, self.event.n, verb, label, style)
