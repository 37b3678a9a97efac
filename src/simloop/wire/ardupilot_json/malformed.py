"""What is no packet of the protocol."""


class Malformed(ValueError):
    """Bytes that are no packet; `str()` says why, in one line without the bytes themselves."""
