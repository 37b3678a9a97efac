"""The joystick device of Linux: eight bytes per event."""

import fcntl
import os
import select
import struct
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

from simloop.links.joystick.mapping import Device

# Milliseconds, value, type, number.
EVENT = struct.Struct("<IhBB")
BUTTON, AXIS, INITIAL = 0x01, 0x02, 0x80
# JSIOCGNAME for 128 characters.
NAME_REQUEST = 0x80806A13
LOOK_AROUND_S = 0.1


class JoystickReader:
    """Tells what the events of a device move."""

    def __init__(self, path: str, device_called: Callable[[str], Device]) -> None:
        self._descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.device = device_called(_name(self._descriptor))
        self._rest = b""
        self._stop = Event()
        self._thread = Thread(target=self._read, name="joystick", daemon=True)

    def start(self) -> None:
        """Begin to read."""
        self._thread.start()

    def close(self) -> None:
        """Stop reading and close the device."""
        self._stop.set()
        self._thread.join(timeout=1.0)
        os.close(self._descriptor)

    def _read(self) -> None:
        while not self._stop.is_set():
            ready, _, _ = select.select([self._descriptor], [], [], LOOK_AROUND_S)
            if not ready:
                continue
            try:
                data = os.read(self._descriptor, 64 * EVENT.size)
            except OSError:
                data = b""
            if not data:
                self.device.gone = True
                return
            self._take(data)

    def _take(self, data: bytes) -> None:
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        for _, value, kind, number in EVENT.iter_unpack(data[:whole]):
            if kind & ~INITIAL == AXIS:
                self.device.move(number, value)
            elif kind == BUTTON and value:
                self.device.press(number)


def _name(descriptor: int) -> str:
    """What the device calls itself; nothing for files that are no device."""
    buffer = bytearray(128)
    with suppress(OSError):
        fcntl.ioctl(descriptor, NAME_REQUEST, buffer)
    return buffer.split(b"\0", 1)[0].decode("utf-8", "replace")
