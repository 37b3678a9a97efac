"""What the firmware must know about an aeroplane, from the same file as the simulation."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, inf, radians, sin, sqrt

import numpy as np

from simloop.firmware.wing.facts import WingFacts
from simloop.kernels.propeller import balanced_speed
from simloop.systems.aero_table.config import Config as TableConfig
from simloop.systems.fixed_wing.config import Config as WingConfig
from simloop.systems.fixed_wing.curves import drag_coefficient, lift_coefficient, stall_numbers
from simloop.systems.fixed_wing.propulsion import speed_for_thrust, throttle_for_speed
from simloop.systems.fixed_wing.stall import attached_share, moment_alpha
from simloop.world.airframe import surface_limits_rad
from simloop.world.propeller import Propeller, thrust_gains, torque_gains, windmill_limit

Config = WingConfig | TableConfig

# Gains are designed for this air; the loops absorb the difference.
DENSITY_KGPM3 = 1.225
GRAVITY_MPS2 = 9.80665
# Cruise is this much faster than the best glide, as far as the motor carries it.
CRUISE_PER_GLIDE = 1.35
SLOWEST_PER_STALL = 1.25
SLOWEST_PER_CRUISE = 0.7
FASTEST_PER_CRUISE = 1.5
# A flight that needs more of the elevator than this has nothing left to raise the nose with.
ELEVATOR_SHARE = 0.95
STEP_RAD = 1e-4
# An interval of angles that is halved so often has nothing between its ends.
HALVINGS = 60
# A rough angle is off by less than 1e-7 rad, and its throttle by far less than what is close.
ROUGH_HALVINGS = 24
CLOSE_THROTTLE = 1e-3


@dataclass(frozen=True, slots=True)
class _Air:
    """The coefficients of one aeroplane, whichever way its file gives them."""

    lift: Callable[[float, float], float]
    """Over angle of attack and elevator."""
    drag: Callable[[float, float], float]
    moment: Callable[[float, float], float]
    roll: tuple[float, ...]
    """At small angles: C_ell over sideslip, p, r, aileron."""
    yaw: tuple[float, ...]
    """At small angles: C_n over sideslip, p, r, aileron, rudder."""
    side: float
    """C_Y over sideslip."""
    pitch_rate: float
    """C_m_q."""
    alphas: tuple[float, float]
    """Angles of attack between which the wing may stall."""


def wing_facts_of(config: Config, tick_rate_hz: int) -> WingFacts:
    """An aeroplane's facts as the firmware wants them."""
    if config.propeller is None:
        raise ValueError("the firmware flies wings with a propeller; this one is a glider")
    return _Design(config, config.propeller).facts(tick_rate_hz)


