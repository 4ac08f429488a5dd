"""Titles of charts that are composed of several texts, such as a game's name and a period."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from bot.match.daily.standings import DaySpan
from bot.match.statistics.profile import profile
from bot.match.statistics.projections import Leaderboard, Period, rankings
from bot.match.values.days import day_at
from cogs.games.installed import InstalledGames
from cogs.statistics import day_boards, leaderboards, profiles
from cogs.statistics.pages import Reader
from render import canvas
from render.canvas import text_width
from render.charts.head_to_head import Duel, draw_versus
from render.charts.leaderboard import Page, draw_leaderboard
from render.charts.profile import Sheet, draw_profile
from render.typography.fonts import Weight
from tests.cogs.test_statistics import NOW, OF_DICE
from tests.match.world import GAMES
from tests.tiers import every
from texts import Catalogue

CATALOGUE = Catalogue.load()
INSTALLED = InstalledGames(GAMES)
EMPTY = profile((), ())
NAMES = ("dice-miner", "dice-grid", "dynamine")


def widest(texts: list[str]) -> str:
    return max(texts, key=lambda text: text_width(text, Weight.BOLD, 36))


def subtitles_of_leaderboards(reader: Reader) -> list[str]:
    words, say = reader.words, reader.words.say
    kinds = [leaderboards.title(words, one, reader.screens) for one in rankings(reader.game)]
    times = [leaderboards.dates(words, period, NOW) for period in Period]
    pairs = [*product(kinds, times)]
    if reader.has_days:
        puzzle = say(leaderboards.PUZZLE_OF_THE_DAY)
        pairs += [(puzzle, day_boards.dates(words, span, day_at(NOW))) for span in DaySpan]
    return [say("{kind} · {time}", kind=kind, time=time) for kind, time in pairs]


@pytest.mark.parametrize("language", every(CATALOGUE.languages))
@pytest.mark.parametrize("game", NAMES)
def test_titles_with_a_game_s_name_are_never_shortened(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = CATALOGUE.words(language)
    reader = replace(OF_DICE, game=GAMES.newest(game), games=INSTALLED, words=words)
    shortened = set[str]()
    draw: Callable[[str, Weight, int, int], str] = canvas.fitted

    def fitted(text: str, weight: Weight, size: int, room: int) -> str:
        drawn = draw(text, weight, size, room)
        if drawn != text or text.endswith("…"):
            shortened.add(text)
        return drawn

    monkeypatch.setattr(canvas, "fitted", fitted)
    heading = reader.about(words.say("Leaderboard"))
    needed = words.count(
        "Takes at least {count} rated match.", "Takes at least {count} rated matches.", 3
    )
    own_line = words.say("You have {have} of the {need} matches it takes.", have=1, need=3)
    total = words.say("{first} to {last} of {total}", first=1, last=10, total=1234)
    subtitle = widest(subtitles_of_leaderboards(reader))
    page = Page(heading, subtitle, notes=(needed, own_line, total))
    draw_leaderboard(page, reader.pictures, words)
    own = "" if max(reader.game.info.seats) == 1 else "1234"
    for matches in (2, 1234):
        data = profiles.ProfileFacts(
            replace(EMPTY, matches=matches), (), Leaderboard((), 0, 100, None, None)
        )
        subtitle = reader.about(profiles._subtitle(words, data.profile, data))
        drawn = Sheet("Ann", subtitle, own, words.say("Rating"), (1000, 1234), ("", ""), ())
        draw_profile(drawn, reader.pictures, words)
        duel = words.say(
            "{matches}, {even} of them tied",
            matches=words.count("{count} match", "{count} matches", matches),
            even=1234,
        )
        draw_versus(
            Duel(("Ann", "Ben"), (1, 0), reader.about(duel), (), (), ""), reader.pictures, words
        )
    assert shortened == set()
