"""compose.yaml: its services fit the image, the settings, the other files and the docs."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.app.settings import NAMES
from cogs.runtime import shutdown
from tests.bot.dockerfile import parse
from tests.bot.shell import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BOT = SERVICES["bot"]
OPERATING = (ROOT / "docs/operating.md").read_text()
UNIT = (ROOT / "systemd/salud.service").read_text()
PORT = "9100"


def docker_compose() -> list[str] | None:
    """Return the command of Docker's own check, if this machine has it."""
    for command in (["docker", "compose"], ["docker-compose"]):
        if shutil.which(command[0]) is None:
            continue
        version = subprocess.run([*command, "version"], capture_output=True, check=False)
        if version.returncode == 0:
            return command
    return None


def seconds(text: str) -> int:
    return int(text.removesuffix("s"))


def mounts() -> Iterator[tuple[str, str, str, str]]:
    """Yield service, source, target and mode of each mount."""
    for name, service in SERVICES.items():
        for volume in service.get("volumes", ()):
            source, target, *mode = volume.split(":")
            yield name, source, target, "".join(mode)


def test_profiles_are_those_of_the_docs() -> None:
    profiles = {profile for service in SERVICES.values() for profile in service.get("profiles", ())}
    assert profiles == set(re.findall(r"^\| `(\w+)` \| .+ \| `\w+=", OPERATING, re.MULTILINE))
    assert "profiles" not in BOT, "the bot runs in any case"


def test_bot_starts_without_the_services_of_other_profiles() -> None:
    for name, service in SERVICES.items():
        needed = service.get("depends_on", {})
        for other in needed:
            assert other in SERVICES
            shares_profile = set(SERVICES[other].get("profiles", ())) <= {
                *service.get("profiles", ())
            }
            assert shares_profile or needed[other]["required"] is False, f"{name} needs {other}"
            if isinstance(needed, dict) and needed[other]["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[other]


def test_images_are_pinned_to_a_version() -> None:
    for name, service in SERVICES.items():
        if service.get("build") == ".":
            continue
        _, _, tag = service["image"].rpartition(":")
        assert re.match(r"v?\d", tag), f"{name} runs {service['image']}"


def test_volumes_and_mounted_files_exist() -> None:
    used = {source for _, source, _, _ in mounts() if not source.startswith(".")}
    assert used == {*COMPOSE["volumes"]}
    for _, source, _, mode in mounts():
        if source.startswith("."):
            assert (ROOT / source).exists(), source
            assert mode == "ro"


def test_ports_are_open_on_this_machine_only() -> None:
    for service in SERVICES.values():
        for port in service.get("ports", ()):
            assert port.startswith("127.0.0.1:"), port


def test_each_service_is_restarted_confined_and_logs_little() -> None:
    for name, service in SERVICES.items():
        assert service["restart"] == "unless-stopped"
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["logging"]["options"] == {"max-size": "10m", "max-file": "5"}
        # PostgreSQL's image begins as root and gives its rights away.
        assert service.get("cap_drop") == ["ALL"] or name == "postgres"


def test_bot_has_the_place_and_limits_of_the_image_and_the_unit() -> None:
    image = parse(ROOT / "Dockerfile").image
    assert ("bot", "var", image.only("VOLUME").text, "") in mounts()
    assert BOT["read_only"] is True
    assert BOT["tmpfs"] == ["/tmp"]  # noqa: S108 - in the container
    assert BOT["environment"]["SALUD_HEARTBEAT"].startswith("/tmp/")  # noqa: S108 - see above
    assert f"MemoryMax={BOT['mem_limit'].upper()}\n" in UNIT
    assert f"TasksMax={BOT['pids_limit']}\n" in UNIT
    phases = shutdown.STOP_INTAKE + shutdown.FINISH + shutdown.HURRY + shutdown.LEAVE
    assert phases < 10 < seconds(BOT["stop_grace_period"])


def test_variables_of_the_bot_are_settings_and_all_others_are_documented() -> None:
    known = {field.upper() for field in NAMES}
    assert {*BOT["environment"]} <= known
    examples = (ROOT / ".env.example").read_text()
    for name in re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()):
        assert name in examples
        assert f"`{name}=" in OPERATING
    lines = re.findall(r"`((?:SALUD|POSTGRES)_\w+)=", OPERATING)
    assert {name for name in lines if name.startswith("SALUD_")} <= known


def test_database_of_the_profile_is_the_one_of_the_docs() -> None:
    database = SERVICES["postgres"]["environment"]
    user, name = database["POSTGRES_USER"], database["POSTGRES_DB"]
    assert f"`SALUD_DATABASE=postgresql://{user}:…@postgres/{name}`" in OPERATING
    check = SERVICES["postgres"]["healthcheck"]["test"]
    assert {f"--username={user}", f"--dbname={name}"} <= {*check}
    for command in re.findall(r"exec -T postgres (.+)", OPERATING):
        assert f"--username={user}" in command


def test_prometheus_finds_its_files_and_the_bot() -> None:
    prometheus = SERVICES["prometheus"]
    places = {target: ROOT / source for _, source, target, _ in mounts() if source[0] == "."}
    (config,) = (
        argument.partition("=")[2]
        for argument in prometheus["command"]
        if argument.startswith("--config.file=")
    )
    asked = yaml.safe_load(places[config].read_text())
    for rules in asked["rule_files"]:
        assert str(Path(config).parent / rules) in places
    (scraped,) = asked["scrape_configs"]
    assert scraped["job_name"] == "salud"
    (discovery,) = scraped["dns_sd_configs"]
    assert [SERVICES.get(name) for name in discovery["names"]] == [BOT]
    assert str(discovery["port"]) == PORT
    assert f"`SALUD_METRICS=0.0.0.0:{PORT}`" in OPERATING


def test_grafana_finds_its_dashboard() -> None:
    environment = SERVICES["grafana"]["environment"]
    targets = {target for name, _, target, _ in mounts() if name == "grafana"}
    home = environment["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"]
    assert home in targets
    for file in (ROOT / "monitoring/provisioning").rglob("*.y*ml"):
        provisioned = yaml.safe_load(file.read_text())
        for provider in provisioned.get("providers", ()):
            assert provider["options"]["path"] == str(Path(home).parent)
        for source in provisioned.get("datasources", ()):
            assert source["url"] == "http://prometheus:9090"
            assert source["uid"] == "prometheus"


@pytest.mark.skipif(docker_compose() is None, reason="there is no docker compose")
@pytest.mark.parametrize("profiles", ["", "metrics", "postgresql,proxy,metrics"])
def test_docker_accepts_the_file(profiles: str, tmp_path: Path) -> None:
    command = docker_compose()
    assert command is not None
    environment = tmp_path / ".env"
    environment.write_text(f"COMPOSE_PROFILES={profiles}\nPOSTGRES_PASSWORD=secret\n")
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    done = subprocess.run(
        [*command, "config", "--quiet"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
