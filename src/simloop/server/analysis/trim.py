"""Trim: the attitude and the commands in which a vehicle keeps its speed, climb and turn."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import atan, atan2, cos, degrees, isfinite, radians, sin

import numpy as np
from numpy.typing import NDArray

from simloop.math.quaternion import from_euler, rotate_to_body, rotate_to_world
from simloop.server.analysis.bench import FLYING_HEIGHT_M, Bench, State
from simloop.server.analysis.controls import Controls, ways
from simloop.server.analysis.least_squares import Problem, Solution
from simloop.server.files.load import load_vehicle
from simloop.world.plugin import Value

Numbers = NDArray[np.float64]

# Accelerations below this count as none, m/s^2 and rad/s^2.
TOLERANCE = 1e-8
# Pitch in degrees and throttle to search from: the first that leads to trim is taken, so that a
# wing flies on the unstalled side.
_WING_STARTS = ((3.0, 0.4), (3.0, 0.9), (8.0, 0.4), (14.0, 0.6))
_ROTOR_STARTS = ((0.0, 0.5), (-25.0, 0.7), (-50.0, 0.9))
_START_THROTTLES = 11
_STEEPEST_RAD = radians(85.0)
_LEVEL_RAD = radians(45.0)
# Roll, pitch, crab and down come first among the unknowns.
_FIRST_CONTROL = 4
# How far beyond its end a command is worth telling, and the step of its slope there.
_FAR_BEYOND = 20.0
_OUTPUT_STEP = 1e-4
_LEFT_OVER = (
    ("along the track", "m/s^2"),
    ("to the right", "m/s^2"),
    ("downward", "m/s^2"),
    ("in roll", "rad/s^2"),
    ("in pitch", "rad/s^2"),
    ("in yaw", "rad/s^2"),
)


class TrimNotFound(ValueError):
    """There is no such steady motion; the message says what falls short."""


@dataclass(frozen=True, slots=True)
class Condition:
    """The steady motion that is asked for."""

    speed_mps: float
    """Through the air for what flies, else over ground or through calm water, m/s."""
    flight_path_deg: float = 0.0
    """Climb angle, degrees."""
    turn_radius_m: float | None = None
    """Horizontal radius of a steady turn, positive to the right, m; straight if left out."""

    def __post_init__(self) -> None:
        """Refuse what is no motion."""
        if not (isfinite(self.speed_mps) and self.speed_mps >= 0.0):
            raise TrimNotFound(f"speed is {self.speed_mps:g} m/s: give 0 or more")
        if not abs(self.flight_path_deg) < 90.0:
            raise TrimNotFound(f"flight path is {self.flight_path_deg:g}°: stay within 90°")
        if self.turn_radius_m is not None and abs(self.turn_radius_m) < 1e-3:
            raise TrimNotFound("turn radius is 0: leave it out to go straight")

    @property
    def turn_rate_radps(self) -> float:
        """How fast the track turns, clockwise seen from above."""
        if self.turn_radius_m is None:
            return 0.0
        return self.speed_mps * cos(radians(self.flight_path_deg)) / self.turn_radius_m

    @property
    def words(self) -> str:
        """The motion as a part of a sentence."""
        words = f"{self.speed_mps:g} m/s"
        if self.flight_path_deg:
            words += f" at a flight path of {self.flight_path_deg:g}°"
        if self.turn_radius_m is not None:
            words += f" on a radius of {self.turn_radius_m:g} m"
        return words

    def state(self, roll: float, pitch: float, crab: float, down_m: float) -> State:
        """The body's state when its track leads north and its nose `crab` to the right of it."""
        path = radians(self.flight_path_deg)
        velocity_ned = (self.speed_mps * cos(path), 0.0, -self.speed_mps * sin(path))
        attitude = from_euler(roll, pitch, crab)
        return State(
            np.array(rotate_to_body(*attitude, *velocity_ned)),
            np.array(rotate_to_body(*attitude, 0.0, 0.0, self.turn_rate_radps)),
            np.array((roll, pitch, crab)),
            np.array((0.0, 0.0, down_m)),
        )


@dataclass(frozen=True, slots=True)
class TrimPoint:
    """A steady motion: state, commands, and what acts on the vehicle. The track leads north."""

    vehicle: str
    condition: Condition
    altitude_m: float
    how: str
    """`wing`, `rotors` or `surface`: what carries the vehicle."""
    state: State
    controls: Mapping[str, float]
    """What a pilot would set: throttle, elevator ..."""
    commands: Mapping[str, tuple[float, ...]]
    """What the outputs are told, by column."""
    columns: Mapping[str, Value]
    """Every column that differs from a vehicle at rest, with actuators settled."""
    force_frd_n: tuple[float, float, float]
    """Air, water and propulsion, FRD."""
    torque_frd_nm: tuple[float, float, float]
    """The same, about the centre of mass."""
    residual: float
    """The largest acceleration left, m/s^2 or rad/s^2."""
    unknowns: tuple[float, ...] = field(repr=False)
    """Roll, pitch, crab angle, down and the controls: where a next search may begin."""

    @property
    def roll_deg(self) -> float:
        """Bank angle."""
        return degrees(self.state.euler_rad[0])

    @property
    def pitch_deg(self) -> float:
        """Pitch angle."""
        return degrees(self.state.euler_rad[1])

    @property
    def angle_of_attack_deg(self) -> float:
        """Between the nose and the flow, up and down."""
        u, _, w = self.state.velocity_frd_mps
        return degrees(atan2(w, u)) if self.condition.speed_mps > 0.0 else 0.0

    @property
    def sideslip_deg(self) -> float:
        """Between the nose and the flow, sideways."""
        speed = self.condition.speed_mps
        v = float(self.state.velocity_frd_mps[1])
        return degrees(atan2(v, (max(speed * speed - v * v, 0.0)) ** 0.5)) if speed > 0.0 else 0.0


