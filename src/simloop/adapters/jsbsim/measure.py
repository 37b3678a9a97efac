"""Measures how an aircraft of JSBSim answers its controls: the facts that the firmware needs.

`python -m simloop.adapters.jsbsim.measure c172p 45` prints them as a vehicle file has them, with
`--vehicle` behind the dynamics of a native counterpart. The aircraft is trimmed at several speeds
and held in the stream of air at cruise, while one control, rate or angle after the other is moved.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, sin, sqrt

from simloop.adapters.jsbsim.airframe import STANDARD_GRAVITY_MPS2, Airframe, Begin, State
from simloop.adapters.jsbsim.controls import Controls
from simloop.adapters.jsbsim.earth import FOOT_M, Earth
from simloop.adapters.jsbsim.flight import COARSE
from simloop.adapters.jsbsim.turning import quaternion
from simloop.math.ordered_sum import ordered_sum

Facts = dict[str, float | tuple[float, ...]]

_TICK_S = 1.0 / 120.0
_HEIGHT_M = 300.0
# Surfaces come to rest within this time, engines and propellers within the other.
_SURFACES_S = 0.5
_ENGINE_S = 8.0
_STEP_SHARE = 0.1
_STEP_RADPS = 0.05
_STEP_RAD = 0.01
_SPEED_STEP_MPS = 1.0
# JSBSim's trim misses a speed here and there: so many in a row are the end.
_MISSES = 3
_STALL_STEPS = 45
_HALVINGS = 7
# Speeds to fly, by stall, cruise and fastest flight.
_LOW_PER_STALL, _LOW_PER_CRUISE = 1.3, 0.95
_HIGH_PER_CRUISE, _HIGH_PER_FASTEST = 1.3, 0.9
_USUAL_SERVO_LAG_S = 0.03


@dataclass(frozen=True, slots=True)
class Trim:
    """Level flight at one airspeed."""

    speed_mps: float
    alpha_rad: float
    controls: Controls

    @property
    def elevator(self) -> float:
        """Stick and trim wheel move one surface."""
        return self.controls.pitch + self.controls.pitch_trim


def measure(aircraft: str, cruise_mps: float, root: str = "") -> Facts:
    """The facts of an aircraft at a cruise speed; ValueError if it does not trim there."""
    tunnel = Tunnel(aircraft, root)
    cruise = tunnel.trim(cruise_mps)
    fastest_mps = tunnel.fastest_mps(cruise_mps)
    stall_alpha, stall_mps = tunnel.stall(cruise)
    low = min(_LOW_PER_STALL * stall_mps, _LOW_PER_CRUISE * cruise_mps)
    high = min(_HIGH_PER_CRUISE * cruise_mps, _HIGH_PER_FASTEST * fastest_mps)
    fast = tunnel.trim(high)
    lift_share = (cruise_mps / high) ** 2
    alpha = _by_lift(cruise.alpha_rad, fast.alpha_rad, lift_share)
    lost = -tunnel.energy_rate_mps(cruise, throttle=0.0)
    unlifted = -tunnel.energy_rate_mps(cruise, throttle=0.0, alpha_rad=alpha[0])
    return {
        "stall_speed_mps": stall_mps,
        "cruise_speed_mps": cruise_mps,
        "max_speed_mps": fastest_mps,
        **tunnel.answer(cruise),
        "alpha_rad": alpha,
        "max_alpha_rad": stall_alpha,
        "elevator": _by_lift(cruise.elevator, fast.elevator, lift_share),
        "throttle": (
            tunnel.throttle(cruise, low, alpha[0] + alpha[1] * (cruise_mps / low) ** 2),
            cruise.controls.throttle,
            fast.controls.throttle,
        ),
        "speeds_mps": (low, high),
        "max_climb_mps": tunnel.energy_rate_mps(cruise, throttle=1.0),
        "idle_sink_mps": lost,
        "induced_share": max(0.0, 1.0 - unlifted / lost),
        "servo_lag_s": _USUAL_SERVO_LAG_S,
        "thrust_lag_s": tunnel.thrust_lag_s(cruise),
        "span_m": tunnel.span_m,
    }


class Tunnel:
    """One aircraft, trimmed or held in a stream of air."""

    def __init__(self, aircraft: str, root: str) -> None:
        self.aircraft, self._root = aircraft, root
        self.air = self._fresh()

    @property
    def span_m(self) -> float:
        """Wing span."""
        return float(self.air.fdm["metrics/bw-ft"]) * FOOT_M

    def trim(self, speed_mps: float) -> Trim:
        """Steady level flight, with the propeller at fine pitch or else at coarse."""
        start = _state(0.0, 0.0)
        try:
            controls = self._begin(Begin(start, airspeed_mps=speed_mps, trim=True))
        except ValueError:
            lever = Controls(propeller=COARSE)
            controls = self._begin(Begin(start, lever, airspeed_mps=speed_mps, trim=True))
        u, _, w = self.air.state(start.attitude_wxyz).velocity_frd_mps
        return Trim(speed_mps, atan2(w, u), controls)

    def fastest_mps(self, speed_mps: float) -> float:
        """The fastest level flight, by small steps from one that is slower."""
        found, missed = speed_mps, 0
        while missed < _MISSES:
            try:
                step_mps = (missed + 1) * _SPEED_STEP_MPS
                found, missed = self.trim(found + step_mps).speed_mps, 0
            except ValueError:
                missed += 1
        return found

    def stall(self, at: Trim) -> tuple[float, float]:
        """The angle of attack with the most lift, and the speed of level flight at it."""
        best, alpha = 0.0, at.alpha_rad
        for number in range(_STALL_STEPS):
            tried = at.alpha_rad + number * _STEP_RAD
            force, _ = self.held(at, alpha_rad=tried, seconds=_TICK_S)
            lift = force[0] * sin(tried) - force[2] * cos(tried)
            best, alpha = (lift, tried) if lift > best else (best, alpha)
        return alpha, at.speed_mps * sqrt(STANDARD_GRAVITY_MPS2 / best)

    def throttle(self, at: Trim, speed_mps: float, alpha_rad: float) -> float:
        """The throttle that keeps a speed: found by halving, where JSBSim's trim may fail."""
        slow = replace(at, speed_mps=speed_mps, alpha_rad=alpha_rad)
        low, high = 0.0, 1.0
        for _ in range(_HALVINGS):
            middle = 0.5 * (low + high)
            gains = self.energy_rate_mps(slow, throttle=middle) > 0.0
            low, high = (low, middle) if gains else (middle, high)
        return 0.5 * (low + high)

    def answer(self, at: Trim) -> Facts:
        """Accelerations by surfaces, rates and angles."""
        controls = at.controls
        by_surface = [
            self._slope(_STEP_SHARE, at, **{name: getattr(controls, name)})
            for name in ("roll", "pitch", "yaw")
        ]
        by_rate = [self._slope(_STEP_RADPS, at, rate=axis) for axis in range(3)]
        up, down = (self.held(at, alpha_rad=at.alpha_rad + s) for s in (_STEP_RAD, -_STEP_RAD))
        right, left = (self.held(at, beta_rad=s) for s in (_STEP_RAD, -_STEP_RAD))
        lift = (down[0][2] - up[0][2]) / (2.0 * _STEP_RAD)
        side = (right[0][1] - left[0][1]) / (2.0 * _STEP_RAD)
        by_slip = [
            (more - less) / (2.0 * _STEP_RAD) for more, less in zip(right[1], left[1], strict=True)
        ]
        across = (by_slip, by_rate[0], by_rate[2], by_surface[0])
        return {
            "power_radps2": tuple(by_surface[axis][axis] for axis in range(3)),
            "damping_per_s": tuple(-by_rate[axis][axis] for axis in range(3)),
            "stiffness_per_s2": ((down[1][1] - up[1][1]) / (2.0 * _STEP_RAD), by_slip[2]),
            "lift_slope_per_s": lift / at.speed_mps,
            "lateral": (
                *(moved[0] for moved in across),
                *(moved[2] for moved in across),
                side / at.speed_mps,
            ),
        }

    def energy_rate_mps(
        self, at: Trim, *, throttle: float, alpha_rad: float | None = None
    ) -> float:
        """Energy height gained per second, once the engine has come to its speed."""
        alpha = at.alpha_rad if alpha_rad is None else alpha_rad
        controls = at.controls._replace(throttle=throttle)
        force, _ = self.held(at, controls=controls, alpha_rad=alpha, seconds=_ENGINE_S)
        along = force[0] * cos(alpha) + force[2] * sin(alpha)
        return along * at.speed_mps / STANDARD_GRAVITY_MPS2

    def thrust_lag_s(self, at: Trim) -> float:
        """How long the thrust takes for 63 % of a step of the throttle."""
        self.held(at, seconds=_ENGINE_S)
        more = at.controls._replace(throttle=min(1.0, at.controls.throttle + _STEP_SHARE))
        thrusts = [ordered_sum(self.air.thrusts_n())]
        for _ in range(round(_ENGINE_S / _TICK_S)):
            self._hold(_state(at.speed_mps, at.alpha_rad), more)
            thrusts.append(ordered_sum(self.air.thrusts_n()))
        reached = thrusts[0] + 0.63 * (thrusts[-1] - thrusts[0])
        rising = thrusts[-1] > thrusts[0]
        return _TICK_S * next(i for i, t in enumerate(thrusts) if (t >= reached) == rising)

    def _fresh(self) -> Airframe:
        earth = Earth("flat", (0.0, 0.0, 0.0), STANDARD_GRAVITY_MPS2)
        return Airframe(self.aircraft, self._root, earth, dt_s=_TICK_S)

    def _begin(self, begin: Begin) -> Controls:
        # A trim that failed leaves its traces.
        self.air = self._fresh()
        return self.air.begin(begin)

    def _slope(self, step: float, at: Trim, rate: int = -1, **moved: float) -> tuple[float, ...]:
        """Angular acceleration about the three axes per unit of a control or of a rate."""
        found = []
        for side in (step, -step):
            controls = at.controls._replace(**{n: value + side for n, value in moved.items()})
            rates = tuple(side if number == rate else 0.0 for number in range(3))
            found.append(self.held(at, controls=controls, rates_radps=rates)[1])
        return tuple((more - less) / (2.0 * step) for more, less in zip(*found, strict=True))

    def held(
        self,
        at: Trim,
        *,
        controls: Controls | None = None,
        alpha_rad: float | None = None,
        beta_rad: float = 0.0,
        rates_radps: Sequence[float] = (0.0, 0.0, 0.0),
        seconds: float = _SURFACES_S,
    ) -> tuple[Sequence[float], Sequence[float]]:
        """Specific force and angular acceleration, FRD, once controls have come to rest."""
        alpha = at.alpha_rad if alpha_rad is None else alpha_rad
        state = _state(at.speed_mps, alpha, beta_rad, rates_radps)
        for _ in range(round(seconds / _TICK_S)):
            self._hold(state, controls or at.controls)
        air = self.air
        return air.specific_force_frd_mps2(), air.angular_acceleration_frd_radps2()

    def _hold(self, state: State, controls: Controls) -> None:
        self.air.place(state, (0.0, 0.0, 0.0))
        self.air.panel.move(controls)
        self.air.step()


