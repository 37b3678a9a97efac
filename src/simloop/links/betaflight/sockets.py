"""Betaflight's four UDP ports: two that it sends to, two that it listens on."""

import socket
from contextlib import suppress
from math import isfinite
from select import select

from simloop.links.betaflight.config import Config
from simloop.links.betaflight.knock import Knock
from simloop.sitl.peer_notices import PeerNotices, Tell
from simloop.wire.betaflight import (
    FlightState,
    Four,
    Outputs,
    Radio,
    decode_motors,
    decode_outputs,
    encode_radio,
    encode_state,
)

# One byte more than any packet has, so that a longer one is seen to be another.
_MOST_BYTES = 256
# Beyond this many at once somebody floods us; the rest waits for the next time.
_MOST_AT_ONCE = 64
# Beyond these a pulse, or a share, is none.
_LONGEST_US, _LARGEST_SHARE = 2500.0, 1.5

Address = tuple[str, int]


def _nobody(what: str, detail: str) -> None:
    """For ports that nobody watches."""


class BetaflightSockets:
    """Sends to where Betaflight is, and keeps the newest of what comes."""

    def __init__(self, config: Config, number: int, tell: Tell = _nobody) -> None:
        self._notices = PeerNotices(tell)
        self._peers: dict[socket.socket, Address] = {}
        outputs, motors, self._state_port, self._radio_port = config.ports_of(number)
        self._address = config.address
        self.outputs: Outputs | None = None
        self.motors: Four | None = None
        self.dropped = 0
        """Datagrams so far of a wrong size, with numbers that are none, or of somebody else."""
        self._raw = _bound(config.host, outputs)
        try:
            self._shares = _bound(config.host, motors)
        except ValueError:
            self._raw.close()
            raise
        self._sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._sender.setblocking(False)
        self._knock = Knock(config.address, self._state_port)

    def is_awake(self) -> bool:
        """Has somebody listened for states for a while, so that one does no harm?"""
        return self._knock.is_answered()

    def send_state(self, state: FlightState) -> None:
        """One packet; nobody there costs nothing."""
        self._send(encode_state(state), self._state_port)

    def send_radio(self, radio: Radio) -> None:
        """The same."""
        self._send(encode_radio(radio), self._radio_port)

    def receive(self, seconds: float) -> bool:
        """Take all that has come, newest last; wait at most this long. True if there was any."""
        ready, _, _ = select([self._raw, self._shares], [], [], seconds)
        heard = False
        for line in ready:
            for _ in range(_MOST_AT_ONCE):
                try:
                    data, sender = line.recvfrom(_MOST_BYTES)
                except OSError:
                    break
                heard = self._take(line, data, sender) or heard
        return heard

    def forget_peer(self) -> None:
        """It has fallen silent: whoever sends next may be its successor."""
        self._peers.clear()

    def close(self) -> None:
        """Let the ports go."""
        for line in (self._raw, self._shares, self._sender, self._knock):
            line.close()

    def _take(self, line: socket.socket, data: bytes, sender: Address) -> bool:
        known = self._is_taken(line, data, sender)
        self.dropped += not known
        return known

    def _is_taken(self, line: socket.socket, data: bytes, sender: Address) -> bool:
        if line is self._raw:
            outputs = decode_outputs(data)
            known = outputs is not None and outputs.motor_count <= len(outputs.pulses_us)
            numbers = outputs.pulses_us if outputs is not None and known else None
            largest = _LONGEST_US
        else:
            numbers = motors = decode_motors(data)
            largest = _LARGEST_SHARE
        if numbers is None:
            self._notices.once("malformed", f"a datagram of {len(data)} bytes is none of its")
            return False
        if not all(isfinite(number) and abs(number) <= largest for number in numbers):
            self._notices.once("malformed", "an output is no number, or beyond its range", "n")
            return False
        if self._peers.setdefault(line, sender) != sender:
            text = f"{sender[0]}:{sender[1]} sends outputs, too: it is passed over"
            self._notices.once("second sender", text, str(sender))
            return False
        if line is self._raw:
            self.outputs = outputs
        else:
            self.motors = motors
        return True

    def _send(self, data: bytes, port: int) -> None:
        with suppress(OSError):
            self._sender.sendto(data, (self._address, port))


def _bound(host: str, port: int) -> socket.socket:
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.setblocking(False)
    try:
        line.bind((host, port))
    except OSError as error:
        line.close()
        raise ValueError(
            f"UDP port {port} on {host} cannot be opened for Betaflight ({error.strerror}): "
            "end who has it, or choose other 'ports:'"
        ) from None
    return line
