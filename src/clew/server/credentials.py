"""The server's password: random, in a file that only its owner can read, and never the default.

Neo4j takes the password of a new store from a file of hashes. So the well-known first password never works, and
there is no half-finished change to recover from.
"""

import secrets
import shlex
import shutil
from hashlib import sha256

from clew.errors import LocalServerError
from clew.server.layout import ServerLayout, write_private

USER = "neo4j"
DATABASE = "neo4j"
_ROUNDS = 1024


def prepare(layout: ServerLayout) -> None:
    """Make the password where there is none, and give a new store its hash; the server must not run.

    Where the file was lost, the users of the store are dropped with their database and made anew. The memory lies in
    another database, and stays.
    """
    if not layout.password.exists():
        for kind in ("databases", "transactions"):
            shutil.rmtree(layout.data / kind / "system", ignore_errors=True)
        # Digits, for what begins with a "-" would be read as an option by every shell command that is given it.
        write_private(layout.password, secrets.token_hex(24) + "\n")
    initial = layout.data / "dbms" / "auth.ini"
    initial.parent.mkdir(exist_ok=True)
    write_private(initial, hashed(password(layout)))


def password(layout: ServerLayout) -> str:
    """Return the password."""
    try:
        text = layout.password.read_text("utf-8").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        text = ""
    if not text:
        raise LocalServerError(f"{layout.password} holds no password; {remedy(layout)}")
    return text


def remedy(layout: ServerLayout) -> str:
    """Return what to do about a password that is not the server's."""
    moved = shlex.quote(f"{layout.password}.old")
    return f"run: mv {shlex.quote(str(layout.password))} {moved}; clew server stop; clew server start (memory is kept)"


def hashed(secret: str, salt: bytes | None = None) -> str:
    """Return the line that Neo4j reads: ``user:SHA-256,hash,salt,rounds:`` in hexadecimal."""
    salt = salt or secrets.token_bytes(32)
    digest = sha256(salt + secret.encode()).digest()
    for _ in range(_ROUNDS - 1):
        digest = sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{_ROUNDS}:\n"
