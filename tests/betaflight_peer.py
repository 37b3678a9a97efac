"""A scripted Betaflight: the axes of its simulator target, a rate loop, an angle mode, its mixer.

Structs are its own, as sitl.c of each release has them; inside it counts forward-left-up.
"""

import socket
import struct
import threading
from math import asin, atan2

import numpy as np

# Rear right, front right, rear left, front left: roll, pitch, yaw of the mixer for quad X.
MIXER = np.array([[-1, 1, -1], [-1, -1, 1], [1, 1, 1], [1, -1, -1]], dtype=float)
LEVEL_RAD = 0.6
FASTEST_RADPS = 3.5

PERIOD_S = 0.0025


class ScriptedBetaflight:
    """A thread that answers every state packet with one of each kind of output packet."""

    def __init__(self, release: str, ports: tuple[int, ...], *, raw: bool = True) -> None:
        self.release, self.raw = release, raw
        self.states = 0
        self.first_state: tuple[float, ...] = ()
        self.last_state: tuple[float, ...] = ()
        self.last_radio: tuple[float, ...] = ()
        self.radios = 0
        self.timestamps: list[float] = []
        self._ports = ports
        self._line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._radio = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._line.bind(("127.0.0.1", ports[2]))
        self._radio.bind(("127.0.0.1", ports[3]))
        self._line.settimeout(0.02)
        self._radio.setblocking(False)
        self._turned = np.eye(3)
        self._integral = np.zeros(3)
        self._done = threading.Condition()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> "ScriptedBetaflight":
        """Begin to listen."""
        self._thread.start()
        return self

    def close(self) -> None:
        """End it."""
        self._stop.set()
        self._thread.join(timeout=10.0)
        self._line.close()
        self._radio.close()

    def wait_until_answered(self, states: int) -> None:
        """Let it get as far as so many state packets; the test's own way to keep pace.

        The first one comes with the second tick, which waits for it.
        """
        if states > 1:
            with self._done:
                assert self._done.wait_for(lambda: self.states >= states, timeout=30.0)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                data = self._line.recv(512)
            except TimeoutError:
                continue
            if len(data) != 144:
                continue
            self._hear_radio()
            self._answer(struct.unpack("<18d", data))
            with self._done:
                self.states += 1
                self._done.notify_all()

    def _hear_radio(self) -> None:
        while True:
            try:
                data = self._radio.recv(512)
            except OSError:
                return
            if len(data) == 40:
                self.last_radio = struct.unpack("<d16H", data)
                self.radios += 1

    def _answer(self, state: tuple[float, ...]) -> None:
        # Its clock goes by the wall; tests skip the waiting, so a packet stands for its period.
        dt = PERIOD_S
        self.timestamps.append(state[0])
        if not self.first_state and abs(state[15]) <= 90.0:
            self.first_state = state
        self.last_state = state
        motors = self._fly(state, dt) if self._armed() else np.full(4, 1000.0)
        to = ("127.0.0.1", self._ports[0])
        if self.raw:
            self._line.sendto(struct.pack("<H2x16f", 4, *motors, *[1500.0] * 12), to)
        shares = ((motors - 1000.0) / 1000.0).tolist()
        if self.release != "2026.6":
            shares = [shares[1], shares[2], shares[3], shares[0]]
        self._line.sendto(struct.pack("<4f", *shares), ("127.0.0.1", self._ports[1]))

    def _armed(self) -> bool:
        return bool(self.last_radio) and self.last_radio[5] > 1700

    def _fly(self, state: tuple[float, ...], dt: float) -> np.ndarray:
        p, q, r = state[1:4]
        kept = self.release == "2026.6"
        gyro = np.array([p, -q, r if kept else -r])
        roll, pitch = self._lean(state, gyro, dt)
        stick = (np.array(self.last_radio[1:5]) - 1500.0) / 500.0
        angle_mode = self.last_radio[6] > 1700
        wanted = FASTEST_RADPS * np.array([stick[0], stick[1], -stick[3]])
        if angle_mode:
            wanted[0] = 6.0 * (LEVEL_RAD * stick[0] - roll)
            wanted[1] = 6.0 * (LEVEL_RAD * stick[1] - pitch)
        wrong = wanted - gyro
        self._integral = np.clip(self._integral + wrong * dt * 0.05, -0.1, 0.1)
        torque = np.array([0.03, 0.03, 0.12]) * wrong + self._integral
        torque[2] = -torque[2]
        throttle = 0.5 * (stick[2] + 1.0)
        return 1000.0 + 1000.0 * np.clip(throttle + MIXER @ torque, 0.05, 1.0)

    def _lean(self, state: tuple[float, ...], gyro: np.ndarray, dt: float) -> tuple[float, float]:
        """Roll right and nose down: from the quaternion, or in 2026.6 from its own gyro."""
        if self.release == "2026.6":
            a, b, c = gyro * dt
            self._turned = self._turned @ np.array([[1, -c, b], [c, 1, -a], [-b, a, 1]])
            u, _, v = np.linalg.svd(self._turned)
            self._turned = u @ v
            up = self._turned[2]
            return atan2(up[1], up[2]), -asin(np.clip(up[0], -1, 1))
        w, x, y, z = state[7:11]
        roll = atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
        # Its rotation matrix has this element reversed in builds for simulators; nose down rises.
        reversed_up_of_nose = -2 * (x * z - w * y)
        return roll, asin(np.clip(-reversed_up_of_nose, -1, 1))
