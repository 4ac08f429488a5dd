"""Kinds of channels in a storm, known faults of Discord, and failures that the checks accept."""

from dataclasses import replace

import pytest

from chaos.checks import run_checks
from chaos.checks.places import elsewhere
from chaos.evidence import Evidence
from chaos.storm.channels import KINDS, is_hall, make_channels
from chaos.storm.known_faults import KnownFaults
from chaos.transcript import Denial, Posting, Removal
from playground import Playground
from playground.known_faults import THREAD_LIMIT
from playground.luck import Luck
from playground.model import FORUM, MEDIA, PUBLIC_THREAD, TEXT
from tests.chaos.spoiled_messages import (
    first_board_outside_a_thread,
    refused_board_posted_a_storm_later,
)


async def test_storm_has_a_place_of_each_kind() -> None:
    playground = Playground()
    halls = [playground.world.guild.channels[number] for number in make_channels(playground)]
    kinds = [PUBLIC_THREAD if kind in (FORUM, MEDIA) else kind for kind in KINDS]
    assert [hall.kind for hall in halls] == kinds
    assert all(map(is_hall, halls))
    parents = [playground.world.guild.channels[hall.parent_id or hall.id].kind for hall in halls]
    assert parents == [TEXT if kind == PUBLIC_THREAD else kind for kind in KINDS]


def test_missing_permission_excuses_a_match_in_its_channel(flawless: Evidence) -> None:
    first_board_outside_a_thread(flawless)
    assert run_checks(flawless).keys() == {"places"}
    flawless.transcript.denials.append(Denial(0.0, 9e9, None))
    assert run_checks(flawless) == {}
    flawless.transcript.denials[0] = Denial(0.0, 9e9, 98)
    assert run_checks(flawless).keys() == {"places"}, "another channel"
    flawless.transcript.denials[0] = Denial(-99.0, -98.0, None)
    assert run_checks(flawless).keys() == {"places"}, "long before"


def test_deleted_invitation_excuses_a_match_in_its_channel(flawless: Evidence) -> None:
    first_board_outside_a_thread(flawless)
    invitation = flawless.transcript.revisions[0].message
    flawless.transcript.removals.append(Removal(9e9, invitation, deleted=True))
    assert run_checks(flawless) == {}


def test_match_with_a_post_begins_there(flawless: Evidence) -> None:
    boards = {board.snapshot.match: board.channel for board in flawless.transcript.revisions}
    for match, loaded in flawless.matches.items():
        post = boards[match]
        record = replace(loaded.record, forum=1, invitation=post)
        flawless.matches[match] = replace(loaded, record=record)
    assert elsewhere(flawless) == []
    for match, loaded in flawless.matches.items():
        record = replace(loaded.record, invitation=2)
        flawless.matches[match] = replace(loaded, record=record)
    assert all("is not in its post" in problem for problem in elsewhere(flawless))
    assert elsewhere(flawless)


def test_refused_board_with_another_nonce_passes(flawless: Evidence) -> None:
    refused_board_posted_a_storm_later(flawless)
    transcript = flawless.transcript
    transcript.postings[0] = replace(transcript.postings[0], at=6.0)
    assert run_checks(flawless) == {}
    transcript.postings[0] = Posting(6.0, 6000, 77, "other", "board of 9999 at 3")
    assert run_checks(flawless).keys() == {"nonces"}, "the board of another match"


@pytest.mark.parametrize("seed", range(3))
def test_known_faults_follow_from_luck_and_end(seed: int) -> None:
    playgrounds = [Playground(), Playground()]
    for playground in playgrounds:
        make_channels(playground)
        faults = KnownFaults(playground, Luck(seed))
        halls = [
            channel for channel in playground.world.guild.channels.values() if channel.kind == TEXT
        ]
        faults.limit_threads(halls)
        assert faults.limited_until == pytest.approx(playground.world.clock() + THREAD_LIMIT, abs=5)
        for cause in (
            faults.threads_unavailable,
            faults.thread_answer_cut,
            faults.cloudflare,
            faults.proxy,
            faults.refuse_commands,
            faults.refuse_emoji,
        ):
            cause()
        assert any(playground.world.refuses_emoji(1) for _ in range(25))
    first, second = (playground.faults for playground in playgrounds)
    assert first == second
    assert len(first) == 5
    faults.repair()
    assert playground.faults == []
    assert not any(playground.world.refuses_emoji(1) for _ in range(25))
