"""A ground station that sends and fetches plans, asking again for what the wire lost."""

from collections.abc import Callable
from typing import Any

from link_bench import ORIGIN_DEG, Peer, mavlink

LAT_E7, LON_E7 = (round(1e7 * degrees) for degrees in ORIGIN_DEG)
MISSION, FENCE, RALLY = 0, 1, 2
INT = mavlink.MAVLink_mission_item_int_message
Item = tuple[int, int, tuple[float, ...], int, int, float]


def item(
    command: int, *params: float, frame: int = 3, x: int = LAT_E7, y: int = LON_E7, z: float = 10.0
) -> Item:
    return command, frame, (*params, *(0.0,) * 4)[:4], x, y, z


class Uploader:
    """A ground station that sends a plan: answers requests, repeats itself when nothing comes."""

    def __init__(
        self, peer: Peer, items: list[Item], kind: int = MISSION, *, old: bool = False
    ) -> None:
        self.peer, self.items, self.kind, self.old = peer, items, kind, old
        self.ack: int | None = None
        self.asked: list[int] = []
        self._last: Callable[[], None] = self._count
        self._sent_us = 0
        peer.reacts.append(self._react)

    def run(self, seconds: float = 30.0) -> int | None:
        """The result that the vehicle acknowledges with."""
        end = self.peer.bench.now_us + seconds * 1e6
        self._say(self._count)
        while self.ack is None and self.peer.bench.now_us < end:
            self.peer.bench.step()
            if self.peer.bench.now_us - self._sent_us > 1_500_000:
                self._say(self._last)
        self.peer.reacts.remove(self._react)
        return self.ack

    def _say(self, what: Callable[[], None]) -> None:
        self._last = what
        self._sent_us = self.peer.bench.now_us
        what()

    def _count(self) -> None:
        self.peer.send(mavlink.MAVLink_mission_count_message(1, 1, len(self.items), self.kind))

    def _item(self, seq: int) -> None:
        self.peer.send(message_of(self.items[seq], seq, self.kind, old=self.old))

    def _react(self, message: Any) -> None:
        name = message.get_type()
        if name in ("MISSION_REQUEST", "MISSION_REQUEST_INT") and message.mission_type == self.kind:
            self.asked.append(message.seq)
            self._say(lambda: self._item(message.seq))
        elif name == "MISSION_ACK" and message.mission_type == self.kind:
            self.ack = message.type


def message_of(
    entry: Item, seq: int, kind: int = MISSION, *, old: bool = False, current: int = 0
) -> Any:
    command, frame, params, x, y, z = entry
    if old:
        return mavlink.MAVLink_mission_item_message(
            1, 1, seq, frame, command, current, 1, *params, x / 1e7, y / 1e7, z, kind
        )
    return INT(1, 1, seq, frame, command, current, 1, *params, x, y, z, kind)


def download(peer: Peer, kind: int = MISSION, seconds: float = 30.0) -> list[Item]:
    """A plan as a ground station gets it, asking again for what is lost."""

    def persist(request: Any, name: str, fits: Callable[[Any], bool]) -> Any:
        end = peer.bench.now_us + seconds * 1e6
        while peer.bench.now_us < end:
            peer.send(request)
            found = peer.wait(name, 0.3, fits)
            if found is not None:
                return found
        raise AssertionError(f"no {name}")

    ask = mavlink.MAVLink_mission_request_list_message(1, 1, kind)
    count = persist(ask, "MISSION_COUNT", lambda m: m.mission_type == kind).count
    items = []
    for seq in range(count):
        ask = mavlink.MAVLink_mission_request_int_message(1, 1, seq, kind)
        got = persist(ask, "MISSION_ITEM_INT", lambda m, seq=seq: m.seq == seq)
        params = (got.param1, got.param2, got.param3, got.param4)
        items.append((got.command, got.frame, params, got.x, got.y, got.z))
    peer.send(mavlink.MAVLink_mission_ack_message(1, 1, 0, kind))
    return items


HOME = item(16, frame=0, z=488.0)
PLAN = [
    HOME,
    item(22, z=12.0),
    item(16, 0.0, 2.0, 0.0, 90.0, x=LAT_E7 + 9000, y=LON_E7 + 4567),
    item(178, 1.0, 6.5, frame=2, x=0, y=0, z=0.0),
    item(16, x=LAT_E7 - 1234, y=LON_E7 + 7777, z=25.5),
    item(177, 2.0, 3.0, frame=2, x=0, y=0, z=0.0),
    item(20, frame=2, x=0, y=0, z=0.0),
]
