"""A small mesh of our own: a wedge whose tip points ahead, with a picture on it, as .glb."""

import json
import struct
import zlib

# Corners in glTF's axes: Y up, Z ahead. A nose, and a square behind it.
_CORNERS = (
    (0.0, 0.0, 0.4),
    (-0.3, -0.1, -0.3),
    (0.3, -0.1, -0.3),
    (0.3, 0.2, -0.3),
    (-0.3, 0.2, -0.3),
)
_FACES = ((0, 2, 1), (0, 3, 2), (0, 4, 3), (0, 1, 4), (1, 2, 3), (1, 3, 4))


def wedge_glb(*, textured: bool = True) -> bytes:
    """The bytes of the file."""
    points = b"".join(struct.pack("<3f", *corner) for corner in _CORNERS)
    places = b"".join(struct.pack("<2f", corner[2], corner[1] + 0.5) for corner in _CORNERS)
    faces = b"".join(struct.pack("<3H", *face) for face in _FACES)
    picture = _png()
    parts = [points, places, faces, picture]
    body, views = b"", []
    for part in parts:
        views.append({"buffer": 0, "byteOffset": len(body), "byteLength": len(part)})
        body += part + b"\0" * (-len(part) % 4)
    low, high = (
        [min(c[i] for c in _CORNERS) for i in range(3)],
        [max(c[i] for c in _CORNERS) for i in range(3)],
    )
    primitive = {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}
    colour: dict[str, object] = {"baseColorFactor": [0.9, 0.1, 0.8, 1.0], "metallicFactor": 0.0}
    if textured:
        colour["baseColorTexture"] = {"index": 0}
    document = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [primitive]}],
        "materials": [{"pbrMetallicRoughness": colour}],
        "textures": [{"source": 0}],
        "images": [{"bufferView": 3, "mimeType": "image/png"}],
        "accessors": [
            {
                "bufferView": 0,
                "componentType": 5126,
                "count": 5,
                "type": "VEC3",
                "min": low,
                "max": high,
            },
            {"bufferView": 1, "componentType": 5126, "count": 5, "type": "VEC2"},
            {"bufferView": 2, "componentType": 5123, "count": 18, "type": "SCALAR"},
        ],
        "bufferViews": views,
        "buffers": [{"byteLength": len(body)}],
    }
    return glb(document, body)


def glb(document: object, body: bytes = b"") -> bytes:
    """A container with a document and a buffer."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if body:
        chunks += struct.pack("<II", len(body), 0x004E4942) + body
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def _png() -> bytes:
    """Two by two pixels, white and grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = b"\0" + bytes((255,) * 3 + (160,) * 3) + b"\0" + bytes((160,) * 3 + (255,) * 3)
    head = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