class _Design:
    """Steady flight of one aeroplane, and its answer there."""

    def __init__(self, config: Config, propeller: Propeller) -> None:
        self._config, self._propeller = config, propeller
        self._air = _tables(config) if isinstance(config, TableConfig) else _derivatives(config)
        self._weight = config.mass_kg * GRAVITY_MPS2
        self._limits = surface_limits_rad(config)
        # Halving begins at the same angles for every speed.
        self._trimmed_lift = cache(self._lift_in_trim)
        self._stall_alpha = self._find_stall()
        self._stall = self._speed(self._stall_alpha)

    def facts(self, tick_rate_hz: int) -> WingFacts:
        """All of them."""
        cruise, low, high, fastest = self._speeds()
        alpha, away = self._alpha(cruise), self._alpha(high)
        elevators = [-self._elevator(a) / self._limits[1] for a in (alpha, away)]
        lift_share = (cruise / high) ** 2
        grown = (alpha - away) / (1.0 - lift_share)
        raised = (elevators[0] - elevators[1]) / (1.0 - lift_share)
        power, damping, stiffness = self._answer(cruise, alpha)
        slope = (self._trimmed_lift(alpha + STEP_RAD) - self._trimmed_lift(alpha)) / STEP_RAD
        pressure = self._pressure(cruise)
        drag = self._trimmed_drag(alpha)
        least = min(map(self._trimmed_drag, np.linspace(away, alpha, 20).tolist()))
        full, idle = (self._excess_mps(cruise, alpha, throttle) for throttle in (1.0, 0.0))
        return WingFacts(
            stall_speed_mps=self._stall,
            cruise_speed_mps=cruise,
            max_speed_mps=fastest,
            power_radps2=power,
            damping_per_s=damping,
            stiffness_per_s2=stiffness,
            lift_slope_per_s=pressure * slope / (self._config.mass_kg * cruise),
            alpha_rad=(alpha - grown, grown),
            max_alpha_rad=self._stall_alpha,
            elevator=(elevators[0] - raised, raised),
            throttle=(self._throttle(low), self._throttle(cruise), self._throttle(high)),
            speeds_mps=(low, high),
            max_climb_mps=full,
            idle_sink_mps=-idle,
            induced_share=max(0.0, 1.0 - min(least, self._zero_lift_drag()) / drag),
            servo_lag_s=self._config.servo_time_constant_s,
            thrust_lag_s=self._propeller.time_constant_s,
            span_m=self._config.wing_b,
            lateral=self._lateral(cruise),
            tick_rate_hz=float(tick_rate_hz),
        )

    def _speeds(self) -> tuple[float, float, float, float]:
        """Cruise, lowest and highest speed to fly, and the fastest there is."""
        glide = max(np.linspace(0.02, self._stall_alpha, 200).tolist(), key=self._glide_ratio)
        fastest = self._fastest()
        wanted = CRUISE_PER_GLIDE * self._speed(glide)
        cruise = max(min(wanted, 0.75 * fastest), 1.35 * self._stall)
        low = min(max(SLOWEST_PER_STALL * self._stall, SLOWEST_PER_CRUISE * cruise), 0.95 * cruise)
        high = min(FASTEST_PER_CRUISE * cruise, 0.92 * fastest)
        if not high > cruise:
            raise ValueError("the propeller is too weak for level flight at a safe speed")
        return cruise, low, high, fastest

    def _answer(
        self, speed: float, alpha: float
    ) -> tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float]]:
        """Angular accelerations by full surfaces, by rates, and by angles, at one airspeed."""
        config, air = self._config, self._air
        _, roll_p, _, roll_aileron = air.roll
        yaw_beta, _, yaw_r, _, yaw_rudder = air.yaw
        pressure = self._pressure(speed)
        elevator = self._elevator(alpha)
        pitch_e = (air.moment(alpha, elevator + STEP_RAD) - air.moment(alpha, elevator)) / STEP_RAD
        pitch_a = (air.moment(alpha + STEP_RAD, elevator) - air.moment(alpha, elevator)) / STEP_RAD
        spans = (config.wing_b, config.wing_c, config.wing_b)
        scale = [pressure * s / j for s, j in zip(spans, config.inertia_kgm2[:3], strict=True)]
        half = [0.5 * s / speed for s in spans]
        power = (
            scale[0] * roll_aileron * self._limits[0],
            -scale[1] * pitch_e * self._limits[1],
            max(0.0, -scale[2] * yaw_rudder * self._limits[2]),
        )
        damping = (
            -scale[0] * roll_p * half[0],
            -scale[1] * air.pitch_rate * half[1],
            -scale[2] * yaw_r * half[2],
        )
        return power, damping, (-scale[1] * pitch_a, scale[2] * yaw_beta)

    def _lateral(self, speed: float) -> tuple[float, ...]:
        """The answer of roll and yaw to each other, as WingFacts has it."""
        config, pressure = self._config, self._pressure(speed)
        half, full = 0.5 * config.wing_b / speed, self._limits[0]
        steps = (1.0, half, half, full)
        roll, yaw = (pressure * config.wing_b / config.inertia_kgm2[axis] for axis in (0, 2))
        return (
            *(roll * c * step for c, step in zip(self._air.roll, steps, strict=True)),
            *(yaw * c * step for c, step in zip(self._air.yaw[:4], steps, strict=True)),
            pressure * self._air.side / (config.mass_kg * speed),
        )

    def _pressure(self, speed: float) -> float:
        return 0.5 * DENSITY_KGPM3 * speed * speed * self._config.wing_s

    def _elevator(self, alpha: float) -> float:
        """The elevator that balances the moments, rad; the moment is a straight line in it."""
        at_rest = self._air.moment(alpha, 0.0)
        slope = self._air.moment(alpha, 1.0) - at_rest
        if slope == 0.0:
            raise ValueError("C_m has no elevator derivative, so there is no trim")
        return -at_rest / slope

    def _lift_in_trim(self, alpha: float) -> float:
        return self._air.lift(alpha, self._elevator(alpha))

    def _trimmed_drag(self, alpha: float) -> float:
        return self._air.drag(alpha, self._elevator(alpha))

    def _glide_ratio(self, alpha: float) -> float:
        drag = self._trimmed_drag(alpha)
        return self._trimmed_lift(alpha) / drag if drag > 0.0 else inf

    def _zero_lift_drag(self) -> float:
        """The least drag of the wing, which is what does not come from lift."""
        return min(map(self._trimmed_drag, np.linspace(-0.2, self._stall_alpha, 100).tolist()))

    def _find_stall(self) -> float:
        """The angle of most lift that the elevator can hold."""
        most = ELEVATOR_SHARE * self._limits[1]
        grid: list[float] = np.linspace(*self._air.alphas, 400).tolist()
        grid = [alpha for alpha in grid if abs(self._elevator(alpha)) <= most]
        if not grid:
            raise ValueError("the elevator cannot hold any angle of attack")
        return max(grid, key=self._trimmed_lift)

    def _speed(self, alpha: float) -> float:
        """The airspeed at which an angle of attack carries the weight."""
        lift = self._trimmed_lift(alpha)
        return sqrt(2.0 * self._weight / (DENSITY_KGPM3 * self._config.wing_s * lift))

    def _alpha(self, speed: float, halvings: int = HALVINGS) -> float:
        """The angle of attack that carries the weight at an airspeed, by halving."""
        pressure, weight = self._pressure(speed), self._weight
        low, high = -0.3, self._stall_alpha
        for _ in range(halvings):
            middle = 0.5 * (low + high)
            if middle in (low, high):
                return middle
            enough = pressure * self._trimmed_lift(middle) > weight
            low, high = (low, middle) if enough else (middle, high)
        return 0.5 * (low + high)

    def _throttle(self, speed: float, halvings: int = HALVINGS) -> float:
        alpha = self._alpha(speed, halvings)
        thrust, inflow = self._pressure(speed) * self._trimmed_drag(alpha), speed * cos(alpha)
        turning = speed_for_thrust(self._propeller, thrust, inflow, DENSITY_KGPM3)
        return throttle_for_speed(self._propeller, turning, inflow, DENSITY_KGPM3)

    def _is_held(self, speed: float) -> bool:
        """Does full throttle hold it? A rough angle tells, unless it is close."""
        throttle = self._throttle(speed, ROUGH_HALVINGS)
        if not abs(throttle - 1.0) > CLOSE_THROTTLE:
            throttle = self._throttle(speed)
        return throttle <= 1.0

    def _fastest(self) -> float:
        speed = slowest = 1.05 * self._stall
        for _ in range(400):
            if not self._is_held(speed):
                break
            speed *= 1.01
        if speed == slowest:
            raise ValueError("the propeller is too weak for level flight")
        return speed

    def _excess_mps(self, speed: float, alpha: float, throttle: float) -> float:
        """Energy height gained at a throttle."""
        thrust = _thrust(self._propeller, throttle, speed * cos(alpha))
        drag = self._pressure(speed) * self._trimmed_drag(alpha)
        return (thrust * cos(alpha) - drag) * speed / self._weight


