"""Notices: their texts, buttons and pings at each stage."""

import re
from dataclasses import replace

import pytest

from bot.match.log.events import MatchEventKind, Remedy, Vote
from bot.match.values.times import DAY, HOUR, Pace
from cogs.notices.context import NoticeContext
from cogs.notices.layouts import notice_layout
from tests.cogs.clocked import Clocked, late_of
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import BUTTON, check
from tests.match.tournaments.organizing import at_tables
from tests.match.world import ANN, BEN, CAT, DAN
from tests.storage.samples import A_TOURNAMENT, MADE, SEED


async def test_late_notice_shows_votes_and_offers_until_it_is_settled(clocked: Clocked) -> None:
    match = await clocked.begun(ANN, BEN, CAT)
    await clocked.later(DAY)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert set(drawn.pings) == {ANN, BEN, CAT}
    assert drawn.open
    assert verbs == ["wait", "turn", "seat", "end", "offer"]
    late = await late_of(clocked, match)
    await clocked.pace.late.offer(match, DAN, late)
    await clocked.pace.late.vote(match, BEN, late, Vote(Remedy.TURN))
    _, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert f"<@{DAN}> offers" in text
    assert f"<@{BEN}>: A computer plays this turn" in text
    assert f"person {DAN}" in verbs
    await clocked.pace.late.vote(match, CAT, late, Vote(Remedy.TURN))
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert re.search(r"🤖 \*\*\w+\*\* played this turn", text)
    assert verbs == []
    assert not drawn.open


async def test_choices_name_the_late_player_and_offers_need_spectators(clocked: Clocked) -> None:
    match = await clocked.begun(ANN, BEN, CAT)
    await clocked.later(DAY)
    context = replace(await clocked.context(match, MatchEventKind.LATE), names={ANN: "Ada"})
    labels = _labels(context)
    assert labels[0] == "Give Ada another day"
    assert "I'll play Ada's seat" in labels
    assert _labels(replace(context, has_spectators=False)) == [
        label for label in labels if label != "I'll play Ada's seat"
    ]


def _labels(context: NoticeContext) -> list[str]:
    drawn = notice_layout(context)
    assert drawn is not None
    return [part["label"] for part in check(drawn.layout) if part["type"] == BUTTON]


async def test_late_notice_with_many_offers_fits(clocked: Clocked) -> None:
    match = await clocked.begun(ANN, BEN, CAT, DAN)
    await clocked.later(DAY)
    late = await late_of(clocked, match)
    for user in range(20, 34):
        await clocked.pace.late.offer(match, user, late)
    for user in (BEN, CAT):
        await clocked.pace.late.vote(match, user, late, Vote(Remedy.PERSON, 20 + user % 2))
    _, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert text.count("offers to take") == 10
    assert "… and 4 more offers." in text
    assert len(verbs) == 15


async def test_move_settles_the_late_notice(clocked: Clocked) -> None:
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    _, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert "end" not in verbs
    assert f"<@{BEN}>, what should happen" in text
    await clocked.world.toy(match, f"{ANN} add 1")
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert f"<@{ANN}> has moved" in text
    assert (verbs, drawn.open) == ([], False)


async def test_second_warning_pings_again_and_offers_a_claim(clocked: Clocked) -> None:
    match = await clocked.begun(ANN, BEN)
    await clocked.later(DAY)
    await clocked.later(DAY)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.WARNED)
    assert "Second warning" in text
    assert "claim" in verbs
    assert set(drawn.pings) == {ANN, BEN}
    _, text, verbs = await clocked.notice(match, MatchEventKind.LATE)
    assert "second warning below" in text
    assert verbs == []
    await clocked.pace.late.claim(match, BEN, await late_of(clocked, match))
    for kind in (MatchEventKind.LATE, MatchEventKind.WARNED):
        drawn, text, verbs = await clocked.notice(match, kind)
        assert f"<@{BEN}> claimed the win" in text or "taken over from" in text
        assert (verbs, drawn.open) == ([], False)


