"""What a wing's control knows of it by its design."""

from typing import NamedTuple

from simloop.firmware.component import Component, column
from simloop.firmware.vector import Range


class TrimCurve(NamedTuple):
    """A number in trim: what it is without lift, and what the lift of level flight adds."""

    no_lift: float
    lift: float

    def at(self, share: float) -> float:
        """What it is with a share of that lift."""
        return self.no_lift + self.lift * share

    def at_load(self, load: float, speed_ratio: float) -> float:
        """What it is at a load factor, `speed_ratio` being the design speed over the airspeed."""
        return self.no_lift + self.lift * load * speed_ratio * speed_ratio


class LowCruiseHigh(NamedTuple):
    """Airspeeds to fly, or what goes with each."""

    low: float
    cruise: float
    high: float


class UpDown(NamedTuple):
    """The fastest up and the fastest down, of height or of energy."""

    up: float
    down: float


class WingModel(Component, prefix="fw_wing"):
    """How it flies, by its design: not for a pilot to change."""

    design_speed_mps: float = column("m/s", "airspeed at which gains hold", default=15.0)
    alpha_curve_rad: TrimCurve = column("rad", "angle of attack without lift, and by lift")
    elevator_curve: TrimCurve = column("1", "elevator share without lift, and by lift")
    throttle_curve: LowCruiseHigh = column(
        "1",
        "throttle of level flight at the lowest, the cruise and the highest speed",
        default=(0.5, 0.6, 0.9),
    )
    curve_speeds_mps: Range = column("m/s", "those lowest and highest speeds", default=(11.0, 22.0))
    energy_rates_mps: UpDown = column(
        "m/s", "energy height gained at full throttle, lost at idle", default=(4.0, 1.6)
    )
    turn_drag_mps: float = column("m/s", "energy height lost by lift in level flight")
    span_m: float = column("m", "wing span", default=1.5)
