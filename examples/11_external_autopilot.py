"""Fly a quad by a program of your own: sensors come as topics, pulses go back on another.

The run is in lockstep: each tick waits for the command that answers the samples of the tick before.
"""

from math import atan2, hypot

from simloop.messages.rosflight_msgs import GNSS, PwmOutput
from simloop.messages.sensor_msgs import Imu, Range
from simloop.server.simulation import Simulation

HOVER = 0.46
HEIGHT_M = 3.0
GRAVITY_MPS2 = 9.80665
# What each rotor adds to roll right, nose up and turn right; clockwise from the front right.
MIXER = ((-1.0, 1.0, 1.0), (-1.0, -1.0, -1.0), (1.0, -1.0, 1.0), (1.0, 1.0, -1.0))


class Pilot:
    """A complementary filter and two loops: enough to hover, and no more."""

    def __init__(self, rate_hz: int) -> None:
        self._dt = 1.0 / rate_hz
        self._roll = self._pitch = self._climb = self._height = self._trim = 0.0
        self._north = self._east = 0.0
        self._place: tuple[float, float] | None = None
        self._drift = (0.0, 0.0)

    def hear_range(self, message: Range) -> None:
        """Height over ground, m."""
        self._climb += 2.0 * (message.range - self._height) * 0.05
        self._height += 0.5 * (message.range - self._height)

    def hear_gnss(self, message: GNSS) -> None:
        """Velocity over ground, and how far the first fix is away, in metres."""
        self._north, self._east = message.vel_n, message.vel_e
        self._place = self._place or (message.lat, message.lon)
        self._drift = (
            (message.lat - self._place[0]) * 111_000.0,
            (message.lon - self._place[1]) * 111_000.0 * 0.68,
        )

    def answer(self, message: Imu) -> PwmOutput:
        """Pulses for the rotors, stamped as the sample that they answer."""
        rate, felt, dt = message.angular_velocity, message.linear_acceleration, self._dt
        self._roll += dt * (rate.x + 0.3 * (atan2(-felt.y, -felt.z) - self._roll))
        self._pitch += dt * (rate.y + 0.3 * (atan2(felt.x, -felt.z) - self._pitch))
        self._climb += dt * (-felt.z - GRAVITY_MPS2)
        self._height += dt * self._climb
        wish = max(-1.0, min(1.0, HEIGHT_M - self._height)) - self._climb
        self._trim += 0.05 * wish * dt
        throttle = HOVER + self._trim + 0.15 * wish
        # North is ahead: the heading is held where it began.
        ahead = -0.06 * self._north - 0.03 * self._drift[0]
        right = -0.06 * self._east - 0.03 * self._drift[1]
        roll = 0.03 * (5.0 * (right - self._roll) - rate.x)
        pitch = 0.03 * (5.0 * (-ahead - self._pitch) - rate.y)
        yaw = -0.12 * rate.z
        shares = [throttle + a * roll + b * pitch + c * yaw for a, b, c in MIXER]
        pulses = [round(1000.0 + 1000.0 * max(0.0, min(1.0, share))) for share in shares]
        return PwmOutput(message.header, (*pulses, *[1000] * 10))


def main() -> None:
    """Take off, hover for ten seconds, and tell where the quad is."""
    sets = ("vehicles[0].set={autopilot.kind: external}",)
    # So short a flight is over before a compiler would be done.
    sim = Simulation.load("stand", sets=sets, compiled=False)
    pilot = Pilot(sim.tick_rate_hz)
    command = sim.bus.advertise("sim/pwm_command", PwmOutput, by="example", external=True)
    sim.bus.subscribe("sim/sensors/range", Range, pilot.hear_range)
    sim.bus.subscribe("sim/sensors/gnss", GNSS, pilot.hear_gnss)
    sim.bus.subscribe("sim/sensors/imu/data", Imu, lambda imu: command.publish(pilot.answer(imu)))
    sim.advance(10 * sim.tick_rate_hz)

    (quad,) = sim.vehicles
    north, east, down = quad.body.position_ned_m
    print(f"after {sim.seconds:.0f} s: {-down:.1f} m up, {hypot(north, east):.1f} m from the start")
    holds = abs(-down - HEIGHT_M) < 1.0 and hypot(north, east) < 2.0
    print("hovers" if holds else "does not hover")
    sim.close()


if __name__ == "__main__":
    main()
