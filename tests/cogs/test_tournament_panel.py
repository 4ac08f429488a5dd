"""The message that shows a tournament: before it, while it goes on, and in the end."""

import pytest

from bot.match.tournaments.events import EventKind
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import Format
from bot.match.values.times import DAY
from cogs.tournaments.charts import SheetPage, count_pages, stage_pages
from cogs.tournaments.mine import mine
from cogs.tournaments.told import Told
from render.charts.standings import StandingsPage
from render.charts.tournament_signs import Zone
from tests.bounds.hostile import LongWords
from tests.cogs.tournament_shown import labels, made, shown, text, told
from tests.match.tournaments.simulated import BEGAN, Simulated, by_number, terms
from tests.tiers import every

EVERY = pytest.mark.parametrize("chosen", list(Format))


def simulated(chosen: Format, people: int, **values: object) -> Simulated:
    """People have joined."""
    made_up = Simulated(terms(chosen, days=7, **values))
    made_up.join(people)
    return made_up


async def test_before_the_start() -> None:
    """What is played, until when, who is in; joining and leaving are offered."""
    open_now = simulated(Format.KNOCKOUT, 3, closes=BEGAN + DAY, check_in=2)
    content = await shown(told(open_now))
    said = text(content)
    for expected in (
        "## 🏆 Autumn Cup",
        "who loses is out",
        "🧸 Toy · 2 at a table",
        "up to a day per turn".capitalize(),
        "A round lasts 7 days at most",
        f"Starts <t:{BEGAN + DAY}:f>",
        f"<t:{BEGAN + DAY - 2 * 3600}:f>",
        "**3 of 128 are in:** **u100**, **u101**, and **u102**",
        "T12",
    ):
        assert expected in said, expected
    assert labels(content) == ["Join", "Leave", "My part"]
    ((name, picture),) = content.pictures
    assert "u100" in picture.alt
    assert open_now.now.commitment in picture.alt, "it can be read before the start"
    assert open_now.now.commitment in name


async def test_checking_in() -> None:
    """It can be pressed as soon as it is open, and everybody sees who is there."""
    open_now = simulated(Format.KNOCKOUT, 4, closes=BEGAN + DAY, check_in=2)
    open_now.add(EventKind.CHECK_IN)
    open_now.add(EventKind.CHECKED_IN, 101)
    content = await shown(told(open_now))
    assert labels(content) == ["I'm here", "Join", "Leave", "My part"]
    assert "**u100**, ✅ **u101**" in text(content)


async def test_reserve() -> None:
    """Those for whom there is no place."""
    said = text(await shown(told(simulated(Format.KNOCKOUT, 6, most=4))))
    assert "**4 of 4 are in:**" in said
    assert "In reserve: **u104** and **u105**" in said


async def test_while_it_goes_on() -> None:
    """What is played, with links, and until when."""
    running = simulated(Format.SWISS, 5)
    running.start()
    content = await shown(told(running))
    said = text(content)
    assert said.count("⚔️") == 2
    assert "https://discord.com/channels/" in said
    assert f"<t:{running.at + 7 * DAY}:f>" in said
    assert "🛌 Round off: **u" in said
    assert labels(content) == ["My part", "Standings"]


async def test_links_come_later() -> None:
    """Matches whose place is not known yet are named all the same."""
    running = simulated(Format.KNOCKOUT, 4)
    running.start()
    content = await shown(told(running, urls={}))
    assert text(content).count("⚔️") == 2
    assert "https://" not in text(content)
    assert labels(content) == ["My part", "Bracket"]


@EVERY
async def test_the_end(chosen: Format) -> None:
    """Who has won, and all places; a league goes on until it is ended."""
    over = simulated(chosen, 8)
    over.start()
    if chosen is Format.LEAGUE:
        while over.now.stages[0].over is None:
            if over.now.open_tables:
                over.decide(over.now.open_tables[0], by_number(over.now.open_tables[0]))
            else:
                over.at = over.times()[0]
            over.go_on()
        over.add(EventKind.CANCELLED)
        content = await shown(told(over))
        assert "The league has ended.\n🏆 Season 1: **u" in text(content)
    else:
        over.play_out(by_number)
        content = await shown(told(over))
        assert "**u100** has won Autumn Cup!" in text(content)
        assert "1. **u100**" in text(content)
    assert labels(content)[-1] == "File"
    assert "Join" not in labels(content)


