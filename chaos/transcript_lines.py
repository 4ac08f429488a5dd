"""A transcript as text, for whoever looks for a fault."""

from collections.abc import Iterator

from chaos.transcript import Interaction, Transcript

_ENDS = {True: "was deleted", False: "lost its buttons"}
_SIGHT = {True: "sees", False: "no longer sees"}
Line = tuple[float, str]


def lines(transcript: Transcript) -> list[str]:
    """A line for each thing that has a time, oldest first."""
    pinged: dict[int, list[str]] = {}
    for message, user in transcript.pings:
        pinged.setdefault(message, []).append(str(user))
    calls = {message: " and ".join(users) for message, users in pinged.items()}
    told: list[Line] = [
        *transcript.schedule,
        *_revisions(transcript, calls),
        *((one.at, f"message {one.message} {_ENDS[one.deleted]}") for one in transcript.removals),
        *((one.at, _did(one)) for one in (*transcript.clicks, *transcript.commands)),
        *((s.at, f"{s.user} {_SIGHT[s.sees]} {s.channel}") for s in transcript.visibility),
        *((at, f"-- the bot is {'up' if up else 'down'}") for at, up in transcript.ups),
        *_posts(transcript, calls),
        *_panels(transcript),
    ]
    return [f"{at:.3f} {line}" for at, line in sorted(told)]


def _revisions(transcript: Transcript, calls: dict[int, str]) -> Iterator[Line]:
    for one in transcript.revisions:
        what = f"match {one.snapshot.match}: {one.snapshot.kind.value} {one.snapshot.seq}"
        verb = "posted" if one.posted else "edited"
        pinged = calls.get(one.message) if one.posted else None
        ping = f", with a ping for {pinged}" if pinged else ""
        where = f"{verb} as {one.message} in {one.channel}{ping}"
        yield one.at, f"{what} {where}; stored {one.stored}"


def _did(one: Interaction) -> str:
    options = "".join(f" {name}:{value}" for name, value in one.named)
    did = f"used /{one.command}{options}" if one.command else "pressed"
    said = "; ".join(answer.partition("\n")[0] for answer in one.told)
    what = f"{one.user} {did} {one.custom_id!r} ({one.interaction})"
    return f"{what}: {said or one.acknowledged}"


def _posts(transcript: Transcript, calls: dict[int, str]) -> Iterator[Line]:
    told = {revision.message for revision in transcript.revisions}
    told |= {sight.message for sight in transcript.panels}
    for post in transcript.posts:
        if post.message not in told:
            text = post.text.replace("\n", " / ")
            pinged = calls.get(post.message, "")
            yield post.at, f"posted {post.message} in {post.channel}: {text} ({pinged})"


def _panels(transcript: Transcript) -> Iterator[Line]:
    for one in transcript.panels:
        verb = "posted" if one.posted else "edited"
        yield one.at, f"tournament {one.tournament} {verb} as {one.message}: event {one.shows}"
