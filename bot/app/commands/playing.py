"""`bot play`: the bot and a playground for it, in one process.

Only this command serves a playground, so only it loads one; `bot run` does without.
"""

from pathlib import Path
from pkgutil import resolve_name

from pydantic import SecretStr

from bot.app.assembly import serve_playground
from bot.app.discord_address import connect_to
from bot.app.games import load_games
from bot.app.settings import Settings
from bot.app.start_check import start_check
from bot.database_address import is_server
from bot.errors import OperatorError
from bot.game_register import GameRegister
from bot.storage.base.connection import Check
from bot.storage.base.database import Database
from bot.storage.base.errors import AnotherBot
from bot.storage.base.lock import Use
from bot.storage.opening import open_database
from playground import MovableClock, Playground, World
from playground.outside import add_outside
from playground.welcome import Card, Welcome
from render.picture import Picture
from texts import Catalogue

CLOCK = "var/playground.clock"


class KeptClock(MovableClock):
    def __init__(self, file: Path) -> None:
        self._file = file
        try:
            offset = max(float(file.read_text(encoding="utf-8")), 0.0)
        except (OSError, ValueError):
            offset = 0.0
        super().__init__(offset)

    def forward(self, seconds: float, *, asleep: bool = False) -> None:
        super().forward(seconds, asleep=asleep)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(str(self.offset), encoding="utf-8")


def welcome(games: GameRegister) -> Welcome | None:
    """Return the cards of the games, or None without cards."""
    packages = [games.package(name) for name in games.names]
    welcomed = [package for package in packages if package.welcome is not None]
    cards: tuple[Card, ...] = tuple(package.part(package.welcome) for package in welcomed)
    if not cards:
        return None

    def draw(number: int) -> bytes:
        picture: Picture = resolve_name(cards[number].picture)(
            games.newest(welcomed[number].name), Catalogue.load().words(None)
        )
        return picture.data

    return Welcome("Salud", "Dice games to play with friends or alone.", cards, draw)


async def _open(settings: Settings, check: Check) -> Database:
    """Open the database for the only game on it; raise OperatorError if another one is open."""
    use = Use.ONLY_BOT if settings.salud_shards is None else Use.SHARING_BOT
    try:
        return await open_database(settings.salud_database, settings.commits_file, check, use)
    except AnotherBot as error:
        if is_server(settings.salud_database):
            raise
        raise OperatorError(
            f"A game is already open on the database {settings.salud_database}: play there, or"
            " start another one with `make play PORT=8081 SALUD_DATABASE=var/another.db`."
        ) from error


async def play(settings: Settings, port: int, *, accept_frozen: bool) -> None:
    kept = CLOCK if is_server(settings.salud_database) else f"{settings.salud_database}.clock"
    games = load_games()
    world = World(KeptClock(Path(kept)), bot_name="Salud", welcome=welcome(games))
    add_outside(world)
    playground = Playground(port=port, world=world)
    try:
        await playground.start()
    except OSError as error:
        raise OperatorError(
            f"Port {port} is in use: choose another with `make play PORT=…`."
        ) from error
    try:
        # Before the address is shown, because the database can be refused. It stays open, so no
        # other process can take it meanwhile.
        database = await _open(settings, start_check(games, "play", accept=accept_frozen))
        try:
            connect_to(playground.url)
            print(f"\n  Salud is at {playground.url}/ — open it in a browser. Ctrl-C stops it.\n")  # noqa: T201 - the command line prints
            token = SecretStr(playground.token)
            settings = settings.model_copy(update={"discord_token": token})
            await serve_playground(settings, playground.url, games, database=database)
        finally:
            await database.close()
    finally:
        await playground.stop()
