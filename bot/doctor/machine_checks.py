"""This machine: version, settings, fonts, rights, the running bot, the proxy, and metrics."""

import os
import platform
import tempfile
from collections.abc import Mapping
from pathlib import Path

import aiohttp
import discord

from bot import health
from bot.database_address import is_server
from bot.doctor.findings import Finding, note, well, wrong
from bot.doctor.rest import Refused, Rest, Unreachable
from bot.settings import Settings
from bot.version import VERSION
from render.typography.runs import drawable, shapes

ENV = Path(".env")
SCRIPTS: Mapping[str, str] = {
    "Latin": "ñ",
    "Greek": "Ω",
    "Cyrillic": "Ж",
    "Arabic": "ش",
    "Hebrew": "ש",
    "Devanagari": "ह",
    "Bengali": "ব",
    "Tamil": "த",
    "Thai": "ท",
    "Chinese": "漢",
    "Japanese": "か",
    "Korean": "한",
    "emoji": "🎲",
}
"""A piece of each."""
JOINED = ("Arabic", "Hebrew")
"""Scripts that need more than a font: a library that lays them out."""
ENOUGH = 0o077
"""Rights of others that a file with a token should not give."""
FONTS = "fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"


def version() -> list[Finding]:
    """What runs."""
    python = platform.python_version()
    return [well("Salud", f"{VERSION}, Python {python}, discord.py {discord.__version__}.")]


def settings_read(environment: Mapping[str, str]) -> list[Finding]:
    """Names that look like settings and are none; who can read the token."""
    names = {*environment, *_names_in(ENV)}
    known = {name.upper() for name in Settings.model_fields}
    unknown = sorted(
        name for name in names if name.upper().startswith("SALUD_") and name.upper() not in known
    )
    found = []
    if unknown:
        todo = "Correct its name: .env.example has all of them."
        found.append(note("Settings", f"There is no setting {', '.join(unknown)}.", todo))
    try:
        rights = ENV.stat().st_mode
    except OSError:
        return found or [well("Settings", "Taken from the environment; there is no .env here.")]
    if rights & ENOUGH:
        todo = "chmod 600 .env"
        found.append(note("Settings", "Others on this machine can read .env.", todo))
    return found or [well("Settings", "Taken from .env and the environment.")]


def _names_in(file: Path) -> list[str]:
    try:
        rows = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    given = (row.strip().removeprefix("export ") for row in rows if "=" in row)
    return [row.partition("=")[0].strip() for row in given if not row.startswith("#")]


def fonts() -> list[Finding]:
    """Report the scripts in which names can't be drawn, by cause."""
    notes = []
    lacking = [script for script, piece in SCRIPTS.items() if not drawable(piece)]
    if not shapes():
        lacking = [script for script in lacking if script not in JOINED]
        todo = "Install libfribidi0, or the libraqm that Pillow uses."
        said = "Letters that join or turn around can't be laid out, such as Arabic."
        notes.append(note("Fonts", said, todo))
    if lacking:
        notes.append(
            note(
                "Fonts",
                f"Names can't be drawn in {', '.join(lacking)}: such players are called by their"
                " number.",
                f"Install fonts: apt install {FONTS}",
            )
        )
    return notes or [well("Fonts", f"Names can be drawn in all of {len(SCRIPTS)} scripts.")]


def rights(settings: Settings) -> list[Finding]:
    """Whether files can be written where the bot writes them."""
    folders = {
        "SALUD_HEARTBEAT": Path(settings.salud_heartbeat).parent,
        "SALUD_REPORTS": Path(settings.salud_reports) if settings.salud_reports else None,
    }
    if not is_server(settings.salud_database):
        folders["SALUD_DATABASE"] = Path(settings.salud_database).parent
        if settings.salud_backups_kept:
            folders["SALUD_BACKUPS"] = Path(settings.salud_backups)
    found = []
    for name, folder in folders.items():
        trouble = None if folder is None else _unwritable(folder)
        if trouble is not None:
            user = f"the user {os.geteuid()}"
            todo = f"Give the folder to {user}, under whom this runs, or change {name}."
            found.append(wrong("Rights", f"Nothing can be written in {folder}: {trouble}.", todo))
    return found or [well("Rights", "Files can be written wherever the bot writes them.")]


def _unwritable(folder: Path) -> str | None:
    """Why nothing can be written there; None if it can, or in the folder in which it is made."""
    there = folder.absolute()
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        with tempfile.NamedTemporaryFile(dir=there, prefix=".salud-doctor-"):
            return None
    except OSError as error:
        return error.strerror or str(error)


def life(settings: Settings, now: float) -> list[Finding]:
    """Whether a bot runs here, and what it says itself."""
    heartbeat = Path(settings.salud_heartbeat)
    trouble, remarks = health.trouble(heartbeat, now), health.remarks(heartbeat, now)
    if trouble is None:
        old = max(now - heartbeat.stat().st_mtime, 0.0)
        return [
            well("Running", f"A bot runs here: it gave a sign of life {old:.0f} seconds ago."),
            *(note("Running", remark) for remark in remarks),
        ]
    if remarks:
        return [wrong("Running", trouble, "docs/logs.md: the log of the bot says more.")]
    return [note("Running", f"No bot seems to run here. {trouble}", "Start it.")]


TIMEOUT = 5.0
"""Seconds."""


async def proxy(rest: Rest, settings: Settings) -> list[Finding]:
    """Whether the proxy lets requests through, if one is set."""
    if not settings.salud_discord_api or settings.salud_playground:
        return []
    try:
        await rest.get("/gateway")
    except (Unreachable, Refused) as error:
        todo = "Start the proxy, or mend SALUD_DISCORD_API: docs/scale.md."
        return [wrong("Proxy", f"{settings.salud_discord_api}: {error}", todo)]
    return [well("Proxy", f"{settings.salud_discord_api} reaches Discord.")]


async def metrics(session: aiohttp.ClientSession, settings: Settings) -> list[Finding]:
    """Whether somebody gives metrics where the settings say so."""
    given = settings.metrics_address
    if given is None:
        return []
    where, (host, port) = settings.salud_metrics, given
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not listened to
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"
    try:
        async with session.get(url, timeout=aiohttp.ClientTimeout(total=TIMEOUT)) as answer:
            if answer.status == 200:
                return [well("Metrics", f"They are at {where}.")]
            said = f"{url} answers {answer.status}."
    except (aiohttp.ClientError, OSError):
        said = f"Nothing answers at {url}."
    return [note("Metrics", said, "They are there while the bot runs: docs/metrics.md.")]
