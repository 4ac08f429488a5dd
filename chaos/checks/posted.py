"""Checks of messages that are posted, edited and found again: each subject has one message.

Subjects are boards with their ends, invitations with their result cards, notices and overviews. For
messages without buttons, such as a line to a host, only the nonce is checked.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from chaos.checks.boards import INVITATIONS
from chaos.evidence import Evidence
from chaos.transcript import Kind, Remaining, Role, Subject

_ASKED_FOR = re.compile(r"a[0-9a-f]{24}")
"""The nonce of a board that a player asked for; see cogs/board/messages.py."""
_AT = re.compile(r" at -?\d+$")
_LAST = {Role.BOARD: Kind.END, Role.INVITATION: Kind.CARD}


def not_once(evidence: Evidence) -> list[str]:
    remaining = _remaining(evidence)
    return [*_twice(remaining), *_not_ended(evidence, remaining), *_nonces(evidence)]


def _remaining(evidence: Evidence) -> dict[Subject, list[Remaining]]:
    """Return messages with buttons at the end of the run, if posted after the last restore.

    Overviews are edited wherever they are, so they always count.
    """
    began = evidence.lives()[-1].began
    by_subject: defaultdict[Subject, list[Remaining]] = defaultdict(list)
    for remaining in evidence.transcript.remaining:
        if remaining.posted_at >= began or remaining.subject.role is Role.OVERVIEW:
            by_subject[remaining.subject].append(remaining)
    return by_subject


def _twice(remaining: dict[Subject, list[Remaining]]) -> Iterator[str]:
    for subject, messages in remaining.items():
        if len(messages) > 1:
            numbers = [message.message for message in messages]
            yield f"the {_name(subject)} has several messages: {numbers}"


def _not_ended(evidence: Evidence, remaining: dict[Subject, list[Remaining]]) -> Iterator[str]:
    """Yield finished matches that don't show their end or their result.

    Matches that ended before the last restore stay as they were. In a season Discord can refuse a
    result card for so long that the bot gives up.
    """
    began = evidence.lives()[-1].began + evidence.transcript.skew
    excused = _excused(evidence)
    for match, loaded in evidence.over().items():
        if loaded.record.day is not None:
            continue  # only its player sees it
        if evidence.past_lives and (loaded.roster.ended or 0) < began:
            continue
        for role, last in _LAST.items():
            messages = remaining.get(Subject(role, match), [])
            kinds = [message.snapshot.kind for message in messages if message.snapshot is not None]
            if last not in kinds and (kinds or (match, role) not in excused):
                if evidence.season and last is Kind.CARD:
                    continue
                states = [kind.value for kind in kinds]
                yield f"match {match} is over, and shows {states} instead of its {last.value}"


def _excused(evidence: Evidence) -> set[tuple[int, Role]]:
    """Return (match, role) for deleted ends, and for missing or deleted invitations."""
    revisions, deleted = evidence.transcript.revisions, evidence.transcript.deleted()
    invited = {r.snapshot.match for r in revisions if r.snapshot.kind is Kind.LOBBY}
    excused = {(match, Role.INVITATION) for match in evidence.matches.keys() - invited}
    for revision in revisions:
        if revision.message in deleted and revision.snapshot.kind is Kind.END:
            excused.add((revision.snapshot.match, Role.BOARD))
        elif revision.message in deleted and revision.snapshot.kind in INVITATIONS:
            excused.add((revision.snapshot.match, Role.INVITATION))
    return excused


def _nonces(evidence: Evidence) -> Iterator[str]:
    """Yield nonces with two different messages: Discord drops the second one.

    The bot can retry a requested board after the match has moved on. Discord then returns the first
    message, and the bot edits it.
    """
    contents: dict[str, str] = {}
    for posting in evidence.transcript.postings:
        content = posting.content
        if _ASKED_FOR.fullmatch(posting.nonce):
            content = _AT.sub("", content)
        first = contents.setdefault(posting.nonce, content)
        if first != content:
            yield f"the nonce {posting.nonce} was used for {first!r} and for {content!r}"


def _name(subject: Subject) -> str:
    n = "" if subject.n is None else f", event {subject.n}"
    return f"{subject.role.value} of {subject.number}{n}"
