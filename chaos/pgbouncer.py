"""A private PgBouncer in front of a private PostgreSQL server, from Debian's package."""

import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from chaos.postgresql_server import PostgresServer, server_user

PLACES = "/usr/sbin:/usr/local/sbin"
PORT = 6432
STARTS_WITHIN = 20.0


def program() -> str | None:
    """Return the path of PgBouncer, or None without it."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path=PLACES)


class PgBouncer:
    """PgBouncer with the settings of docs/storage.md; `settings` adds others."""

    def __init__(self, server: PostgresServer, mode: str, **settings: str) -> None:
        self._server = server
        self._settings = {
            "listen_addr": "",
            "auth_type": "any",
            "pool_mode": mode,
            "default_pool_size": "30",
            "query_wait_timeout": "10",
            "server_login_retry": "1",
            **settings,
        }
        self._folder = Path(tempfile.mkdtemp(prefix="salud-pb-"))
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        lines = {
            **self._settings,
            "unix_socket_dir": str(self._folder),
            "listen_port": str(PORT),
            "logfile": str(self._folder / "log"),
        }
        text = "\n".join(f"{name} = {value}" for name, value in lines.items())
        target = f"host={self._server.socket.parent} user=salud"
        (self._folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = {target}\n[pgbouncer]\n{text}\n", encoding="utf-8"
        )
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        path, user = program(), server_user()
        assert path is not None, "PgBouncer is installed"
        if user is not None:
            for place in (self._folder, *self._folder.iterdir()):
                shutil.chown(place, user)
        self._process = subprocess.Popen(  # noqa: S603 - Debian's program
            [path, "-q", self._folder / "pgbouncer.ini"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=user,
            extra_groups=None if user is None else [],
        )
        until = time.monotonic() + STARTS_WITHIN
        while not self.socket.exists():
            assert time.monotonic() < until, "PgBouncer starts"
            assert self._process.poll() is None, (self._folder / "log").read_text(encoding="utf-8")
            time.sleep(0.01)

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(signal.SIGTERM)
            process.wait()
            self.socket.unlink(missing_ok=True)

    def address(self, name: str, folder: Path | None = None) -> str:
        """Return the address of a database for SALUD_DATABASE.

        `folder` contains the socket, by default PgBouncer's own folder.
        """
        return f"postgresql://salud@/{name}?host={folder or self._folder}&port={PORT}"

    @property
    def socket(self) -> Path:
        return self._folder / f".s.PGSQL.{PORT}"
