"""A tournament's panel before the start, while it runs, and after its end."""

import pytest

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import Format
from bot.match.values.times import DAY
from cogs.tournaments.charts import SheetPage, count_pages, stage_pages
from cogs.tournaments.mine import mine
from cogs.tournaments.views import TournamentView
from render.charts.standings import StandingsPage
from render.charts.tournament_signs import Zone
from tests.bounds.hostile import LongWords
from tests.cogs.tournament_shown import labels, panel_content, panel_content_sync, presented, text
from tests.match.tournaments.simulated import BEGAN, Simulated, by_number, terms
from tests.tiers import every

EVERY = pytest.mark.parametrize("chosen", list(Format))


def simulated(chosen: Format, people: int, **values: object) -> Simulated:
    """Return a tournament with this many entrants."""
    tournament = Simulated(terms(chosen, days=7, **values))
    tournament.join(people)
    return tournament


async def test_panel_before_the_start_has_terms_entrants_and_join_buttons() -> None:
    open_now = simulated(Format.KNOCKOUT, 3, closes=BEGAN + DAY, check_in=2)
    content = await panel_content(presented(open_now))
    panel_text = text(content)
    for expected in (
        "## 🏆 Autumn Cup",
        "who loses is out",
        "🧸 Toy · 2 at a table",
        "up to a day per turn".capitalize(),
        "A round lasts 7 days at most",
        f"Starts <t:{BEGAN + DAY}:f>",
        f"<t:{BEGAN + DAY - 2 * 3600}:f>",
        "**3 are in:** **u100**, **u101**, and **u102**",
        "Tournament T3 · ",
    ):
        assert expected in panel_text, expected
    assert labels(content) == ["Join", "Leave", "My part"]
    ((name, picture),) = content.pictures
    assert "u100" in picture.alt
    assert open_now.now.commitment in picture.alt, "the commitment is public before the start"
    assert open_now.now.commitment in name


async def test_places_and_medals_wait_for_the_first_result() -> None:
    league = simulated(Format.LEAGUE, 4)
    league.start()
    (picture,) = [picture for _, picture in (await panel_content(presented(league))).pictures]
    assert "Place 1" not in picture.alt
    assert "u100: points: 0." in picture.alt
    assert "SB: points of beaten opponents" in picture.alt


async def test_check_in_has_a_button_and_marks_the_present() -> None:
    open_now = simulated(Format.KNOCKOUT, 4, closes=BEGAN + DAY, check_in=2)
    open_now.add(TournamentEventKind.CHECK_IN)
    open_now.add(TournamentEventKind.CHECKED_IN, 101)
    content = await panel_content(presented(open_now))
    assert labels(content) == ["I'm here", "Join", "Leave", "My part"]
    assert "**u100**, ✅ **u101**" in text(content)


async def test_players_beyond_the_limit_are_in_reserve() -> None:
    panel_text = text(await panel_content(presented(simulated(Format.KNOCKOUT, 6, most=4))))
    assert "**4 of 4 are in:**" in panel_text
    assert "In reserve: **u104** and **u105**" in panel_text


async def test_running_panel_links_matches_and_gives_the_deadline() -> None:
    running = simulated(Format.SWISS, 5)
    running.start()
    content = await panel_content(presented(running))
    panel_text = text(content)
    assert panel_text.count("⚔️") == 2
    assert "https://discord.com/channels/" in panel_text
    assert f"<t:{running.at + 7 * DAY}:f>" in panel_text
    assert "🛌 Round off: **u" in panel_text
    assert labels(content) == ["My part", "Standings"]


async def test_matches_without_a_thread_are_listed_without_links() -> None:
    running = simulated(Format.KNOCKOUT, 4)
    running.start()
    content = await panel_content(presented(running, urls={}))
    assert text(content).count("⚔️") == 2
    assert "https://" not in text(content)
    assert labels(content) == ["My part", "Bracket"]


@EVERY
async def test_panel_at_the_end_names_the_winner(chosen: Format) -> None:
    """A league ends only when a moderator ends it."""
    over = simulated(chosen, 8)
    over.start()
    if chosen is Format.LEAGUE:
        while over.now.stages[0].over is None:
            if over.now.open_tables:
                over.decide(over.now.open_tables[0], by_number(over.now.open_tables[0]))
            else:
                over.at = over.times()[0]
            over.go_on()
        over.add(TournamentEventKind.CANCELLED)
        content = await panel_content(presented(over))
        assert "The league has ended.\n🏆 Season 1: **u" in text(content)
    else:
        over.play_out(by_number)
        content = await panel_content(presented(over))
        assert "**u100** has won Autumn Cup!" in text(content)
        assert "1. **u100**" in text(content)
    assert labels(content)[-1] == "File"
    assert "Join" not in labels(content)


