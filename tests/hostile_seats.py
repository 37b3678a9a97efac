"""Seats for hostile peers: each speaks one autopilot's protocol from the test's own thread.

Everything is sent before the tick that takes it, so a flight is the same in every run. An honest
peer asks for the same outputs in every exchange; a hostile one adds to that, or replaces it.
"""

import socket
import struct
from math import nan
from random import Random
from typing import Any

from simloop.messages.builtin_interfaces import Time
from simloop.messages.rosflight_msgs import PwmOutput
from simloop.messages.std_msgs import Header
from simloop.server.simulation import Simulation
from simloop.wire.ardupilot_json import ServoPacket, encode_servos
from simloop.wire.mavlink_frame import Frame, FrameReader, pack
from simloop.wire.px4_hil import (
    ARMED_MODE,
    EXTRAS,
    MESSAGES,
    HilActuatorControls,
    HilSensor,
    Px4Message,
    decode,
    encode,
)

LOCAL = "127.0.0.1"
SHARE = 0.62
PULSE = round(1000 + 1000 * SHARE)


def free_udp_ports(count: int) -> list[int]:
    """Ports that nobody has now."""
    probes = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(count)]
    for probe in probes:
        probe.bind((LOCAL, 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


class Px4Seat:
    """A TCP client that answers every HIL_SENSOR."""

    settings = "{port: 0}"

    def __init__(self, simulation: Simulation) -> None:
        self.chance = Random(4)
        self.stamp_us = self._answered_us = 0
        self.line = simulation.provided["px4"].lines["quad"]
        self.connect()

    def connect(self) -> None:
        self._reader = FrameReader(EXTRAS)
        self._link = socket.create_connection((LOCAL, self.line.port))
        self._link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._link.settimeout(0.0)

    def close(self) -> None:
        self._link.close()

    def send(self, data: bytes) -> None:
        try:
            self._link.sendall(data)
        except OSError:
            # The other end has let it go: a hostile peer comes again.
            self._link.close()
            self.connect()

    def say(self, *messages: Px4Message) -> None:
        self.send(b"".join(encode(message) for message in messages))

    def hear(self) -> None:
        """Take what has come; the last HIL_SENSOR is what an answer bears the stamp of."""
        try:
            data = self._link.recv(1 << 20)
        except OSError:
            return
        for frame in self._reader.feed(data):
            message = decode(frame)
            if isinstance(message, HilSensor):
                self.stamp_us = message.time_us

    def answer(
        self, *, stamp_us: int | None = None, share: float = SHARE, flags: int = 1
    ) -> HilActuatorControls:
        stamp = self.stamp_us if stamp_us is None else stamp_us
        shares = (share,) * 4 + (0.0,) * 12
        return HilActuatorControls(stamp, flags, shares, ARMED_MODE | 1)

    def be_honest(self) -> None:
        """Answer what is owed."""
        self.hear()
        if self.stamp_us > self._answered_us:
            self._answered_us = self.stamp_us
            self.say(self.answer())

    def absurd_frame(self) -> bytes:
        """A frame with a right checksum and any bits in its fields, but for answers' stamps."""
        kind = self.chance.choice(list(MESSAGES.values()))
        payload = bytearray(self.chance.randbytes(kind.LAYOUT.size))
        if kind is HilActuatorControls:
            payload[:8] = struct.pack("<Q", self.stamp_us + 1 + self.chance.randrange(10**9))
            payload[8] |= 1
        return pack(Frame(kind.ID, bytes(payload)), kind.EXTRA)


class ArduPilotSeat:
    """A UDP socket that counts on with every tick."""

    settings = "{port: 0, scheduler_loop_hz: 200}"

    def __init__(self, simulation: Simulation) -> None:
        self.chance = Random(5)
        self.count = 1000
        line = simulation.provided["ardupilot"].lines["quad"]
        self._to = (LOCAL, line.port)
        self.others: list[socket.socket] = []
        self._link = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    @property
    def is_known(self) -> bool:
        """Has it asked before? The first to ask is who is listened to."""
        return self.count > 1000

    def close(self) -> None:
        for link in (self._link, *self.others):
            link.close()

    def send(self, data: bytes) -> None:
        self._link.sendto(data, self._to)

    def send_as(self, number: int, data: bytes) -> None:
        """From the n-th other address."""
        while len(self.others) <= number:
            self.others.append(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        self.others[number].sendto(data, self._to)

    def packet(self, count: int, pulse: int = PULSE, channels: int = 16) -> bytes:
        return encode_servos(ServoPacket(1200, count % 2**32, (pulse,) * channels))

    def be_honest(self) -> None:
        """Ask for the next step."""
        self.send(self.packet(self.count))
        self.count += 1


class BetaflightSeat:
    """Two sockets: raw outputs from one, motors from the other."""

    def __init__(self, simulation: Simulation) -> None:
        self.chance = Random(6)
        config = simulation.world.models()[0].facts["betaflight"]
        self._raw_port, self._motor_port = config.ports[:2]
        self._raw = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._motors = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._other = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)

    def close(self) -> None:
        for link in (self._raw, self._motors, self._other):
            link.close()

    def send(self, data: bytes) -> None:
        self._raw.sendto(data, (LOCAL, self._raw_port))

    def send_motors(self, data: bytes) -> None:
        self._motors.sendto(data, (LOCAL, self._motor_port))

    def send_as_other(self, data: bytes) -> None:
        self._other.sendto(data, (LOCAL, self._raw_port))

    def outputs(self, pulse: float = PULSE, count: int = 4) -> bytes:
        return struct.pack("<H2x16f", count, *(pulse,) * 4, *(0.0,) * 12)

    def be_honest(self) -> None:
        """Send both kinds of outputs."""
        self.send(self.outputs())
        self.send_motors(struct.pack("<4f", *(SHARE,) * 4))


class ExternalSeat:
    """A program on the bus."""

    settings = "{}"

    def __init__(self, simulation: Simulation) -> None:
        self.chance = Random(7)
        self._simulation = simulation
        self._command = simulation.bus.advertise(
            "sim/pwm_command", PwmOutput, by="test", external=True
        )

    def close(self) -> None:
        self._command.close()

    @property
    def now_ns(self) -> int:
        """The stamp of the newest samples."""
        return self._simulation.world.tick * 10**9 // self._simulation.tick_rate_hz

    def say(self, stamp: Any, pulse: Any = PULSE) -> None:
        time = stamp if isinstance(stamp, Time) else Time.from_nanoseconds(stamp)
        self._command.publish(PwmOutput(Header(time), (pulse,) * 14))

    def be_honest(self) -> None:
        """Answer the newest samples."""
        self.say(self.now_ns)


def not_numbers() -> tuple[float, ...]:
    """What no number of a peer may be."""
    return nan, float("inf"), -float("inf"), 1e30, -1e30
