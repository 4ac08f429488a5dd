"""The laws of the Projector: some hold after each step, the others once everything is at rest."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.match.people.messages import MESSAGES, MessageRow
from tests.simulation.discord_model import Message
from tests.simulation.kinds import ANN, FOLLOWING, PERIOD, RECURRING, SAID, Subject, number_of

if TYPE_CHECKING:
    from tests.simulation.scenario import Run


MOST_REFUSALS = 60
"""A run has at most some changes of permissions, after each of which every row is tried."""


class Watch:
    def __init__(self, run: "Run") -> None:
        self._run = run
        self._select = MESSAGES.select("")
        self.dropping: Counter[int] = Counter()
        """Subjects that people have asked to drop; killed processes don't, or did."""
        self.requests = 0
        """Number of requests in the last half hour, at rest."""
        self._lost_early: set[str] = set()
        """Texts whose message people deleted or moved, so that a second ping can't be avoided."""
        self._present: set[int] = set()
        self._before: dict[int, MessageRow] = {}

    def rows(self) -> dict[int, MessageRow]:
        found = self._run.disk.connection.execute(self._select).fetchall()
        return {row.key.subject: row for row in map(MESSAGES.read, found)}

    def look(self) -> None:
        """Follow the truth after each transaction, and check the laws of each moment."""
        rows, run = self.rows(), self._run
        for number, subject in run.truth.subjects.items():
            row = rows.get(number)
            if row is None or row.is_removed:
                if number in self._present:
                    self._present.discard(number)
                    self._gone(subject)
                continue
            if number not in self._present:
                self._present.add(number)
                subject.texts.clear()
            subject.texts.setdefault(row.wanted, subject.text)
            row = replace(row, until=0)
            if row != self._before.get(number):
                self._before[number] = row
                run.tell(
                    "row", number, row.shown, "of", row.wanted, row.message, row.owner, row.due
                )
            self.true(subject, row)

    def changed(self) -> None:
        """Check the laws of each moment after a change on Discord."""
        for number, row in self.rows().items():
            if not row.is_removed:
                self.true(self._run.truth.subjects[number], row)

    def true(self, subject: Subject, row: MessageRow) -> None:
        """Check that Discord shows at least what is recorded."""
        message = self._run.model.messages.get(row.message or 0)
        if subject.key.subject != FOLLOWING or message is None or row.shown == 0:
            return
        recorded = subject.texts.get(row.shown)
        if recorded is not None and number(message.text) < number(recorded):
            self._run.loop.failures.append(
                f"untrue record: {recorded} is recorded as shown, but message {message.id} shows"
                f" {message.text}"
            )

    def deleting(self, message: Message) -> None:
        self._lost_early.add(message.text)

    def moving(self, subject: Subject) -> None:
        """Allow a second ping in another place: an unrecorded message is only searched in one."""
        self._lost_early.add(f"{subject.key.subject}:{number_of(self._run.loop.now)}")

    def _gone(self, subject: Subject) -> None:
        run, number_ = self._run, subject.key.subject
        expected = (
            self.dropping[number_] > 0
            or self._before[number_].place in run.model.gone
            or (number_ == SAID and not self._unsaid(subject))
        )
        run.tell("row gone", number_)
        if not expected:
            run.loop.failures.append(f"lost: the row of {number_} is gone, though it is wanted")
        subject.forget()

    def _unsaid(self, subject: Subject) -> list[str]:
        pings = self._run.model.pings
        return [text for text in subject.unsaid if not pings[ANN, text]]

    def judge(self) -> None:
        """Check the laws of a state at rest."""
        run = self._run
        assert not run.loop.failures, run.loop.failures[0]
        rows = self.rows()
        for (user, text), count in run.model.pings.items():
            most = 1 + (text in self._lost_early)
            assert count <= most, f"pinged {count} times: {user} for {text}"
        assert run.model.refusals < MOST_REFUSALS, f"{run.model.refusals} refused requests"
        for message in run.model.messages.values():
            said = run.truth.subjects.get(SAID)
            is_wanted = said is not None and message.text in said.unsaid
            # A line beside its layout is one that Discord allowed neither to edit nor to delete.
            copies = [other for other in run.model.messages.values() if other.text == message.text]
            assert not (message.content and is_wanted and len(copies) == 1), (
                f"a bare line is left: {message.text}"
            )
        for number_, subject in run.truth.subjects.items():
            self._judge(subject, rows.get(number_))

    def _judge(self, subject: Subject, row: MessageRow | None) -> None:
        run, number_ = self._run, subject.key.subject
        own = [
            message
            for message in run.model.messages.values()
            if message.is_own and message.text.startswith(f"{number_}:")
        ]
        if row is not None:
            assert not row.is_removed, f"never removed: {row}"
            assert number_ == RECURRING or not row.is_due, f"still due, for ever: {row}"
            assert row.until <= run.loop.now, f"still leased: {row}"
        if number_ == FOLLOWING and subject.place not in run.model.gone:
            texts = [message.text for message in own]
            wanted = [subject.text] if subject.is_wanted else []
            assert texts == wanted, f"shown: {texts}, wanted: {wanted}"
        if number_ == SAID and subject.place not in run.model.gone:
            assert not self._unsaid(subject), f"never said: {self._unsaid(subject)}"
        if number_ == RECURRING and subject.is_wanted:
            assert row is not None, "the row is lost"
            assert row.place == subject.place, f"the choice of a place is lost: {row}"
        if number_ == RECURRING and subject.is_wanted and subject.place not in run.model.gone:
            period = number_of(run.loop.now) - 1
            text = f"{number_}:{period}"
            assert run.model.pings[ANN, text] == 1, f"not said in its period: {text}"
        most = 3 * 1800 // PERIOD if number_ == RECURRING else 0
        assert self.requests <= most or RECURRING in run.truth.subjects, (
            f"{self.requests} requests at rest"
        )


def number(text: str) -> int:
    return int(text.partition(":")[2])
