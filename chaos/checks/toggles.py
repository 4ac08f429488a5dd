"""Of toggles: what is on or off ends as its user last meant it."""

from chaos.evidence import Evidence


def not_as_meant(evidence: Evidence) -> list[str]:
    """Toggles that ended otherwise."""
    return [
        f"user {one.user} meant {one.what} to be {one.meant!r}, and it is {one.became!r}"
        for one in evidence.transcript.toggles
        if one.meant != one.became
    ]