def _thrust(propeller: Propeller, throttle: float, inflow: float) -> float:
    """Thrust at a throttle and an inflow, as the kernels have it."""
    rho = DENSITY_KGPM3
    q0, q1, q2 = torque_gains(propeller)
    constant, conductance = propeller.K_Q, 1.0 / propeller.R_motor
    drive = constant * (conductance * throttle * propeller.V_max - propeller.I_0)
    turning = balanced_speed(
        rho * q0,
        rho * q1 * inflow + constant * constant * conductance,
        rho * q2 * inflow * inflow - drive,
    )
    t0, t1, t2 = thrust_gains(propeller)
    ahead = min(inflow, windmill_limit(propeller) * propeller.D_prop / radians(360.0) * turning)
    return rho * (t0 * turning * turning + t1 * turning * ahead + t2 * ahead * ahead)


def _derivatives(config: WingConfig) -> _Air:
    stall = stall_numbers(config)

    # Lift and moments are asked for in turn at the same angle.
    @lru_cache(maxsize=1)
    def attached(alpha: float) -> float:
        return attached_share(alpha, *stall)

    @lru_cache(maxsize=1)
    def steady(alpha: float) -> float:
        seen = moment_alpha(attached(alpha), sin(alpha), alpha)
        return config.C_m[0] + config.C_m[1] * seen

    def moment(alpha: float, elevator: float) -> float:
        return steady(alpha) + config.C_m[7] * elevator

    return _Air(
        lift=lambda a, e: lift_coefficient(config, a, e, attached(a)),
        drag=lambda a, e: drag_coefficient(config, a, e),
        moment=moment,
        roll=tuple(config.C_ell[i] for i in (2, 3, 5, 6)),
        yaw=tuple(config.C_n[i] for i in (2, 3, 5, 6, 8)),
        side=config.C_Y[2],
        pitch_rate=config.C_m[4],
        alphas=(0.0, config.wing_alpha0 + 0.1),
    )


