"""A vehicle of our own that flies like an aircraft of JSBSim: derivatives measured at cruise.

The aircraft is held in a stream of air while one angle, rate or control after the other is moved;
forces and torques of the air alone become the coefficients of the fixed_wing plugin. Thrust over
speed and throttle becomes a propeller whose speed follows the throttle.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, degrees, pi, sin
from typing import Any, NamedTuple

import numpy as np

from simloop.adapters.jsbsim.controls import Controls
from simloop.adapters.jsbsim.earth import FOOT_M
from simloop.adapters.jsbsim.measure import Facts, Tunnel
from simloop.math.ordered_sum import ordered_sum

Row = tuple[float, ...]

_STEP_RAD = 0.01
_STEP_RADPS = 0.05
_STEP_SHARE = 0.1
_SLUG_PER_FT3_KGPM3 = 515.378819
_ENGINE_S = 8.0
# Where drag is measured, off the angle of attack of cruise, rad.
_DRAG_AT = (-0.03, 0.0, 0.03, 0.06, 0.09)
_THROTTLES = (0.3, 0.5, 0.7, 0.85, 1.0)
_BUS_V = 100.0
_WINDING_OHM = 1e-4
# Torque coefficient of usual propellers of light aircraft.
_TORQUE = 0.006
_STALL_SHARPNESS = 50.0
# Half of the flow is off this far behind the angle of most lift.
_BEHIND_STALL_RAD = 0.04


class _Coefficients(NamedTuple):
    """Of the air at one state: lift, drag, force to the right, roll, pitch and yaw moment."""

    lift: float
    drag: float
    side: float
    roll: float
    pitch: float
    yaw: float


@dataclass(frozen=True, slots=True)
class Thruster:
    """A propeller that turns in step with the throttle."""

    diameter_m: float
    thrust: Row
    torque_constant: float


class Counterpart:
    """All numbers of the fixed_wing plugin for one aircraft."""

    def __init__(self, tunnel: Tunnel, cruise_mps: float, facts: Facts) -> None:
        self._tunnel = tunnel
        self._at = tunnel.trim(cruise_mps)
        self.facts = facts
        self.mass_kg = tunnel.air.mass_kg
        self.inertia_kgm2 = tunnel.air.inertia_kgm2()
        fdm = tunnel.air.fdm
        self.area_m2 = float(fdm["metrics/Sw-sqft"]) * FOOT_M * FOOT_M
        self.span_m = tunnel.span_m
        self.chord_m = float(fdm["metrics/cbarw-ft"]) * FOOT_M
        self.density_kgpm3 = float(fdm["atmosphere/rho-slugs_ft3"]) * _SLUG_PER_FT3_KGPM3
        self.limits_rad = self._limits()
        columns = self._derivatives()
        self.rows = self._rows(columns)
        self.thruster = self._thruster()
        self.stall_rad = _number(facts["max_alpha_rad"]) + _BEHIND_STALL_RAD

    def _limits(self) -> Row:
        """Full aileron, elevator (nose up) and rudder, rad."""
        full = self._at.controls._replace(roll=1.0, pitch=1.0, pitch_trim=0.0, yaw=1.0)
        self._tunnel.held(self._at, controls=full)
        aileron, elevator, rudder = self._tunnel.air.surfaces_rad()[:3]
        return abs(aileron), abs(elevator), abs(rudder)

    def _coefficients(
        self,
        *,
        alpha_rad: float | None = None,
        beta_rad: float = 0.0,
        rates_radps: Sequence[float] = (0.0, 0.0, 0.0),
        controls: Controls | None = None,
    ) -> _Coefficients:
        at = self._at
        alpha = at.alpha_rad if alpha_rad is None else alpha_rad
        self._tunnel.held(
            at, alpha_rad=alpha, beta_rad=beta_rad, rates_radps=rates_radps, controls=controls
        )
        (x, y, z), (roll, pitch, yaw) = self._tunnel.air.air_wrench()
        scale = 0.5 * self.density_kgpm3 * at.speed_mps * at.speed_mps * self.area_m2
        return _Coefficients(
            (x * sin(alpha) - z * cos(alpha)) / scale,
            (-x * cos(alpha) - z * sin(alpha)) / scale,
            y / scale,
            roll / (scale * self.span_m),
            pitch / (scale * self.chord_m),
            yaw / (scale * self.span_m),
        )

    def _derivatives(self) -> dict[str, _Coefficients]:
        """What each angle, rate and control does to all six."""
        at, command = self._at, self._at.controls
        half_span, half_chord = (0.5 * s / at.speed_mps for s in (self.span_m, self.chord_m))
        aileron, elevator, rudder = self.limits_rad
        return {
            "alpha": self._slope(_STEP_RAD, 1.0, lambda s: {"alpha_rad": at.alpha_rad + s}),
            "beta": self._slope(_STEP_RAD, 1.0, lambda s: {"beta_rad": s}),
            "p": self._slope(_STEP_RADPS, half_span, lambda s: {"rates_radps": (s, 0.0, 0.0)}),
            "q": self._slope(_STEP_RADPS, half_chord, lambda s: {"rates_radps": (0.0, s, 0.0)}),
            "r": self._slope(_STEP_RADPS, half_span, lambda s: {"rates_radps": (0.0, 0.0, s)}),
            "aileron": self._slope(
                _STEP_SHARE, aileron, lambda s: {"controls": command._replace(roll=s)}
            ),
            # An elevator that goes down and a rudder that goes left are positive.
            "elevator": self._slope(
                _STEP_SHARE,
                -elevator,
                lambda s: {"controls": command._replace(pitch=command.pitch + s)},
            ),
            "rudder": self._slope(
                _STEP_SHARE, -rudder, lambda s: {"controls": command._replace(yaw=s)}
            ),
        }

    def _slope(
        self, step: float, scale: float, moved: Callable[[float], dict[str, Any]]
    ) -> _Coefficients:
        """Change of the coefficients per unit; a step of one is `scale` units."""
        more, less = (self._coefficients(**moved(side)) for side in (step, -step))
        slopes = ((a - b) / (2.0 * step * scale) for a, b in zip(more, less, strict=True))
        return _Coefficients(*slopes)

    def _rows(self, columns: dict[str, _Coefficients]) -> dict[str, Row]:
        """A row of nine numbers for each coefficient."""
        at, elevator = self._at, -self.limits_rad[1] * self._at.elevator
        here = self._coefficients()
        lift_0 = here.lift - columns["alpha"].lift * at.alpha_rad
        lift_0 -= columns["elevator"].lift * elevator
        drag_0, self.epsilon = self._polar(lift_0, columns["alpha"].lift)
        # Thrust has no lever in our model: moments balance where the aircraft is in trim.
        pitch_0 = -columns["alpha"].pitch * at.alpha_rad - columns["elevator"].pitch * elevator

        def row(axis: str, first: float, *kept: str) -> Row:
            names = ("alpha", "beta", "p", "q", "r", "aileron", "elevator", "rudder")
            return (first, *(getattr(columns[n], axis) if n in kept else 0.0 for n in names))

        across = ("beta", "p", "r", "aileron", "rudder")
        return {
            "C_L": row("lift", lift_0, "alpha", "q", "elevator"),
            "C_D": (drag_0, *(0.0,) * 8),
            "C_Y": row("side", 0.0, *across),
            "C_ell": row("roll", 0.0, *across),
            "C_m": row("pitch", pitch_0, "alpha", "q", "elevator"),
            "C_n": row("yaw", 0.0, *across),
        }

    def _polar(self, lift_0: float, slope: float) -> tuple[float, float]:
        """Drag without lift, and Oswald's factor, fitted to the drag at several angles."""
        alphas = [self._at.alpha_rad + step for step in _DRAG_AT]
        drags = [self._coefficients(alpha_rad=alpha).drag for alpha in alphas]
        squares = [(lift_0 + slope * alpha) ** 2 for alpha in alphas]
        (drag_0, induced), *_ = np.linalg.lstsq(
            np.column_stack((np.ones(len(alphas)), squares)), np.array(drags), rcond=None
        )
        aspect_ratio = self.span_m * self.span_m / self.area_m2
        return float(drag_0), 1.0 / (pi * aspect_ratio * float(induced))

    def _thruster(self) -> Thruster:
        """Thrust over density as a w^2 + b w V + c V^2, with the speed w in step with throttle."""
        air, at = self._tunnel.air, self._at
        self._tunnel.energy_rate_mps(at, throttle=at.controls.throttle)
        ratio = float(air.fdm["propulsion/engine/advance-ratio"])
        diameter = at.speed_mps / (ratio * air.engine_speeds_rpm()[0] / 60.0)
        samples = list(self._thrusts())
        fastest = max(turning for _, _, _, turning in samples)
        turned = [(speed, throttle * fastest) for speed, throttle, _, _ in samples]
        gains, *_ = np.linalg.lstsq(
            np.array([(w * w, w * v, v * v) for v, w in turned]),
            np.array([thrust for _, _, thrust, _ in samples]) / self.density_kgpm3,
            rcond=None,
        )
        turn, area = diameter / (2.0 * pi), diameter * diameter
        square, mixed, steady = (float(gain) for gain in gains)
        thrust = (square / (area * turn * turn), mixed / (area * turn), steady / area)
        return Thruster(diameter, thrust, _BUS_V / fastest)

    def _thrusts(self) -> Iterator[tuple[float, float, float, float]]:
        """Speed, throttle, thrust in N and propeller speed in rad/s."""
        low, high = _pair(self.facts["speeds_mps"])
        for speed in (low, self._at.speed_mps, high):
            at = replace(self._at, speed_mps=speed)
            for throttle in _THROTTLES:
                self._tunnel.energy_rate_mps(at, throttle=throttle)
                air = self._tunnel.air
                turning = air.engine_speeds_rpm()[0] * 2.0 * pi / 60.0
                yield speed, throttle, ordered_sum(air.thrusts_n()), turning


