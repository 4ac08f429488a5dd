"""Builds everything that runs on Discord, once.

Only this module knows which part needs which. Parts get their collaborators from here and never ask
the client for them; buttons and commands find their handlers in the client's `services`.
"""

from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.lobby.challenges import Challenges
from bot.match.lobby.lobby import Lobby
from bot.match.matches import Matches
from bot.match.people.cooldown import CoolDown
from bot.match.people.forgetting import ForgettingService
from bot.match.people.pings import PingBudget
from bot.match.playing.planning import Planning
from bot.match.playing.service import MatchService
from bot.match.stores import Stores
from bot.match.timing.reminders import Reminders
from bot.match.timing.services import TimingServices
from bot.match.timing.visibility import TurnAlerts
from cogs.board.drawing import DrawingQueue
from cogs.board.publisher import BoardPublisher
from cogs.board.scenes import Scenes
from cogs.fairness.handlers import FairnessHandlers
from cogs.fairness.proof import FairDice
from cogs.games.installed import InstalledGames
from cogs.guide.handlers import GuideHandlers
from cogs.interactions import custom_id_families as families
from cogs.interactions.answers import Answering
from cogs.interactions.context import Interactions
from cogs.interactions.modal_routes import ModalRoutes, board_of
from cogs.invitations.handlers import InvitationHandlers
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.opening import MatchOpener
from cogs.invitations.publisher import InvitationPublisher
from cogs.matches.handlers import MatchListHandlers
from cogs.matches.lists import MatchLists
from cogs.matches.lookup import MatchLookup
from cogs.matches.past_lookup import PastLookup
from cogs.me.handlers import MeHandlers
from cogs.me.notification_check import NotificationCheck
from cogs.moderation.handlers import ModerationHandlers
from cogs.notices.publisher import NoticePublisher
from cogs.overview.layouts import OverviewLayouts
from cogs.overview.publisher import OverviewPublisher
from cogs.play.handlers import PlayHandlers
from cogs.play.move_preferences import MovePreferences
from cogs.play.moves import Moves
from cogs.play.planner import Planner
from cogs.play.questions import MoveQuestions
from cogs.play.sessions import PrivateSessions
from cogs.play.why_not import WhyNot
from cogs.posting.messenger import Messenger
from cogs.posting.visibility import DiscordVisibility
from cogs.privacy.handlers import PrivacyHandlers
from cogs.replay.handlers import ReplayHandlers
from cogs.report.handlers import NoReports, ReportHandlers, Reports
from cogs.report.recent_presses import RecentPresses
from cogs.runtime.gateway import Gateway
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.in_flight import InFlight
from cogs.runtime.match_jobs import Forgetting, MatchJobs
from cogs.runtime.restores import Restores
from cogs.runtime.scheduler import TICK, Scheduler
from cogs.runtime.supervisor import Supervisor
from cogs.server.handlers import ServerHandlers
from cogs.server.preferences import Preferences
from cogs.share.handlers import ShareHandlers
from cogs.statistics.after_match import AfterMatch
from cogs.statistics.handlers import StatisticsHandlers
from cogs.timing.absences import Absences
from cogs.timing.handlers import TimingHandlers
from cogs.timing.reminders import ReminderSender
from cogs.ui.emoji import GameEmoji
from cogs.ui.names import NameBook
from texts import Catalogue


