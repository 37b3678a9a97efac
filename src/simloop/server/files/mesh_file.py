"""The mesh of a vehicle: one glTF file that holds all it needs, checked before anybody draws it."""

import json
import struct
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

from simloop.server.files.mistake import FileMistake
from simloop.server.files.yaml_tree import Node
from simloop.world.mesh import Mesh

MOST_BYTES = 4 * 1024 * 1024
_HEAD, _CHUNK = struct.Struct("<4sII"), struct.Struct("<II")
_JSON = 0x4E4F534A
_FIX = "export it as one .glb file without compression"
# What a page would need more code for.
_FOREIGN = ("draco", "meshopt", "basisu", "quantization")


class MeshFile(str):
    """The path of a mesh, found beside the file that names it."""

    __slots__ = ()
    IN_WORDS: ClassVar[str] = "the name of a .glb or .gltf file"

    @classmethod
    def from_node(cls, node: Node, name: str) -> "MeshFile":
        """Read the name and look into the file; a lock may name one that is gone."""
        path = Path(str(node.value)).expanduser()
        beside = Path(node.mark.path).absolute().parent / path
        if node.mark.path.endswith(".lock"):
            return cls(path)
        try:
            read_mesh(beside)
        except ValueError as wrong:
            fix = _FIX if beside.exists() else "name it as seen from this file"
            raise FileMistake(node.mark, f"mesh {node.value}: {wrong}", fix) from None
        return cls(beside)

    @classmethod
    def json_schema(cls) -> dict[str, Any]:
        """In a file it is text."""
        return {"type": "string"}


def mesh_of(path: MeshFile | None) -> Mesh | None:
    """What to draw, or None where the file is no longer what it was: then its shape is drawn."""
    try:
        return None if path is None else read_mesh(Path(path))
    except ValueError:
        return None


def read_mesh(path: Path) -> Mesh:
    """The file's bytes; ValueError says why a page could not draw them."""
    if not path.is_file():
        raise ValueError("there is no such file")
    if path.stat().st_size > MOST_BYTES:
        raise ValueError(f"larger than {MOST_BYTES // 1024 // 1024} MB")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(error.strerror or "cannot be read") from None
    _check_document(_document(data))
    return Mesh(data, sha256(data).hexdigest()[:32])


def _document(data: bytes) -> dict[str, Any]:
    text = _json_chunk(data) if data.startswith(b"glTF") else data
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("not a glTF file") from None
    if not isinstance(document, dict):
        raise ValueError("not a glTF file")
    return document


def _json_chunk(data: bytes) -> bytes:
    if len(data) < _HEAD.size + _CHUNK.size:
        raise ValueError("cut off")
    _, version, length = _HEAD.unpack_from(data)
    size, kind = _CHUNK.unpack_from(data, _HEAD.size)
    if version != 2:
        raise ValueError(f"glTF of version {version}, not 2")
    begin = _HEAD.size + _CHUNK.size
    if length != len(data) or kind != _JSON or begin + size > len(data):
        raise ValueError("cut off")
    return data[begin : begin + size]


def _check_document(document: dict[str, Any]) -> None:
    asset = document.get("asset")
    if not isinstance(asset, dict) or not str(asset.get("version", "")).startswith("2"):
        raise ValueError("not a glTF file of version 2")
    if not isinstance(document.get("meshes"), list) or not document["meshes"]:
        raise ValueError("there is no mesh in it")
    for part in ("buffers", "images"):
        for each in document.get(part) or ():
            uri = each.get("uri") if isinstance(each, dict) else ""
            if uri is not None and not str(uri).startswith("data:"):
                raise ValueError(f"it names another file, '{str(uri)[:60]}'")
    for name in document.get("extensionsRequired") or ():
        if any(word in str(name).lower() for word in _FOREIGN):
            raise ValueError(f"it needs {str(name)[:60]}")
