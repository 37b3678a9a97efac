"""What air and water do to one vehicle on request: gusts, shear, downbursts, currents, a wave."""

from typing import Any

from simloop.kernels.updraughts import microburst_flow
from simloop.kernels.wind import gust_factor
from simloop.math.scalar import PI, cos, sin, sin_cos
from simloop.systems.failures.column_fault import ColumnFault
from simloop.systems.failures.column_ledger import ColumnLedger, Numbers
from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.extra_wind import ExtraWind, Vector
from simloop.systems.failures.request import FailureRequest
from simloop.systems.failures.victim import Victim

CURRENT = "water_current_ned_mps"
LEVEL = "water_level_down_m"


def along(direction_deg: float) -> tuple[float, float]:
    """North and east of a direction, clockwise from north."""
    s, c = sin_cos(direction_deg * PI / 180.0)
    return c, s


class WindFault(ColumnFault):
    """Wind that comes in addition; subclasses say how much."""

    steady = False

    def __init__(
        self, wind: ExtraWind, ledger: ColumnLedger, victim: Victim, request: FailureRequest
    ) -> None:
        self._wind = wind
        self._from_ne_m = (0.0, 0.0)
        self._from_height_m = 0.0
        super().__init__(ledger, victim, request)

    def check(self) -> None:
        """The vehicle must feel the wind."""
        if not self.victim.feels("wind_ned_mps"):
            raise UnsupportedError(f"'{self.victim.name}' does not feel the wind")

    def start(self) -> None:
        """Remember where it set in."""
        north, east, _ = self.victim.numbers("position_ned_m")
        self._from_ne_m = north, east
        self._from_height_m = self.height_m()

    def lay(self) -> None:
        """Blow."""
        self._wind.add(self.victim, self._owner, self.wind())

    def wind(self) -> Vector:
        """The wind of this tick, NED."""
        raise NotImplementedError

    def end(self) -> None:
        """Calm down."""
        self._wind.take_away(self.victim, self._owner)

    def drop(self) -> None:
        """Forget the wind."""
        self._wind.forget(self.victim, self._owner)

    def memory(self) -> Any:
        """Where it set in."""
        return self._from_ne_m, self._from_height_m

    def recall(self, memory: Any) -> None:
        """Take that back."""
        self._from_ne_m, self._from_height_m = memory

    def height_m(self) -> float:
        """Height above the ground."""
        ground = float(self.victim.vector("ground_down_m")[0])
        return ground - float(self.victim.vector("position_ned_m")[2])


class GustFault(WindFault):
    """A gust of the shape 1-cos."""

    def wind(self) -> Vector:
        """From calm to calm within its time."""
        shape = self.share * gust_factor(self.elapsed_s(), 0.0, self.strength["time_s"])
        north, east = along(self.strength["from_deg"])
        speed = -shape * self.strength["speed_mps"]
        return speed * north, speed * east, -shape * self.strength["up_mps"]


class ShearFault(WindFault):
    """Wind that grows with the height gained since it set in."""

    def wind(self) -> Vector:
        """None where it began."""
        climbed = self.height_m() - self._from_height_m
        speed = -self.share * self.strength["per_s"] * climbed
        north, east = along(self.strength["from_deg"])
        return speed * north, speed * east, 0.0


class MicroburstFault(WindFault):
    """A downburst whose foot stands so far from where the vehicle was."""

    def wind(self) -> Vector:
        """Vicroy's flow at the vehicle's place."""
        here = self.victim.numbers("position_ned_m")
        foot = (
            self._from_ne_m[0] + self.strength["north_m"],
            self._from_ne_m[1] + self.strength["east_m"],
        )
        north, east, up = microburst_flow(
            here[0] - foot[0],
            here[1] - foot[1],
            self.height_m(),
            max(self.strength["radius_m"], 1.0),
            self.share * self.strength["outflow_mps"],
            max(self.strength["height_m"], 1.0),
        )
        return north, east, -up


class CurrentFault(ColumnFault):
    """The water goes somewhere."""

    def check(self) -> None:
        """There must be water, and the vehicle in it."""
        if not (self.victim.has(CURRENT) and self.victim.feels("water_velocity_ned_mps")):
            raise UnsupportedError(f"'{self.victim.name}' is not in water")

    def lay(self) -> None:
        """Add the current."""
        north, east = along(self.strength["to_deg"])
        speed = self.share * self.strength["speed_mps"]

        def change(numbers: Numbers) -> None:
            numbers[:2] += (speed * north, speed * east)

        self.put(CURRENT, change)


class RogueWave(CurrentFault):
    """One wave that is long against the hull: it lifts, and takes along what it lifts."""

    steady = False

    def check(self) -> None:
        """The vehicle must ride on the surface."""
        super().check()
        if not self.victim.feels("water_down_m"):
            raise UnsupportedError(f"'{self.victim.name}' does not ride on waves")
        if not self.strength["time_s"] > 0.0:
            raise UnsupportedError(f"time_s is {self.strength['time_s']:g}: use more than zero")

    def lay(self) -> None:
        """Lift the level, and let the water move as in a wave on deep water."""
        period_s = self.strength["time_s"]
        part = min(self.elapsed_s() / period_s, 1.0)
        omega = 2.0 * PI / period_s
        height = self.share * self.strength["height_m"]
        up_m = 0.5 * height * (1.0 - cos(2.0 * PI * part))
        rise_mps = 0.5 * height * omega * sin(2.0 * PI * part)
        north, east = along(self.strength["to_deg"])

        def lift(numbers: Numbers) -> None:
            numbers[0] -= up_m

        def carry(numbers: Numbers) -> None:
            numbers += (omega * up_m * north, omega * up_m * east, -rise_mps)

        self.put(LEVEL, lift)
        self.put(CURRENT, carry)
