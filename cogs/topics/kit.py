"""The kit from which topics are built, and the result of building one.

Each topic has a function `build(kit)` that returns a BuiltTopic, followed by the parts that others
need. A topic gets parts of other topics only from the kit, or as an argument of its `build`. Topics
don't look up collaborators by name or class, so mypy checks each topic's needs, and unused parts
are easy to find.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.match.people.limits import CoolDown
from bot.match.services import DomainServices
from cogs.board.live_sessions import LiveSessions
from cogs.board.match_lists import MatchLists
from cogs.board.publisher import BoardPublisher
from cogs.board.sessions import PrivateSessions
from cogs.drawing.queue import DrawingQueues
from cogs.forums.posts import ForumPosts
from cogs.interactions.answers import Interactions
from cogs.interactions.context import Handlers
from cogs.invitations.contents import InvitationContents
from cogs.invitations.handlers import InvitationHandlers
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.kind import Cards
from cogs.invitations.opening import MatchOpener
from cogs.kit import Kit
from cogs.morning.kind import Mornings
from cogs.morning.layouts import MorningLayouts
from cogs.notices.kind import Notices
from cogs.overview.kind import Overviews
from cogs.posting.restores import Restores
from cogs.runtime.gateway import Gateway
from cogs.runtime.in_flight import InFlight
from cogs.runtime.projector import Kind
from cogs.runtime.scheduler import Step
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.scenes import Scenes
from cogs.topics.match_jobs import MatchJobs
from cogs.troubles.kind import TroubleReports
from cogs.troubles.stuck import report_stuck_match
from cogs.ui.emoji import GameEmoji

ForgetUser = Callable[[int], None]
"""Deletes a user's data from a cache."""


@dataclass(frozen=True, eq=False)
class BuiltTopic:
    handlers: tuple[Handlers, ...]
    steps: tuple[Step, ...] = ()
    """Functions that the scheduler calls regularly."""
    kinds: tuple[Kind, ...] = ()
    """Kinds of messages that the topic shows."""
    on_forget: tuple[ForgetUser, ...] = ()


class TopicKit:
    def __init__(
        self,
        kit: Kit,
        domain: DomainServices,
        drawing: DrawingQueues,
        gateway: Gateway,
        limits: CoolDown,
        wake: Callable[[], None],
    ) -> None:
        self.kit, self.domain, self.drawing, self.gateway = kit, domain, drawing, gateway
        self.in_flight, self.restores = InFlight(), Restores(kit.matches.store)
        self.emoji = GameEmoji(kit.games.all_pictures, drawing.private.draw)
        self.scenes = Scenes(kit, self.emoji)
        self.lookup = MatchLookup(kit, self.scenes)
        self.host_messages = HostMessages(kit)
        tournaments = domain.tournaments.tournaments
        posts = ForumPosts(kit, self.scenes, tournaments)
        contents = InvitationContents(kit, drawing.invitations, self.scenes, tournaments)
        self.cards = Cards(kit, domain.challenges, contents, posts, domain.lobby.load)
        live = LiveSessions()
        self.boards = BoardPublisher(
            kit, domain, self.scenes, self.cards.refresh, drawing.boards, live
        )
        self.cards.content_at_end = self.boards.cards.content
        self.opener = MatchOpener(kit.matches, self.boards, self.cards)
        timekeeper = domain.timing.timekeeper
        self.notices = Notices(kit, timekeeper)
        self.match_lists = MatchLists(kit, self.scenes, self.boards, timekeeper)
        self.overviews = Overviews(kit, self.scenes, self.match_lists)
        tables = MorningLayouts(kit, domain.daily, domain.day_records, domain.puzzles, self.emoji)
        self.mornings = Mornings(kit, tables)
        self.trouble_reports = TroubleReports(kit)
        self.interactions = Interactions(kit, self.restores, self.boards, limits, self.in_flight)
        self.sessions = PrivateSessions(
            kit, domain, self.boards, self.scenes, drawing.private, live
        )
        self.invitations = InvitationHandlers(
            self.interactions,
            domain,
            self.opener,
            self.cards,
            self.host_messages,
            self.sessions,
        )
        self.match_jobs = MatchJobs(
            kit,
            domain,
            self.boards,
            self.opener,
            self.host_messages,
            self.notices,
            self.in_flight,
            wake,
        )
        timekeeper.due_work.tell = partial(report_stuck_match, kit)
        self.match_jobs.jobs.due_work.tell = lambda item, is_frozen: report_stuck_match(
            kit, item[0], is_frozen
        )

    @property
    def kinds(self) -> tuple[Kind, ...]:
        return (
            *(self.cards, self.host_messages, self.overviews, self.mornings, self.notices),
            self.trouble_reports,
        )

    @property
    def steps(self) -> tuple[Step, ...]:
        return self.match_jobs.begin_due, self.trouble_reports.look_after
