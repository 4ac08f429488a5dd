"""What notices are drawn from, and what is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.events import MatchEvent
from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.timing.timekeeper import Times
from bot.match.types import Status
from cogs.screens.base import Style
from cogs.ui.layouts import MessageLayout, notice_button
from cogs.ui.names import mention
from texts import Words


@dataclass(frozen=True, slots=True)
class Drawn:
    """A notice as it is now."""

    compose: MessageLayout
    pings: tuple[UserId, ...]
    """Whom it pings when it is posted; writing it anew pings nobody."""
    open: bool
    """Whether what happens may still change it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a notice is drawn from."""

    loaded: Loaded
    event: MatchEvent
    times: Times
    url: str
    """The address of the current board."""
    words: Words
    names: Mapping[UserId, str]
    """What those who offer to take a seat over are called."""

    @property
    def after(self) -> Sequence[MatchEvent]:
        """The events since then."""
        return self.loaded.events[self.event.n + 1 :]

    @property
    def running(self) -> bool:
        """Whether the match runs."""
        return self.loaded.status is Status.RUNNING

    def listed(self, users: Sequence[UserId]) -> str:
        """These people in a phrase."""
        return self.words.listed(mention(user, self.words) for user in users)

    def button(self, verb: str, label: str, style: Style = Style.CALM) -> ui.Item[Any]:
        """A button of this notice."""
        return notice_button(self.loaded.record.id, self.event.n, verb, label, style)
