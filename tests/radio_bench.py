"""A vehicle's link on bare columns, and a peer at the other end of an impaired radio."""

from typing import Any

from link_bench import STEP_US, LinkBench, Peer
from simloop.sitl.link_channel import LinkChannel
from simloop.sitl.link_impairment import NO_IMPAIRMENT, Impairment

TICK_RATE_HZ = 400


class RadioPeer(Peer):
    """A peer whose frames go through a channel each way; make them bad by `impair`."""

    def __init__(self, bench: LinkBench, *, seed: int = 1) -> None:
        self._ways = {
            way: LinkChannel(seed=seed, vehicle="vehicle", tick_rate_hz=TICK_RATE_HZ, direction=way)
            for way in ("in", "out")
        }
        self.bad_bytes = 0
        super().__init__(bench)
        step = bench.step

        def with_radio() -> None:
            self._to_vehicle()
            step()
            self._from_vehicle()

        bench.step = with_radio  # type: ignore[method-assign]

    def impair(self, impairment: Impairment) -> None:
        """Make both ways this bad."""
        for way in self._ways.values():
            way.impairment = impairment

    def heal(self) -> None:
        """Make both ways good."""
        self.impair(NO_IMPAIRMENT)

    def lost(self) -> int:
        """Messages lost so far, both ways."""
        return sum(way.passage.lost for way in self._ways.values())

    def send_bytes(self, data: bytes) -> None:
        self._ways["in"].put(data, self._tick)

    def _arrive(self, data: bytes) -> None:
        self._ways["out"].put(data, self._tick)

    @property
    def _tick(self) -> int:
        return round(self.bench.now_us * TICK_RATE_HZ / 1e6)

    def _to_vehicle(self) -> None:
        ahead = self._tick + round(STEP_US * TICK_RATE_HZ / 1e6)
        self.bench.to_vehicle += [(self.channel, data) for data in self._ways["in"].take(ahead)]

    def _from_vehicle(self) -> None:
        for data in self._ways["out"].take(self._tick):
            self._hear(data)

    def _hear(self, data: bytes) -> None:
        """A datagram that is damaged is dropped as a whole."""
        message: Any
        for message in self.mav.parse_buffer(data) or []:
            if message.get_type().startswith(("BAD", "UNKNOWN")):
                self.bad_bytes += len(data)
                continue
            self.inbox.append(message)
            for react in list(self.reacts):
                react(message)
