"""`python -m bot copy FROM TO`: copying all data to another database."""

import contextlib
from collections.abc import Callable, Iterator
from functools import partial

from bot.database_address import EXPECTED, is_neither, is_server
from bot.game_register import GameRegister
from bot.match.core import match_rows
from bot.match.core.matches import replay_match
from bot.match.log.store_errors import BrokenMatch, StoreTrouble
from bot.storage.base.connection import Connection
from bot.storage.transfer.copier import Copier, Differs, Replays, Reporter, open_source, open_target
from bot.storage.transfer.ends import End
from bot.storage.transfer.sqlite_end import same_file

GOES_ON = "The same command continues it."


def copy(
    source: str, target: str, games: GameRegister, say: Callable[[str], None], *, replay: bool
) -> str:
    for name, address in ("FROM", source), ("TO", target):
        if is_neither(address):
            raise StoreTrouble(f"{name} can't be used: {EXPECTED}.")
    if source == target or (not is_server(source) and same_file(source, target)):
        raise StoreTrouble("FROM and TO are the same database.")
    with (
        contextlib.closing(open_source(source)) as source_end,
        contextlib.closing(open_target(target)) as target_end,
    ):
        reporter = Reporter(say)
        copier = Copier(source_end, target_end, reporter)
        goes_on = copier.begin()
        with _resumable(say):
            how = "Continuing the copy of" if goes_on else "Copying"
            reporter.begin(f"{how} {source_end.name} to {target_end.name}.")
            copier.copy()
            reporter.begin("Comparing both databases.")
            copier.compare()
            done = None
            if replay:
                reporter.begin("Replaying all matches.")
                done = copier.replay(partial(_replays, games))
            copier.finish()
        return _said(source_end, target_end, copier.rows, done, target)


@contextlib.contextmanager
def _resumable(tell: Callable[[str], None]) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        tell(f"Stopped. {GOES_ON}")
        raise
    except Differs:
        raise
    except StoreTrouble as trouble:
        raise StoreTrouble(f"{trouble} {GOES_ON}") from trouble


def _replays(games: GameRegister, connection: Connection, match: int) -> bool | None:
    try:
        stored = match_rows.load(connection, match)
        assert stored is not None, "only this command writes there"
        game = games.game(stored.record.game, stored.record.rules)
        if game is None:
            return False
        replay_match(stored, game)
    except BrokenMatch:
        return None
    return True


def _said(source_end: End, target_end: End, rows: int, done: Replays | None, target: str) -> str:
    address = "its address" if is_server(target) else target
    names = f"{target_end.name} is a complete copy of {source_end.name}"
    sentences = [f"{names}: {rows:,} rows, and all tables are equal."]
    if done is not None:
        sentences.append(_said_of(done))
    sentences.append(
        f"Set SALUD_DATABASE to {address} and start the bot: matches continue on their existing"
        f" boards. Start no bot on {source_end.name} any more, and delete it once all is well."
    )
    return "\n".join(sentences)


def _said_of(done: Replays) -> str:
    if not done.replayed + done.missing + done.broken:
        return "There are no matches to replay."
    count = "1 match replays" if done.replayed == 1 else f"{done.replayed:,} matches replay"
    sentences = [f"{count} to the same end."]
    if done.missing:
        sentences.append(f"Matches of games that are not installed: {done.missing:,}.")
    if done.broken:
        numbers = ", ".join(f"#{match}" for match in done.named)
        more = " and others" if done.broken > len(done.named) else ""
        sentences.append(
            f"{done.broken:,} did not replay before the copy either; the bot freezes them if they"
            f" aren't frozen yet: {numbers}{more}."
        )
    return " ".join(sentences)
