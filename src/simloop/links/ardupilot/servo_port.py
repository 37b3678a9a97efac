"""The UDP port on which one ArduPilot asks for steps: who talks, what is new, what is answered.

ArduPilot sends a servo packet, waits for one datagram, takes it for the next state and counts on.
Without an answer it repeats its packet. So every packet gets one answer: a second one would wait
in its queue, and from then on it would always read the state before. A packet out of order, or of
somebody else, is passed over; only who keeps asking while the peer is silent takes its place.
"""

import socket
from contextlib import suppress

from simloop.sitl.peer_notices import PeerNotices, Tell
from simloop.timing.wall import WallClock
from simloop.wire.ardupilot_json import Malformed, ServoPacket, decode_servos

Address = tuple[str, int]

# One byte more than any packet has shows that a datagram is too long.
_READ_BYTES = 128
# A flood of junk may not keep a wait from ending.
_MOST_AT_ONCE = 64
# ArduPilot repeats itself after about a second; a burst of datagrams is nobody's second question.
_ASKS_AGAIN_NS = 500_000_000
_MOST_CLAIMS = 16
_COUNTS = 1 << 32
# Beyond this a count is no later one of the same boot.
_LONGEST_JUMP = 1 << 16


class ServoPort:
    """Waits for new servo packets of one peer and answers each of them once."""

    def __init__(self, host: str, port: int, tell: Tell, wall: WallClock | None = None) -> None:
        self._notices = PeerNotices(tell)
        self._wall = wall or WallClock()
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            self._socket.bind((host, port))
        except OSError as error:
            self._socket.close()
            raise ValueError(
                f"ardupilot: udp {host}:{port} cannot be opened ({error.strerror}): "
                "end the program that has it, or choose another 'port:'"
            ) from None
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        self.refused = 0
        """Datagrams that were no servo packets."""
        self.boots = 0
        """How many ArduPilots have been met, restarted ones among them."""
        self._peer: Address | None = None
        self._count: int | None = None
        self._waiting: ServoPacket | None = None
        self._answer: bytes | None = None
        self._claims: dict[tuple[Address, int | None], int] = {}

    @property
    def packet(self) -> ServoPacket | None:
        """The packet that has no answer yet."""
        return self._waiting

    def poll(self, wait_s: float) -> bool:
        """Wait for a packet that asks for a step; True once there is one."""
        for _ in range(_MOST_AT_ONCE):
            if self._waiting is not None:
                return True
            received = self._receive(wait_s)
            if received is None:
                return False
            self._consider(*received)
        return self._waiting is not None

    def take_newest(self) -> ServoPacket | None:
        """The newest packet of all that have come, without waiting; None if none has."""
        newest = None
        for _ in range(_MOST_AT_ONCE):
            received = self._receive(0.0)
            if received is None:
                break
            self._consider(*received)
            newest, self._waiting = self._waiting or newest, None
        return newest

    def answer(self, state: bytes) -> None:
        """Send the state after the step that the waiting packet asked for."""
        # Repeats that came before this answer are satisfied by it.
        self._drop_repeats()
        self._waiting, self._answer = None, state
        self._send(state)

    def send(self, state: bytes) -> None:
        """Send a state unasked, to who talked last; for runs without lockstep."""
        self._send(state)

    def close(self) -> None:
        """Let the port go: nothing is answered from now on."""
        self._socket.close()

    def _consider(self, data: bytes, sender: Address) -> None:
        try:
            packet = decode_servos(data)
        except Malformed as reason:
            self.refused += 1
            self._notices.once("malformed", f"{reason} (from {_text(sender)})")
            return
        if sender == self._peer and packet.frame_count == self._count:
            self._claims.clear()
            self._repeat()
            return
        if self._peer is not None and not self._follows(packet, sender):
            if not self._takes_over(packet, sender):
                return
            self._welcome(packet, sender)
        self.boots += self._peer is None
        self._claims.clear()
        self._peer, self._count = sender, packet.frame_count
        self._waiting, self._answer = packet, None

    def _follows(self, packet: ServoPacket, sender: Address) -> bool:
        """Is it the peer's next question?"""
        ahead = (packet.frame_count - (self._count or 0)) % _COUNTS
        return sender == self._peer and 0 < ahead < _LONGEST_JUMP

    def _takes_over(self, packet: ServoPacket, sender: Address) -> bool:
        """Who asks again after a while in which the peer said nothing has replaced it.

        From the peer's own address it is the same question again: others are old datagrams.
        """
        claim = sender, packet.frame_count if sender == self._peer else None
        now_ns = self._wall.monotonic_ns()
        if claim in self._claims:
            return now_ns - self._claims[claim] >= _ASKS_AGAIN_NS
        if len(self._claims) < _MOST_CLAIMS:
            self._claims[claim] = now_ns
        if sender == self._peer:
            detail = f"frame {packet.frame_count} after {self._count} is passed over"
            self._notices.once("out of order", detail)
        else:
            detail = f"{_text(sender)} sends to this port too"
            self._notices.once("second sender", detail, str(sender))
        return False

    def _welcome(self, packet: ServoPacket, sender: Address) -> None:
        self.boots += 1
        detail = f"asks from {_text(sender)} now, frame {packet.frame_count}"
        if sender == self._peer:
            detail = f"counts from {packet.frame_count} again, was {self._count}"
        self._notices.once("restarted", detail, str(self.boots))

    def _repeat(self) -> None:
        """Its answer was lost, so it gets the same again; nothing steps."""
        if self._answer is not None:
            self._send(self._answer)

    def _drop_repeats(self) -> None:
        for _ in range(_MOST_AT_ONCE):
            if self._receive(0.0) is None:
                return

    def _receive(self, wait_s: float) -> tuple[bytes, Address] | None:
        # A time-out, nothing there, or a peer that is gone, which some systems report here.
        with suppress(OSError):
            self._socket.settimeout(wait_s)
            data, sender = self._socket.recvfrom(_READ_BYTES)
            return data, sender
        return None

    def _send(self, state: bytes) -> None:
        if self._peer is not None:
            with suppress(OSError):
                self._socket.sendto(state, self._peer)


def _text(address: Address) -> str:
    return f"{address[0]}:{address[1]}"
