"""Checks of toggles: each ends as its user last set it."""

from chaos.evidence import Evidence


def not_as_meant(evidence: Evidence) -> list[str]:
    return [
        f"user {toggle.user} set {toggle.what} to {toggle.meant!r}, and it is {toggle.became!r}"
        for toggle in evidence.transcript.toggles
        if toggle.meant != toggle.became
    ]