def trim(
    vehicle: str | Bench,
    *,
    speed_mps: float,
    flight_path_deg: float = 0.0,
    turn_radius_m: float | None = None,
    altitude_m: float | None = None,
    start: Sequence[float] | None = None,
) -> TrimPoint:
    """The steady state of a vehicle (a name, a file, or a bench) in calm air or water.

    `start` takes the unknowns of a neighbouring point. Raises TrimNotFound with what falls short.
    """
    bench = vehicle if isinstance(vehicle, Bench) else Bench(load_vehicle(vehicle))
    if altitude_m is not None and altitude_m != bench.altitude_m:
        bench = bench.at(altitude_m)
    condition = Condition(speed_mps, flight_path_deg, turn_radius_m)
    if bench.on_surface and flight_path_deg != 0.0:
        raise TrimNotFound(f"'{bench.vehicle.name}' cannot climb: leave the flight path out")
    if bench.moved_by is not None:
        raise TrimNotFound(
            f"'{bench.vehicle.name}' is moved by {bench.moved_by}, which cannot be analysed"
        )
    possible = ways(bench)
    if not possible:
        raise TrimNotFound(f"'{bench.vehicle.name}' has no actuators: it cannot hold a motion")
    shortage: Shortage | None = None
    for controls in possible:
        found = _Search(bench, condition, controls).run(start)
        if isinstance(found, TrimPoint):
            return found
        if shortage is None or found.error < shortage.error:
            shortage = found
    assert shortage is not None
    raise TrimNotFound(f"'{bench.vehicle.name}' {shortage.words}")


def trim_near(bench: Bench, condition: Condition, neighbour: TrimPoint) -> TrimPoint | None:
    """The steady motion that a neighbouring one leads to, carried in the same way; or none."""
    controls = next(way for way in ways(bench) if way.how == neighbour.how)
    return _Search(bench, condition, controls).from_one(np.array(neighbour.unknowns))


@dataclass(frozen=True, slots=True)
class Shortage:
    """Why there is no trim."""

    words: str
    error: float


