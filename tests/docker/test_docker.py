"""The files for Docker, held as far as that goes without an engine: linted, resolved, equal to the managed server."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from clew.interfaces.mcp import tokens
from clew.server import config, lockfile
from clew.settings import Settings

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "docker"
PLACED = {"server.default_listen_address", "server.bolt.listen_address", "server.bolt.advertised_address"}
"""What a container has by itself: it listens inside on every address, and the host publishes it on loopback."""

SIZED = {"server.memory.pagecache.size"}


def program(name: str) -> str:
    """A program that comes with a package of the extra dev."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"no {name} on this machine: install the extra dev to see the files for Docker checked")
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the folder, with its secrets made; somebody had set the heap."""
    folder = tmp_path_factory.mktemp("clone") / "docker"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("secrets", ".env"))
    (folder / ".env").write_text("CLEW_HEAP_MB=4096", "utf-8")
    subprocess.run(["sh", str(folder / "secrets.sh")], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def services(made: Path) -> dict[str, Any]:
    """What Compose makes of its file."""
    return resolved(made / "compose.yaml")


def resolved(*files: Path) -> dict[str, Any]:
    """What Compose makes of files, which needs no engine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CLEW_")}
    command = [program("docker-compose"), *(each for file in files for each in ("-f", str(file))), "--profile", "mcp"]
    done = subprocess.run(
        [*command, "config", "--format", "json"], env=kept, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)["services"]


def setting(variable: str) -> str:
    """The setting of Neo4j that a variable of its image sets: two underscores are one, one is a dot."""
    return variable.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_")


def test_the_database_has_the_settings_of_the_managed_server(services: dict[str, Any]) -> None:
    lines = config.neo4j(7687, config.MemorySizes(1024, 512), {}).splitlines()
    managed = dict(line.split("=", 1) for line in lines if not line.startswith("#"))
    image = {setting(name): str(value) for name, value in services["neo4j"]["environment"].items()}
    others = {"AUTH.FILE", "PLUGINS", "server.memory.heap.initial_size", "server.memory.heap.max_size"}
    assert others <= image.keys()
    assert {name: value for name, value in image.items() if name not in others} == {
        name: value for name, value in managed.items() if name not in PLACED
    }
    assert managed.keys() >= PLACED | SIZED


def test_it_is_the_managed_servers_version(services: dict[str, Any]) -> None:
    assert services["neo4j"]["image"] == f"neo4j:{lockfile.versions()[0]}-community"
    assert "graph-data-science" in services["neo4j"]["environment"]["NEO4J_PLUGINS"]


def test_nothing_is_published_beyond_loopback(services: dict[str, Any]) -> None:
    assert {port["host_ip"] for each in services.values() for port in each["ports"]} == {"127.0.0.1"}


def test_the_mcp_server_is_nobody_and_can_write_nothing(services: dict[str, Any], made: Path) -> None:
    mcp = services["mcp"]
    owner = (made / "secrets" / "clew_password").stat()
    assert mcp["user"] == f"{owner.st_uid}:{owner.st_gid}"
    assert not mcp["user"].startswith("0:")
    assert mcp["read_only"]
    assert mcp["cap_drop"] == ["ALL"]
    assert mcp["volumes"][0]["read_only"]
    users = re.findall(r"^USER (.*)$", (FOLDER / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert users == ["10001:10001"]


def test_the_pages_file_gives_the_mcp_server_a_model_and_takes_nothing_from_it(
    services: dict[str, Any], made: Path
) -> None:
    (given,) = re.findall(r"```yaml\n(.*?)```", (FOLDER.parent / "docs" / "docker.md").read_text("utf-8"), re.DOTALL)
    (made / "model.yaml").write_text(given, "utf-8")
    mcp = resolved(made / "compose.yaml", made / "model.yaml")["mcp"]
    model = {"CLEW_MODEL": "openai:gpt-4o-mini", "CLEW_MODEL_KEY_FILE": "/run/secrets/model_key"}
    assert mcp["environment"] == services["mcp"]["environment"] | model
    assert {each["source"] for each in mcp["secrets"]} == {"clew_password", "model_key"}


def test_no_password_stands_in_a_file_that_others_can_read(services: dict[str, Any], made: Path) -> None:
    password = (made / "secrets" / "clew_password").read_text("utf-8")
    assert len(password) == 48
    assert (made / "secrets" / "neo4j_auth").read_text("utf-8") == f"neo4j/{password}"
    assert password not in json.dumps(services)
    for file in (made / "secrets").rglob("*"):
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0
    variables = {"CLEW_PASSWORD_FILE": str(made / "secrets" / "clew_password")}
    assert Settings.from_env(variables).password.get_secret_value() == password
    again = subprocess.run(["sh", str(made / "secrets.sh")], capture_output=True, text=True, check=False)
    assert again.returncode == 1
    assert (made / "secrets" / "clew_password").read_text("utf-8") == password


def test_what_the_settings_of_compose_said_before_stays(made: Path) -> None:
    lines = (made / ".env").read_text("utf-8").split()
    owner = (made / "secrets" / "clew_password").stat()
    assert lines == ["CLEW_HEAP_MB=4096", f"CLEW_UID={owner.st_uid}", f"CLEW_GID={owner.st_gid}"]


def test_a_token_can_be_made_for_the_container(made: Path) -> None:
    file = made / "secrets" / "mcp" / "tokens.json"
    owner = file.stat().st_uid
    tokens.add(file, "laptop", ["ann"])
    assert file.stat().st_uid == owner
    assert tokens.read(file)[0].name == "laptop"


def test_the_command_of_the_image_is_one_of_clews() -> None:
    found = re.search(r"^CMD (\[\"mcp.*\])$", (FOLDER / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    command = [str(Path(sys.executable).with_name("clew")), *json.loads(found[1])]
    done = subprocess.run([*command, "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_linter_finds_nothing_in_the_dockerfile() -> None:
    done = subprocess.run(
        [program("hadolint"), str(FOLDER / "Dockerfile")], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_what_the_linter_should_find_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "Dockerfile"
    planted.write_text("FROM python:latest\nRUN cd /tmp && pip install tea\n")
    done = subprocess.run([program("hadolint"), str(planted)], capture_output=True, text=True, check=False)
    assert "DL3007" in done.stdout
