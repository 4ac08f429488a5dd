"""Settings: environment variables, then the file .env, then what goes without saying."""

from pathlib import Path

import pytest

from bot.settings import BadSettings, Settings, read_settings
from tests.bot.shell import ROOT


def test_defaults() -> None:
    """Everything but the token has one."""
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == ""
    assert settings.salud_database == "var/salud.db"
    assert settings.salud_log_level == "INFO"
    assert settings.salud_playground is None
    assert settings.salud_heartbeat == "var/alive"


def test_environment_before_file(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said for this run comes first; unknown lines are of no concern."""
    (nowhere / ".env").write_text(
        "DISCORD_TOKEN=from-file\nSALUD_DATABASE='a folder/ñ.db'\nOTHER=1\n", encoding="utf-8"
    )
    monkeypatch.setenv("DISCORD_TOKEN", "from-environment")
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == "from-environment"
    assert settings.salud_database == "a folder/ñ.db"


def test_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by accident, in a log or a traceback."""
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret")
    settings = read_settings()
    assert "very.secret" not in f"{settings!r} {settings} {settings.model_dump()}"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SALUD_LOG_LEVEL", "LOUD"),
        ("SALUD_LOG_LEVEL", "debug"),
        ("SALUD_LOG_LEVEL", ""),
        ("SALUD_LOG_FORMAT", "xml"),
        ("SALUD_METRICS", "9100"),
        ("SALUD_METRICS", "localhost"),
        ("SALUD_METRICS", "http://localhost:9100"),
        ("SALUD_METRICS", "localhost:0"),
        ("SALUD_METRICS", "localhost:65536"),
        ("SALUD_METRICS", "::1:9100"),
        ("SALUD_DATABASE", ""),
        ("SALUD_DATABASE", "mysql://salud@host/salud"),
        ("SALUD_DATABASE", "postgresq://salud:secret@host/salud"),
        ("SALUD_SHARDS", "many"),
        ("SALUD_SHARDS", "0"),
        ("SALUD_SHARDS", "10001"),
        ("SALUD_SHARDS", "1.5"),
        ("SALUD_DISCORD_API", "proxy:8080"),
        ("SALUD_DISCORD_API", "http://proxy:8080/"),
        ("SALUD_PLAYGROUND", "nonsense"),
        ("SALUD_PLAYGROUND", "http://127.0.0.1:80/"),
        ("SALUD_PLAYGROUND", "ftp://127.0.0.1"),
    ],
)
def test_bad_setting(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """One sentence that names it."""
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as caught:
        read_settings()
    text = str(caught.value)
    assert text.startswith(f"The setting {name} can't be used: ")
    assert "\n" not in text
    assert "secret" not in text


@pytest.mark.parametrize("value", ["", "http://127.0.0.1:8080", "https://discord.example"])
def test_playground(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """An address without a path, or none."""
    monkeypatch.setenv("SALUD_PLAYGROUND", value)
    assert read_settings().salud_playground == value


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("", None),
        ("127.0.0.1:9100", ("127.0.0.1", 9100)),
        ("bot.example:1", ("bot.example", 1)),
        ("[::1]:9100", ("::1", 9100)),
    ],
)
def test_metrics(
    monkeypatch: pytest.MonkeyPatch, value: str, address: tuple[str, int] | None
) -> None:
    """A host and a port, or nothing."""
    monkeypatch.setenv("SALUD_METRICS", value)
    assert read_settings().metrics_address == address


@pytest.mark.parametrize(
    ("value", "shards"), [("", None), ("auto", "auto"), ("1", 1), ("10000", 10_000)]
)
def test_shards(monkeypatch: pytest.MonkeyPatch, value: str, shards: int | str | None) -> None:
    """A number, as many as Discord recommends, or none that are shared."""
    monkeypatch.setenv("SALUD_SHARDS", value)
    assert read_settings().salud_shards == shards


def test_file_that_is_no_text(nowhere: Path) -> None:
    """One sentence for that too."""
    (nowhere / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(BadSettings, match=r"The file \.env can't be read"):
        read_settings()


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("SALUD_TICK", "0.05", "0"),
        ("SALUD_TICK", "20", "nan"),
        ("SALUD_TICK", "3600", "inf"),
        ("SALUD_BACKUPS_KEPT", "0", "-1"),
        ("SALUD_BACKUPS_KEPT", "30", "many"),
        ("SALUD_BACKUP_HOURS", "0.5", "0"),
        ("SALUD_BACKUPS", "a folder", ""),
    ],
)
def test_ranges(monkeypatch: pytest.MonkeyPatch, name: str, good: str, bad: str) -> None:
    """What can't be meant is refused."""
    monkeypatch.setenv(name, good)
    read_settings()
    monkeypatch.setenv(name, bad)
    with pytest.raises(BadSettings, match=f"The setting {name} can't be used: "):
        read_settings()


def test_example(nowhere: Path) -> None:
    """The file to copy names every setting, with the value that goes without saying."""
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    before = read_settings()
    (nowhere / ".env").write_text(text, encoding="utf-8")
    assert read_settings() == before
    named = {line.split("=")[0].lower() for line in text.splitlines() if "=" in line}
    assert named >= {*Settings.model_fields} - {"salud_playground"}
