"""`python -m bot doctor` against a playground: each problem with its remedy."""

import asyncio
import contextlib
import re
import socket
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from bot import __main__ as command_line
from bot.app.doctor.discord_checks import commands_here
from bot.app.games import load_games
from bot.app.start_check import NAME
from bot.health import sign
from bot.version import VERSION
from playground import Fault, Playground, seed
from playground.model import FORUM, Overwrite
from playground.permissions import Permission
from render.typography.runs import FONTS, shapes
from render.typography.system_fonts import FontLibrary
from tests.bot.samples import store_matches
from tests.e2e.checked_playground import checked_playground
from tests.machine import missing_scripts

LACKING = ~(Permission.ATTACH_FILES | Permission.MANAGE_THREADS)


@pytest.fixture
async def playground(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A playground that the settings name."""
    async with checked_playground() as place:
        monkeypatch.setenv("SALUD_PLAYGROUND", place.url)
        monkeypatch.setenv("DISCORD_TOKEN", place.token)
        yield place


@pytest.fixture
def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number: int = listening.getsockname()[1]
    return number


class Doctor:
    """A caller of the doctor."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.code = 0

    async def says(self) -> dict[str, list[str]]:
        """Return lines that report a problem by check, each with its remedy after an arrow."""
        self._capsys.readouterr()
        self.code = await asyncio.to_thread(command_line.main, ["doctor"])
        out, err = self._capsys.readouterr()
        assert err == ""
        self.out = out
        problems: dict[str, list[str]] = {}
        check = ""
        for line in out.splitlines():
            if line.lstrip().startswith("→"):
                problems[check][-1] += f" {line.strip()}"
            elif line[0] != "✔":
                check = line[2:14].strip()
                problems.setdefault(check, []).append(f"{line[0]} {line[15:]}")
        return problems


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    return Doctor(capsys)


async def bring(playground: Playground) -> None:
    """Register the commands, as a starting bot does."""
    headers = {"Authorization": f"Bot {playground.token}"}
    url = f"{playground.url}/api/v10/applications/{playground.world.bot_id}/commands"
    commands = [dict(command) for command in await commands_here(load_games())]
    async with (
        aiohttp.ClientSession() as session,
        session.put(url, json=commands, headers=headers) as answer,
    ):
        assert answer.status == 200


async def test_doctor_reports_each_check_in_order_and_starts_no_session(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only fonts can be missing on this machine: see
    `test_doctor_names_scripts_without_fonts_on_this_machine`.
    """
    await bring(playground)
    await asyncio.to_thread(store_matches, Path("salud.db"))
    Path("backups").mkdir()
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(time.time() - 3 * 3600))
    Path(f"backups/salud-{stamp}.db").touch()
    sign(Path("alive"), [], well=True)
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")
    monkeypatch.setenv("SALUD_BACKUPS", "backups")
    monkeypatch.setenv("SALUD_HEARTBEAT", "alive")
    before = sorted(path.name for path in Path().iterdir())
    assert {*await doctor.says()} == {*fonts_notes()}
    assert doctor.code == 0
    checks = [line for line in doctor.out.splitlines() if line[0] != " "]
    lines = {line[2:14].strip(): line[15:] for line in checks}
    assert [*lines] == [
        *("Salud", "Settings", "Token", "Application", "Commands", "Permissions", "Sessions"),
        *("Database", "Matches", "Disk", "Write speed", "Backups", "Clock", "Fonts", "Rights"),
        "Running",
    ]
    assert lines["Token"] == f"It belongs to Bot, application {playground.world.bot_id}."
    assert re.match(r"Discord has all \d+ commands of this version", lines["Commands"])
    assert lines["Permissions"] == "Its roles have all necessary permissions in 1 server."
    assert lines["Sessions"].startswith("Discord recommends 1 shard; 1,000 of 1,000 sessions")
    assert re.match(r"salud\.db, [\d.]+ MB, schema version \d+\. No damage", lines["Database"])
    assert lines["Matches"] == "1 open, 2 over, 3 running."
    assert lines["Backups"] == "1 in backups; the newest is 3 hours old."
    assert playground.gateway.identifies == 0
    assert sorted(path.name for path in Path().iterdir()) == before


def fonts_notes() -> dict[str, list[str]]:
    """Return the expected notes about fonts of this machine; {} if none are missing."""
    layout = (
        "! Scripts such as Arabic, whose letters join, can't be laid out. → Install"
        " libfribidi0, or the libraqm that Pillow uses."
    )
    scripts = missing_scripts()
    fonts = (
        f"! Names can't be drawn in {', '.join(scripts)}: such players appear as numbers."
        " → Install fonts: apt install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"
    )
    notes = [*([] if shapes() else [layout]), *([fonts] if scripts else [])]
    return {"Fonts": notes} if notes else {}


async def test_doctor_names_scripts_without_fonts_on_this_machine(
    nowhere: Path, doctor: Doctor
) -> None:
    notes = await doctor.says()
    assert notes.get("Fonts", []) == fonts_notes().get("Fonts", [])


async def test_machine_without_fonts_gets_notes_and_no_error(nowhere: Path, doctor: Doctor) -> None:
    before = FONTS.library
    FONTS.use(FontLibrary(()))
    try:
        [*_, note] = (await doctor.says())["Fonts"]
    finally:
        FONTS.use(before)
    assert re.search(r"^! Names can't be drawn in .*Thai, Chinese, Japanese, Korean, emoji: ", note)


async def test_missing_changed_and_extra_commands_are_named(
    playground: Playground, doctor: Doctor
) -> None:
    assert (await doctor.says())["Commands"][0].startswith("! Discord has none yet. → Start the")
    await bring(playground)
    commands = playground.world.commands[None]
    command_open = next(command for command in commands if command["name"] == "open")
    command_open["options"][0]["description_localizations"]["el"] += "!"
    commands[:] = [command for command in commands if command["name"] != "plan"]
    commands.append({**command_open, "id": "1", "name": "zap"})
    [notes] = (await doctor.says())["Commands"]
    assert notes == (
        "! Discord's commands differ from those of this version: /open (different), /plan"
        " (missing), /zap (unknown). → Start the bot once to register them."
    )
    assert doctor.code == 0


async def test_missing_permissions_are_named_with_effects_and_servers(
    playground: Playground, doctor: Doctor
) -> None:
    world = playground.world
    world.add_guild("everything", Permission.ADMINISTRATOR)
    usual = world.guild.roles[world.guild.members[world.bot_id].roles[0]].permissions
    guilds = [world.add_guild(f"less {number}", usual & LACKING) for number in range(7)]
    for guild in guilds:
        guild.roles[guild.id].permissions = Permission(0)
    notes = (await doctor.says())["Permissions"]
    shown = ", ".join(str(guild.id) for guild in guilds[:5])
    todo = "→ Give it to the bot's role there, unless channels do; /settings there has details."
    assert notes == [
        f"! {name} is missing in 7 of 9 servers ({shown}, …): {broken}. {todo}"
        for name, broken in (
            ("Attach Files", "no pictures, and so no boards"),
            ("Manage Threads", "locked threads aren't archived when their match is over"),
        )
    ]
    assert doctor.code == 0


async def test_matches_that_this_version_cannot_read_are_an_error(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(store_matches, Path("salud.db"))
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")
    with contextlib.closing(sqlite3.connect("salud.db", isolation_level=None)) as connection:
        connection.execute("DELETE FROM derived WHERE name = ?", (NAME,))
        before = [*connection.iterdump()]
        (unread,) = (await doctor.says())["Matches"]
        assert unread.startswith(f"✗ Salud {VERSION} can't read 2 of the 6 matches")
        assert ": Toy #5; Dice Miner #6. The database is unchanged" in unread
        assert doctor.code == 1
        assert [*connection.iterdump()] == before
        connection.execute("UPDATE match SET frozen = 1 WHERE id IN (5, 6)")
        assert (await doctor.says())["Matches"][0].startswith("! 2 are frozen")


async def test_forum_with_matches_needs_the_permissions_of_a_forum(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(store_matches, Path("salud.db"))
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")
    forum = playground.world.new_channel("matches", FORUM)
    denied = Permission.SEND_MESSAGES | Permission.MANAGE_THREADS
    playground.world.set_permissions(forum.id, seed.BOT_ID, deny=denied)
    connection = sqlite3.connect("salud.db")
    with connection:
        connection.execute(
            "UPDATE match SET guild = ?, forum = ?, invitation = id", (seed.GUILD_ID, forum.id)
        )
    connection.close()
    (note,) = (await doctor.says())["Channels"]
    assert note.startswith(
        f"! Create Posts is missing in 1 of 1 channel with matches ({forum.id}): no posts for"
    )


async def test_missing_permissions_of_channels_with_matches_are_named(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Overwrites of everyone, the bot's role and the bot itself count. Threads and servers that it
    left are skipped.
    """
    await asyncio.to_thread(store_matches, Path("salud.db"))
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")
    tavern, quarry = seed.TAVERN_ID, seed.QUARRY_ID
    connection = sqlite3.connect("salud.db")
    with connection:
        connection.execute("UPDATE match SET guild = ?, channel = ?", (seed.GUILD_ID, tavern))
        connection.execute("UPDATE match SET channel = ? WHERE id = 5", (quarry,))
        connection.execute("UPDATE match SET guild = 5, channel = 6 WHERE id = 6")
    connection.close()
    assert "Channels" not in await doctor.says()
    assert "✔ Channels     The bot has all permissions in 2 channels with matches." in doctor.out
    world = playground.world
    taken = Permission.ATTACH_FILES | Permission.SEND_MESSAGES
    overwrites = world.guild.channels[quarry].overwrites
    overwrites[seed.GUILD_ID] = Overwrite(0, deny=int(taken))
    overwrites[seed.BOT_ROLE_ID] = Overwrite(0, allow=int(Permission.SEND_MESSAGES))
    world.guild.channels[tavern].overwrites[world.bot_id] = Overwrite(1, deny=1 << 10)
    todo = "→ Allow it in the channel's permissions; /settings there has details."
    assert (await doctor.says())["Channels"] == [
        f"! {name} is missing in 1 of 2 channels with matches ({channel}): {broken}. {todo}"
        for name, channel, broken in (
            ("View Channel", tavern, "I can't do anything here"),
            ("Attach Files", quarry, "no pictures, and so no boards"),
        )
    ]
    assert doctor.code == 0


async def test_servers_are_read_in_pages(playground: Playground, doctor: Doctor) -> None:
    for number in range(450):
        playground.world.add_guild(f"server {number}")
    assert "Permissions" not in await doctor.says()
    assert "Its roles have all necessary permissions in 451 servers." in doctor.out


async def test_bot_without_a_server_gets_instructions(
    playground: Playground, doctor: Doctor
) -> None:
    playground.world.set_bot_present(False)
    assert (await doctor.says())["Servers"] == [
        "! The bot is in no server. → Add it: docs/operating.md describes how."
    ]


async def test_missing_or_refused_token_is_reported_without_showing_it(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "quite.a.secret")
    notes = await doctor.says()
    assert notes["Token"][0].startswith("✗ Discord refuses the DISCORD_TOKEN. → Copy it whole")
    assert doctor.code == 1
    assert "secret" not in doctor.out
    assert "Database" in notes
    assert not {"Commands", "Permissions", "Sessions"} & {*notes}
    monkeypatch.delenv("DISCORD_TOKEN")
    assert (await doctor.says())["Token"][0].startswith("✗ There is no DISCORD_TOKEN. → Set it")
    assert doctor.code == 1


async def test_token_that_a_proxy_refuses_can_need_its_restart(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SALUD_PLAYGROUND")
    monkeypatch.setenv("SALUD_DISCORD_API", playground.url)
    monkeypatch.setenv("DISCORD_TOKEN", "quite.a.secret")
    [token] = (await doctor.says())["Token"]
    assert token.endswith("nirn-proxy keeps refusing a token that Discord has refused once.")


async def test_errors_and_long_rate_limits_of_discord_are_reported(
    playground: Playground, doctor: Doctor
) -> None:
    for fault, notes in (
        (Fault("GET", "/users/@me", status=503, message="Down"), "Discord answered 503: Down."),
        (Fault("GET", "/users/@me", cut=True, times=9), "can't be reached: Server disconnected."),
        (
            Fault("GET", "/applications/@me", status=429, retry_after=60.0),
            "Discord answered 429: You are being rate limited.",
        ),
    ):
        playground.faults[:] = [fault]
        assert notes in (await doctor.says())["Token"][0]
        assert doctor.code == 1
    limited = Fault("GET", "/applications/@me", status=429, retry_after=0.01)
    playground.faults[:] = [limited]
    assert "Token" not in await doctor.says()


async def test_missing_network_is_one_error_beside_the_other_checks(
    nowhere: Path, doctor: Doctor, monkeypatch: pytest.MonkeyPatch, unused_port: int
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "quite.a.secret")
    monkeypatch.setenv("SALUD_DISCORD_API", f"http://127.0.0.1:{unused_port}")
    notes = await doctor.says()
    where = f"http://127.0.0.1:{unused_port}"
    assert notes["Token"][0].startswith(f"✗ {where}/api/v10 can't be reached: Cannot connect to")
    assert notes["Proxy"][0].startswith(f"✗ {where}: ")
    assert notes["Proxy"][0].endswith(
        "→ Start the proxy, or correct SALUD_DISCORD_API: docs/scale.md."
    )
    assert "✔ Rights" in doctor.out
    assert "secret" not in doctor.out


async def test_foreign_servers_in_place_of_discord_and_metrics_are_recognized(
    nowhere: Path, doctor: Doctor, monkeypatch: pytest.MonkeyPatch, unused_port: int
) -> None:
    async def page(request: web.Request) -> web.Response:
        return web.Response(text="<html>Hello</html>", content_type="text/html")

    app = web.Application()
    app.router.add_get("/{tail:.*}", page)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", unused_port).start()
    monkeypatch.setenv("DISCORD_TOKEN", "x.y.z")
    monkeypatch.setenv("SALUD_DISCORD_API", f"http://127.0.0.1:{unused_port}")
    monkeypatch.setenv("SALUD_METRICS", f"0.0.0.0:{unused_port}")
    notes = await doctor.says()
    assert "is not Discord's API. →" in notes["Token"][0]
    assert f"✔ Metrics      Served at 0.0.0.0:{unused_port}." in doctor.out
    await runner.cleanup()
    [metrics] = (await doctor.says())["Metrics"]
    assert metrics.startswith(f"! http://127.0.0.1:{unused_port}/metrics does not answer. →")


async def test_proxy_is_used_for_all_requests(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SALUD_PLAYGROUND")
    monkeypatch.setenv("SALUD_DISCORD_API", playground.url)
    assert "Token" not in await doctor.says()
    assert f"✔ Proxy        {playground.url} reaches Discord." in doctor.out


async def test_misspelt_settings_and_a_readable_env_file_are_reported(
    playground: Playground, doctor: Doctor, nowhere: Path
) -> None:
    file = nowhere / ".env"
    file.write_text("# SALUD_OLD=1\nSALUD_DATABSE=x\nSee below.\nexport salud_tik = 3\nOTHER=1\n")
    file.chmod(0o644)
    unknown, unreadable, readable = (await doctor.says())["Settings"]
    assert unknown.startswith("! Unknown setting: SALUD_DATABSE, salud_tik. → Correct the name")
    assert unreadable.startswith("! Unreadable line of .env: 3. → Write NAME=value there")
    assert readable == "! Others on this machine can read .env. → chmod 600 .env"
    file.chmod(0o600)
    file.write_text("SALUD_TICK=soon\n")
    notes = await doctor.says()
    assert [*notes] == ["Settings"]
    [refused] = notes["Settings"]
    assert refused.startswith("✗ The setting SALUD_TICK can't be used: it must be a number. → Corr")
    assert doctor.code == 1


async def test_foreign_missing_and_unreachable_databases_are_reported(
    playground: Playground, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await asyncio.to_thread(store_matches, Path("salud.db"))
    connection = sqlite3.connect("salud.db")
    with connection:
        connection.execute("INSERT INTO owner (id, application) VALUES (1, 4711)")
        connection.execute("UPDATE match SET frozen = 1 WHERE id = 6")
    connection.close()
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")
    notes = await doctor.says()
    assert notes["Owner"][0].startswith(
        "✗ The matches belong to the application 4711, but the token to"
        f" {playground.world.bot_id}. →"
    )
    assert notes["Matches"][0].startswith("! 1 is frozen, because it doesn't replay. →")
    monkeypatch.setenv("SALUD_DATABASE", "none.db")
    assert (await doctor.says())["Database"] == [
        "! There is no none.db yet: the first start creates it."
    ]
    assert not Path("none.db").exists()
    monkeypatch.setenv("SALUD_DATABASE", "postgresql://salud:hunter2@127.0.0.1:1/salud")
    assert "salud on 127.0.0.1:1 can't be used" in (await doctor.says())["Database"][0]
    assert "hunter2" not in doctor.out