def vehicle_lines(aircraft: str, made: Counterpart) -> Iterator[str]:
    """A vehicle file without its contacts, sensors and autopilot."""
    yield f"description: counterpart of JSBSim's {aircraft}, with derivatives measured at cruise"
    yield "kind: fixed_wing"
    yield "dynamics:\n  fixed_wing:"
    yield f"    mass_kg: {made.mass_kg:.4g}"
    yield f"    inertia_kgm2: {_numbers(made.inertia_kgm2)}"
    yield f"    wing_s: {made.area_m2:.4g}\n    wing_b: {made.span_m:.4g}"
    yield f"    wing_c: {made.chord_m:.4g}\n    wing_M: {_STALL_SHARPNESS}"
    yield f"    wing_alpha0: {made.stall_rad:.3g}\n    wing_epsilon: {made.epsilon:.3g}"
    for name, row in made.rows.items():
        yield f"    {name}: {_numbers(row)}"
    yield "    mixer:\n      kind: fixed_wing"
    yield f"    servo_time_constant_s: {_number(made.facts['servo_lag_s']):.3g}"
    for name, limit in zip(("aileron", "elevator", "rudder"), made.limits_rad, strict=True):
        yield f"    max_{name}_deflection_angle_deg: {degrees(limit):.3g}"
    yield "    propeller:"
    yield f"      D_prop: {made.thruster.diameter_m:.4g}"
    yield f"      C_T: {_numbers(made.thruster.thrust)}"
    yield f"      C_Q: [{_TORQUE}, 0.0, 0.0]"
    yield f"      V_max: {_BUS_V}\n      R_motor: {_WINDING_OHM:f}\n      I_0: 0.0"
    yield f"      K_Q: {made.thruster.torque_constant:.4g}"
    yield f"      time_constant_s: {_number(made.facts['thrust_lag_s']):.3g}"


def _numbers(values: Sequence[float]) -> str:
    return "[" + ", ".join(f"{value:.4g}" if value else "0.0" for value in values) + "]"


def _number(value: float | Row) -> float:
    return value if isinstance(value, float) else value[0]


def _pair(value: float | Row) -> tuple[float, float]:
    if isinstance(value, float):
        raise TypeError("one number where there should be two")
    return value[0], value[1]
