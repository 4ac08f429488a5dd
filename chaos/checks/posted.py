"""Of what is posted, noted, edited and found again: each thing is there once.

Things are boards with their ends, invitations with their result cards, notices and overviews. Of
what has no buttons, such as a message to a host, only the nonce is checked.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from chaos.checks.boards import INVITATIONS
from chaos.evidence import Evidence
from chaos.transcript import Kind, Remaining, Role, Subject

_ASKED_FOR = re.compile(r"a\d+")
"""The nonce of a board that an interaction has asked for; see cogs/board/messages.py."""
_AT = re.compile(r" at -?\d+$")
_LAST = {Role.BOARD: Kind.END, Role.INVITATION: Kind.CARD}
"""What a match that is over shows."""


def not_once(evidence: Evidence) -> list[str]:
    """Things with two messages, ends and results that are missing, nonces used for two messages."""
    remaining = _remaining(evidence)
    return [*_twice(remaining), *_not_ended(evidence, remaining), *_nonces(evidence)]


def _remaining(evidence: Evidence) -> dict[Subject, list[Remaining]]:
    """What has buttons at the end; of before the last restore nothing counts.

    Overviews are edited wherever they are, so they always count.
    """
    began = evidence.lives()[-1].began
    found: defaultdict[Subject, list[Remaining]] = defaultdict(list)
    for one in evidence.transcript.remaining:
        if one.posted_at >= began or one.subject.role is Role.OVERVIEW:
            found[one.subject].append(one)
    return found


def _twice(remaining: dict[Subject, list[Remaining]]) -> Iterator[str]:
    for subject, messages in remaining.items():
        if len(messages) > 1:
            numbers = [one.message for one in messages]
            yield f"the {_name(subject)} is there as messages {numbers}"


def _not_ended(evidence: Evidence, remaining: dict[Subject, list[Remaining]]) -> Iterator[str]:
    """Matches that are over, and don't show their end, or their result.

    What was over before the last restore stays as it was. In a season Discord may refuse to let a
    result card be written for so long that the bot gives it up.
    """
    began = evidence.lives()[-1].began + evidence.transcript.skew
    excused = _excused(evidence)
    for match, loaded in evidence.over().items():
        if loaded.record.day is not None:
            continue  # it is shown to its player alone
        if evidence.past_lives and (loaded.roster.ended or 0) < began:
            continue
        for role, last in _LAST.items():
            messages = remaining.get(Subject(role, match), [])
            kinds = [one.snapshot.kind for one in messages if one.snapshot is not None]
            if last not in kinds and (kinds or (match, role) not in excused):
                if evidence.season and last is Kind.CARD:
                    continue
                shown = [kind.value for kind in kinds]
                yield f"match {match} is over, and shows {shown} in place of its {last.value}"


def _excused(evidence: Evidence) -> set[tuple[int, Role]]:
    """The matches whose end was deleted, or that have no invitation any more, or never had one."""
    revisions, deleted = evidence.transcript.revisions, evidence.transcript.deleted()
    invited = {r.snapshot.match for r in revisions if r.snapshot.kind is Kind.LOBBY}
    found = {(match, Role.INVITATION) for match in evidence.matches.keys() - invited}
    for revision in revisions:
        if revision.message in deleted and revision.snapshot.kind is Kind.END:
            found.add((revision.snapshot.match, Role.BOARD))
        elif revision.message in deleted and revision.snapshot.kind in INVITATIONS:
            found.add((revision.snapshot.match, Role.INVITATION))
    return found


def _nonces(evidence: Evidence) -> Iterator[str]:
    """Nonces under which two different messages were sent: Discord drops the second one.

    A board that somebody asked for may be tried again when the match has moved on: what Discord
    then gives back is edited.
    """
    said: dict[str, str] = {}
    for posting in evidence.transcript.postings:
        content = posting.content
        if _ASKED_FOR.fullmatch(posting.nonce):
            content = _AT.sub("", content)
        first = said.setdefault(posting.nonce, content)
        if first != content:
            yield f"the nonce {posting.nonce} was of {first!r}, and of {content!r}"


def _name(subject: Subject) -> str:
    n = "" if subject.n is None else f", event {subject.n}"
    return f"{subject.role.value} of {subject.number}{n}"
