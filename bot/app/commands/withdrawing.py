"""`python -m bot withdraw-puzzle KEY`, for faulty puzzles; the bot can keep running."""

from bot.app.settings import Settings
from bot.app.start_check import start_check
from bot.errors import OperatorError
from bot.game_register import GameRegister
from bot.match.puzzles.errors import NoSuchPuzzle
from bot.match.puzzles.store import PuzzleStore
from bot.match.values.times import SystemClock
from bot.storage.opening import open_database


async def withdraw(settings: Settings, key: str, games: GameRegister) -> str:
    """Withdraw a puzzle and report it; raise OperatorError if there is no such puzzle."""
    database = await open_database(settings.salud_database, check=start_check(games))
    try:
        removed = await PuzzleStore(database).withdraw(key, SystemClock().now())
    except NoSuchPuzzle:
        raise OperatorError(f"The database has no puzzle {key[:60]}.") from None
    finally:
        await database.close()
    return (
        f"The puzzle {key} is withdrawn. Answers removed: {removed}. Their people read it once,"
        " with their next /puzzle."
    )
