"""The collaborators that most parts of the bot need."""

from dataclasses import dataclass

from discord.ext import commands

from bot.match.core.matches import Matches
from bot.match.people.pings import PingBudget
from bot.match.people.servers import ServerStore
from bot.match.stores import Stores
from bot.match.values.times import Clock
from bot.worker.pool import WorkerPool
from cogs.games.installed import InstalledGames
from cogs.posting.match_access import MatchAccess
from cogs.posting.role_pings import RolePings
from cogs.posting.trouble_recorder import TroubleRecorder
from cogs.preferences.store import Preferences
from cogs.runtime.guild_queues import GuildQueues
from cogs.runtime.projector import Projector
from cogs.ui.names import NameBook
from texts import Catalogue


@dataclass(frozen=True, eq=False)
class Kit:
    client: commands.AutoShardedBot
    catalogue: Catalogue
    matches: Matches
    stores: Stores
    games: InstalledGames
    preferences: Preferences
    names: NameBook
    pings: PingBudget
    role_pings: RolePings
    queues: GuildQueues
    troubles: TroubleRecorder
    projector: Projector
    access: MatchAccess
    workers: WorkerPool

    @property
    def clock(self) -> Clock:
        return self.matches.clock

    @property
    def servers(self) -> ServerStore:
        return self.stores.servers