class Services:
    """Everything that runs on Discord, by topic."""

    def __init__(
        self,
        client: commands.AutoShardedBot,
        tree: app_commands.CommandTree[Any],
        matches: Matches,
        catalogue: Catalogue,
        games: InstalledGames,
        stores: Stores,
        *,
        tick: float = TICK,
        limits: CoolDown | None = None,
        take_back: int = 0,
        reports: Reports | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.matches = matches
        self.games = games
        self.stores = stores
        self._match_service(take_back)
        self._running(client)
        self._reading(client)
        self._posting(client)
        self._playing(CoolDown() if limits is None else limits)
        self._topics(client, tree, NoReports() if reports is None else reports)
        self._background(tick)

    def _match_service(self, take_back: int) -> None:
        """The match service, which knows no Discord."""
        matches, stores = self.matches, self.stores
        self.service = MatchService(matches, stores.plans, take_back)
        self.planning = Planning(matches, stores.plans)
        self.pings = PingBudget(stores.pings, matches.clock)
        self.challenges = Challenges(matches.store, stores.refusals)
        self.lobby = Lobby(
            matches,
            self.service,
            self.games.default,
            servers=stores.servers,
            challenges=self.challenges,
        )
        self.timing_services = TimingServices(
            matches, self.service, stores.deadlines, stores.turn_alerts, servers=stores.servers
        )
        self.timekeeper = self.timing_services.timekeeper
        self.forgetting = ForgettingService(matches, self.service, self.lobby, stores.people)

    def _running(self, client: commands.AutoShardedBot) -> None:
        """What keeps the bot running."""
        self.gateway = Gateway(client)
        self.supervisor = Supervisor()
        self.queues = GuildQueues()
        self.in_flight = InFlight()
        self.restores = Restores(self.matches.store)

    def _reading(self, client: commands.AutoShardedBot) -> None:
        """What reads matches, settings and names for messages."""
        matches = self.matches
        self.visibility = DiscordVisibility(client, matches.clock)
        self.alerts = TurnAlerts(matches, self.stores.turn_alerts, self.visibility)
        self.names = NameBook()
        self.emoji = GameEmoji(self.games.all_pictures)
        self.preferences = Preferences(matches.store, self.catalogue, _locales(client))
        self.scenes = Scenes(client, self.names, self.emoji, self.preferences, self.games)
        self.lookup = MatchLookup(matches, self.scenes)
        self.past_lookup = PastLookup(matches, self.lookup, self.stores.statistics, self.names)

    def _posting(self, client: commands.AutoShardedBot) -> None:
        """What posts messages and keeps them up to date."""
        matches, stores, preferences = self.matches, self.stores, self.preferences
        self.messenger = Messenger(client)
        self.host_messages = HostMessages(
            client, matches, stores.servers, self.names, preferences, self.pings
        )
        self.invitation_messages = InvitationPublisher(
            client,
            matches,
            self.names,
            preferences,
            stores.servers,
            self.pings,
            self.challenges,
            self.games,
        )
        self.boards = BoardPublisher(
            client,
            matches,
            self.invitation_messages,
            self.scenes,
            preferences,
            self.service.automatic,
            stores.servers,
            stores.left_places,
            self.timekeeper,
            AfterMatch(client, stores.statistics, self.names, self.games),
            self.alerts,
            self.pings,
        )
        self.opener = MatchOpener(matches, self.boards, self.invitation_messages)
        self.notices = NoticePublisher(
            client,
            matches,
            stores.notices,
            self.boards,
            self.timekeeper,
            preferences,
            self.names,
            self.pings,
        )
        self.match_lists = MatchLists(matches, self.scenes, self.boards, self.timekeeper)
        self.overviews = OverviewPublisher(
            client,
            matches.clock,
            stores.servers,
            OverviewLayouts(matches, self.scenes, self.match_lists, preferences),
            self.queues,
        )
        self.absences = Absences(
            matches,
            self.timing_services.absences,
            stores.absence_news,
            self.boards,
            self.messenger,
            preferences,
        )

    def _playing(self, limits: CoolDown) -> None:
        """What answers moves."""
        self.interactions = Interactions(
            self.catalogue,
            self.matches,
            self.boards,
            self.preferences,
            self.names,
            self.restores,
            Answering(self.matches, limits, self.in_flight),
        )
        self.match_jobs = MatchJobs(
            self.matches,
            self.stores,
            self.service,
            self.lobby,
            self.alerts,
            self.timekeeper,
            self.boards,
            self.invitation_messages,
            self.host_messages,
            self.notices,
            self.opener,
            self.queues,
            self.in_flight,
            lambda: self.scheduler.wake(),
        )
        self.jobs, self.timers = self.match_jobs.jobs, self.match_jobs.timers
        self.private_pictures = DrawingQueue()
        self.planner = Planner(self.planning, self.scenes)
        questions = MoveQuestions(self.scenes, MovePreferences(self.matches.store))
        self.play = PlayHandlers(
            self.interactions,
            Moves(self.service, questions, self.timers),
            self.scenes,
            self.planner,
            WhyNot(self.scenes, self.private_pictures),
            PrivateSessions(
                self.matches, self.games, self.boards, self.scenes, self.private_pictures
            ),
        )
        self.invitations = InvitationHandlers(
            self.interactions,
            self.lobby,
            self.opener,
            self.invitation_messages,
            self.host_messages,
            self.games,
        )

    def _topics(
        self, client: commands.AutoShardedBot, tree: app_commands.CommandTree[Any], reports: Reports
    ) -> None:
        """What answers everything else."""
        interactions, matches, stores = self.interactions, self.matches, self.stores
        self.timing = TimingHandlers(interactions, self.timing_services, self.notices, self.lookup)
        self.me = MeHandlers(
            interactions,
            matches,
            self.timing_services.absences,
            stores.refusals,
            NotificationCheck(matches.store, self.messenger, self.pings),
        )
        self.match_list_handlers = MatchListHandlers(interactions, self.match_lists)
        self.moderation = ModerationHandlers(
            interactions,
            client,
            matches,
            self.service,
            self.lobby,
            stores.servers,
            self.invitation_messages,
            self.host_messages,
            self.preferences,
        )
        self.server = ServerHandlers(
            interactions, client, self.preferences, stores.servers, self.overviews, self.games
        )
        self.fairness = FairnessHandlers(
            interactions, FairDice(client, matches), self.scenes, self.past_lookup
        )
        self.guide = GuideHandlers(interactions, tree, self.games, self.private_pictures)
        self.recent_presses = RecentPresses()
        self.reports = ReportHandlers(
            interactions, self.past_lookup, matches, self.recent_presses, reports
        )
        self.sharing = ShareHandlers(
            interactions, client, self.scenes, self.preferences, stores.servers, self.games
        )
        self.replays = ReplayHandlers(interactions, self.sharing, self.past_lookup)
        self.statistics = StatisticsHandlers(
            interactions,
            client,
            store=stores.statistics,
            matches=matches,
            names=self.names,
            preferences=self.preferences,
            games=self.games,
        )
        self.privacy = PrivacyHandlers(
            interactions,
            self.forgetting,
            (self.names, self.recent_presses),
            self.boards,
            self.invitation_messages,
        )
        self.modals = ModalRoutes(
            {
                families.FORM: lambda i, f: self.play.form(i, board_of(f), f["panel"]),
                families.SESSION: lambda i, f: self.play.form(i, board_of(f), f["what"] or ""),
                families.PLAN_FORM: lambda i, f: self.play.plan_form(i, int(f["match"])),
                families.WORD_FORM: lambda i, f: self.invitations.take_word(i, int(f["match"])),
                families.ME_FORM: lambda i, f: self.me.form(i, f["what"]),
                families.REPORT_FORM: lambda i, f: self.reports.take(i, board_of(f)),
            }
        )

    def _background(self, tick: float) -> None:
        """What looks for work that is due."""
        stores = self.stores
        forgetting = Forgetting(self.privacy, self.jobs, self.queues)
        self.reminders = ReminderSender(
            Reminders(self.matches, stores.reminders, stores.deadlines, stores.turn_alerts),
            self.boards,
            self.messenger,
            self.preferences,
            self.catalogue,
            self.jobs.guilds,
        )
        self.scheduler = Scheduler(
            (
                self.match_jobs.begin_due,
                self.reminders.look_after,
                self.absences.look_after,
                self.overviews.look_after,
                forgetting.begin,
            ),
            self.supervisor,
            self.timekeeper,
            lambda: self.gateway.trouble() is None,
            tick,
        )


def _locales(client: discord.Client) -> Callable[[int], str | None]:
    """Finds the language of a server on Discord; None if it is not known."""

    def locale_of(guild: int) -> str | None:
        found = client.get_guild(guild)
        return None if found is None else str(found.preferred_locale)

    return locale_of
