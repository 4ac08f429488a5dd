"""Each check finds what it is there for, and nothing else does."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.match.events import EventKind, MatchEvent
from bot.match.people.pings import ALLOWED
from bot.match.types import Status
from chaos.checks import CHECKS, bother, judge
from chaos.checks import Kind as Where
from chaos.checks.pings import turns
from chaos.checks.presses import bad_owners
from chaos.evidence import Chapter, Evidence
from chaos.transcript import Kind, Look, Post, Stop, Stored, Toggled
from engine.games.dice_miner.observation import Observation
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import State

FEWEST = ALLOWED.pair[0]
"""The pings that one person may cause another in the shortest time."""

Spoil = Callable[[Evidence], None]


def test_a_flawless_run_passes(flawless: Evidence) -> None:
    """Nothing is found where all holds."""
    assert judge(flawless) == {}


def unfinished(evidence: Evidence) -> None:
    """The last event is missing."""
    match, loaded = next(iter(evidence.matches.items()))
    running = replace(loaded.roster, status=Status.RUNNING)
    evidence.matches[match] = replace(loaded, roster=running)


def stuck(evidence: Evidence) -> None:
    """A table never began."""
    evidence.transcript.stuck[0] = "begins a match"


def not_replaying(evidence: Evidence) -> None:
    """A match could not be read."""
    evidence.broken[9] = "entry 3 leads elsewhere"


def not_proven(evidence: Evidence) -> None:
    """The seed in the export is another one."""
    match, text = next(iter(evidence.exports.items()))
    seed = evidence.matches[match].record.seed.hex()
    other = text.replace(f"seed: {seed}", f"seed: {seed[::-1]}")
    evidence.exports[match] = evidence.printed[match] = other


def printed_otherwise(evidence: Evidence) -> None:
    """The command line prints something else."""
    evidence.printed[next(iter(evidence.printed))] += "more\n"


def digests_differ(evidence: Evidence) -> None:
    """A stored digest is wrong."""
    match, loaded = next(iter(evidence.matches.items()))
    log = (*loaded.log[:-1], replace(loaded.log[-1], digest="0" * 16))
    evidence.matches[match] = replace(loaded, log=log)


def overlapping(evidence: Evidence) -> None:
    """A press owns one entry more, which is the next one's."""
    evidence.presses[3] = replace(evidence.presses[3], count=evidence.presses[3].count + 1)


def counted_twice(evidence: Evidence) -> None:
    """One interaction counts again, for the entries of another press."""
    evidence.presses.append(evidence.presses[0])


def nobodys_entry(evidence: Evidence) -> None:
    """A press is missing."""
    del evidence.presses[4]


def somebody_elses(evidence: Evidence) -> None:
    """The press was made by another person."""
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], user=999)


def refused(evidence: Evidence) -> None:
    """A press counted, and its player was told that it did not."""
    said = "The board has moved on. Nothing changed. [Go to](https://x)"
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], told=(said,))


def too_early(evidence: Evidence) -> None:
    """A board tells what is not stored."""
    showings = evidence.transcript.showings
    showings[2] = replace(showings[2], stored=Stored(0, 6, over=False))


def shown_twice(evidence: Evidence) -> None:
    """The same board again, in the same place."""
    showings = evidence.transcript.showings
    again = replace(showings[2], message=5000, posted=False)
    showings.insert(3, again)
    evidence.transcript.gone.append(replace(evidence.transcript.gone[0], message=5000, at=9e9))


def went_back(evidence: Evidence) -> None:
    """An older board after a newer one."""
    showings = evidence.transcript.showings
    showings[3], showings[4] = showings[4], showings[3]


def no_end(evidence: Evidence) -> None:
    """The end was never shown."""
    showings = evidence.transcript.showings
    end = next(showing for showing in showings if showing.look.kind is Kind.END)
    showings.remove(end)


def no_result(evidence: Evidence) -> None:
    """The card never told how it ended."""
    showings = evidence.transcript.showings
    showings.remove(next(s for s in showings if s.look.kind is Kind.CARD))


def told_the_end_twice(evidence: Evidence) -> None:
    """Somebody was pinged by the end, and again."""
    transcript = evidence.transcript
    end = next(s for s in transcript.showings if s.look.kind is Kind.END)
    user = evidence.matches[end.look.match].roster.people[0]
    transcript.pings += [(end.message, user)] * 2


def left_hanging(evidence: Evidence) -> None:
    """An old board keeps its buttons."""
    del evidence.transcript.gone[3]


def not_current(evidence: Evidence) -> None:
    """Two boards hang in calm weather."""
    points = evidence.transcript.checkpoints
    points[0] = replace(points[0], boards=((1, 4), (2, 5)))


def pinged_again(evidence: Evidence) -> None:
    """A second ping for the same turn."""
    pings = evidence.transcript.pings
    posted = {s.message for s in evidence.transcript.showings if s.look.kind is Kind.BOARD}
    pings.append(next(ping for ping in pings if ping[0] in posted))


