"""Settings: environment variables, then the file .env, then defaults."""

import contextlib
from pathlib import Path

import pytest

from bot.app.settings import NAMES, BadSettings, read_settings
from tests.bot.shell import ROOT


def test_all_settings_but_the_token_have_defaults() -> None:
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == ""
    assert settings.salud_database == "var/salud.db"
    assert settings.salud_log_level == "INFO"
    assert settings.salud_playground is None
    assert settings.salud_heartbeat == "var/alive"


def test_environment_overrides_the_file_and_unknown_lines_are_ignored(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (nowhere / ".env").write_text(
        "DISCORD_TOKEN=from-file\nSALUD_DATABASE='a folder/ñ.db'\nOTHER=1\n", encoding="utf-8"
    )
    monkeypatch.setenv("DISCORD_TOKEN", "from-environment")
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == "from-environment"
    assert settings.salud_database == "a folder/ñ.db"


def test_printed_settings_hide_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
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
def test_invalid_setting_is_named_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings) as caught:
        read_settings()
    text = str(caught.value)
    assert text.startswith(f"The setting {name} can't be used: it must ")
    assert text.endswith(". Correct it or remove it: .env.example lists the possible values.")
    assert "\n" not in text
    assert "secret" not in text


@pytest.mark.parametrize("value", ["", "http://127.0.0.1:8080", "https://discord.example"])
def test_playground_is_an_address_without_a_path_or_empty(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("SALUD_PLAYGROUND", value)
    assert read_settings().salud_playground == (value or None)


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("", None),
        ("127.0.0.1:9100", ("127.0.0.1", 9100)),
        ("bot.example:1", ("bot.example", 1)),
        ("[::1]:9100", ("::1", 9100)),
    ],
)
def test_metrics_is_a_host_with_a_port_or_empty(
    monkeypatch: pytest.MonkeyPatch, value: str, address: tuple[str, int] | None
) -> None:
    monkeypatch.setenv("SALUD_METRICS", value)
    assert read_settings().metrics_address == address


@pytest.mark.parametrize(
    ("value", "shards"), [("", None), ("auto", "auto"), ("1", 1), ("10000", 10_000)]
)
def test_shards_is_a_number_auto_or_empty(
    monkeypatch: pytest.MonkeyPatch, value: str, shards: int | str | None
) -> None:
    monkeypatch.setenv("SALUD_SHARDS", value)
    assert read_settings().salud_shards == shards


@pytest.mark.parametrize(
    "content",
    [
        b"DISCORD_TOKEN=\xff\xfe\n",
        "DISCORD_TOKEN=x\n".encode("utf-16"),
        "DISCORD_TOKEN=x\n".encode("utf-16-le"),
    ],
)
def test_file_in_another_encoding_is_refused_with_a_remedy(nowhere: Path, content: bytes) -> None:
    (nowhere / ".env").write_bytes(content)
    with pytest.raises(BadSettings) as caught:
        read_settings()
    assert str(caught.value) == (
        "The file .env can't be read: it is not UTF-8. Save it again with that encoding."
    )


def test_folder_in_place_of_the_file_is_refused_with_a_remedy(nowhere: Path) -> None:
    (nowhere / ".env").mkdir()
    with pytest.raises(
        BadSettings, match=r"The \.env here is a folder\. Docker .*: remove it, and"
    ):
        read_settings()


def test_file_of_another_user_is_refused_with_a_remedy(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (nowhere / ".env").touch()

    def refuse(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(BadSettings, match=r"Permission denied\. Give it to the user [0-9]+, who "):
        read_settings()


@pytest.mark.parametrize("before", ["", " ", "'", '"', ' "'])
@pytest.mark.parametrize("after", ["", "\r", "\n", "\r\n"])
def test_white_space_and_quotes_around_values_are_ignored(
    monkeypatch: pytest.MonkeyPatch, before: str, after: str
) -> None:
    """Docker's --env-file and files from Windows leave them there."""
    values = {
        "DISCORD_TOKEN": "x.y.z",
        "SALUD_TICK": "3.0",
        "SALUD_LOG_LEVEL": "ERROR",
        "SALUD_SHARDS": "auto",
        "SALUD_METRICS": "127.0.0.1:9100",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, f"{before}{value}{before[::-1]}{after}")
    settings = read_settings()
    assert settings.discord_token.get_secret_value() == values.pop("DISCORD_TOKEN")
    assert {name: str(getattr(settings, name.lower())) for name in values} == values


def test_file_from_windows_is_read(nowhere: Path) -> None:
    text = "\ufeffDISCORD_TOKEN=x.y.z\r\nSALUD_TICK = 3 \r\n"
    (nowhere / ".env").write_bytes(text.encode())
    settings = read_settings()
    assert (settings.discord_token.get_secret_value(), settings.salud_tick) == ("x.y.z", 3)


def test_line_breaks_within_the_token_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x.\r\ny.\tz\x7f")
    assert read_settings().discord_token.get_secret_value() == "x.y.z"


@pytest.mark.parametrize("name", sorted(name.upper() for name in NAMES))
@pytest.mark.parametrize("value", ["", "-1", "0", "1.5", "99999999", "9" * 5000, "nan", "x y"])
def test_refusals_are_in_our_own_words(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with contextlib.suppress(BadSettings):
        read_settings()
        return
    with pytest.raises(BadSettings, match=f"^The setting {name} can't be used: it must "):
        read_settings()


def test_only_the_first_of_several_unusable_settings_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SALUD_TICK", "0")
    monkeypatch.setenv("SALUD_BACKUPS_KEPT", "x")
    with pytest.raises(BadSettings, match=r"^The setting SALUD_TICK .* more than 0\. Correct"):
        read_settings()


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("SALUD_TICK", "0.05", ""),
        ("SALUD_TICK", "0.05", "0"),
        ("SALUD_TICK", "20", "nan"),
        ("SALUD_TICK", "3600", "inf"),
        ("SALUD_BACKUPS_KEPT", "0", "-1"),
        ("SALUD_BACKUPS_KEPT", "30", "many"),
        ("SALUD_BACKUP_HOURS", "0.5", "0"),
        ("SALUD_BACKUPS", "a folder", ""),
    ],
)
def test_value_out_of_range_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, good: str, bad: str
) -> None:
    monkeypatch.setenv(name, good)
    read_settings()
    monkeypatch.setenv(name, bad)
    with pytest.raises(BadSettings, match=f"The setting {name} can't be used: "):
        read_settings()


def test_example_file_lists_every_setting_with_its_default(nowhere: Path) -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    before = read_settings()
    (nowhere / ".env").write_text(text, encoding="utf-8")
    assert read_settings() == before
    named = {line.split("=")[0].lower() for line in text.splitlines() if "=" in line}
    assert named >= NAMES - {"salud_playground"}
