"""The picture of an invitation."""

from io import BytesIO

import pytest
from PIL import Image

from render.charts import invitation
from render.charts.invitation import (
    WIDTH,
    Guest,
    InvitationReply,
    Party,
    draw_invitation,
    invitation_facts,
)
from render.games.dice_miner.pictures import PICTURES
from render.picture import ALT_LIMIT
from render.players import Player
from render.samples import PLAYERS
from render.theme import THEMES, Theme
from tests.render.noted import NotedCanvas
from tests.tiers import every
from texts import Catalogue
from tools.samples import STRANGE

WORDS = Catalogue.load().words()


def party(*answers: InvitationReply, free: int = 0) -> Party:
    """Return guests with these answers, the host first."""
    return Party(tuple(map(Guest, PLAYERS, answers)), free)


def test_facts_name_each_guest_and_the_free_seats() -> None:
    facts = invitation_facts(
        party(InvitationReply.IN, InvitationReply.DECLINED, InvitationReply.AWAITED, free=1),
        PICTURES,
        WORDS,
    )
    assert facts[1:] == (
        "Ana plays.",
        "Benjamín 🦊 has declined.",
        "Χρυσάνθη has been asked.",
        "1 seat is free.",
    )


@pytest.mark.parametrize("theme", every(THEMES.values()), ids=list(THEMES))
def test_each_answer_looks_different(theme: Theme) -> None:
    seen = {
        draw_invitation(party(InvitationReply.IN, answer), PICTURES, WORDS, theme).data
        for answer in InvitationReply
    }
    seen.add(draw_invitation(party(InvitationReply.IN, free=1), PICTURES, WORDS, theme).data)
    assert len(seen) == 4


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_up_to_four_lines_fit(number: int) -> None:
    guests = tuple(Guest(player, InvitationReply.AWAITED) for player in STRANGE[:number])
    picture = draw_invitation(Party(guests, 4 - number), PICTURES, WORDS)
    with Image.open(BytesIO(picture.data)) as image:
        assert image.size == (picture.width, picture.height)
    assert picture.width > picture.height
    lines = number + (number < 4)
    assert picture.height >= (invitation._TOP + lines * invitation._LINE) * 0.75
    assert len(picture.alt) <= ALT_LIMIT
    assert picture.alt.count("has been asked") == number


@pytest.mark.parametrize("language", ["en", "es"])
def test_letters_are_legible_on_a_phone(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At least ten pixels high if the picture is 400 pixels wide."""
    canvas = NotedCanvas(WIDTH, 600)
    monkeypatch.setattr(invitation, "Canvas", lambda _: canvas)
    guests = tuple(Guest(Player("W" * 32), answer) for answer in InvitationReply)
    draw_invitation(Party(guests, 1), PICTURES, Catalogue.load().words(language))
    assert len(canvas.texts) == 5
    assert min(line.size for line in canvas.texts) * 400 / WIDTH >= 10
