"""The input and output of notices' layouts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.match.log.events import MatchEvent
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.timekeeping.timekeeper import Times
from bot.match.values.players import UserId
from cogs.base.mentions import mention
from cogs.posting.lock_screen import push_names
from cogs.screens.base import Style
from cogs.ui.computer_names import computer_name
from cogs.ui.layouts import MessageLayout, compose, notice_button, rows_of
from cogs.ui.widgets import link_button
from engine.core.types import Seat
from texts import Words


@dataclass(frozen=True, slots=True)
class NoticeLayout:
    """The current form of a notice.

    Lock screens show its first line, which names the players and the match, without `<t:…>` and
    addresses.
    """

    layout: MessageLayout
    pings: tuple[UserId, ...] = ()
    """People whom the post pings; edits ping no one."""
    open: bool = False
    """Whether later events of the match can change the notice."""


def compose_notice(
    above: str,
    note: str = "",
    buttons: Sequence[ui.Item[Any]] = (),
    pings: Sequence[UserId] = (),
    *,
    still_open: bool = False,
) -> NoticeLayout:
    layout = compose(above=above, texts=[note], rows=rows_of([buttons] if buttons else []))
    return NoticeLayout(layout, tuple(pings), still_open)


@dataclass(frozen=True, slots=True)
class NoticeContext:
    loaded: Loaded
    event: MatchEvent
    times: Times
    url: str
    words: Words
    names: Mapping[UserId, str]
    """Names of the players, and of people who offer to take over a seat."""
    has_spectators: bool = True
    """Whether the server can have members who had no part in the match."""

    @property
    def after(self) -> Sequence[MatchEvent]:
        return self.loaded.events[self.event.n + 1 :]

    @property
    def running(self) -> bool:
        return self.loaded.status is Status.RUNNING

    @property
    def link(self) -> ui.Item[Any]:
        # Translators: A button: it leads to the match.
        return link_button(self.words.say("Open the match"), self.url)

    def against(self, called: Collection[UserId], but: Seat | None = None) -> str:
        """Return the match number and the players, except those who are pinged and the
        seat `but`.
        """
        words, names = self.words, list[str]()
        for seat, holder in enumerate(self.loaded.roster.holders):
            if holder is None:
                name = self.computer(seat)
            else:
                name = self.names.get(holder) or words.say_as("name", "Miner")
            if seat != but and holder not in called:
                names.append(name)
        if not names:
            return str(self.loaded.record.id)
        # Translators: It follows “match #”: the number of the match, and the other players.
        return words.say(
            "{match} against {players}",
            match=self.loaded.record.id,
            players=push_names(names, words),
        )

    def computer(self, seat: Seat) -> str:
        return computer_name(self.loaded.computers[seat], self.words)

    def listed(self, users: Sequence[UserId]) -> str:
        return self.words.listed(mention(user, self.words) for user in users)

    def button(self, verb: str, label: str, style: Style = Style.CALM) -> ui.Item[Any]:
        return notice_button(self.loaded.record.id, self.event.n, verb, label, style)
