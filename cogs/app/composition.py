"""Builds everything that runs on Discord, once.

Only this module knows which part needs which. Parts get their collaborators from here and never ask
the client for them; buttons and commands find their handlers in the client's `services`.
"""

from dataclasses import dataclass, field

from discord.ext import commands

from bot.match.core.matches import Matches
from bot.match.daily.records import DayRecords
from bot.match.daily.service import DailyService, DayAccess
from bot.match.forgetting.service import ForgettingService
from bot.match.lobby.challenges import Challenges
from bot.match.lobby.lobby import Lobby
from bot.match.people.limits import CoolDown, PublicMessages
from bot.match.people.pings import PingBudget
from bot.match.playing.plans import Planning
from bot.match.playing.service import MatchService
from bot.match.playing.thinker import Thinker
from bot.match.sharding.ownership import Ownership
from bot.match.stores import Stores
from bot.match.timekeeping.reminders import Reminders
from bot.match.timekeeping.services import TimingServices
from bot.match.timekeeping.visibility import TurnAlerts
from bot.match.tournaments.conductor import Conductor, Ratings
from bot.match.tournaments.eligibility import Eligibility
from bot.match.tournaments.known import Tournaments
from bot.match.tournaments.matches import TableMatches
from bot.match.tournaments.round_ends import RoundEnds
from bot.match.tournaments.service import TournamentService
from bot.worker.pool import WorkerPool
from bot.worker.ports import PoolHouse
from cogs.app.deleted_messages import DeletedMessages
from cogs.app.match_jobs import Forgetting, MatchJobs
from cogs.board.match_lists import MatchLists
from cogs.board.publisher import BoardPublisher
from cogs.board.sessions import PrivateSessions
from cogs.daily.handlers import DailyHandlers
from cogs.daily.panel import DayPanel
from cogs.drawing.artist import Artist, ThreadArtist
from cogs.drawing.queue import DrawingQueue
from cogs.fairness.handlers import FairnessHandlers
from cogs.fairness.proof import FairDice
from cogs.games.installed import InstalledGames
from cogs.guide.handlers import GuideHandlers
from cogs.hints.handlers import Advisor, HintHandlers
from cogs.interactions.answers import Answering
from cogs.interactions.context import Interactions
from cogs.interactions.presses import Presses
from cogs.interactions.topics import Parts
from cogs.invitations.handlers import InvitationHandlers
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.opening import MatchOpener
from cogs.invitations.publisher import InvitationPublisher
from cogs.kit import Kit
from cogs.lessons.handlers import LessonHandlers
from cogs.matches.handlers import MatchListHandlers
from cogs.me.handlers import MeHandlers
from cogs.me.notification_check import NotificationCheck
from cogs.moderation.handlers import ModerationHandlers
from cogs.morning.layouts import MorningLayouts
from cogs.morning.publisher import MorningPublisher
from cogs.notices.publisher import NoticePublisher
from cogs.overview.layouts import OverviewLayouts
from cogs.overview.publisher import OverviewPublisher
from cogs.play.handlers import PlayHandlers
from cogs.play.more import Looks
from cogs.play.moves import Moves
from cogs.play.planner import Planner
from cogs.play.questions import MoveQuestions
from cogs.play.why_not import WhyNot
from cogs.posting.match_access import MatchAccess
from cogs.posting.messenger import Messenger
from cogs.posting.restores import Restores
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.posting.visibility import DiscordVisibility
from cogs.preferences.moves import MovePreferences
from cogs.preferences.store import Preferences
from cogs.privacy.handlers import PrivacyHandlers
from cogs.replay.handlers import ReplayHandlers
from cogs.replay.share_handlers import ShareHandlers
from cogs.report.handlers import NoReports, ReportHandlers, Reports
from cogs.report.recent_presses import RecentPresses
from cogs.runtime.gateway import Gateway
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.in_flight import InFlight
from cogs.runtime.scheduler import TICK, Scheduler
from cogs.runtime.supervisor import Supervisor
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.past_lookup import PastLookup
from cogs.scenes.scenes import Scenes
from cogs.scenes.table_titles import TableTitles
from cogs.server.handlers import ServerHandlers
from cogs.server.permission_check import PermissionCheck
from cogs.server.trouble_channel import TroubleChannelChoice
from cogs.statistics.handlers import StatisticsHandlers
from cogs.timing.absences import Absences
from cogs.timing.handlers import TimingHandlers
from cogs.timing.reminders import ReminderSender
from cogs.tournaments.choosing import TournamentChoice
from cogs.tournaments.handlers import TournamentHandlers
from cogs.tournaments.jobs import TournamentJobs
from cogs.tournaments.moderating import TournamentModeration
from cogs.tournaments.publisher import TournamentPublisher
from cogs.tournaments.teller import TournamentTeller
from cogs.troubles.publisher import TroublePublisher
from cogs.troubles.stuck import StuckItems
from cogs.ui.emoji import GameEmoji
from cogs.ui.names import NameBook
from texts import Catalogue