class _Search:
    """Looks for one steady motion with one set of controls."""

    def __init__(self, bench: Bench, condition: Condition, controls: Controls) -> None:
        self._bench, self._condition, self._controls = bench, condition, controls
        self._gravity = float(bench.get("gravity_mps2")[0])
        # With a control to spare the nose points along the track, seen from above the wings.
        self._straight = len(controls.all) >= 4 and not bench.on_surface
        self.problem = self._problem()

    def run(self, start: Sequence[float] | None) -> TrimPoint | Shortage:
        """The first start that leads to trim wins."""
        self._bench.cold()
        best: Solution | None = None
        for guess in self._starts(start):
            solution = self.problem.solve(guess)
            if solution.converged and self._sensible(solution):
                return self._point(solution)
            if best is None or solution.error < best.error:
                best = solution
        assert best is not None
        return Shortage(self._shortage(best), best.error)

    def from_one(self, start: Numbers) -> TrimPoint | None:
        """What a single start leads to."""
        solution = self.problem.solve(start)
        found = solution.converged and self._sensible(solution)
        return self._point(solution) if found else None

    def _problem(self) -> Problem:
        surface = self._bench.on_surface
        tilt = _LEVEL_RAD if surface else _STEEPEST_RAD
        bounds = [(-tilt, tilt), (-tilt, tilt), (-_STEEPEST_RAD, _STEEPEST_RAD), (-1e6, 1e6)]
        bounds += [(control.low, control.high) for control in self._controls.all]
        scale = [0.1, 0.1, 0.1, 0.1] + [0.2] * len(self._controls.all)
        lower, upper = (np.array(side) for side in zip(*bounds, strict=True))
        return Problem(self._residual, lower, upper, np.array(scale), TOLERANCE)

    def _residual(self, x: Numbers) -> Numbers:
        state = self._state(x)
        rates = self._bench.rates(state, self._controls.commands(x[_FIRST_CONTROL:]))[:6]
        return self._with_crab(rates, state)

    def _with_crab(self, rates: Numbers, state: State) -> Numbers:
        return np.append(rates, state.velocity_frd_mps[1]) if self._straight else rates

    def _state(self, x: Numbers) -> State:
        down = x[3] if self._bench.on_surface else -FLYING_HEIGHT_M
        return self._condition.state(float(x[0]), float(x[1]), float(x[2]), float(down))

    def _starts(self, start: Sequence[float] | None) -> Iterator[Numbers]:
        if start is not None and len(start) == _FIRST_CONTROL + len(self._controls.all):
            yield np.array(start)
        speed, rate = self._condition.speed_mps, self._condition.turn_rate_radps
        bank = atan(speed * rate / self._gravity)
        path = radians(self._condition.flight_path_deg)
        controls = self._controls.start
        if self._bench.on_surface:
            down = -float(self._bench.facts.get("standing_height_m", 0.0))
            guesses = [
                np.array([0.0, 0.0, 0.0, down, throttle, *controls[1:]])
                for throttle in np.linspace(0.0, 1.0, _START_THROTTLES)
            ]
            # Tyres that spin or lock tell nothing about how to go on: begin where they roll.
            yield from sorted(guesses, key=lambda x: float(np.linalg.norm(self._residual(x))))[:2]
            return
        rotors = self._controls.how == "rotors"
        for pitch_deg, throttle in _ROTOR_STARTS if rotors else _WING_STARTS:
            pitch = radians(pitch_deg) + (0.0 if rotors else path)
            yield np.array([bank, pitch, 0.0, 0.0, throttle, *controls[1:]])

    def _sensible(self, solution: Solution) -> bool:
        """Is it no flight on the back, nor beyond a right angle to the flow?"""
        if self._controls.how != "wing":
            return True
        u, _, w = self._state(solution.x).velocity_frd_mps
        return bool(u > 0.0 and abs(w) < u)

    def _point(self, solution: Solution) -> TrimPoint:
        x, bench = solution.x, self._bench
        state, values = self._state(x), x[_FIRST_CONTROL:]
        commands = self._controls.commands(values)
        bench.after_tick(state, commands)
        force, torque = bench.get("force_frd_n"), bench.get("torque_frd_nm")
        bench.settle(state, commands)
        return TrimPoint(
            vehicle=bench.vehicle.name,
            condition=self._condition,
            altitude_m=bench.altitude_m,
            how=self._controls.how,
            state=state,
            controls=dict(zip(self._controls.names, map(float, values), strict=True)),
            commands=commands,
            columns={**bench.truth_columns(), **commands},
            force_frd_n=(float(force[0]), float(force[1]), float(force[2])),
            torque_frd_nm=(float(torque[0]), float(torque[1]), float(torque[2])),
            residual=float(np.max(np.abs(solution.residual[:6]))),
            unknowns=tuple(map(float, x)),
        )

    def _shortage(self, best: Solution) -> str:
        """What is at its end and what would be needed there, or what is left over."""
        what = f"cannot hold {self._condition.words}"
        # What is slowed down at best lacks thrust, what speeds up has too much of it.
        short = best.residual[0] < 0.0
        near = best.x.copy()
        near[_FIRST_CONTROL] = self.problem.upper[_FIRST_CONTROL] if short else near[_FIRST_CONTROL]
        beyond = self._beyond(near)
        for control, wanted in zip(self._controls.all, beyond.x[_FIRST_CONTROL:], strict=True):
            if not beyond.converged or control.low <= wanted <= control.high:
                continue
            low = wanted < control.low
            if low and short and control is self._controls.all[0]:
                continue
            end = f"at least {control.low:g}" if low else f"at most {control.high:g}"
            return f"{what}: it needs {control.name} {wanted:.2f}, but has {end}"
        attitude = from_euler(*(float(angle) for angle in best.x[:3]))
        over = np.append(rotate_to_world(*attitude, *best.residual[:3]), best.residual[3:6])
        largest = int(np.argmax(np.abs(over)))
        word, unit = _LEFT_OVER[largest]
        return f"{what}: at best {over[largest]:+.2g} {unit} are left over {word}"

    def _beyond(self, start: Numbers) -> Solution:
        """Solve as if outputs went on past their ends as they come there."""
        lower, upper = self.problem.lower.copy(), self.problem.upper.copy()
        lower[_FIRST_CONTROL:], upper[_FIRST_CONTROL:] = -_FAR_BEYOND, _FAR_BEYOND
        endless = replace(self.problem, residual=self._continued, lower=lower, upper=upper)
        return endless.solve(start)

    def _continued(self, x: Numbers) -> Numbers:
        """The residual, carried on in a straight line where outputs are asked for too much."""
        state, values = self._state(x), x[_FIRST_CONTROL:]
        commands = self._controls.commands(values)
        at_end = self._bench.rates(state, commands)[:6]
        rates = at_end.copy()
        for column, wanted in self._controls.wanted(values).items():
            for i, excess in enumerate(wanted - np.array(commands[column])):
                if excess != 0.0:
                    step = _OUTPUT_STEP if excess > 0.0 else -_OUTPUT_STEP
                    inside = np.array(commands[column])
                    inside[i] -= step
                    changed = {**commands, column: tuple(map(float, inside))}
                    before = self._bench.rates(state, changed)[:6]
                    rates += (at_end - before) * (excess / step)
        return self._with_crab(rates, state)