@pytest.mark.parametrize("vote", [Vote(Remedy.SEAT), Vote(Remedy.PERSON, DAN)])
async def test_replaced_player_can_take_the_seat_back_from_a_computer(
    clocked: Clocked, vote: Vote
) -> None:
    match = await clocked.begun(ANN, BEN, CAT)
    await clocked.later(DAY)
    late = await late_of(clocked, match)
    await clocked.pace.late.offer(match, DAN, late)
    for user in (BEN, CAT):
        await clocked.pace.late.vote(match, user, late, vote)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.REPLACED)
    if vote.person is not None:
        assert set(drawn.pings) == {ANN, DAN}
        assert (verbs, drawn.open) == ([], False)
        return
    assert (drawn.pings, verbs, drawn.open) == ((ANN,), ["back"], True)
    await clocked.pace.late.take_back_seat(match, ANN)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.REPLACED)
    assert "took the seat back" in text
    assert (verbs, drawn.open) == ([], False)


async def test_pause_notice_follows_the_pause(clocked: Clocked) -> None:
    match = await clocked.begun(ANN, BEN, CAT)
    pauses = clocked.pace.pauses
    await pauses.pause(match, BEN)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.PAUSE_ASKED)
    assert (set(drawn.pings), verbs) == ({ANN, CAT}, ["agree", "decline"])
    await pauses.pause(match, ANN)
    loaded = await pauses.pause(match, CAT)
    begun = next(event for event in loaded.events if event.kind is MatchEventKind.PAUSE_ASKED)
    paused = await clocked.context(match, MatchEventKind.PAUSED)
    drawn_ = notice_layout(NoticeContext(paused.loaded, begun, paused.times, paused.url, WORDS, {}))
    assert drawn_ is not None
    assert "the match is paused" in str(drawn_.layout.to_components())
    await pauses.resume(match, CAT)
    drawn, text, _ = await clocked.notice(match, MatchEventKind.RESUMED)
    assert drawn.pings == (ANN,)
    await pauses.pause(match, ANN)
    await pauses.decline_pause(match, BEN)
    drawn, text, verbs = await clocked.notice(match, MatchEventKind.PAUSE_ASKED)
    assert "said no" in text
    assert (verbs, drawn.open) == ([], False)


async def test_idle_warning_pings_all_unless_someone_moved(clocked: Clocked) -> None:
    match = await clocked.begun(ANN, BEN, pace=Pace.NONE)
    await clocked.later(46 * DAY)
    drawn, text, _ = await clocked.notice(match, MatchEventKind.IDLE_WARNED)
    assert set(drawn.pings) == {ANN, BEN}
    assert "ends without a result in 14 d" in text
    clocked.world.clock.time += HOUR
    await clocked.world.toy(match, f"{ANN} add 1")
    assert notice_layout(await clocked.context(match, MatchEventKind.IDLE_WARNED)) is None


async def test_substitute_is_pinged_only_if_in_turn(clocked: Clocked) -> None:
    """The board has already pinged the former player of this turn."""
    world = clocked.world
    row = await world.tournaments.create(A_TOURNAMENT, SEED, MADE)
    tables = at_tables(world)
    rules = world.matches.games.newest("toy").info.rules
    begun = await tables.begin(row, "1.0.1.1", (ANN, BEN), "toy", rules, Pace.DAY)
    match = begun.record.id
    await tables.give_seat(match, 1, CAT, since=0)
    drawn, text, _ = await clocked.notice(match, MatchEventKind.FORFEITED)
    assert f"<@{CAT}>, you play match #{match} against" in text
    assert f" in place of <@{BEN}>" in text
    assert drawn.pings == ()
    await tables.give_seat(match, 0, DAN, since=0)
    drawn, text, _ = await clocked.notice(match, MatchEventKind.FORFEITED)
    assert f"<@{DAN}>, you play" in text
    assert drawn.pings == (DAN,)