def pinged_for_an_own_press(evidence: Evidence) -> None:
    """A ping for a turn that the own press led to."""
    match, own = next(
        (match, turn)
        for match, loaded in evidence.matches.items()
        for turn in turns(loaded)
        if turn.own
    )
    look = Look(Kind.BOARD, match, own.first)
    boards = [s.message for s in evidence.transcript.showings if s.look == look]
    evidence.transcript.pings.append((boards[0], own.user))


def _call(evidence: Evidence) -> tuple[int, int]:
    """The message and the user of the first call to a turn."""
    posted = {s.message for s in evidence.transcript.showings if s.look.kind is Kind.BOARD}
    return next(ping for ping in evidence.transcript.pings if ping[0] in posted)


def not_called(evidence: Evidence) -> None:
    """A turn that nobody told of."""
    evidence.transcript.pings.remove(_call(evidence))


def invited_twice(evidence: Evidence) -> None:
    """A second ping for an invitation."""
    evidence.transcript.pings.append(evidence.transcript.pings[0])


def not_invited(evidence: Evidence) -> None:
    """No ping for an invitation, though nothing else has pinged anybody that day."""
    del evidence.transcript.pings[0]


def told_early(evidence: Evidence) -> None:
    """The seed is told before the end."""
    evidence.transcript.secrets[0] = replace(evidence.transcript.secrets[0], at=1.0)


def told_in_private(evidence: Evidence) -> None:
    """The seed is told to one player before the end."""
    loaded = next(iter(evidence.matches.values()))
    click = replace(evidence.transcript.clicks[0], told=(f"`{loaded.record.seed.hex()}`",))
    evidence.transcript.clicks[0] = click


def _promises(evidence: Evidence, promised: tuple[str, ...]) -> None:
    """The first invitation shows these digits."""
    showings = evidence.transcript.showings
    number = next(n for n, one in enumerate(showings) if one.look.kind is Kind.LOBBY)
    showings[number] = replace(showings[number], promised=promised)


def nothing_promised(evidence: Evidence) -> None:
    """An invitation without a commitment."""
    _promises(evidence, ())


def promised_otherwise(evidence: Evidence) -> None:
    """An invitation with another commitment beside its own."""
    own = next(one.promised for one in evidence.transcript.showings if one.promised)
    _promises(evidence, (*own, own[0][::-1]))


def logged(evidence: Evidence) -> None:
    """The token is in the log."""
    evidence.log += evidence.token


def denied(evidence: Evidence) -> None:
    """A press counted, and its player was told that it could not be kept."""
    said = "That couldn't be saved, so it didn't count. Try again later."
    evidence.transcript.clicks[2] = replace(evidence.transcript.clicks[2], told=(said,))


def rematch_twice(evidence: Evidence) -> None:
    """Two matches follow the same one."""
    first, *others = evidence.matches
    for match in others:
        loaded = evidence.matches[match]
        roster = replace(loaded.roster, follows=first)
        evidence.matches[match] = replace(loaded, roster=roster)


def flooded(evidence: Evidence) -> None:
    """One more message than is allowed names somebody and pings somebody else."""
    for number in range(FEWEST.pings + 1):
        post = Post(5.0, 6000 + number, 77, 1, "<@5> <@6>", (), (5, 6))
        evidence.transcript.posts.append(post)
        evidence.transcript.missed.append((6000 + number, 6))
        evidence.transcript.pings.append((6000 + number, 6))


def away_and_back(evidence: Evidence) -> None:
    """A place is told again and again that somebody is away."""
    for number in range(bother.MESSAGES + 1):
        post = Post(5.0, 6000 + number, 77, 1, "👋 <@5> is back.", (), (5,))
        evidence.transcript.posts.append(post)


def flipped(evidence: Evidence) -> None:
    """Something was turned off, and is on."""
    evidence.transcript.toggles.append(Toggled(1.0, 5, "/me 📖", "off", "on"))


def given_again(evidence: Evidence) -> None:
    """Another match had the number before a restore."""
    match, loaded = next(iter(evidence.matches.items()))
    record = replace(loaded.record, seed=b"?" * 32)
    before = {match: replace(loaded, record=record)}
    evidence.chapters.append(Chapter(-2.0, -1.0, before, [], {}, frozenset()))


def from_before(evidence: Evidence) -> None:
    """A button of a board that was shown before the restore counted after it."""
    match, loaded = next(iter(evidence.matches.items()))
    before = {match: replace(loaded, log=loaded.log[:1])}
    evidence.chapters.append(Chapter(-2.0, -1.0, before, [], {}, frozenset()))
    press = next(press for press in evidence.presses if press.first > 1)
    clicks = evidence.transcript.clicks
    place = next(n for n, click in enumerate(clicks) if click.interaction == press.interaction)
    look = Look(Kind.BOARD, match, press.first)
    showings = evidence.transcript.showings
    place_of_board = next(n for n, s in enumerate(showings) if s.look == look)
    board = showings[place_of_board]
    showings[place_of_board] = replace(board, at=-1.5)
    clicks[place] = replace(clicks[place], message=board.message)


