"""What a release is made of, as a CycloneDX 1.6 bill of materials: our wheel, the networks in it, locked packages."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any
from uuid import UUID, uuid5

from .locked import Locked

NAMESPACE = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
"""Of URLs (RFC 9562)."""


def bill(wheel: Path, models: Path, packages: Iterable[Locked], *, version: str, made: str) -> str:
    """The bill as JSON, the same for the same inputs.

    Args:
        wheel: Piste's own.
        models: the folder of the networks, with models.toml.
        packages: what the archive holds beside.
        version: of Piste.
        made: when, ISO 8601.
    """
    root = {
        "type": "application",
        "bom-ref": f"pkg:pypi/piste@{version}",
        "name": "piste",
        "version": version,
        "purl": f"pkg:pypi/piste@{version}",
        "licenses": [{"license": {"id": "MIT"}}],
        "hashes": [_sha256(wheel.read_bytes())],
    }
    parts = [*map(_package, packages), *_networks(models)]
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE, root['hashes'][0]['content'])}",  # type: ignore[index]
        "version": 1,
        "metadata": {"timestamp": made, "component": root},
        "components": parts,
        "dependencies": [
            {"ref": root["bom-ref"], "dependsOn": sorted(part["bom-ref"] for part in parts)},
            *({"ref": part["bom-ref"]} for part in parts),
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def _package(package: Locked) -> Mapping[str, Any]:
    purl = f"pkg:pypi/{package.name}@{package.version}"
    component = {
        "type": "library",
        "bom-ref": purl,
        "name": package.name,
        "version": package.version,
        "purl": purl,
        "licenses": _licence(package.name),
    }
    if package.where:
        component["properties"] = [{"name": "piste:where", "value": package.where}]
    return {name: value for name, value in component.items() if value}


def _licence(name: str) -> list[Mapping[str, Any]]:
    """The licence in the installed package's metadata: an SPDX expression, else its own words, else nothing."""
    try:
        described = metadata(name)
    except PackageNotFoundError:
        return []
    if expression := "".join(described.get_all("License-Expression") or ()):
        return [{"expression": expression}]
    words = "".join(described.get_all("License") or ()).strip().splitlines()
    classifiers = described.get_all("Classifier") or ()
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    says = (words[0][:80] if words else "") or (named[0] if named else "")
    return [{"license": {"name": says}}] if says else []


def _networks(models: Path) -> Iterable[Mapping[str, Any]]:
    listed = tomllib.loads((models / "models.toml").read_text(encoding="utf-8"))
    for file in sorted(models.rglob("*.onnx")):
        name = file.relative_to(models).as_posix()
        if file.name not in json.dumps(listed):
            raise ValueError(f"expected {name} to stand in models.toml")
        yield {
            "type": "machine-learning-model",
            "bom-ref": f"piste-model:{name}",
            "name": name,
            "licenses": [{"license": {"id": "MIT"}}],
            "hashes": [_sha256(file.read_bytes())],
        }


def _sha256(data: bytes) -> Mapping[str, str]:
    return {"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()}
