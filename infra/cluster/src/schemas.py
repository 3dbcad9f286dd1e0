"""Unpacks the schemas of Kubernetes' versions from the wheel of kubernetes-validate: schemas.py WHEEL FOLDER."""

import json
import re
import sys
import zipfile
from pathlib import Path

_NAME = re.compile(r"kubernetes-json-schema/(v[\d.]+)-local-strict/([^/]+\.json)$")


def unpack(wheel: str, folder: Path) -> None:
    """Writes each strict schema as FOLDER/VERSION/NAME, with references that hold where it lies."""
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            found = _NAME.search(name)
            if not found:
                continue
            text = archive.read(name).decode().replace('"/api/_definitions.json#', '"_definitions.json#')
            schema = json.loads(text)
            # An absolute identifier would send the look-up of references elsewhere.
            schema.pop("$id", None)
            target = folder / found[1] / found[2]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(json.dumps(schema))


unpack(sys.argv[1], Path(sys.argv[2]))
