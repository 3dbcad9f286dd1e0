"""SecantusDB in the place of mongod: makes the root user at the first start, as the official image does, and runs the server."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pymongo

DATA = Path("/data/db/secantus")
SERVER = [str(Path(sys.executable).parent / "secantusd-py"), "--port", "27017", "--storage-path", str(DATA), "--standalone"]
START_SECONDS = 30


def make_root(name: str, password: str) -> None:
    """Starts the server without users for this container alone, and makes the first one."""
    server = subprocess.Popen([*SERVER, "--host", "127.0.0.1"])
    client: pymongo.MongoClient[dict[str, object]] = pymongo.MongoClient(
        "mongodb://127.0.0.1:27017", serverSelectionTimeoutMS=START_SECONDS * 1000
    )
    client.admin.command("createUser", name, pwd=password, roles=["root"])
    client.close()
    server.terminate()
    server.wait(START_SECONDS)


def main() -> None:
    """With MONGO_INITDB_ROOT_USERNAME, everybody has to log in."""
    name = os.environ.get("MONGO_INITDB_ROOT_USERNAME")
    file = os.environ.get("MONGO_INITDB_ROOT_PASSWORD_FILE")
    made = DATA / "root-made"
    if name and not made.exists():
        DATA.mkdir(exist_ok=True)
        password = Path(file).read_text() if file else os.environ["MONGO_INITDB_ROOT_PASSWORD"]
        make_root(name, password)
        made.touch()
    os.execv(SERVER[0], [*SERVER, "--host", "0.0.0.0", *(["--auth"] if name else [])])


main()
