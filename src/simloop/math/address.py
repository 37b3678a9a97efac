"""The key that gives an entity its own chance: a hash of run seed and entity name."""

from hashlib import blake2b

import numpy as np


def address_key(seed: int, name: str) -> np.uint64:
    """64 bits from seed and name, the same on every machine."""
    digest = blake2b(f"{seed}\0{name}".encode(), digest_size=8).digest()
    return np.uint64(int.from_bytes(digest, "little"))
