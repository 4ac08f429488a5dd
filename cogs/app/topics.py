"""The list of topics.

A new topic adds its `build` to TOPICS. Topics with parts that other topics need are built
separately.
"""

from collections.abc import Callable
from importlib import import_module

from cogs.app.options import Options
from cogs.daily import handlers as daily
from cogs.fairness import handlers as fairness
from cogs.guide import handlers as guide
from cogs.hints import handlers as hints
from cogs.lessons import handlers as lessons
from cogs.matches import handlers as matches
from cogs.me import handlers as me
from cogs.moderation import handlers as moderation
from cogs.play import handlers as play
from cogs.privacy import handlers as privacy
from cogs.puzzles import handlers as puzzles
from cogs.replay import handlers as replay
from cogs.report import handlers as report
from cogs.server import handlers as server
from cogs.statistics import handlers as statistics
from cogs.timing import handlers as timing
from cogs.topics.kit import BuiltTopic, ForgetUser, TopicKit
from cogs.tournaments import handlers as tournaments
from cogs.watching import handlers as watching

TOPICS: tuple[Callable[[TopicKit], BuiltTopic], ...] = (
    me.build,
    matches.build,
    moderation.build,
    server.build,
    fairness.build,
    hints.build,
    lessons.build,
    guide.build,
    replay.build,
    daily.build,
    puzzles.build,
    statistics.build,
    watching.build,
)


class Topics:
    def __init__(self, kit: TopicKit, options: Options) -> None:
        self.play = play.build(kit)
        report_topic, self.recent_presses = report.build(kit, options.save_report)
        (
            tournament_topic,
            self.panels,
            self.tournament_jobs,
        ) = tournaments.build(kit)
        games = (import_module(name) for name in kit.kit.games.extensions)
        topics = [
            self.play,
            tournament_topic,
            timing.build(kit),
            report_topic,
            *(build(kit) for build in TOPICS),
            *(game.build(kit, self.play) for game in games),
        ]
        cached = kit.domain.tournaments.tournaments
        on_forget: list[ForgetUser] = [kit.kit.names.forget, cached.forget]
        on_forget += (forget for topic in topics for forget in topic.on_forget)
        self.every: tuple[BuiltTopic, ...] = (*topics, privacy.build(kit, on_forget))
