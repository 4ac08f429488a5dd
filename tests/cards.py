"""The rows of matches' cards, for tests that need no Discord."""

from bot.match.core import boards
from bot.match.log.records import MatchId
from bot.match.people.messages import MessageKey, MessageKind, MessageRow, MessageStore
from bot.storage.base.database import Repository

LATE = 10**12


def messages_of(store: Repository) -> MessageStore:
    return MessageStore(store._database)


async def card(store: Repository, match: MatchId) -> MessageRow:
    row = await messages_of(store).row(MessageKey(MessageKind.CARD, match))
    assert row is not None
    return row


async def cards_due(store: Repository, now: int = LATE) -> tuple[MatchId, ...]:
    due = await messages_of(store).due(now)
    return tuple(sorted(row.key.subject for row in due if row.key.kind is MessageKind.CARD))


async def post_card(store: Repository, match: MatchId, message: int, place: int = 55) -> None:
    """Record a card as posted, with everything that it has to show."""
    messages, key = messages_of(store), MessageKey(MessageKind.CARD, match)
    row = await messages.claim(key, "test", 0, 5, forced=True)
    assert row is not None
    shown = MessageRow(key, row.guild, shown=row.wanted, place=place, message=message)
    assert await messages.note(shown, "test", also=boards.note_card)