async def test_tournament_called_off_before_the_start_has_no_buttons() -> None:
    off = simulated(Format.KNOCKOUT, 2)
    off.add(TournamentEventKind.CANCELLED)
    content = await panel_content(presented(off))
    assert "called off before it started" in text(content)
    assert labels(content) == []


def _pages(tournament: TournamentView) -> list[SheetPage]:
    """Return the pages of all stages, after comparing their number with `count_pages`."""
    stages = [stage_pages(tournament, stage) for stage in tournament.state.stages]
    assert [len(stage) for stage in stages] == [
        count_pages(tournament, stage) for stage in tournament.state.stages
    ]
    return [page for stage in stages for page in stage]


@pytest.mark.parametrize("chosen", every(list(Format)))
@pytest.mark.parametrize("seats", every([4, 2, 3]))
def test_panels_of_a_crowd_with_long_names_fit(chosen: Format, seats: int) -> None:
    """There are 128 players, and every name and text is as long as possible. A round robin at
    larger tables gets 64, because drawing it up is slow.
    """
    people = 64 if chosen is Format.ROUND_ROBIN and seats > 2 else 128
    crowd = simulated(chosen, people, seats=seats, group=8, closes=BEGAN + DAY, check_in=1)
    names = dict.fromkeys(range(100, 228), "*" * 32) | {1: "W" * 32}
    crowd.add(TournamentEventKind.CHECK_IN)
    for words in (None, LongWords("de")):
        text(panel_content_sync(presented(crowd, words, names)))
    for user in range(100, 100 + people):
        crowd.add(TournamentEventKind.CHECKED_IN, user)
    crowd.start()
    for words in (None, LongWords("de")):
        tournament = presented(crowd, words, names)
        panel_text = text(panel_content_sync(tournament))
        assert words is not None or "more matches" in panel_text
        on_pages = frozenset[int]().union(*(page.entrants for page in _pages(tournament)))
        assert on_pages == frozenset(range(people))


def test_final_places_of_a_crowd_are_cut_to_fit() -> None:
    crowd = simulated(Format.KNOCKOUT, 128)
    names = dict.fromkeys(range(100, 228), "*" * 32) | {1: "W" * 32}
    crowd.start()
    crowd.play_out(by_number)
    assert crowd.now.status is TournamentStatus.OVER
    assert "… and 112 more" in text(panel_content_sync(presented(crowd, names=names)))
    text(panel_content_sync(presented(crowd, LongWords("de"), names)))


async def test_season_and_round_ends_are_both_shown() -> None:
    """A season has several rounds."""
    league = Simulated(terms(Format.LEAGUE, days=30))
    league.join(4)
    league.start()
    panel_text = text(await panel_content(presented(league)))
    assert f"The round ends <t:{BEGAN + 10 * DAY}:f>" in panel_text
    assert f"The season ends <t:{BEGAN + 30 * DAY}:f>" in panel_text


async def test_panel_says_how_to_check_in_after_a_delayed_start() -> None:
    """Too few players had checked in, so the check-in has no end."""
    waiting = Simulated(terms(Format.KNOCKOUT, closes=BEGAN + DAY, check_in=2))
    waiting.join(4)
    for later in (DAY - 2 * 3600, DAY):
        waiting.at = BEGAN + later
        waiting.go_on()
    assert waiting.now.terms.closes is None
    content = await panel_content(presented(waiting))
    assert "press **I'm here**" in text(content)
    assert "Check in before the start" in text(mine([presented(waiting)], 100))


async def test_tournament_without_finalists_ends_without_a_winner() -> None:
    running = simulated(Format.GROUPS, 6)
    running.start()
    for entrant in running.now.entrants:
        running.add(TournamentEventKind.WITHDREW, entrant.user)
    for table in running.now.open_tables:
        running.decide(table, ())
    while running.now.status is TournamentStatus.RUNNING:
        running.at = (running.times() or [running.at])[0]
        running.go_on()
    assert running.now.champions == ()
    assert "nobody has won it" in text(await panel_content(presented(running)))


async def test_small_groups_promote_and_relegate_at_most_half() -> None:
    league = simulated(Format.LEAGUE, 9, group=8, movers=3)
    league.start()
    for table in league.now.open_tables:
        league.decide(table, by_number(table))
    (page,) = _pages(presented(league))
    assert isinstance(page.chart, StandingsPage)
    zones = [[line.zone for line in group.lines] for group in page.chart.groups]
    none, up, down = Zone.NONE, Zone.PROMOTED, Zone.RELEGATED
    assert zones == [[none] * 3 + [down] * 2, [up] * 2 + [none] * 2]
