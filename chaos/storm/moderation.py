"""What moderators, players and Discord take from the bot, and give back."""

import asyncio
from collections.abc import Callable

from chaos.database_reader import DatabaseReader
from chaos.message_tracker import LiveMessage, MessageTracker
from chaos.storm.channels import PREFIX, make_channel
from chaos.storm.participants import Participants
from chaos.transcript import Kind
from playground.luck import Luck
from playground.model import Channel
from playground.permissions import Permission

DENIED = (
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.ATTACH_FILES,
    Permission.VIEW_CHANNEL,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.SEND_MESSAGES,
)
LASTS = (1.0, 4.0)
"""Real seconds after which something is given back."""


class Moderation:
    """Each method lets one thing happen, where there is something that it can happen to."""

    def __init__(
        self,
        participants: Participants,
        tracker: MessageTracker,
        reader: DatabaseReader,
        luck: Luck,
    ) -> None:
        self.lost: set[int] = set()
        """Matches of which a board was taken away."""
        self._participants = participants
        self._playground = participants.playground
        self._tracker = tracker
        self._reader = reader
        self._luck = luck
        self._lasting: set[asyncio.Task[None]] = set()
        self._repairs: list[Callable[[], None]] = []

    async def repair(self) -> None:
        """Give everything back."""
        for task in self._lasting:
            task.cancel()
        await asyncio.gather(*self._lasting, return_exceptions=True)
        self._lasting.clear()
        for repair in self._repairs:
            repair()
        self._repairs.clear()

    # ------------------------------------------------------------------ boards and threads

    def delete_board(self) -> None:
        """Somebody deletes a board."""
        board, channel = self._a_board()
        if board is not None and channel is not None:
            self.lost.add(board.snapshot.match)
            self._playground.world.delete(channel.messages[board.message])

    def archive_thread(self) -> None:
        """The thread of a match is archived."""
        _, channel = self._a_board()
        if channel is not None and channel.thread is not None:
            self._playground.world.set_archived(channel, True)

    def lock_thread(self) -> None:
        """The thread of a match is locked for a while."""
        _, channel = self._a_board()
        if channel is None or channel.thread is None:
            return
        world, thread = self._playground.world, channel
        world.set_archived(thread, True)
        world.set_locked(thread, True)

        def unlock() -> None:
            if world.channel(thread.id) is thread:
                world.set_locked(thread, False)

        self._later(unlock)

    def delete_thread(self) -> None:
        """The thread of a match is deleted."""
        board, channel = self._a_board()
        if board is not None and channel is not None and channel.thread is not None:
            self.lost.add(board.snapshot.match)
            self._playground.world.delete_channel(channel)

    def _a_board(self) -> tuple[LiveMessage | None, Channel | None]:
        """Some board with its channel; one that the bot has noted, as nobody is faster than that,
        and no end beside it, as that may not be noted.

        (None, None) if there is none.
        """
        boards = [
            board
            for messages in self._tracker.matches.values()
            if (board := messages.board()) is not None
            and not messages.of_kind(Kind.END)
            and self._reader.board(messages.match) == board.message
        ]
        if not boards:
            return None, None
        board = self._luck.pick(sorted(boards, key=lambda board: board.message))
        return board, self._playground.world.channel(board.channel)

    # ------------------------------------------------------------------ channels

    def take_permission(self) -> None:
        """The bot may not do something in a channel for a while."""
        world = self._playground.world
        channel, what = self._luck.pick(self._channels()).id, self._luck.pick(DENIED)
        world.set_permissions(channel, world.bot_id, deny=int(what))

        def allow() -> None:
            if world.channel(channel) is not None:
                world.set_permissions(channel, world.bot_id)

        self._later(allow)

    def delete_channel(self) -> None:
        """One in which nothing is under way is deleted; its people go to a new one."""
        world, matches = self._playground.world, self._tracker.matches.values()
        taken = {lobby.channel for one in matches for lobby in one.of_kind(Kind.LOBBY)}
        taken.add(self._participants.stranger.channel_id)  # those who solve puzzles stay there
        taken |= self._reader.unseen() | self._reader.halls() | self._unnoted()
        channels = [channel for channel in self._channels() if channel.id not in taken]
        if not channels:
            return
        channel = self._luck.pick(channels)
        threads = {c.id for c in world.guild.channels.values() if c.parent_id == channel.id}
        places = {channel.id} | threads
        boards = [board for messages in matches for board in messages.boards()]
        self.lost |= {board.snapshot.match for board in boards if board.channel in places}
        instead = make_channel(self._playground, int(channel.name.removeprefix(PREFIX)))
        world.delete_channel(channel)
        for person in (*self._participants.people, self._participants.stranger):
            if person.channel_id == channel.id:
                person.channel_id = instead

    def _channels(self) -> list[Channel]:
        channels = self._playground.world.guild.channels.values()
        return [channel for channel in channels if channel.name.startswith(PREFIX)]

    def _unnoted(self) -> set[int]:
        """Where a board was posted that the bot has not noted, as it was killed.

        With the message everything would go that tells of its ping.
        """
        found = set()
        for messages in self._tracker.matches.values():
            for board in messages.boards():
                channel = self._playground.world.channel(board.channel)
                if channel is not None and self._reader.board(messages.match) != board.message:
                    found |= {channel.id, channel.parent_id or channel.id}
        return found

    # ------------------------------------------------------------------ who is there

    def player_leaves(self) -> None:
        """Somebody leaves the server and comes back."""
        world = self._playground.world
        here = [p.id for p in self._participants.people if p.id in world.guild.members]
        if not here:
            return
        user = world.users[self._luck.pick(here)]
        self._tracker.transcript.left.append((world.clock(), user.id))
        world.remove_member(user.id)
        self._later(lambda: world.add_member(user))

    def throw_out(self) -> None:
        """The bot is removed from the server, and invited again."""
        world = self._playground.world
        world.set_bot_present(False)
        self._later(lambda: world.set_bot_present(True))

    def _later(self, repair: Callable[[], None]) -> None:
        """Undo something after a while, or when all is repaired."""
        seconds = self._luck.between(*LASTS)
        self._repairs.append(repair)

        async def wait() -> None:
            await asyncio.sleep(seconds)
            if repair in self._repairs:
                self._repairs.remove(repair)
                repair()

        task = asyncio.create_task(wait())
        self._lasting.add(task)
        task.add_done_callback(self._lasting.discard)