def slow_stop(evidence: Evidence) -> None:
    """A process that did not stop in time."""
    evidence.transcript.stops.append(Stop(12.0, 0))


PLANTED: dict[Spoil, set[str]] = {
    unfinished: {"finished", "secrets"},
    stuck: {"finished"},
    not_replaying: {"replays"},
    not_proven: {"verifies"},
    printed_otherwise: {"verifies"},
    digests_differ: {"digests"},
    overlapping: {"runs", "owners"},
    counted_twice: {"runs", "owners"},
    nobodys_entry: {"owners"},
    somebody_elses: {"owners"},
    refused: {"refused", "answers"},
    denied: {"refused", "answers"},
    rematch_twice: {"rematches"},
    flooded: {"pings", "pestered"},
    away_and_back: {"away"},
    flipped: {"toggles"},
    given_again: {"numbers"},
    from_before: {"old buttons"},
    too_early: {"on disk"},
    shown_twice: {"once"},
    went_back: {"onwards"},
    no_end: {"last"},
    no_result: {"results"},
    told_the_end_twice: {"pings"},
    left_hanging: {"last"},
    not_current: {"current"},
    pinged_again: {"pings"},
    pinged_for_an_own_press: {"pings"},
    not_called: {"called"},
    invited_twice: {"invited"},
    not_invited: {"invited"},
    told_early: {"secrets"},
    told_in_private: {"secrets"},
    nothing_promised: {"promised"},
    promised_otherwise: {"promised"},
    logged: {"secrets"},
    slow_stop: {"stops"},
}


@pytest.mark.parametrize("spoil", PLANTED, ids=lambda spoil: spoil.__name__)
def test_a_planted_fault_is_found(flawless: Evidence, spoil: Spoil) -> None:
    """Exactly the checks that it concerns find it."""
    spoil(flawless)
    assert judge(flawless).keys() == PLANTED[spoil]


def test_who_is_late_may_move_before_the_computer_does(flawless: Evidence) -> None:
    """A computer was to stand in for the first who pressed: they have pressed, or it has played."""
    press = flawless.presses[0]
    loaded = flawless.matches[press.match]
    seat = loaded.log[press.first].entry.actor
    user = None if seat is None else loaded.roster.holders[seat]
    stood = MatchEvent(
        len(loaded.events), press.first, EventKind.STOOD_IN, loaded.log[0].at, seat, user
    )
    flawless.matches[press.match] = replace(loaded, events=(*loaded.events, stood))
    assert bad_owners(flawless) == []
    del flawless.presses[0]
    assert bad_owners(flawless) == []
    del flawless.presses[0]
    assert len(bad_owners(flawless)) == 1


def test_who_has_left_the_server_can_not_be_called(flawless: Evidence) -> None:
    """Their turn was posted while they were away, so nobody was pinged."""
    call = _call(flawless)
    flawless.transcript.pings.remove(call)
    flawless.transcript.missed.append(call)
    assert judge(flawless) == {}


def _called_again(evidence: Evidence, channel: int | None = None) -> None:
    """The board that first calls somebody is posted once more, a moment later."""
    message, user = _call(evidence)
    showings = evidence.transcript.showings
    place = next(n for n, s in enumerate(showings) if s.message == message)
    first = showings[place]
    here = first.channel if channel is None else channel
    again = replace(first, message=6000, at=first.at + 0.5, channel=here, asked=(user,))
    showings.insert(place + 1, again)
    evidence.transcript.gone.append(replace(evidence.transcript.gone[0], message=6000, at=9e9))
    evidence.transcript.pings.append((6000, user))


def test_who_left_meanwhile_may_be_called_again(flawless: Evidence) -> None:
    """The bot can't tell whether they saw the first board; without that it is a fault."""
    _called_again(flawless)
    assert judge(flawless).keys() == {"once", "pings"}
    message, user = _call(flawless)
    first = next(s for s in flawless.transcript.showings if s.message == message)
    flawless.transcript.left.append((first.at + 0.25, user))
    assert judge(flawless) == {}


def test_a_board_that_is_moved_may_call_again(flawless: Evidence) -> None:
    """Who is waited for is told where the match goes on."""
    _called_again(flawless, channel=99)
    assert judge(flawless) == {}


def test_a_lost_die_is_found(flawless: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bag that holds one die less at one moment."""
    observe = DiceMiner.observe

    def short(game: DiceMiner, state: State, viewer: int | None) -> Observation:
        seen = observe(game, state, viewer)
        return replace(seen, bag=seen.bag - 1) if len(seen.mountain) == 3 else seen

    monkeypatch.setattr(DiceMiner, "observe", short)
    assert judge(flawless).keys() == {"dice"}


def test_every_check_has_a_test() -> None:
    """No check is left out here; those of seasons alone are in test_long_checks.py."""
    everywhere = {check.name for check in CHECKS if check.of is not Where.SEASON}
    assert set().union(*PLANTED.values()) | {"dice"} == everywhere
    assert {check.name for check in CHECKS} - everywhere == {"time", "heard"}
