"""The playground: a Discord server on this machine."""

from aiohttp import web

from playground import cdn, client_api, rest_server
from playground.core import Exchange, PlaygroundCore
from playground.own_page import only_own_page
from playground.welcome import WelcomePictures
from playground.world import World

BODY_LIMIT = 26 * 1024 * 1024


class Playground(PlaygroundCore):
    """A server with Discord's REST API, its gateway, and a page to play on."""

    def __init__(
        self,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        world: World | None = None,
        on_exchange: Exchange | None = None,
    ) -> None:
        super().__init__(world=world, on_exchange=on_exchange)
        self._host = host
        self._port = port
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Start listening. Raise OSError if the port is in use."""
        app = web.Application(client_max_size=BODY_LIMIT, middlewares=[only_own_page(self._host)])
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        rest_server.add_routes(app, self)
        cdn.add_routes(app, self.world)
        client_api.add_routes(app, self)
        WelcomePictures(self.world.welcome).add_routes(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        site = web.TCPSite(runner, self._host, self._port)
        try:
            await site.start()
        except OSError:
            await runner.cleanup()
            raise
        self._runner = runner
        port = runner.addresses[0][1]
        self.url = self.world.base_url = f"http://{self._host}:{port}"

    async def stop(self) -> None:
        self.interactions.stop()
        self._watchers.cancel()
        await self.gateway.close()
        await self.followers.close()
        for socket in list(self.sockets):
            await socket.close(code=1001)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
