"""CRC-16/MCRF4XX, the check sum of MAVLink frames.

It is the CRC of `binascii.crc_hqx` with every byte, and the result, mirrored: mirroring is one
table look-up per byte inside `bytes.translate`, so that the whole sum runs at the speed of C.
"""

from binascii import crc_hqx

MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
START = 0xFFFF


def check_sum(data: bytes, extra: bytes) -> bytes:
    """The two bytes that close a frame; `extra` is the mirrored CRC_EXTRA of its message."""
    crc = crc_hqx(extra, crc_hqx(data.translate(MIRRORED), START))
    return crc.to_bytes(2, "big").translate(MIRRORED)


def mirrored_byte(value: int) -> bytes:
    """One byte with its bits in reverse order."""
    return MIRRORED[value : value + 1]
