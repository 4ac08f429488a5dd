"""The checks of days find each fault in a day of two players."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bot.match.log.loaded import Loaded
from bot.match.values.days import end_of
from chaos.checks import CHECKS, days
from chaos.evidence import Evidence, read_days
from chaos.transcript import DaySight, Interaction, Post, Secret, Stored, Transcript
from cogs.base import custom_id_families as families
from tests.chaos.conftest import copied
from tests.match.world import ANN, BEN, GUILD, World

_MADE: list[tuple[Evidence, int]] = []
PRIVATE, CARD, TABLE = 501, 502, 503


class OneDay:
    """A day with two players: one grid is finished; a card and the morning table were posted."""

    def __init__(self, evidence: Evidence, end: int) -> None:
        self.evidence = evidence
        self.end = end
        self.ann, self.ben = evidence.matches.values()

    def change(self, loaded: Loaded) -> None:
        self.evidence.matches[loaded.record.id] = loaded


@pytest.fixture
async def day(tmp_path: Path) -> OneDay:
    if not _MADE:
        _MADE.append(await _made(tmp_path / "salud.db"))
    made, end = _MADE[0]
    held = made.days
    rows = replace(
        held,
        openings=dict(held.openings),
        points=dict(held.points),
        tallies=dict(held.tallies),
    )
    return OneDay(replace(copied(made), days=rows), end)


async def _made(path: Path) -> tuple[Evidence, int]:
    world = await World.open(path)
    try:
        name = world.daily.today()
        ann = await world.daily.open(world.daily_asked(ANN))
        ben = await world.daily.open(world.daily_asked(BEN))
        ann = await world.play(ann.record.id)
        end = end_of(name)
        world.clock.passes(end - world.clock.time)
        ben = await world.daily.end(ben.record.id)
    finally:
        await world.close()
    noon, match = end - 3600.0, ben.record.id
    stored = Stored(ben.seq, 3, over=False)
    transcript = Transcript(ended=end + 9e4)
    table = families.DAY.spell(name, "results", "solitaire")
    said = f"📣 **Ann** · Solitaire · {name}\n🟩🟩"
    transcript.sights += [
        DaySight(noon, PRIVATE, BEN, GUILD, (match,), (), ben.seq, stored, "Yours."),
        DaySight(noon, CARD, None, GUILD, (), (), None, None, said),
    ]
    transcript.clicks.append(Interaction(7, noon, ANN, table.replace("results", "post"), True, ()))
    transcript.clicks[0] = replace(transcript.clicks[0], guild=GUILD)
    transcript.posts += [
        Post(noon, CARD, 5, GUILD, said, (table,), ()),
        Post(end + 3600, TABLE, 5, GUILD, "The table", (table,), ()),
    ]
    matches = {loaded.record.id: loaded for loaded in (ann, ben)}
    evidence = Evidence(transcript, "a.token", matches, days=read_days(path), season=True)
    return evidence, end


def second_match(day: OneDay) -> None:
    record = replace(day.ann.record, id=99)
    day.evidence.matches[99] = replace(day.ann, record=record)
    day.evidence.days.points[99] = day.evidence.days.points[day.ann.record.id]


def match_with_its_own_seed(day: OneDay) -> None:
    day.change(replace(day.ben, record=replace(day.ben.record, seed=b"?" * 32)))


def opening_of_another_day(day: OneDay) -> None:
    openings = day.evidence.days.openings
    openings.update({key: (*lines[:-1], "0 pass") for key, lines in openings.items()})


def grid_shown_to_another_player(day: OneDay) -> None:
    sights = day.evidence.transcript.sights
    sights[0] = replace(sights[0], reader=ANN)


def grid_posted_publicly(day: OneDay) -> None:
    sights = day.evidence.transcript.sights
    sights[0] = replace(sights[0], reader=None)


def card_reveals_a_move(day: OneDay) -> None:
    sights = day.evidence.transcript.sights
    sights[1] = replace(sights[1], said=f"{sights[1].said} d20 on c4")


def seed_revealed_a_minute_early(day: OneDay) -> None:
    seed = day.ann.record.seed.hex()
    day.evidence.transcript.secrets.append(Secret(day.end - 60.0, PRIVATE, seed))


def shown_before_stored(day: OneDay) -> None:
    sights = day.evidence.transcript.sights
    sights[0] = replace(sights[0], stored=Stored(day.ben.seq - 1, 3, over=False))


def older_answer_after_a_newer_one(day: OneDay) -> None:
    sights = day.evidence.transcript.sights
    sights.append(replace(sights[0], seq=day.ben.seq - 1))


def moved_after_midnight(day: OneDay) -> None:
    log = (*day.ann.log[:-1], replace(day.ann.log[-1], at=day.end))
    day.change(replace(day.ann, log=log))


def wrong_points(day: OneDay) -> None:
    day.evidence.days.points[day.ann.record.id] = -3


def player_missing_in_standings(day: OneDay) -> None:
    day.evidence.days.tallies.popitem()


def card_pings(day: OneDay) -> None:
    day.evidence.transcript.pings.append((CARD, BEN))


def two_cards_for_one_press(day: OneDay) -> None:
    posts = day.evidence.transcript.posts
    posts.append(replace(posts[0], message=504))


def table_posted_twice(day: OneDay) -> None:
    posts = day.evidence.transcript.posts
    posts.append(replace(posts[1], message=505))


def table_posted_before_midnight(day: OneDay) -> None:
    posts = day.evidence.transcript.posts
    posts[1] = replace(posts[1], at=day.end - 60.0)


SPOILED: dict[Callable[[OneDay], None], str] = {
    second_match: "day once",
    match_with_its_own_seed: "day luck",
    opening_of_another_day: "day luck",
    grid_shown_to_another_player: "day secrets",
    grid_posted_publicly: "day secrets",
    card_reveals_a_move: "day secrets",
    seed_revealed_a_minute_early: "secrets",
    shown_before_stored: "day moves",
    older_answer_after_a_newer_one: "day onwards",
    moved_after_midnight: "day results",
    wrong_points: "day results",
    player_missing_in_standings: "day standings",
    card_pings: "day quiet",
    two_cards_for_one_press: "day quiet",
    table_posted_twice: "day quiet",
    table_posted_before_midnight: "day quiet",
}
OF_DAYS = {check.name for check in CHECKS if check.find.__module__ == days.__name__}


def _found(evidence: Evidence) -> set[str]:
    names = {*OF_DAYS, "secrets"}
    return {c.name for c in CHECKS if c.name in names and c.find(evidence)}


def test_flawless_day_passes(day: OneDay) -> None:
    assert _found(day.evidence) == set()
    assert set(SPOILED.values()) == {*OF_DAYS, "secrets"}


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_fault_is_found_by_its_check(day: OneDay, spoil: Callable[[OneDay], None]) -> None:
    spoil(day)
    assert SPOILED[spoil] in _found(day.evidence)
