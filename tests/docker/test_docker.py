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

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docker"
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
def services() -> dict[str, Any]:
    """What Compose makes of its file."""
    return resolved(ROOT / "compose.yaml")


def resolved(*files: Path, **variables: str) -> dict[str, Any]:
    """What Compose makes of files, which needs no engine."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("CLEW_", "OPENAI_"))}
    command = [program("docker-compose"), *(each for file in files for each in ("-f", str(file)))]
    done = subprocess.run(
        [*command, "config", "--format", "json"], env=kept | variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return json.loads(done.stdout)["services"]


def begin(folder: Path) -> str:
    """What the first container says; it makes what the others share."""
    beside = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    variables = {name: value for name, value in os.environ.items() if not name.startswith("CLEW_")}
    done = subprocess.run(
        ["sh", str(FOLDER / "begin.sh"), str(folder)],
        env=variables | {"PATH": beside},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """The volume that the containers share, after the first of them."""
    begin(tmp_path)
    return tmp_path


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
    assert {port["host_ip"] for each in services.values() for port in each.get("ports", ())} == {"127.0.0.1"}


def test_the_mcp_server_is_nobody_and_can_write_nothing(services: dict[str, Any]) -> None:
    mcp = services["mcp"]
    users = re.findall(r"^USER (.*)$", (FOLDER / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert users == [mcp["user"]] == ["10001:10001"]
    assert f"owner={mcp['user']}" in (FOLDER / "begin.sh").read_text("utf-8")
    assert mcp["read_only"]
    assert mcp["cap_drop"] == ["ALL"]
    assert all(each["read_only"] for each in mcp["volumes"])


def test_what_makes_the_secrets_comes_first_and_reaches_no_network(services: dict[str, Any]) -> None:
    assert services["neo4j"]["depends_on"]["begin"]["condition"] == "service_completed_successfully"
    assert services["mcp"]["depends_on"]["neo4j"]["condition"] == "service_healthy"
    assert services["begin"]["network_mode"] == "none"
    for name, service in services.items():
        (kept,) = (each for each in service["volumes"] if each["source"] == "secrets")
        assert kept.get("read_only", False) is (name != "begin")
        assert kept["target"] == "/run/clew"


def test_a_model_of_the_hosts_settings_reaches_the_mcp_server(services: dict[str, Any]) -> None:
    given = {"CLEW_MODEL": "openai:gpt-4o-mini", "OPENAI_API_KEY": "a key"}
    mcp = resolved(ROOT / "compose.yaml", **given)["mcp"]
    unset = {name for name, value in services["mcp"]["environment"].items() if value is None}
    assert unset == given.keys()
    assert mcp["environment"] == services["mcp"]["environment"] | given


def test_the_pages_file_gives_the_mcp_server_a_key_from_a_file(tmp_path: Path, services: dict[str, Any]) -> None:
    (given,) = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "docker.md").read_text("utf-8"), re.DOTALL)
    (tmp_path / "model.yaml").write_text(given, "utf-8")
    mcp = resolved(ROOT / "compose.yaml", tmp_path / "model.yaml")["mcp"]
    model = {"CLEW_MODEL": "openai:gpt-4o-mini", "CLEW_MODEL_KEY_FILE": "/run/secrets/model_key"}
    assert mcp["environment"] == services["mcp"]["environment"] | model
    assert {each["source"] for each in mcp["secrets"]} == {"model_key"}


def test_the_password_is_random_and_in_files_of_their_owners_alone(shared: Path, services: dict[str, Any]) -> None:
    password = (shared / "clew_password").read_text("utf-8")
    assert len(password) == 48
    assert (shared / "neo4j_auth").read_text("utf-8") == f"neo4j/{password}"
    assert "NEO4J_AUTH" not in services["neo4j"]["environment"]
    assert {"clew_password", "neo4j_auth", "tokens.json"} <= {file.name for file in shared.iterdir()}
    for file in shared.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file
    variables = {"CLEW_PASSWORD_FILE": str(shared / "clew_password")}
    assert Settings.from_env(variables).password.get_secret_value() == password


def test_the_token_is_printed_once_and_works(tmp_path: Path) -> None:
    said = begin(tmp_path)
    (kept,) = tokens.read(tmp_path / "tokens.json")
    assert (kept.name, list(kept.spaces)) == ("first", ["default"])
    (token,) = re.findall(r"^clew_\S+$", said, re.MULTILINE)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert token not in begin(tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


def test_what_was_interrupted_begins_anew(shared: Path) -> None:
    before = (shared / "tokens.json").read_text("utf-8")
    (shared / "clew_password").unlink()
    assert "clew_" in begin(shared)
    assert (shared / "tokens.json").read_text("utf-8") != before
    password = (shared / "clew_password").read_text("utf-8")
    assert (shared / "neo4j_auth").read_text("utf-8") == f"neo4j/{password}"


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