async def test_called_off_before_the_start() -> None:
    """There is nothing to press and nothing to see."""
    off = simulated(Format.KNOCKOUT, 2)
    off.add(EventKind.CANCELLED)
    content = await shown(told(off))
    assert "called off before it started" in text(content)
    assert labels(content) == []


def _pages(one: Told) -> list[SheetPage]:
    """The pages of all stages, as many as are counted without making them."""
    stages = [stage_pages(one, stage) for stage in one.now.stages]
    assert [len(stage) for stage in stages] == [count_pages(one, at) for at in one.now.stages]
    return [page for stage in stages for page in stage]


@pytest.mark.parametrize("chosen", every(list(Format)))
@pytest.mark.parametrize("seats", every([4, 2, 3]))
def test_a_crowd_of_strange_names(chosen: Format, seats: int) -> None:
    """128 people with names that are as long as can be, in a language that is: Discord takes every
    panel, and everybody is on some page. A round robin of larger tables takes long to draw up, so
    fewer play that."""
    people = 64 if chosen is Format.ROUND_ROBIN and seats > 2 else 128
    crowd = simulated(chosen, people, seats=seats, group=8, closes=BEGAN + DAY, check_in=1)
    names = dict.fromkeys(range(100, 228), "*" * 32) | {1: "W" * 32}
    crowd.add(EventKind.CHECK_IN)
    for words in (None, LongWords("de")):
        text(made(told(crowd, words, names)))
    for user in range(100, 100 + people):
        crowd.add(EventKind.CHECKED_IN, user)
    crowd.start()
    for words in (None, LongWords("de")):
        one = told(crowd, words, names)
        said = text(made(one))
        assert words is not None or "more matches" in said
        on_pages = frozenset[int]().union(*(page.entrants for page in _pages(one)))
        assert on_pages == frozenset(range(people))


def test_the_end_of_a_crowd() -> None:
    """As many places as there is room for."""
    crowd = simulated(Format.KNOCKOUT, 128)
    names = dict.fromkeys(range(100, 228), "*" * 32) | {1: "W" * 32}
    crowd.start()
    crowd.play_out(by_number)
    assert crowd.now.status is TournamentStatus.OVER
    assert "… and 112 more" in text(made(told(crowd, names=names)))
    text(made(told(crowd, LongWords("de"), names)))


async def test_season_and_round_end() -> None:
    """A season has several rounds: both ends are told, each as what it is."""
    league = Simulated(terms(Format.LEAGUE, days=30))
    league.join(4)
    league.start()
    said = text(await shown(told(league)))
    assert f"The round ends <t:{BEGAN + 10 * DAY}:f>" in said
    assert f"The season ends <t:{BEGAN + 30 * DAY}:f>" in said


async def test_check_in_without_an_end() -> None:
    """Too few came by the start: who has not checked in still has to, and reads it."""
    waiting = Simulated(terms(Format.KNOCKOUT, closes=BEGAN + DAY, check_in=2))
    waiting.join(4)
    for later in (DAY - 2 * 3600, DAY):
        waiting.at = BEGAN + later
        waiting.go_on()
    assert waiting.now.terms.closes is None
    content = await shown(told(waiting))
    assert "press **I'm here**" in text(content)
    assert "Check in before the start" in text(mine([told(waiting)], 100))


async def test_nobody_is_left_for_the_final() -> None:
    """Everybody withdrew in the groups: it ends, nobody has won, and that is shown."""
    running = simulated(Format.GROUPS, 6)
    running.start()
    for one in running.now.entrants:
        running.add(EventKind.WITHDREW, one.user)
    for table in running.now.open_tables:
        running.decide(table, ())
    while running.now.status is TournamentStatus.RUNNING:
        running.at = (running.times() or [running.at])[0]
        running.go_on()
    assert running.now.champions == ()
    assert "nobody has won it" in text(await shown(told(running)))


async def test_who_moves_in_small_groups() -> None:
    """As many are shown to move up and down as will: at most half of a group."""
    league = simulated(Format.LEAGUE, 9, group=8, movers=3)
    league.start()
    for table in league.now.open_tables:
        league.decide(table, by_number(table))
    (page,) = _pages(told(league))
    assert isinstance(page.chart, StandingsPage)
    zones = [[one.zone for one in group.lines] for group in page.chart.groups]
    none, up, down = Zone.NONE, Zone.PROMOTED, Zone.RELEGATED
    assert zones == [[none] * 3 + [down] * 2, [up] * 2 + [none] * 2]
