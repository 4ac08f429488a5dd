"""A transcript as text, for the reader of a failed run."""

from collections.abc import Iterator

from chaos.transcript import Interaction, Transcript

_ENDS = {True: "was deleted", False: "lost its buttons"}
_SIGHT = {True: "sees", False: "no longer sees"}
Line = tuple[float, str]


def lines(transcript: Transcript) -> list[str]:
    pinged: dict[int, list[str]] = {}
    for message, user in transcript.pings:
        pinged.setdefault(message, []).append(str(user))
    calls = {message: " and ".join(users) for message, users in pinged.items()}
    timed: list[Line] = [
        *transcript.schedule,
        *_revisions(transcript, calls),
        *(
            (record.at, f"message {record.message} {_ENDS[record.deleted]}")
            for record in transcript.removals
        ),
        *((record.at, _did(record)) for record in (*transcript.clicks, *transcript.commands)),
        *((s.at, f"{s.user} {_SIGHT[s.sees]} {s.channel}") for s in transcript.visibility),
        *((at, f"-- the bot is {'up' if up else 'down'}") for at, up in transcript.ups),
        *_posts(transcript, calls),
        *_panels(transcript),
    ]
    return [f"{at:.3f} {line}" for at, line in sorted(timed)]


def _revisions(transcript: Transcript, calls: dict[int, str]) -> Iterator[Line]:
    for revision in transcript.revisions:
        snapshot = revision.snapshot
        state = f"match {snapshot.match}: {snapshot.kind.value} {snapshot.seq}"
        verb = "posted" if revision.posted else "edited"
        pinged = calls.get(revision.message) if revision.posted else None
        ping = f", with a ping for {pinged}" if pinged else ""
        where = f"{verb} as {revision.message} in {revision.channel}{ping}"
        yield revision.at, f"{state} {where}; stored {revision.stored}"


def _did(interaction: Interaction) -> str:
    options = "".join(f" {name}:{value}" for name, value in interaction.named)
    did = f"used /{interaction.command}{options}" if interaction.command else "pressed"
    answers = "; ".join(answer.partition("\n")[0] for answer in interaction.told)
    action = f"{interaction.user} {did} {interaction.custom_id!r} ({interaction.interaction})"
    return f"{action}: {answers or interaction.acknowledged}"


def _posts(transcript: Transcript, calls: dict[int, str]) -> Iterator[Line]:
    described = {revision.message for revision in transcript.revisions}
    described |= {sight.message for sight in transcript.panels}
    for post in transcript.posts:
        if post.message not in described:
            text = post.text.replace("\n", " / ")
            pinged = calls.get(post.message, "")
            yield post.at, f"posted {post.message} in {post.channel}: {text} ({pinged})"


def _panels(transcript: Transcript) -> Iterator[Line]:
    for sight in transcript.panels:
        verb = "posted" if sight.posted else "edited"
        yield (
            sight.at,
            f"tournament {sight.tournament} {verb} as {sight.message}: event {sight.shows}",
        )
