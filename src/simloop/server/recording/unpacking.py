"""Unpacks the chunks of a recording within limits: a few bytes may claim to be gigabytes."""

import lz4.frame
import zstandard

MAX_CHUNK_BYTES = 64 * 2**20
# Numbers that hardly change pack well, but not better than this.
MAX_RATIO = 1000


class ChunkRefused(ValueError):
    """A chunk that cannot be unpacked, or had better not be."""


class Unpacker:
    """Unpacks chunk after chunk of one file."""

    def __init__(self, file_bytes: int) -> None:
        self._left = MAX_RATIO * file_bytes + MAX_CHUNK_BYTES
        self._zstd = zstandard.ZstdDecompressor()

    def unpack(self, packed: bytes, compression: str, size: int) -> bytes:
        """The bytes of a chunk that claims to have this size.

        Raises:
            ChunkRefused: they are others, or too many for a chunk or for the file.
        """
        if not 0 <= size <= min(MAX_CHUNK_BYTES, self._left):
            raise ChunkRefused(f"a chunk claims {size:,} bytes")
        raw = self._raw(packed, compression, size)
        if len(raw) != size:
            raise ChunkRefused(f"a chunk of {len(raw):,} bytes claims {size:,}")
        self._left -= size
        return raw

    def _raw(self, packed: bytes, compression: str, size: int) -> bytes:
        try:
            if compression == "zstd":
                return self._from_zstd(packed, size)
            if compression == "lz4":
                unpacker = lz4.frame.LZ4FrameDecompressor()
                return bytes(unpacker.decompress(packed, max_length=size + 1))
        except (zstandard.ZstdError, RuntimeError, EOFError) as error:
            raise ChunkRefused(f"a chunk is damaged: {error}") from None
        if compression:
            raise ChunkRefused(f"a chunk is packed by {compression!r}")
        return packed

    def _from_zstd(self, packed: bytes, size: int) -> bytes:
        # The size in the frame itself would win over ours.
        if zstandard.frame_content_size(packed) > size:
            raise ChunkRefused("a chunk holds more than it claims")
        return self._zstd.decompress(packed, max_output_size=size) if size else b""
