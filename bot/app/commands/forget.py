"""`python -m bot forget USER`, for people who can't use `/mydata` any more."""

from bot.app.settings import Settings
from bot.app.start_check import start_check
from bot.game_register import GameRegister
from bot.match.core.matches import Matches
from bot.match.core.store import Store
from bot.match.forgetting.service import ForgettingService
from bot.match.forgetting.store import STAYING_BARS, PeopleStore
from bot.match.lobby.lobby import Lobby
from bot.match.playing.plans import Plans
from bot.match.playing.service import MatchService
from bot.match.values.times import SystemClock
from bot.storage.opening import open_database

LATER = (
    " The database is in use or large, so it still contains traces: the bot removes them"
    " automatically while it runs."
)


async def forget(settings: Settings, user: int, games: GameRegister, *, really: bool) -> str:
    database = await open_database(settings.salud_database, check=start_check(games))
    try:
        matches = Matches(Store(database), games, SystemClock())
        service = MatchService(matches, Plans(database))
        lobby = Lobby(matches, service, games.default)
        people = ForgettingService(matches, service, lobby, PeopleStore(database))
        kept = dict(await people.store.personal_data(user))
        bars = len(kept.pop(STAYING_BARS, ()))
        if not kept:
            return f"Nothing is stored about the user {user}{_but(bars)}."
        if not really:
            lines = "\n".join(f"  {name}: {len(rows)}" for name, rows in kept.items())
            return f"Stored about the user {user} (repeat this with --yes to delete it):\n{lines}"
        forgotten = await people.forget(user)
        if not forgotten.done:
            return (
                f"The user {user} is not completely forgotten yet, because they keep playing."
                " Try again."
            )
        swept = await people.store.sweep()
        return (
            f"The user {user} is forgotten. Matches resigned: {len(forgotten.resigned)},"
            f" invitations left: {len(forgotten.closed)}.{'' if swept else LATER}"
        )
    finally:
        await database.close()


def _but(bars: int) -> str:
    if not bars:
        return ""
    return f" but {'a bar' if bars == 1 else f'{bars} bars'} against them, as a keyed hash"