@dataclass(frozen=True, kw_only=True)
class Options:
    """What an operator or a test chooses; each has a default."""

    tick: float = TICK
    """Seconds between two looks at what is due."""
    limits: CoolDown = field(default_factory=CoolDown)
    take_back: int = 0
    pause: int = 0
    """Seconds that computers wait, in practice and among people."""
    thinker: Thinker | None = None
    workers: WorkerPool | None = None
    """Does slow work; None: a pool of its own does."""
    reports: Reports = field(default_factory=NoReports)
    artist: Artist | None = None
    """Draws pictures; None: threads of this process do."""
    animator: Artist | None = None
    """Draws animations; None: the artist does."""
    ownership: Ownership | None = None
    """Knows the servers of this process; None: all are."""


class Services(Parts):
    """Everything that runs on Discord, by topic."""

    def __init__(
        self,
        client: commands.AutoShardedBot,
        matches: Matches,
        catalogue: Catalogue,
        games: InstalledGames,
        stores: Stores,
        options: Options,
    ) -> None:
        self.ownership = options.ownership or Ownership(matches.clock)
        self.artist = options.artist or ThreadArtist(games.all_pictures)
        self.animator = options.animator or self.artist
        self.workers = options.workers or WorkerPool(matches.games)
        self.catalogue = catalogue
        self.matches = matches
        self.games = games
        self.stores = stores
        self.drawing_queues: list[DrawingQueue] = []
        """All of them, to be observed."""
        self.service = MatchService(
            matches, stores.plans, options.take_back, options.thinker, options.pause
        )
        self.visibility = DiscordVisibility(client, matches.clock)
        self._match_services()
        self._running(client)
        self._reading(client)
        self._posting()
        self._playing(options.limits)
        self._topics(options.reports)
        self._background(options.tick)

    def _match_services(self) -> None:
        """The services around the match service, which reach Discord by ports alone."""
        matches, stores, service = self.matches, self.stores, self.service
        self.planning = Planning(matches, stores.plans)
        self.pings = PingBudget(stores.pings, matches.clock)
        self.public = PublicMessages(matches.clock)
        self.challenges = Challenges(matches.store, stores.refusals)
        servers, challenges = stores.servers, self.challenges
        self.lobby = Lobby(
            matches, service, self.games.default, servers=servers, challenges=challenges
        )
        self.timing_services = TimingServices(
            matches,
            service,
            stores.deadlines,
            stores.turn_alerts,
            servers=servers,
            owns=self.ownership.owns,
        )
        self.timekeeper = self.timing_services.timekeeper
        self.daily = DailyService(matches, stores.days, servers, PoolHouse(self.workers))
        self.day_records = DayRecords(matches.clock, stores.standings, stores.deadlines)
        tournaments = Tournaments(stores.tournaments, matches.clock)
        self.table_titles = TableTitles(tournaments)
        conductor = Conductor(
            matches,
            tournaments,
            TableMatches(matches, service, stores.deadlines, stores.turn_alerts),
            stores.deadlines,
            Ratings(stores.statistics),
            Eligibility(servers, stores.tournaments, self.visibility),
        )
        self.tournament_service = TournamentService(matches, tournaments, conductor, servers)
        self.forgetting = ForgettingService(matches, service, self.lobby, stores.people)

    def _running(self, client: commands.AutoShardedBot) -> None:
        """What keeps the bot running."""
        self.gateway = Gateway(client, waits=lambda: self.ownership.waits)
        self.supervisor = Supervisor(observer=self.matches.observer)
        matches = self.matches
        self.queues = GuildQueues(
            owns=self.ownership.owns, clock=matches.clock, observer=matches.observer
        )
        self.in_flight = InFlight()
        self.restores = Restores(self.matches.store)

    def _reading(self, client: commands.AutoShardedBot) -> None:
        """What reads matches, settings and names for messages."""
        matches, stores = self.matches, self.stores
        self.alerts = TurnAlerts(matches, stores.turn_alerts, self.visibility)
        self.names = NameBook()
        self.emoji = GameEmoji(self.games.all_pictures)
        self.preferences = Preferences(
            matches.store,
            self.catalogue,
            lambda guild: str(home.preferred_locale) if (home := client.get_guild(guild)) else None,
        )
        self.troubles = TroubleRecorder(client, matches.clock, stores.troubles)
        self.access = MatchAccess(DayAccess(matches.clock, stores.days), self.visibility)
        self.kit = Kit(
            client,
            self.catalogue,
            matches,
            stores,
            self.games,
            self.preferences,
            self.names,
            self.pings,
            self.queues,
            self.troubles,
            self.access,
            self.workers,
        )
        self.scenes = Scenes(self.kit, self.emoji)
        self.lookup = MatchLookup(self.kit, self.scenes)
        self.past_lookup = PastLookup(self.kit, self.lookup)

    def _posting(self) -> None:
        """What posts messages and keeps them up to date."""
        kit, matches = self.kit, self.matches
        self.messenger = Messenger(kit.client)
        self.host_messages = HostMessages(kit)
        self.invitation_messages = InvitationPublisher(
            kit, self.challenges, self._drawing("invitations", self.artist), self.table_titles
        )
        self.boards = BoardPublisher(
            kit,
            self.invitation_messages,
            self.table_titles,
            self.scenes,
            self.service.automatic,
            self.timekeeper,
            self.alerts,
            self._drawing("boards", self.artist),
        )
        self.opener = MatchOpener(matches, self.boards, self.invitation_messages)
        self.notices = NoticePublisher(kit, self.boards, self.timekeeper)
        self.match_lists = MatchLists(kit, self.scenes, self.boards, self.timekeeper)
        self.overviews = OverviewPublisher(kit, OverviewLayouts(kit, self.scenes, self.match_lists))
        self.mornings = MorningPublisher(kit, MorningLayouts(kit, self.daily))
        self.trouble_messages = TroublePublisher(kit)
        self.tournament_teller = TournamentTeller(kit, self._drawing("tournaments", self.artist))
        self.tournament_messages = TournamentPublisher(
            kit, self.tournament_service, self.tournament_teller
        )
        self.absences = Absences(kit, self.timing_services.absences, self.boards, self.messenger)

    def _playing(self, limits: CoolDown) -> None:
        """What answers moves."""
        kit, boards, scenes = self.kit, self.boards, self.scenes
        answering = Answering(kit, boards, limits, self.in_flight)
        self.interactions = interactions = Interactions(kit, self.restores, answering)
        self.match_jobs = MatchJobs(
            kit,
            self.service,
            self.lobby,
            self.alerts,
            self.timekeeper,
            boards,
            self.invitation_messages,
            self.host_messages,
            self.notices,
            self.opener,
            self.in_flight,
            lambda: self.scheduler.wake(),
        )
        self.jobs, self.timers = self.match_jobs.jobs, self.match_jobs.timers
        self.deleted_messages = DeletedMessages(kit, boards, self.tournament_messages, self.jobs)
        self.private_pictures = self._drawing("private", self.artist)
        self.planner = Planner(self.planning, scenes)
        questions = MoveQuestions(scenes, MovePreferences(self.matches.store))
        self.play = PlayHandlers(
            interactions,
            Moves(self.service, questions, self.timers),
            scenes,
            self.planner,
            WhyNot(scenes, self.private_pictures),
            Looks(scenes, self.private_pictures),
            PrivateSessions(
                kit, boards, scenes, self.private_pictures, DayPanel(self.daily, self.day_records)
            ),
        )
        self.invitations = InvitationHandlers(
            interactions,
            self.lobby,
            self.opener,
            self.invitation_messages,
            self.host_messages,
            self.alerts.visibility,
            self.public,
        )

    def _topics(self, reports: Reports) -> None:
        """What answers everything else."""
        kit, interactions, past = self.kit, self.interactions, self.past_lookup
        pictures = self.private_pictures
        self.timing = TimingHandlers(interactions, self.timing_services, self.notices, self.lookup)
        check = NotificationCheck(kit, self.messenger)
        self.me = MeHandlers(interactions, self.timing_services.absences, check)
        self.match_list_handlers = MatchListHandlers(interactions, self.match_lists)
        self.moderation = ModerationHandlers(
            interactions,
            self.service,
            self.lobby,
            self.invitation_messages,
            self.host_messages,
            self.tournament_service.tournaments,
            self.match_lists,
        )
        permissions = PermissionCheck(kit.client, kit.servers)
        self.server = ServerHandlers(
            interactions,
            self.overviews,
            self.mornings,
            pictures,
            permissions,
            TroubleChannelChoice(kit.stores.troubles, self.troubles, permissions),
        )
        dice = FairDice(kit)
        self.fairness = FairnessHandlers(interactions, dice, self.scenes, past)
        self.hints = HintHandlers(interactions, self.scenes, self.lookup, Advisor(kit.workers))
        self.lessons = LessonHandlers(interactions, self.emoji, pictures)
        self.guide = GuideHandlers(interactions, kit.client.tree, pictures)
        self.recent_presses = RecentPresses()
        self.reports = ReportHandlers(interactions, past, self.recent_presses, reports)
        self.sharing = ShareHandlers(
            interactions, self.scenes, pictures, self._drawing("animations", self.animator)
        )
        self.replays = ReplayHandlers(interactions, self.sharing, past)
        self.days = DailyHandlers(interactions, self.daily, self.scenes, self.play.sessions)
        self.statistics = StatisticsHandlers(interactions, self.day_records, pictures, self.public)
        self._tournaments()
        tournaments = self.tournament_service.tournaments
        memories = (self.names, self.recent_presses, self.sharing.frames, tournaments)
        self.privacy = PrivacyHandlers(
            interactions, self.forgetting, memories, self.boards, self.invitation_messages
        )
        self.presses = Presses(vars(self).values())

    def _tournaments(self) -> None:
        """What answers everything about tournaments."""
        service, teller, messages = (
            self.tournament_service,
            self.tournament_teller,
            self.tournament_messages,
        )
        choice = TournamentChoice(service, self.stores.tournaments)
        self.tournaments = TournamentHandlers(self.interactions, service, choice, teller, messages)
        self.tournament_moderation = TournamentModeration(
            self.interactions, service, choice, teller, messages
        )
        self.tournament_jobs = TournamentJobs(
            self.kit, service, messages, lambda guild: self.gateway.reaches_server(guild)
        )
        stuck = StuckItems(self.troubles, self.matches, self.stores.tournaments)
        self.timekeeper.due_work.tell = stuck.match
        self.jobs.due_work.tell = lambda item, is_frozen: stuck.match(item[0], is_frozen)
        self.tournament_jobs.due_work.tell = stuck.tournament
        service.conductor.due_work.tell = lambda item, is_frozen: stuck.tournament(
            item[0], is_frozen
        )

    def _background(self, tick: float) -> None:
        """What looks for work that is due."""
        stores = self.stores
        forgetting = Forgetting(self.privacy, self.jobs, self.queues)
        ends = RoundEnds(self.table_titles.look, stores.deadlines)
        due = Reminders(
            self.matches, stores.reminders, stores.deadlines, stores.turn_alerts, ends.of
        )
        self.reminders = ReminderSender(
            self.kit, due, self.boards, self.messenger, self.jobs.guilds, self.ownership.owns
        )
        self.scheduler = Scheduler(
            (
                self.match_jobs.begin_due,
                self.tournament_jobs.begin_due,
                self.reminders.look_after,
                self._look_after_absences,
                self.overviews.look_after,
                self.mornings.look_after,
                self.trouble_messages.look_after,
                self.deleted_messages.look_after,
                forgetting.begin,
            ),
            self.supervisor,
            self.timekeeper,
            self._connected,
            tick,
            self.matches.observer,
        )

    def _connected(self) -> bool:
        """Return whether people can reach the bot."""
        return self.ownership.complete and self.gateway.trouble() is None

    def _drawing(self, name: str, artist: Artist) -> DrawingQueue:
        queue = DrawingQueue(artist, name, self.matches.observer)
        self.drawing_queues.append(queue)
        return queue

    async def _look_after_absences(self) -> None:
        """Tell what people have said about their time, which belongs to no server."""
        if self.ownership.owns(0):
            await self.absences.look_after()
