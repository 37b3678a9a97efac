"""A transmitter without a pilot: sticks at rest, and two switches that services flip."""

from dataclasses import dataclass, replace

from simloop.messages.rosflight_msgs import RC_CHANNELS
from simloop.systems.rc.listening import HIGH_US, LOW_US, Listening

MIDDLE_US = 1500
# Switches that nobody has touched: where ROSflight has them, arm off and override on.
_AT_REST = {4: LOW_US, 5: HIGH_US}

# A switch asks when it moves: it rests, and is then held as is meant; so does the yaw stick,
# which the firmware wants to see at its end for a second.
REST_S = 0.3
HELD_S = 1.3
# A vehicle may not be ready yet: it is asked again, for as long as that may take.
LONGEST_S = 60.0


@dataclass(frozen=True, slots=True)
class SimulatedStick:
    """What the transmitter is set to; it sends from the first toggle on."""

    sending: bool = False
    armed: bool = False
    """Where the arm switch is, or would be."""
    overrides: bool | None = None
    """Where the override switch is; None before it was touched."""
    asked_tick: int = -1
    """Since when it has been asking to arm or disarm; -1 while it does not."""

    def asking(self, ear: Listening, tick: int) -> "SimulatedStick":
        """The same with the wish to arm a vehicle that is not, or to disarm it."""
        now = self.armed if self.asked_tick >= 0 or ear.armed is None else ear.armed
        return replace(self, sending=True, armed=not now, asked_tick=tick)

    def overriding(self, ear: Listening) -> "SimulatedStick":
        """The same with the override switch flipped."""
        return replace(self, sending=True, overrides=not self.has_override(ear))

    def has_override(self, ear: Listening) -> bool:
        """Is the override switch on?"""
        if self.overrides is not None:
            return self.overrides
        return any(_AT_REST.get(n) == ear.pulse_us(n, True) for n in ear.override)

    def at(self, ear: Listening, tick: int, rate_hz: int) -> "SimulatedStick":
        """The same without a wish that came true, or that nobody grants."""
        if self.asked_tick < 0:
            return self
        asked_s = (tick - self.asked_tick) / rate_hz
        if ear.armed is None:
            return replace(self, asked_tick=-1) if asked_s > REST_S + HELD_S else self
        if ear.armed != self.armed and asked_s <= LONGEST_S:
            return self
        return replace(self, armed=ear.armed, asked_tick=-1)

    def frame_us(self, ear: Listening, tick: int, rate_hz: int) -> tuple[int, ...]:
        """Pulses of all channels, each where the vehicle listens for it."""
        wanted = {**_AT_REST, ear.throttle: MIDDLE_US if ear.rests_in_the_middle else LOW_US}
        if self.overrides is not None:
            wanted |= {channel: ear.pulse_us(channel, self.overrides) for channel in ear.override}
        asks = self.asked_tick >= 0
        holds = (
            asks and ear.ready and (tick - self.asked_tick) / rate_hz % (REST_S + HELD_S) >= REST_S
        )
        if ear.arm is not None:
            # It rests on the other side, so that it moves when it is held.
            wanted[ear.arm] = ear.pulse_us(ear.arm, self.armed == (holds or not asks))
        elif holds:
            wanted[ear.yaw] = ear.pulse_us(ear.yaw, self.armed)
        return tuple(wanted.get(channel, MIDDLE_US) for channel in range(RC_CHANNELS))
