"""Finds the folders that the sandboxed Python needs, and makes them readable by the sandbox's user."""

from __future__ import annotations

import ctypes
import functools
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy

_CLONE_NEWNS = 0x20000
_MS_BIND, _MS_REC, _MS_SLAVE = 0x1000, 0x4000, 0x80000
# Only root may write there, so no other user can plant anything.
_MOUNT_POINT = Path("/run/tradeium-python")
_SDK = Path(__file__).resolve().parents[2] / "sdk"
_SYSTEM_LIBRARIES = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/lib", "/lib32", "/lib64")


@dataclass(frozen=True)
class PythonTree:
    """The sandbox's view: `binds` maps folders here to folders there, `links` names there to their targets."""

    binds: tuple[tuple[str, str], ...]
    links: tuple[tuple[str, str], ...]
    executable: str
    library_path: str


def find_python_tree() -> PythonTree:
    """The system's libraries, this Python without its environment's other programs, its packages and the SDK."""
    libraries = [path for path in _SYSTEM_LIBRARIES if os.path.exists(path)]
    links = tuple((os.readlink(path), path) for path in libraries if os.path.islink(path))
    binds = [(path, path) for path in libraries if not os.path.islink(path)]
    program = os.path.realpath(sys.executable)
    if sys.base_prefix == "/usr":
        executable, library_path = program, "/usr/lib"
        binds.append((program, program))
    else:
        inside = os.path.relpath(program, os.path.realpath(sys.base_prefix))
        executable, library_path = f"/python/{inside}", "/python/lib"
        binds.append((os.path.realpath(sys.base_prefix), "/python"))
    packages = os.path.dirname(os.path.dirname(os.path.realpath(numpy.__file__)))
    binds += [(packages, "/packages"), (str(_SDK), "/sdk")]
    return PythonTree(tuple(binds), links, executable, library_path)


def unreachable_folders(tree: PythonTree) -> list[str]:
    """Folders that an unprivileged user cannot enter, because of a folder above them."""
    return [source for source, _ in tree.binds if not _open_to_all(Path(source))]


@functools.cache
def make_reachable(tree: PythonTree) -> PythonTree:
    """
    Mounts the folders that are closed to others (a Python in root's home) a second time, at a path that is open.
    The mounts are seen by this process and its children only, and end with them. Needs root; raises OSError where it
    is not allowed. Call it before any thread is started.
    """
    closed = unreachable_folders(tree)
    if not closed:
        return tree
    _MOUNT_POINT.mkdir(mode=0o711, exist_ok=True)
    libc = ctypes.CDLL(None, use_errno=True)
    _check(libc.unshare(_CLONE_NEWNS))
    _check(libc.mount(None, b"/", None, _MS_REC | _MS_SLAVE, None))
    _check(libc.mount(b"tmpfs", bytes(_MOUNT_POINT), b"tmpfs", 0, b"mode=0711,size=64k"))
    moved: dict[str, str] = {}
    for number, source in enumerate(closed):
        target = _MOUNT_POINT / str(number)
        if Path(source).is_dir():
            target.mkdir()
        else:
            target.touch()
        _check(libc.mount(source.encode(), bytes(target), None, _MS_BIND, None))
        moved[source] = str(target)
    binds = tuple((moved.get(source, source), there) for source, there in tree.binds)
    return PythonTree(binds, tree.links, tree.executable, tree.library_path)


def _open_to_all(path: Path) -> bool:
    folders = [path, *path.parents] if path.is_dir() else list(path.parents)
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)


def _check(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
