"""Which message is due on which channel: by default, by parameter, or as the peer asked."""

from typing import Any, NamedTuple

from simloop.firmware.fields.link import STREAMS, Stream
from simloop.firmware.link.channel import Channel
from simloop.firmware.link.motion_telemetry import Builder
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.mavlink.definition import Definition
from simloop.firmware.mavlink.frame import packed
from simloop.firmware.mavlink.messages import BY_NAME

NEVER = -1
SECOND_US = 1_000_000
LEAST_INTERVAL_US = 2_500

# Messages that follow a rate of fw_stream_rate_hz.
FOLLOWERS = {
    Stream.RAW_SENSORS: "RAW_IMU SCALED_IMU SCALED_PRESSURE",
    Stream.STATUS: "SYS_STATUS POWER_STATUS GPS_RAW_INT MISSION_CURRENT NAV_CONTROLLER_OUTPUT",
    Stream.RADIO: "RC_CHANNELS SERVO_OUTPUT_RAW",
    Stream.POSITION: "GLOBAL_POSITION_INT LOCAL_POSITION_NED",
    Stream.ATTITUDE: "ATTITUDE ATTITUDE_QUATERNION",
    Stream.HUD: "VFR_HUD",
    Stream.EXTRA: "SYSTEM_TIME BATTERY_STATUS EKF_STATUS_REPORT ESTIMATOR_STATUS "
    "WIND DISTANCE_SENSOR",
}
GROUPS = {name: group for group, names in FOLLOWERS.items() for name in names.split()}
# Messages with an interval of their own.
INTERVALS_US = {
    "HEARTBEAT": SECOND_US,
    "EXTENDED_SYS_STATE": SECOND_US,
    "HOME_POSITION": SECOND_US,
    "CURRENT_MODE": 2 * SECOND_US,
}
# Groups by the numbers of MAV_DATA_STREAM; 0 is all of them.
DATA_STREAMS = {
    1: Stream.RAW_SENSORS,
    2: Stream.STATUS,
    3: Stream.RADIO,
    6: Stream.POSITION,
    10: Stream.ATTITUDE,
    11: Stream.HUD,
    12: Stream.EXTRA,
}
MOST_RATE_HZ = 50.0
# All of these in the order in which they are sent.
STREAMED = dict.fromkeys((*INTERVALS_US, *GROUPS))


class Made(NamedTuple):
    """A message that is ready to be framed; no payload says that there is nothing to tell."""

    definition: Definition
    values: tuple[Any, ...]
    payload: bytes


class Streams:
    """Sends telemetry to each channel in time."""

    def __init__(self, vehicle: Vehicle, builders: dict[str, Builder]) -> None:
        self._vehicle = vehicle
        self.builders = builders
        # What all channels that want it get in one pass.
        self._made: dict[str, Made] = {}
        self._made_us = -1

    def begin_pass(self) -> None:
        """Forget what was made: the vehicle has moved on."""
        self._made.clear()

    def run(self, channel: Channel, now_us: int) -> None:
        """Send what is due; the channel learns when to look again."""
        next_us = now_us + SECOND_US
        due = channel.due_us
        channel.hold()
        # In a fixed order; messages that only a peer asks for come last.
        for name in STREAMED if channel.intervals_us.keys() <= STREAMED.keys() else _all(channel):
            due_us = due.get(name, 0)
            if due_us <= now_us:
                due_us = self._send_due(channel, name, due_us, now_us)
            next_us = min(next_us, due_us)
        channel.release()
        channel.next_due_us = next_us

    def send(self, channel: Channel, name: str, now_us: int) -> bool:
        """Send one message now; False if there is nothing to tell."""
        if now_us != self._made_us:
            self._made.clear()
            self._made_us = now_us
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = self._make(name, now_us)
        if made.payload:
            channel.send_values(*made)
        return bool(made.payload)

    def interval_us(self, channel: Channel, name: str) -> int:
        """Time between two messages of this kind on this channel, or NEVER."""
        asked = channel.intervals_us.get(name)
        if asked is not None:
            return asked
        group = GROUPS.get(name)
        if group is None:
            return INTERVALS_US.get(name, NEVER)
        rate = channel.rates_hz.get(group)
        if rate is None:
            rate = self._vehicle.vector("fw_stream_rate_hz", STREAMS)[group]
        return round(SECOND_US / rate) if rate > 0.0 else NEVER

    def ask_interval(self, channel: Channel, name: str, interval_us: int) -> None:
        """Set the interval of one message: NEVER, 0 for the default, or a time."""
        if interval_us == 0:
            channel.intervals_us.pop(name, None)
        else:
            given = interval_us == NEVER
            channel.intervals_us[name] = NEVER if given else max(interval_us, LEAST_INTERVAL_US)
        self._look_again(channel, name)

    def ask_group(self, channel: Channel, stream: int, rate_hz: float) -> None:
        """Set the rate of a group, or of all, in the way before SET_MESSAGE_INTERVAL."""
        asked = {group for number, group in DATA_STREAMS.items() if stream in (0, number)}
        for group in asked:
            channel.rates_hz[group] = min(rate_hz, MOST_RATE_HZ)
        for name, group in GROUPS.items():
            if group in asked:
                self._look_again(channel, name)

    def _send_due(self, channel: Channel, name: str, due_us: int, now_us: int) -> int:
        interval = self.interval_us(channel, name)
        if interval == NEVER:
            due_us = now_us + SECOND_US
        else:
            self.send(channel, name, now_us)
            # On time again after a pause, without a burst.
            due_us = due_us + interval if due_us + interval > now_us else now_us + interval
        channel.due_us[name] = due_us
        return due_us

    def _make(self, name: str, now_us: int) -> "Made":
        """A message for all channels that want it in this pass."""
        definition = BY_NAME[name]
        fields = self.builders[name](now_us)
        if fields is None:
            return Made(definition, (), b"")
        if "time_boot_ms" in definition.fields:
            fields["time_boot_ms"] = now_us // 1000 & 0xFFFFFFFF
        elif "time_usec" in definition.fields:
            fields.setdefault("time_usec", now_us)
        values = definition.values(fields)
        return Made(definition, values, packed(definition, values))

    def _look_again(self, channel: Channel, name: str) -> None:
        channel.due_us[name] = channel.now_us
        channel.next_due_us = channel.now_us


def _all(channel: Channel) -> dict[str, None]:
    return STREAMED | dict.fromkeys(channel.intervals_us)
