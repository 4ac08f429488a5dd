"""What the checks of days find in a day of two people, spoiled in one way after the other."""

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
    """Two people have played, one to the end; a card was posted, and a table in the morning."""

    def __init__(self, evidence: Evidence, end: int) -> None:
        self.evidence = evidence
        self.end = end
        self.ann, self.ben = evidence.matches.values()

    def change(self, loaded: Loaded) -> None:
        """Put this in place of the match with its number."""
        self.evidence.matches[loaded.record.id] = loaded


@pytest.fixture
async def day(tmp_path: Path) -> OneDay:
    """All of it right; played once, and copied for each test."""
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
        Post(noon, CARD, 5, GUILD, said, (), ()),
        Post(end + 3600, TABLE, 5, GUILD, "The table", (table,), ()),
    ]
    matches = {loaded.record.id: loaded for loaded in (ann, ben)}
    evidence = Evidence(transcript, "a.token", matches, days=read_days(path), season=True)
    return evidence, end


def second_match(day: OneDay) -> None:
    """Somebody has two."""
    record = replace(day.ann.record, id=99)
    day.evidence.matches[99] = replace(day.ann, record=record)
    day.evidence.days.points[99] = day.evidence.days.points[day.ann.record.id]


def other_seed(day: OneDay) -> None:
    """One match has dice of its own."""
    day.change(replace(day.ben, record=replace(day.ben.record, seed=b"?" * 32)))


def other_opening(day: OneDay) -> None:
    """Nobody begins as the day does."""
    openings = day.evidence.days.openings
    openings.update({key: (*lines[:-1], "0 pass") for key, lines in openings.items()})


def shown_to_another(day: OneDay) -> None:
    """Somebody sees another's grid."""
    sights = day.evidence.transcript.sights
    sights[0] = replace(sights[0], reader=ANN)


def posted_for_all(day: OneDay) -> None:
    """Everybody sees it."""
    sights = day.evidence.transcript.sights
    sights[0] = replace(sights[0], reader=None)


def card_tells(day: OneDay) -> None:
    """A card names a die and a square."""
    sights = day.evidence.transcript.sights
    sights[1] = replace(sights[1], said=f"{sights[1].said} d20 on c4")


def seed_told(day: OneDay) -> None:
    """Somebody is told the seed a minute too early."""
    seed = day.ann.record.seed.hex()
    day.evidence.transcript.secrets.append(Secret(day.end - 60.0, PRIVATE, seed))


def not_on_disk(day: OneDay) -> None:
    """A move is shown first and stored later."""
    sights = day.evidence.transcript.sights
    sights[0] = replace(sights[0], stored=Stored(day.ben.seq - 1, 3, over=False))


def left_behind(day: OneDay) -> None:
    """An older answer came after a newer one."""
    sights = day.evidence.transcript.sights
    sights.append(replace(sights[0], seq=day.ben.seq - 1))


def moved_after_midnight(day: OneDay) -> None:
    """The last move was made on the next day."""
    log = (*day.ann.log[:-1], replace(day.ann.log[-1], at=day.end))
    day.change(replace(day.ann, log=log))


def other_points(day: OneDay) -> None:
    """The points are not those of the log."""
    day.evidence.days.points[day.ann.record.id] = -3


def other_standings(day: OneDay) -> None:
    """Somebody is missing in the standings."""
    day.evidence.days.tallies.popitem()


def card_pings(day: OneDay) -> None:
    """A card pings."""
    day.evidence.transcript.pings.append((CARD, BEN))


def second_card(day: OneDay) -> None:
    """One press has posted two."""
    posts = day.evidence.transcript.posts
    posts.append(replace(posts[0], message=504))


def second_table(day: OneDay) -> None:
    """The table is posted again."""
    posts = day.evidence.transcript.posts
    posts.append(replace(posts[1], message=505))


def early_table(day: OneDay) -> None:
    """The table is posted before midnight."""
    posts = day.evidence.transcript.posts
    posts[1] = replace(posts[1], at=day.end - 60.0)


SPOILED: dict[Callable[[OneDay], None], str] = {
    second_match: "day once",
    other_seed: "day luck",
    other_opening: "day luck",
    shown_to_another: "day secrets",
    posted_for_all: "day secrets",
    card_tells: "day secrets",
    seed_told: "secrets",
    not_on_disk: "day moves",
    left_behind: "day onwards",
    moved_after_midnight: "day results",
    other_points: "day results",
    other_standings: "day standings",
    card_pings: "day quiet",
    second_card: "day quiet",
    second_table: "day quiet",
    early_table: "day quiet",
}
OF_DAYS = {check.name for check in CHECKS if check.find.__module__ == days.__name__}


def _found(evidence: Evidence) -> set[str]:
    wanted = {*OF_DAYS, "secrets"}
    return {c.name for c in CHECKS if c.name in wanted and c.find(evidence)}


def test_a_fair_day_passes(day: OneDay) -> None:
    """Nothing is found where all holds."""
    assert _found(day.evidence) == set()
    assert set(SPOILED.values()) == {*OF_DAYS, "secrets"}


@pytest.mark.parametrize("spoil", SPOILED, ids=lambda spoil: spoil.__name__)
def test_what_is_spoiled_is_found(day: OneDay, spoil: Callable[[OneDay], None]) -> None:
    """The check that it concerns finds it."""
    spoil(day)
    assert SPOILED[spoil] in _found(day.evidence)
