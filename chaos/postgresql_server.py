"""A private PostgreSQL server for tests, measurements and chaos, from Debian's package."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

PLACES = "/usr/lib/postgresql"
USERS = ("postgres", "nobody")
OPTIONS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
    "autovacuum_naptime": "1h",
}
STANDBY = "standby"
"""Name of a standby, for `synchronous_standby_names`."""
PAUSE = 0.02
QUICK = {"fsync": "off", "full_page_writes": "off"}


def binaries() -> Path | None:
    """Return the folder with initdb and pg_ctl, or None without PostgreSQL."""
    program = shutil.which("pg_ctl")
    if program is not None and (Path(program).resolve().parent / "initdb").exists():
        return Path(program).resolve().parent
    folders = sorted(Path(PLACES).glob("*/bin/initdb"), key=lambda path: path.parts[-3].zfill(9))
    return folders[-1].parent if folders else None


def server_user() -> str | None:
    """Return the user who runs servers if we are root: they refuse to run as root."""
    if os.geteuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in USERS if name in names)


class PostgresServer:
    def __init__(self, *, quick: bool = True, options: Mapping[str, str] = {}) -> None:
        programs = binaries()
        assert programs is not None, "PostgreSQL is installed"
        self._programs = programs
        self._options = {**OPTIONS, **(QUICK if quick else {}), **options}
        self._folder = Path(tempfile.mkdtemp(prefix="salud-pg-"))
        self._primary: PostgresServer | None = None

    def __enter__(self) -> Self:
        user = server_user()
        if user is not None:
            shutil.chown(self._folder, user)
        if self._primary is None:
            options = ("-E", "UTF8", "--locale=C", "--auth=trust", "-U", "salud", "--no-sync")
            self._run("initdb", *options)
        else:
            source = f"host={self._primary.socket.parent} user=salud application_name={STANDBY}"
            self._run("pg_basebackup", "-d", source, "-R", "-X", "stream", "-c", "fast", "-N")
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
        """Return the address of a database for SALUD_DATABASE.

        `folder` contains the socket, by default the server's own folder.
        """
        return f"postgresql://salud@/{name}?host={folder or self._folder}"

    @property
    def socket(self) -> Path:
        return self._folder / ".s.PGSQL.5432"

    def start(self) -> None:
        options = " ".join(f"-c {name}='{value}'" for name, value in self._options.items())
        log = str(self._folder / "log")
        self._run("pg_ctl", "start", "-w", "-l", log, "-o", f"-k {self._folder} {options}")

    def crash(self) -> None:
        self._run("pg_ctl", "stop", "-m", "immediate")

    def suspend(self) -> None:
        """Stop all its processes: the server answers nothing, not even with an error."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        for process in self._processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def _processes(self) -> list[int]:
        main = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
        return [main, *_children(main)]

    def has_open_transaction(self) -> bool:
        """Return whether a bot is between two statements of a transaction."""
        with psycopg.connect(self.address(), autocommit=True) as connection:
            row = connection.execute(
                "SELECT COUNT(*) FROM pg_stat_activity WHERE state = 'idle in transaction'"
            ).fetchone()
        return row is not None and bool(row[0])

    def kill_sessions(self) -> None:
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    def standby(self) -> "PostgresServer":
        """Return a standby that streams from this server; enter it to start it."""
        copy = PostgresServer(quick=False, options=self._options)
        copy._primary = self
        return copy

    def cut_off(self) -> None:
        """Cut a standby off from its primary, so that it falls behind."""
        self.execute("ALTER SYSTEM SET primary_conninfo = ''")
        self.execute("SELECT pg_reload_conf()")
        self._wait("SELECT NOT EXISTS (SELECT 1 FROM pg_stat_wal_receiver)")

    def promote(self) -> None:
        self._run("pg_ctl", "promote", "-w")

    def make_primary(self) -> None:
        """Make a standby a primary without promoting it, so that it keeps its timeline."""
        self._run("pg_ctl", "stop", "-m", "fast")
        (self._folder / "data" / "standby.signal").unlink()
        self.start()

    def catch_up(self, primary: "PostgresServer") -> None:
        """Wait until a standby has everything that its primary has written."""
        self._wait(f"SELECT pg_last_wal_replay_lsn() >= '{primary.position()}'")

    def position(self) -> str:
        with psycopg.connect(self.address(), autocommit=True) as connection:
            row = connection.execute("SELECT pg_current_wal_flush_lsn()::text").fetchone()
        assert row is not None, "it has one row"
        return str(row[0])

    def seconds(self) -> float:
        """Return the processor time of the server and its children since its start."""
        ticks = 0
        main, *children = self._processes()
        for number in (main, *children):
            with contextlib.suppress(OSError):
                stat = Path("/proc", str(number), "stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, stat[11:15] if number == main else stat[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def execute(self, sql: str) -> None:
        with psycopg.connect(self.address(), autocommit=True) as connection:
            connection.execute(sql.encode())

    def create(self, name: str, template: str | None = None) -> str:
        self.execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
        return self.address(name)

    def _wait(self, sql: str) -> None:
        """Wait until this query is true."""
        with psycopg.connect(self.address(), autocommit=True) as connection:
            while connection.execute(sql.encode()).fetchone() != (True,):
                time.sleep(PAUSE)

    def _run(self, program: str, *arguments: str) -> None:
        user = server_user()
        subprocess.run(  # noqa: S603 - the server's own programs
            [self._programs / program, "-D", self._folder / "data", *arguments],
            check=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=user,
            extra_groups=None if user is None else [],
            cwd=self._folder,
        )


def _children(process: int) -> list[int]:
    text = Path("/proc", str(process), "task", str(process), "children").read_text()
    return [int(number) for number in text.split()]