def _tables(config: TableConfig) -> _Air:
    grid = np.radians(config.alpha_deg).tolist()
    sides = np.radians(config.beta_deg)

    def over_alpha(table: tuple[float, ...], alpha: float) -> float:
        return table[0] if len(table) == 1 else _between(alpha, grid, table)

    def over_beta(table: tuple[float, ...]) -> float:
        ends = np.interp((-0.02, 0.02), sides, table)
        return float(ends[1] - ends[0]) / 0.04

    def at_rest(table: tuple[float, ...]) -> float:
        return over_alpha(table, 0.0)

    return _Air(
        lift=lambda a, e: over_alpha(config.C_L, a) + over_alpha(config.C_L_elevator, a) * e,
        drag=lambda a, e: over_alpha(config.C_D, a) + over_alpha(config.C_D_elevator, a) * e,
        moment=lambda a, e: over_alpha(config.C_m, a) + over_alpha(config.C_m_elevator, a) * e,
        roll=(
            over_beta(config.C_ell),
            config.C_ell_rates[0],
            config.C_ell_rates[2],
            at_rest(config.C_ell_aileron),
        ),
        yaw=(
            over_beta(config.C_n),
            config.C_n_rates[0],
            config.C_n_rates[2],
            at_rest(config.C_n_aileron),
            at_rest(config.C_n_rudder),
        ),
        side=over_beta(config.C_Y),
        pitch_rate=config.C_m_rates[1],
        alphas=(0.0, min(0.6, grid[-1])),
    )


def _between(x: float, grid: Sequence[float], table: Sequence[float]) -> float:
    """A table at `x`, by straight lines between its points, and held beyond them.

    It is `numpy.interp` for one number, which numpy takes ten times as long for.
    """
    k = bisect_right(grid, x) - 1
    if k < 0:
        return table[0]
    if k == len(grid) - 1 or grid[k] == x:
        return table[k]
    slope = (table[k + 1] - table[k]) / (grid[k + 1] - grid[k])
    return slope * (x - grid[k]) + table[k]