def _state(
    speed_mps: float,
    alpha_rad: float,
    beta_rad: float = 0.0,
    rates_radps: Sequence[float] = (0.0, 0.0, 0.0),
) -> State:
    """Level flight northwards, the nose above the path by the angle of attack."""
    sine, cosine = sin(alpha_rad), cos(alpha_rad)
    pitched = ((cosine, 0.0, sine), (0.0, 1.0, 0.0), (-sine, 0.0, cosine))
    level = speed_mps * cos(beta_rad)
    return State(
        (0.0, 0.0, -_HEIGHT_M),
        tuple(quaternion(pitched, (1.0, 0.0, 0.0, 0.0))),
        (level * cosine, speed_mps * sin(beta_rad), level * sine),
        tuple(rates_radps),
    )


def _by_lift(cruise: float, fast: float, lift_share: float) -> tuple[float, float]:
    """What there is without lift, and what level flight at cruise adds."""
    grown = (cruise - fast) / (1.0 - lift_share)
    return cruise - grown, grown


def _line(name: str, value: float | tuple[float, ...]) -> str:
    numbers = value if isinstance(value, tuple) else (value,)
    words = ", ".join(f"{number:.3g}" if number else "0.0" for number in numbers)
    return f"      {name}: [{words}]" if isinstance(value, tuple) else f"      {name}: {words}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m simloop.adapters.jsbsim.measure")
    parser.add_argument("aircraft", help="name of the aircraft")
    parser.add_argument("cruise_mps", type=float, help="true airspeed of cruise, m/s")
    parser.add_argument("--root", default="", help="folder with aircraft/, engine/ and systems/")
    parser.add_argument(
        "--vehicle", action="store_true", help="print a whole vehicle of our own that flies like it"
    )
    asked = parser.parse_args(arguments)
    try:
        facts = measure(asked.aircraft, asked.cruise_mps, asked.root)
    except ValueError as error:
        parser.error(str(error))
    if asked.vehicle:
        # Only who asks for it needs the fits.
        from simloop.adapters.jsbsim.counterpart import Counterpart, vehicle_lines

        made = Counterpart(Tunnel(asked.aircraft, asked.root), asked.cruise_mps, facts)
        print("\n".join(vehicle_lines(asked.aircraft, made)))
    print("autopilot:\n  kind: firmware\n  settings:\n    wing:")
    print("\n".join(_line(name, value) for name, value in facts.items()))


if __name__ == "__main__":
    main()
