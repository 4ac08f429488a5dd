"""The faults of a storm. Each happens immediately; lasting damage is repaired in the next calm."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping

from chaos.bot_processes import BotProcesses
from chaos.database_reader import DatabaseReader
from chaos.message_tracker import MessageTracker
from chaos.storm.known_faults import KnownFaults
from chaos.storm.moderation import Moderation
from chaos.storm.participants import Participants
from chaos.storm.process_faults import ProcessFaults
from playground.luck import Luck

POLITE, OVERLAP = "polite stop", "overlapping deploy"
KILL, BEFORE, AFTER = (
    "kill",
    "kill before a request is served",
    "kill after a request was served",
)
COMMANDS = "refuse the commands at a start"
PROCESSES = {KILL: 3.0, BEFORE: 2.0, AFTER: 3.0, POLITE: 1.5, OVERLAP: 3.0, COMMANDS: 0.7}
THREADS = {
    "limit new threads": 2.0,
    "threads are unavailable": 1.5,
    "a new thread is not answered": 1.5,
}
OTHERS = {
    **THREADS,
    "drop the gateway": 2.0,
    "drop the gateway, sessions forgotten": 1.0,
    "ask to reconnect": 1.0,
    "end the session": 0.5,
    "delete a board": 3.0,
    "archive a thread": 3.0,
    "lock a thread": 2.0,
    "delete a thread": 0.7,
    "take a permission": 2.0,
    "throw the bot out": 0.5,
    "delete a channel": 0.3,
    "a player leaves": 1.0,
    "take the bot's role": 1.0,
    "rename a channel": 1.0,
    "refuse emoji": 1.0,
    "delete an emoji": 0.5,
    "Cloudflare answers": 2.0,
    "a proxy answers": 1.0,
}
"""Faults that leave the processes alone; they also happen while two processes overlap."""


Note = Callable[[str], None]


class FaultInjector:
    others: Mapping[str, float] = OTHERS

    def __init__(
        self,
        participants: Participants,
        processes: BotProcesses,
        tracker: MessageTracker,
        reader: DatabaseReader,
        luck: Luck,
        note: Note,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._luck = luck
        self._note = note
        self.processes = ProcessFaults(participants.playground, processes, luck)
        self.moderation = Moderation(participants, tracker, reader, luck)
        self.discord = KnownFaults(participants.playground, luck.child("Discord"))
        gateway = participants.playground.gateway
        self._faults: dict[str, Callable[[], Awaitable[None] | None]] = {
            "drop the gateway": gateway.drop,
            "drop the gateway, sessions forgotten": lambda: gateway.drop(resumable=False),
            "ask to reconnect": gateway.ask_reconnect,
            "end the session": gateway.invalidate,
            "delete a board": self.moderation.delete_board,
            "archive a thread": self.moderation.archive_thread,
            "lock a thread": self.moderation.lock_thread,
            "delete a thread": self.moderation.delete_thread,
            "take a permission": self.moderation.take_permission,
            "throw the bot out": self.moderation.throw_out,
            "delete a channel": self.moderation.delete_channel,
            "a player leaves": self.moderation.player_leaves,
            "take the bot's role": self.moderation.take_role,
            "rename a channel": self.moderation.rename_channel,
            "limit new threads": self._limit_threads,
            "threads are unavailable": self.discord.threads_unavailable,
            "a new thread is not answered": self.discord.thread_answer_cut,
            "refuse emoji": self.discord.refuse_emoji,
            "delete an emoji": self.discord.delete_emoji,
            "Cloudflare answers": self.discord.cloudflare,
            "a proxy answers": self.discord.proxy,
        }
        self._kills: dict[str, Callable[[], Awaitable[None]]] = {
            KILL: self.processes.kill,
            BEFORE: self.processes.kill_before,
            AFTER: self.processes.kill_after,
        }

    def draw(self) -> str:
        return self._luck.weighted({**PROCESSES, **self.others})

    def opening(self) -> str:
        """Return the first fault of a storm; "" for none.

        Most matches begin in the first second of a run, so later faults of threads would miss them.
        """
        threads = {name: often for name, often in THREADS.items() if name in self.others}
        return self._luck.weighted(threads) if threads else ""

    async def inject(self, name: str) -> None:
        self._note(name)
        if name in self._kills:
            await self._kills[name]()
            return
        self.counts[name] += 1
        if name in (POLITE, COMMANDS):
            if name == COMMANDS:
                self.discord.refuse_commands()
            await self.processes.stop_politely()
        elif name == OVERLAP:
            await self.processes.overlap(lambda: self.inject(self._luck.weighted(self.others)))
        else:
            lasting = self._faults[name]()
            if lasting is not None:
                await lasting

    async def repair(self) -> None:
        self.discord.repair()
        await self.moderation.repair()
        await self.processes.repair()

    def _limit_threads(self) -> None:
        self.discord.limit_threads(self.moderation.with_threads())
