"""Toy kinds of messages, and the truth that their messages have to show.

The truth of a subject changes in the transaction that counts a new version of its row, as in the
bot. A text is `subject:number`, so that the laws can compare Discord with the truth.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

import discord
from discord import ui

from bot.match.people.messages import (
    MESSAGES,
    MessageKey,
    MessageKind,
    MessageRow,
    want,
)
from bot.storage.base.connection import Connection
from cogs.posting.nonces import nonce_of
from cogs.posting.posted_message import Content, MessagePlace
from cogs.runtime.projector import Kind, Later, Post, Wanted
from cogs.ui.layouts import MessageLayout

GUILD = 7
ANN = 501
PERIOD = 600
"""Seconds between two messages of Recurring."""
FOLLOWING, SAID, RECURRING = 11, 12, 13
"""Subjects of each toy kind."""


@dataclass
class Subject:
    key: MessageKey
    place: int
    is_wanted: bool = False
    newest: int = 0
    """The number of the newest text; it counts on after the row was removed."""
    texts: dict[int, str] = field(default_factory=dict)
    """The newest text when a version of the row was counted."""
    said: list[str] = field(default_factory=list)
    """All texts to say, in order of their versions."""
    unsaid: set[str] = field(default_factory=set)
    """Those that were not cancelled."""
    ends: bool = False
    """Whether the row goes when everything is said."""

    @property
    def text(self) -> str:
        return f"{self.key.subject}:{self.newest}"

    def forget(self) -> None:
        """React to the end of its row."""
        self.texts.clear()
        self.said.clear()
        self.unsaid.clear()
        self.is_wanted = False


@dataclass
class Truth:
    """The newest state of all subjects; changed only within transactions."""

    now: Callable[[], float]
    subjects: dict[int, Subject] = field(default_factory=dict)

    def change(self, subject: Subject, connection: Connection) -> None:
        """Count a new version; this begins a subject that is not wanted yet."""
        if subject.key.subject == RECURRING:
            self._begin_recurring(subject, connection)
        else:
            want(connection, subject.key, GUILD, place=subject.place)
            subject.newest += 1
            if subject.key.subject == SAID:
                subject.said.append(subject.text)
                subject.unsaid.add(subject.text)
        subject.is_wanted = True

    def cancel(self, subject: Subject, connection: Connection) -> None:
        """Count a version in which nothing is left to say."""
        want(connection, subject.key, GUILD, place=subject.place)
        subject.unsaid.clear()
        subject.is_wanted = False

    def _begin_recurring(self, subject: Subject, connection: Connection) -> None:
        """Begin it, or choose another place for it."""
        period = number_of(self.now())
        row = MessageRow(subject.key, GUILD, period + 1, period, subject.place)
        changes = (
            "ON CONFLICT (kind, subject, part, receiver) DO UPDATE"
            " SET place = excluded.place, due = 0, failures = 0"
        )
        MESSAGES.insert(connection, [row], changes)


class Toy(Kind):
    def __init__(self, name: MessageKind, truth: Truth) -> None:
        self.__dict__["name"] = name  # several kinds of one class
        self.truth = truth

    def place(self, row: MessageRow) -> int:
        assert row.place is not None, "toys are begun in a place"
        return row.place

    def subject(self, row: MessageRow) -> Subject:
        return self.truth.subjects[row.key.subject]


class Following(Toy):
    """One message that follows its subject."""

    async def wanted(self, row: MessageRow) -> Wanted:
        await asyncio.sleep(0)  # the content is read after the row, as in the bot
        text = self.subject(row).text
        await asyncio.sleep(0)
        return Wanted(content(text))


class Said(Toy):
    """A message for each version, which pings a person."""

    is_repeated: ClassVar[bool] = False

    async def wanted(self, row: MessageRow) -> Wanted | None:
        await asyncio.sleep(0)
        subject = self.subject(row)
        versions = [
            version
            for version, text in enumerate(subject.said, 1)
            if version > row.shown and text in subject.unsaid
        ]
        if not versions:
            return None
        text = subject.said[versions[0] - 1]
        is_last = len(versions) == 1
        return Wanted(
            content(text),
            version=versions[0],
            nonce=nonce_of(text),
            post=_calling(text),
            next_at=None if is_last else int(self.truth.now()),
            is_last=subject.ends and is_last,
        )


class Recurring(Toy):
    """A message for each period; periods that were missed are skipped."""

    is_repeated: ClassVar[bool] = False

    async def wanted(self, row: MessageRow) -> Wanted | Later:
        await asyncio.sleep(0)
        subject = self.subject(row)
        period = number_of(self.truth.now())
        if period <= row.shown:
            return Later((period + 1) * PERIOD)
        text, next_at = f"{subject.key.subject}:{period}", (period + 1) * PERIOD
        return Wanted(
            content(text),
            version=period,
            nonce=nonce_of(text),
            post=_calling(text),
            next_at=next_at,
        )


def number_of(now: float) -> int:
    return int(now) // PERIOD


def content(text: str) -> Content:
    layout = MessageLayout()
    layout.add_item(ui.TextDisplay(text))
    return Content(layout)


def _calling(text: str) -> Post:
    """Return how to post a text that pings a person."""

    async def post(place: MessagePlace, content: Content, nonce: str) -> discord.Message:
        return await place.post(content, nonce, push=text, pings=[ANN])

    return post
