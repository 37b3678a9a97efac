"""Frames as a switch sees them: where each ends, who sends it, and to whom it goes."""

from simloop.firmware.mavlink.messages import BY_ID

MARK_1, MARK_2 = 0xFE, 0xFD
_HEADER_1, _HEADER_2 = 6, 10
_CHECK_SUM, _SIGNATURE, _SIGNED = 2, 13, 1
EVERYBODY = 0


def cut(data: bytes) -> tuple[list[bytes], bytes]:
    """The whole frames at the start of a stream, and the bytes of an unfinished one."""
    frames, place = [], 0
    while place < len(data):
        length = _length(data, place)
        if length is None:
            # What is no frame is passed over.
            place += 1
        elif place + length > len(data):
            break
        else:
            frames.append(data[place : place + length])
            place += length
    return frames, data[place:]


def sender_of(frame: bytes) -> int:
    """The system that a frame comes from."""
    return frame[5] if frame[0] == MARK_2 else frame[3]


def target_of(frame: bytes) -> int:
    """The system that a whole frame is for."""
    if frame[0] == MARK_2:
        number, head = int.from_bytes(frame[7:10], "little"), _HEADER_2
    else:
        number, head = frame[5], _HEADER_1
    definition = BY_ID.get(number)
    if definition is None:
        return EVERYBODY
    message = definition.unpack(frame[head : head + frame[1]])
    target: int = getattr(message, "target_system", getattr(message, "target", EVERYBODY))
    return target


def _length(data: bytes, place: int) -> int | None:
    """How long the frame here is; as far as can be told, at least as long as its header."""
    left = len(data) - place
    if data[place] == MARK_2:
        if left < _HEADER_2:
            return _HEADER_2
        signature = _SIGNATURE if data[place + 2] & _SIGNED else 0
        return _HEADER_2 + data[place + 1] + _CHECK_SUM + signature
    if data[place] == MARK_1:
        return _HEADER_1 if left < _HEADER_1 else _HEADER_1 + data[place + 1] + _CHECK_SUM
    return None
