"""Actions of moderators, players and Discord that take something from the bot, and give it back."""

import asyncio
from collections.abc import Callable

from chaos.database_reader import DatabaseReader
from chaos.message_tracker import LiveMessage, MessageTracker
from chaos.storm.channels import PREFIX, UNRELATED, is_hall, make_channel
from chaos.storm.participants import Participants
from chaos.transcript import Denial, Kind
from playground.luck import Luck
from playground.model import NEWS, TEXT, Channel
from playground.permissions import Permission
from playground.seed import BOT_ROLE_ID

DENIED = (
    Permission.SEND_MESSAGES_IN_THREADS,
    Permission.ATTACH_FILES,
    Permission.VIEW_CHANNEL,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.SEND_MESSAGES,
)
REOPENED = 0.5
LASTS = (1.0, 4.0)
"""Real seconds until something is given back."""


class Moderation:
    """Actions of others, one for each method; a method does nothing without a suitable target."""

    def __init__(
        self,
        participants: Participants,
        tracker: MessageTracker,
        reader: DatabaseReader,
        luck: Luck,
    ) -> None:
        self.lost: set[int] = set()
        self._participants = participants
        self._playground = participants.playground
        self._tracker = tracker
        self._reader = reader
        self._luck = luck
        self._lasting: set[asyncio.Task[None]] = set()
        self._repairs: list[Callable[[], None]] = []

    async def repair(self) -> None:
        for task in self._lasting:
            task.cancel()
        await asyncio.gather(*self._lasting, return_exceptions=True)
        self._lasting.clear()
        for repair in self._repairs:
            repair()
        self._repairs.clear()

    # ------------------------------------------------------------------ boards and threads

    def delete_board(self) -> None:
        board, channel = self._a_board()
        if board is not None and channel is not None:
            self.lost.add(board.snapshot.match)
            self._playground.world.delete(channel.messages[board.message])

    def archive_thread(self) -> None:
        _, channel = self._a_board()
        if channel is None or channel.thread is None:
            return
        world, thread = self._playground.world, channel
        world.set_archived(thread, True)
        if self._luck.chance(REOPENED):
            self._later(lambda: self._reopen(thread))

    def _reopen(self, thread: Channel) -> None:
        if self._playground.world.channel(thread.id) is thread:
            self._playground.world.set_archived(thread, False)

    def lock_thread(self) -> None:
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
        board, channel = self._a_board()
        if board is None or channel is None or is_hall(channel):
            return
        if channel.thread is not None:
            self.lost.add(board.snapshot.match)
            self._playground.world.delete_channel(channel)

    def _a_board(self) -> tuple[LiveMessage | None, Channel | None]:
        """Return a running match's board with its channel; (None, None) if there is none.

        Only boards that the bot has stored count, because no moderator is faster than that. Matches
        with an end message are left out, because that message can be missing in the database.
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
        world = self._playground.world
        hall, permission = self._luck.pick(self._channels()), self._luck.pick(DENIED)
        channel, began = hall.parent_id or hall.id, world.clock()
        world.set_permissions(channel, world.bot_id, deny=int(permission))

        def allow() -> None:
            self._note_denial(began, channel)
            if world.channel(channel) is not None:
                world.set_permissions(channel, world.bot_id)

        self._later(allow)

    def take_role(self) -> None:
        world, began = self._playground.world, self._playground.world.clock()
        world.set_roles(world.bot_id, [])

        def give_back() -> None:
            self._note_denial(began)
            world.set_roles(world.bot_id, [BOT_ROLE_ID])

        self._later(give_back)

    def rename_channel(self) -> None:
        channels = self._playground.world.guild.channels.values()
        channel = next(candidate for candidate in channels if candidate.name.startswith(UNRELATED))
        channel.name = f"{UNRELATED}-{self._luck.below(1000)}"
        self._playground.world.channel_changed(channel)

    def with_threads(self) -> list[Channel]:
        return [channel for channel in self._channels() if channel.kind in (TEXT, NEWS)]

    def _note_denial(self, began: float, channel: int | None = None) -> None:
        now = self._playground.world.clock()
        self._tracker.transcript.denials.append(Denial(began, now, channel))

    def delete_channel(self) -> None:
        world, matches = self._playground.world, self._tracker.matches.values()
        in_use = {
            lobby.channel
            for messages_of_match in matches
            for lobby in messages_of_match.of_kind(Kind.LOBBY)
        }
        in_use.add(self._participants.stranger.channel_id)  # solvers of puzzles stay there
        in_use |= self._reader.unseen() | self._reader.halls() | self._unnoted()
        channels = [
            channel
            for channel in self._channels()
            if channel.id not in in_use and channel.parent_id not in in_use
        ]
        if not channels:
            return
        channel = self._luck.pick(channels)
        threads = {c.id for c in world.guild.channels.values() if c.parent_id == channel.id}
        places = {channel.id} | threads
        boards = [board for messages in matches for board in messages.boards()]
        self.lost |= {board.snapshot.match for board in boards if board.channel in places}
        # A match is also lost between the old board's last edit and the post of the new one.
        self.lost |= {n for n in self._reader.running() if self._reader.place(n) in places}
        instead = make_channel(self._playground, int(channel.name.removeprefix(PREFIX)))
        world.delete_channel(channel)
        for person in (*self._participants.people, self._participants.stranger):
            if person.channel_id == channel.id:
                person.channel_id = instead

    def _channels(self) -> list[Channel]:
        return [
            channel
            for channel in self._playground.world.guild.channels.values()
            if is_hall(channel)
        ]

    def _unnoted(self) -> set[int]:
        """Return channels with boards that a killed bot has posted but not stored.

        Deleting such a board would destroy the only record of its ping.
        """
        channels = set()
        for messages in self._tracker.matches.values():
            for board in messages.boards():
                channel = self._playground.world.channel(board.channel)
                if channel is not None and self._reader.board(messages.match) != board.message:
                    channels |= {channel.id, channel.parent_id or channel.id}
        return channels

    # ------------------------------------------------------------------ who is there

    def player_leaves(self) -> None:
        world = self._playground.world
        here = [p.id for p in self._participants.people if p.id in world.guild.members]
        if not here:
            return
        user = world.users[self._luck.pick(here)]
        self._tracker.transcript.left.append((world.clock(), user.id))
        world.remove_member(user.id)
        self._later(lambda: world.add_member(user))

    def throw_out(self) -> None:
        world, began = self._playground.world, self._playground.world.clock()
        world.set_bot_present(False)

        def invite() -> None:
            self._note_denial(began)
            world.set_bot_present(True)

        self._later(invite)

    def _later(self, repair: Callable[[], None]) -> None:
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
