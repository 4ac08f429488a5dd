"""A PostgreSQL server of our own, for tests, measurements and chaos, from Debian's package."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

PLACES = "/usr/lib/postgresql"
"""Where Debian keeps programs that are not in PATH."""
USERS = ("postgres", "nobody")
"""Who runs the server where we are root: it refuses to run as such."""
OPTIONS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
    "autovacuum_naptime": "1h",
}
QUICK = {"fsync": "off", "full_page_writes": "off"}
"""For tests in which no machine crashes."""


def binaries() -> Path | None:
    """The folder with initdb and pg_ctl; None where PostgreSQL is not installed."""
    found = shutil.which("pg_ctl")
    if found is not None and (Path(found).parent / "initdb").exists():
        return Path(found).parent
    folders = sorted(Path(PLACES).glob("*/bin/initdb"), key=lambda path: path.parts[-3].zfill(9))
    return folders[-1].parent if folders else None


class PostgresServer:
    """A server in a folder of its own, reached through a socket there; gone with the folder."""

    def __init__(self, *, quick: bool = True, options: Mapping[str, str] = {}) -> None:
        found = binaries()
        assert found is not None, "PostgreSQL is installed"
        self._programs = found
        self._options = {**OPTIONS, **(QUICK if quick else {}), **options}
        self._folder = Path(tempfile.mkdtemp(prefix="salud-pg-"))

    def __enter__(self) -> Self:
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        self._run("initdb", "-E", "UTF8", "--locale=C", "--auth=trust", "-U", "salud", "--no-sync")
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "stop", "-m", "immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def address(self, name: str = "postgres", folder: Path | None = None) -> str:
        """The address of one of its databases, for SALUD_DATABASE.

        `folder` has the socket if it is not the server's own.
        """
        return f"postgresql://salud@/{name}?host={folder or self._folder}"

    @property
    def socket(self) -> Path:
        """The socket that it listens to."""
        return self._folder / ".s.PGSQL.5432"

    def start(self) -> None:
        """Start it, and wait until it can be used."""
        options = " ".join(f"-c {name}='{value}'" for name, value in self._options.items())
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "-w", "-l", log, "-o", f"-k {self._folder} {options}")

    def crash(self) -> None:
        """Kill it at once, as a power cut would."""
        self._run("pg_ctl", "stop", "-m", "immediate")

    def kill_sessions(self) -> None:
        """End all sessions, as a failover does."""
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    def seconds(self) -> float:
        """Processor time of the server with all that belongs to it, since its start."""
        ticks = 0
        main = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        for number in (main, *_children(main)):
            with contextlib.suppress(OSError):
                stat = Path("/proc", str(number), "stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, stat[11:15] if number == main else stat[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def execute(self, sql: str) -> None:
        """Run a statement outside of transactions."""
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(sql.encode())

    def create(self, name: str, template: str | None = None) -> str:
        """Make a database, as a copy of another if one is named; gives its address."""
        self.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
        return self.address(name)

    @property
    def _user(self) -> str | None:
        if os.geteuid() != 0:
            return None
        known = {one.pw_name for one in pwd.getpwall()}
        return next(name for name in USERS if name in known)

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(  # noqa: S603 - the server's own programs
            [self._programs / program, "-D", self._folder / "data", *arguments],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=self._user,
            extra_groups=None if self._user is None else [],
            cwd=self._folder,
        )


def _children(process: int) -> list[int]:
    """The processes that this one has started."""
    text = Path("/proc", str(process), "task", str(process), "children").read_text()
    return [int(number) for number in text.split()]
