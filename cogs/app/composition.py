"""Builds everything that runs on Discord, once: services, then the kit of topics, then topics."""

from discord.ext import commands

from bot.match.core.matches import Matches
from bot.match.playing.service import MatchService
from bot.match.services import DomainServices
from bot.match.sharding.ownership import Ownership
from bot.match.stores import Stores
from bot.worker.pool import WorkerPool
from bot.worker.ports import PoolHouse
from cogs.app.deleted_messages import DeletedMessages
from cogs.app.options import Options
from cogs.app.topics import Topics
from cogs.drawing.artist import ThreadArtist
from cogs.drawing.queue import DrawingQueues
from cogs.games.installed import InstalledGames
from cogs.interactions.presses import Presses
from cogs.kit import Kit
from cogs.posting.match_access import MatchAccess
from cogs.posting.role_pings import RolePings
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.posting.visibility import DiscordVisibility
from cogs.preferences.store import Preferences
from cogs.runtime.gateway import Gateway
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.projector import Projector
from cogs.runtime.rest_health import RestHealth
from cogs.runtime.scheduler import Scheduler
from cogs.runtime.supervisor import Supervisor
from cogs.topics.kit import TopicKit
from cogs.ui.names import NameBook
from texts import Catalogue


class Services:
    def __init__(
        self,
        client: commands.AutoShardedBot,
        matches: Matches,
        catalogue: Catalogue,
        games: InstalledGames,
        stores: Stores,
        options: Options,
        rest: RestHealth,
    ) -> None:
        self.matches, self.catalogue, self.games, self.stores = matches, catalogue, games, stores
        self.ownership = options.ownership or Ownership(matches.clock)
        self.artist = options.artist or ThreadArtist(games.all_pictures)
        self.animator = options.animator or self.artist
        self.workers = options.workers or WorkerPool(matches.games)
        self.visibility = DiscordVisibility(client, matches.clock)
        self.gateway = Gateway(client, waits=lambda: self.ownership.waits, rest=rest)
        self.supervisor = Supervisor(observer=matches.observer)
        owns = self.ownership.owns
        self.service = MatchService(
            matches, stores.plans, options.take_back, options.thinker, options.pause
        )
        house = PoolHouse(self.workers)
        self.domain = DomainServices(
            matches,
            stores,
            self.service,
            self.visibility.check_access,
            self.visibility,
            house,
            owns,
            self.ownership.serves,
            options.puzzle_stock,
        )
        self.preferences = Preferences(
            matches.store,
            catalogue,
            lambda guild: str(home.preferred_locale) if (home := client.get_guild(guild)) else None,
        )
        self.queues = GuildQueues(owns=owns, clock=matches.clock, observer=matches.observer)
        self.names = NameBook()
        troubles = TroubleRecorder(client, matches.clock, stores.troubles)
        kit = Kit(
            client,
            catalogue,
            matches,
            stores,
            games,
            self.preferences,
            self.names,
            self.domain.pings,
            RolePings(client, self.preferences, stores.role_pings, matches.clock),
            self.queues,
            troubles,
            Projector(client, stores.messages, matches.clock, self.queues, troubles),
            MatchAccess(self.domain.daily, self.visibility),
            self.workers,
        )
        self.drawing = DrawingQueues(self.artist, self.animator, matches.observer)
        self.kit = TopicKit(
            kit, self.domain, self.drawing, self.gateway, options.limits, self._wake
        )
        self.topics = Topics(self.kit, options)
        kinds = (*self.kit.kinds, *(kind for topic in self.topics.every for kind in topic.kinds))
        for kind in kinds:
            kit.projector.register(kind)
        every = (
            self.kit.invitations,
            *(handler for topic in self.topics.every for handler in topic.handlers),
        )
        self.presses = Presses(every)
        jobs = self.kit.match_jobs.jobs
        self.deleted_messages = DeletedMessages(kit, self.kit.boards, jobs)
        steps = (step for topic in self.topics.every for step in topic.steps)
        self.scheduler = Scheduler(
            # The Projector comes last, because the other steps cause messages.
            (*self.kit.steps, *steps, self.deleted_messages.look_after, kit.projector.look_after),
            self.supervisor,
            self.domain.timing.timekeeper,
            self._connected,
            options.tick,
            matches.observer,
        )
        matches.store.setbacks.listeners.append(self._set_back)

    def _wake(self) -> None:
        self.scheduler.wake()

    def _set_back(self) -> None:
        """Drop everything that can belong to lost commits, because the database went back in time.

        A restart would do the same, but it would also cost the sessions of all shards.
        """
        self.matches.drop_all_cached()
        self.domain.tournaments.tournaments.drop_all_cached()
        self.service.thoughts.drop_all()
        self.kit.boards.set_back()
        self.kit.restores.set_back()
        self._wake()

    def _connected(self) -> bool:
        """Return whether players can reach the bot: with shared shards, in any server."""
        if self.ownership.is_shared:
            return self.gateway.rest.works and self.ownership.serves_any
        return self.gateway.rest.works and self.gateway.trouble() is None
