"""The UDP port on which one ArduPilot asks for steps: who talks, what is new, what is answered.

ArduPilot sends a servo packet, waits for one datagram, takes it for the next state and counts on.
Without an answer it repeats its packet. So every packet gets one answer: a second one would wait
in its queue, and from then on it would always read the state before.
"""

import socket
from collections.abc import Callable
from contextlib import suppress

from simloop.wire.ardupilot_json import Malformed, ServoPacket, decode_servos

Address = tuple[str, int]
Tell = Callable[[str, str], None]

# One byte more than any packet has shows that a datagram is too long.
_READ_BYTES = 128
# A flood of junk may not keep a wait from ending.
_MOST_AT_ONCE = 64
# Nor may it fill the record of the run.
_MOST_TOLD = 16


class ServoPort:
    """Waits for new servo packets of one peer and answers each of them once."""

    def __init__(self, host: str, port: int, tell: Tell) -> None:
        self._tell = tell
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
        self._stranger: Address | None = None
        self._told: set[tuple[str, str]] = set()

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
            self._tell_once("malformed", f"{reason} (from {_text(sender)})")
            return
        if self._peer is not None and sender != self._peer and not self._may_follow(sender):
            return
        if sender == self._peer and packet.frame_count == self._count:
            self._repeat()
            return
        self._welcome(packet, sender)
        self._peer, self._count, self._stranger = sender, packet.frame_count, None
        self._waiting, self._answer = packet, None

    def _may_follow(self, sender: Address) -> bool:
        """A stranger takes over if it asks twice while the peer says nothing: that one is gone."""
        if sender == self._stranger:
            return True
        self._stranger = sender
        self._tell_once("second sender", f"{_text(sender)} sends to this port too", str(sender))
        return False

    def _welcome(self, packet: ServoPacket, sender: Address) -> None:
        if self._peer is None or self._count is None:
            self.boots += 1
        elif sender != self._peer:
            self.boots += 1
            self._tell("restarted", f"asks from {_text(sender)} now, frame {packet.frame_count}")
        elif packet.frame_count < self._count:
            self.boots += 1
            self._tell("restarted", f"counts from {packet.frame_count} again, was {self._count}")

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

    def _tell_once(self, what: str, detail: str, about: str = "") -> None:
        if (what, about) not in self._told and len(self._told) < _MOST_TOLD:
            self._told.add((what, about))
            self._tell(what, detail)


def _text(address: Address) -> str:
    return f"{address[0]}:{address[1]}"
