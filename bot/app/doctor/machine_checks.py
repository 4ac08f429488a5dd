"""Checks of this machine: version, settings, fonts, rights, the running bot, the proxy, metrics."""

import glob
import os
import platform
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import aiohttp
import discord

from bot import health
from bot.app.doctor.findings import Finding, note, well, wrong
from bot.app.doctor.rest import RequestFailed, Rest
from bot.app.settings import ENV, Settings, remarks
from bot.database_address import is_server
from bot.version import VERSION
from render.typography.runs import has_font, shapes

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
OTHERS_READ, OTHERS_ENTER = 0o044, 0o011
ENOUGH = 0o077
"""Permission bits that a file with a token must not grant to other users."""
FONTS = "fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"


def version() -> list[Finding]:
    python = platform.python_version()
    return [well("Salud", f"{VERSION}, Python {python}, discord.py {discord.__version__}.")]


def settings_read(environment: Iterable[str]) -> list[Finding]:
    findings = [note("Settings", found, todo) for found, todo in remarks(environment)]
    try:
        rights = ENV.stat().st_mode
    except OSError:
        return findings or [well("Settings", "Taken from the environment; there is no .env here.")]
    if rights & ENOUGH:
        todo = "chmod 600 .env"
        findings.append(note("Settings", "Others on this machine can read .env.", todo))
    return findings or [well("Settings", "Taken from .env and the environment.")]


def fonts() -> list[Finding]:
    notes = []
    lacking = [script for script, piece in SCRIPTS.items() if not has_font(piece)]
    if not shapes():
        todo = "Install libfribidi0, or the libraqm that Pillow uses."
        sentence = "Scripts such as Arabic, whose letters join, can't be laid out."
        notes.append(note("Fonts", sentence, todo))
    if lacking:
        notes.append(
            note(
                "Fonts",
                f"Names can't be drawn in {', '.join(lacking)}: such players appear as numbers.",
                f"Install fonts: apt install {FONTS}",
            )
        )
    return notes or [well("Fonts", f"Names can be drawn in all {len(SCRIPTS)} scripts.")]


def rights(settings: Settings) -> list[Finding]:
    folders = {
        "SALUD_HEARTBEAT": Path(settings.salud_heartbeat).parent,
        "SALUD_REPORTS": Path(settings.salud_reports) if settings.salud_reports else None,
    }
    if not is_server(settings.salud_database):
        folders["SALUD_DATABASE"] = Path(settings.salud_database).parent
        if settings.salud_backups_kept:
            folders["SALUD_BACKUPS"] = Path(settings.salud_backups)
    findings = []
    for name, folder in folders.items():
        trouble = None if folder is None else _unwritable(folder)
        if trouble is not None:
            user = f"the user {os.geteuid()}"
            todo = f"Give the folder to {user}, who runs this, or change {name}."
            findings.append(wrong("Rights", f"{folder} is not writable: {trouble}.", todo))
    findings += _readable_by_others(settings)
    return findings or [well("Rights", "All folders of the bot are writable.")]


def _readable_by_others(settings: Settings) -> list[Finding]:
    """Return a note if other users can read the bot's files, as earlier versions left them."""
    patterns = [f"{settings.salud_backups}/salud-*.db"]
    if settings.salud_reports:
        patterns.append(f"{settings.salud_reports}/*")
    if not is_server(settings.salud_database):
        patterns.append(f"{settings.salud_database}*")
    exposed = {
        pattern: sum(_is_readable(Path(path)) for path in glob.glob(pattern))  # noqa: PTH207 - a pattern for the shell
        for pattern in patterns
    }
    names = [pattern for pattern, number in exposed.items() if number]
    if not names:
        return []
    number = sum(exposed.values())
    sentence = (
        f"Others on this machine can read {number} of the bot's files, with ids of people and the"
        " dice to come."
    )
    return [note("Rights", sentence, f"chmod go= {' '.join(names)}")]


def _is_readable(file: Path) -> bool:
    """Return whether others can read the file, and enter all folders above it."""
    try:
        folders = file.absolute().parents
        entered = all(folder.stat().st_mode & OTHERS_ENTER for folder in folders)
        return bool(entered and file.stat().st_mode & OTHERS_READ)
    except OSError:
        return False


def _unwritable(folder: Path) -> str | None:
    existing = folder.absolute()
    while not existing.exists() and existing != existing.parent:
        existing = existing.parent
    try:
        with tempfile.NamedTemporaryFile(dir=existing, prefix=".salud-doctor-"):
            return None
    except OSError as error:
        return error.strerror or str(error)


def life(settings: Settings, now: float) -> list[Finding]:
    heartbeat = Path(settings.salud_heartbeat)
    trouble, remarks = health.trouble(heartbeat, now), health.remarks(heartbeat, now)
    if trouble is None:
        old = max(now - heartbeat.stat().st_mtime, 0.0)
        return [
            well("Running", f"A bot runs here: its last heartbeat was {old:.0f} seconds ago."),
            *(note("Running", remark) for remark in remarks),
        ]
    if remarks:
        return [wrong("Running", trouble, "The log of the bot has details: docs/logs.md.")]
    return [note("Running", f"No bot seems to run here. {trouble}", "Start it.")]


TIMEOUT = 5.0


async def proxy(rest: Rest, settings: Settings) -> list[Finding]:
    if not settings.salud_discord_api or settings.salud_playground:
        return []
    try:
        await rest.get("/gateway")
    except RequestFailed as error:
        todo = "Start the proxy, or correct SALUD_DISCORD_API: docs/scale.md."
        return [wrong("Proxy", f"{settings.salud_discord_api}: {error}", todo)]
    return [well("Proxy", f"{settings.salud_discord_api} reaches Discord.")]


async def metrics(session: aiohttp.ClientSession, settings: Settings) -> list[Finding]:
    address = settings.metrics_address
    if address is None:
        return []
    where, (host, port) = settings.salud_metrics, address
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not listened to
    url = f"http://{f'[{host}]' if ':' in host else host}:{port}/metrics"
    try:
        async with session.get(url, timeout=aiohttp.ClientTimeout(total=TIMEOUT)) as answer:
            if answer.status == 200:
                return [well("Metrics", f"Served at {where}.")]
            sentence = f"{url} answers {answer.status}."
    except (aiohttp.ClientError, OSError):
        sentence = f"{url} does not answer."
    return [note("Metrics", sentence, "The bot serves metrics while it runs: docs/metrics.md.")]
