"""A scripted PX4: connects, frees its wheel, answers in lockstep and spins when it is cut off.

Frames are made and read by pymavlink, so that its codec is held against ours on the way.
"""

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from pymavlink.dialects.v20 import common as mavlink

from hover_pilot import HoverPilot

LEAST_BYTES = 4096


@dataclass
class Script:
    """What it does differently from a PX4 in good health."""

    first_reply: int = 15
    """HIL_SENSORs until the first answer."""
    arms_at_us: int = 1_000_000
    goes_at_us: int | None = None
    """When it closes its socket."""
    mute_at_us: int | None = None
    """When it stops to answer."""
    flags: int = 1
    garbage: bytes = b""
    """What it sends before every answer."""


class ScriptedPx4:
    """A thread that behaves as PX4's simulator module does."""

    def __init__(
        self, port: int, pilot: HoverPilot | None = None, script: Script | None = None
    ) -> None:
        self.sensors: list[Any] = []
        self.fixes: list[Any] = []
        self.truths: list[Any] = []
        self.radio: list[Any] = []
        self.others: list[Any] = []
        self.replies = 0
        self.connected = threading.Event()
        self.ended = threading.Event()
        self.failure: BaseException | None = None
        self._port, self._pilot, self._script = port, pilot, script or Script()
        self._stop = threading.Event()
        self._step_done = threading.Condition()
        self._link = mavlink.MAVLink(None, srcSystem=1, srcComponent=1)
        self._link.robust_parsing = True
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> "ScriptedPx4":
        """Begin to connect."""
        self._thread.start()
        return self

    def close(self) -> None:
        """End it."""
        self._stop.set()
        self._thread.join(timeout=10.0)
        if self.failure is not None:
            raise self.failure

    def wait_for_sensors(self, count: int) -> None:
        """Until it has dealt with so many HIL_SENSORs: the last one sent is not waited for."""
        with self._step_done:
            assert self._step_done.wait_for(lambda: len(self.sensors) >= count, timeout=30.0)

    def _run(self) -> None:
        try:
            line = self._connect()
            if line is not None:
                with line:
                    self._serve(line)
        except (BrokenPipeError, ConnectionResetError):
            # The other end has gone between two parts of an answer.
            pass
        except BaseException as failure:
            self.failure = failure
        finally:
            self.ended.set()

    def _connect(self) -> socket.socket | None:
        """Try every half millisecond, as PX4 does."""
        while not self._stop.wait(0.0005):
            line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                line.connect(("127.0.0.1", self._port))
            except OSError:
                line.close()
                continue
            line.settimeout(0.02)
            self.connected.set()
            return line
        return None

    def _serve(self, line: socket.socket) -> None:
        request = mavlink.MAVLink_command_long_message(0, 0, 511, 0, 115, 5000, 0, 0, 0, 0, 0)
        heartbeat = mavlink.MAVLink_heartbeat_message(0, 12, 0, 0, 0, 3)
        for message in (request, heartbeat):
            line.sendall(message.pack(self._link))
        while not self._stop.is_set():
            try:
                data = line.recv(LEAST_BYTES)
            except TimeoutError:
                continue
            except OSError:
                return
            if not data:
                # PX4 spins here for ever; a thread may end.
                return
            for message in self._link.parse_buffer(data) or []:
                if not self._take(message, line.sendall):
                    return

    def _take(self, message: Any, send: Callable[[bytes], None]) -> bool:
        kind, pilot = message.get_type(), self._pilot
        if kind == "HIL_GPS":
            self.fixes.append(message)
            if pilot is not None and message.fix_type >= 3:
                llh = (message.lat / 1e7, message.lon / 1e7, message.alt / 1e3)
                pilot.fix(llh, np.array([message.vn, message.ve, message.vd]) / 100.0)
        elif kind == "HIL_STATE_QUATERNION":
            self.truths.append(message)
        elif kind == "RC_CHANNELS":
            self.radio.append(message)
        elif kind == "HIL_SENSOR":
            with self._step_done:
                goes_on = self._step(message, send)
                self._step_done.notify_all()
            return goes_on
        else:
            self.others.append(message)
        return True

    def _step(self, message: Any, send: Callable[[bytes], None]) -> bool:
        """Only HIL_SENSOR with id 0 lets time go on; one answer to each."""
        script, pilot = self._script, self._pilot
        dt = (message.time_usec - self.sensors[-1].time_usec) / 1e6 if self.sensors else 0.004
        self.sensors.append(message)
        if script.goes_at_us is not None and message.time_usec >= script.goes_at_us:
            return False
        if pilot is not None:
            self._feel(pilot, message, dt)
        mute = script.mute_at_us is not None and message.time_usec >= script.mute_at_us
        if len(self.sensors) < script.first_reply or mute:
            return True
        armed = message.time_usec >= script.arms_at_us
        controls = [0.0] * 16
        if armed and pilot is not None and pilot.home_llh is not None:
            controls[:4] = pilot.fly(dt).tolist()
        reply = mavlink.MAVLink_hil_actuator_controls_message(
            message.time_usec, controls, 129 if armed else 1, script.flags
        )
        frame = script.garbage + reply.pack(self._link)
        # Cut in two, since TCP promises no boundaries.
        send(frame[:7])
        send(frame[7:])
        self.replies += 1
        return True

    @staticmethod
    def _feel(pilot: HoverPilot, message: Any, dt: float) -> None:
        if message.fields_updated & 0x3F == 0x3F:
            gyro = np.array([message.xgyro, message.ygyro, message.zgyro])
            pilot.feel(gyro, np.array([message.xacc, message.yacc, message.zacc]), dt)
        if message.fields_updated & 0x1C0 == 0x1C0:
            pilot.compass(np.array([message.xmag, message.ymag, message.zmag]))


if __name__ == "__main__":
    import sys
    import time

    print(f"instance {sys.argv[2]}", flush=True)
    goes_at_us = int(sys.argv[3]) if len(sys.argv) > 3 else None
    ScriptedPx4(int(sys.argv[1]), script=Script(goes_at_us=goes_at_us)).start()
    # As PX4 does, it stays when its connection has gone.
    while True:
        time.sleep(60.0)
