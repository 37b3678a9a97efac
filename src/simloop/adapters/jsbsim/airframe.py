"""One aircraft inside JSBSim: put into a state, moved in time, read in SI units and FRD."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import atan2, ceil, degrees, hypot
from typing import Any, NamedTuple

from simloop.adapters.jsbsim.aircraft import PUSH, TWIST, broken, load
from simloop.adapters.jsbsim.controls import ControlPanel, Controls
from simloop.adapters.jsbsim.earth import FOOT_M, Earth, Triple
from simloop.adapters.jsbsim.turning import euler, matrix, quaternion

POUND_FORCE_N = 4.4482216152605
POUND_FOOT_NM = POUND_FORCE_N * FOOT_M
POUND_M = 0.45359237
SLUG_KG = POUND_FORCE_N / FOOT_M
INCH_M = 0.0254
STANDARD_GRAVITY_MPS2 = 9.80665
PASCAL_PSF = FOOT_M * FOOT_M / POUND_FORCE_N
KELVIN_R = 1.8

# JSBSim integrates with steps of at most this; its own default.
LONGEST_STEP_S = 1.0 / 120.0

_TRIM_IN_FLIGHT, _TRIM_ON_GROUND = 1, 2
_ALL_ENGINES = -1.0
# A piston engine that is set running with its throttle shut stops at once.
_STARTING_THROTTLE = 0.2
_TRIM_THROTTLE = 0.7

_NOWHERE = (0.0, 0.0, 0.0)

# What reads a property; bound once, as a tick reads some forty of them.
Getter = Callable[[], float]


class State(NamedTuple):
    """Where a body is and how it moves: world NED and FRD."""

    position_ned_m: tuple[float, ...]
    attitude_wxyz: tuple[float, ...]
    velocity_frd_mps: tuple[float, ...]
    rate_frd_radps: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Begin:
    """How a flight begins: a state, an airspeed instead of its velocity, running, in trim."""

    state: State
    controls: Controls = field(default_factory=Controls)
    airspeed_mps: float = 0.0
    flight_path_rad: float = 0.0
    trim: bool = False
    running: bool = True


class Airframe:
    """A flight model of JSBSim and the properties of it that the world needs."""

    def __init__(self, aircraft: str, root: str, earth: Earth, *, dt_s: float) -> None:
        self._name = aircraft
        self._earth = earth
        self.fdm = fdm = load(aircraft, root, earth.planet)
        self.substeps = max(1, ceil(dt_s / LONGEST_STEP_S - 1e-9))
        fdm.set_dt(dt_s / self.substeps)
        self._properties = properties = fdm.get_property_manager()
        self._earth_to_body = fdm.get_propagate().get_Tec2b
        self.engines = fdm.get_propulsion().get_num_engines()
        self.panel = ControlPanel(properties, self.engines)
        self._ecef = self._getters("position/ecef-{}-ft", "xyz")
        self._velocity = self._getters("velocities/{}-fps", "uvw")
        self._rate = self._getters("velocities/{}-rad_sec", "pqr")
        self._turning = self._getters("accelerations/{}dot-rad_sec2", "pqr")
        self._felt = self._getters("accelerations/N{}", "xyz")
        self._aero_force = self._getters("forces/fb{}-aero-lbs", "xyz")
        self._engine_force = self._getters("forces/fb{}-prop-lbs", "xyz")
        self._aero_torque = self._getters("moments/{}-aero-lbsft", "lmn")
        self._engine_torque = self._getters("moments/{}-prop-lbsft", "lmn")
        self._wind = self._nodes("atmosphere/wind-{}-fps", ("north", "east", "down"))
        self._push = self._nodes(f"external_reactions/{PUSH}/{{}}", "xyz")
        self._push_place = self._nodes(f"external_reactions/{PUSH}/location-{{}}-in", "xyz")
        self._twist = self._nodes(f"external_reactions/{TWIST}/{{}}", ("l", "m", "n"))
        self._cg = self._getters("inertia/cg-{}-in", "xyz")
        self._terrain = self._node("position/terrain-elevation-asl-ft")
        self._warmth = self._node("atmosphere/delta-T")
        self._pressure = self._node("atmosphere/P-sl-psf")
        self._mass = self._getter("inertia/mass-slugs")
        self._fuel = self._getter("propulsion/total-fuel-lbs")
        self._surfaces = self._getters(
            "fcs/{}-pos-rad", ("left-aileron", "elevator", "rudder", "flap")
        )
        self._thrusts = self._getters("propulsion/engine[{}]/thrust-lbs", range(self.engines))
        self._speeds = [self._speed_of(i) for i in range(self.engines)]
        self._units = int(self._node("gear/num-units").get_double_value())
        self._wheels = self._touches("gear")
        self._hull = self._touches("contact")
        # Directions carry the size too, so that one vector says it all.
        for path in (f"{PUSH}/magnitude", f"{TWIST}/magnitude-lbsft"):
            self._node(f"external_reactions/{path}").set_double_value(1.0)
        self._pushed = True
        self.push(_NOWHERE, _NOWHERE)
        self._air_of_the_day: tuple[float, float] | None = None

    def begin(self, begin: Begin) -> Controls:
        """Put it into its first state; where the controls are afterwards."""
        controls = begin.controls
        trim_in_flight = begin.trim and begin.airspeed_mps > 0.0
        throttle = max(controls.throttle, _STARTING_THROTTLE) if begin.running else 0.0
        at_first = _TRIM_THROTTLE if trim_in_flight else throttle
        self.panel.move(controls._replace(throttle=at_first))
        self._set_initial(begin)
        self._air_of_the_day = None
        try:
            self.fdm.run_ic()
        except RuntimeError as error:
            raise broken(self._name, str(error)) from None
        if begin.running and self.engines:
            self.fdm["propulsion/set-running"] = _ALL_ENGINES
        if begin.trim:
            self._trim(begin)
            # A trim on the ground balances wheels only.
            return self.panel.found(controls) if trim_in_flight else controls
        return controls

    def place(self, state: State, wind_ned_mps: Sequence[float]) -> None:
        """Put it into another state; engines, tanks and levers stay as they are."""
        fdm = self.fdm
        north, east, _ = (speed / FOOT_M for speed in wind_ned_mps)
        fdm["ic/vw-mag-fps"] = hypot(north, east)
        fdm["ic/vw-dir-deg"] = degrees(atan2(-east, -north)) % 360.0
        self._set_initial(Begin(state))
        self._air_of_the_day = None
        fdm.run_ic()

    def lay_ground(self, ground_down_m: float, place_ned_m: Sequence[float]) -> None:
        """Tell it the ground on which it will begin."""
        ground = self._earth.height_m(place_ned_m[0], place_ned_m[1], ground_down_m)
        self.fdm["ic/terrain-elevation-ft"] = ground / FOOT_M

    def surround(
        self, *, wind_ned_mps: Sequence[float], ground_down_m: float, place_ned_m: Sequence[float]
    ) -> None:
        """Give it the world's wind, and ground below."""
        _write(self._wind, wind_ned_mps, FOOT_M)
        ground = self._earth.height_m(place_ned_m[0], place_ned_m[1], ground_down_m)
        self._terrain.set_double_value(ground / FOOT_M)

    def weather(self, *, qnh_pa: float, temperature_offset_k: float) -> None:
        """Give it the world's air of the day, if it has another."""
        if self._air_of_the_day == (qnh_pa, temperature_offset_k):
            return
        self._air_of_the_day = qnh_pa, temperature_offset_k
        self._warmth.set_double_value(temperature_offset_k * KELVIN_R)
        self._pressure.set_double_value(qnh_pa * PASCAL_PSF)

    def push(self, force_frd_n: Sequence[float], torque_frd_nm: Sequence[float]) -> None:
        """Push and twist it from outside, at the centre of mass."""
        pushed = any(force_frd_n) or any(torque_frd_nm)
        if not (pushed or self._pushed):
            return
        self._pushed = pushed
        _write(self._push_place, _read(self._cg), 1.0)
        _write(self._push, force_frd_n, POUND_FORCE_N)
        _write(self._twist, torque_frd_nm, POUND_FOOT_NM)

    @property
    def pushed(self) -> bool:
        """Does a push still act on it?"""
        return self._pushed

    def step(self) -> bool:
        """Move it by one tick; False if JSBSim gave up."""
        run = self.fdm.run
        try:
            for _ in range(self.substeps):
                if not run():
                    return False
        except RuntimeError:
            return False
        return True

    def state(self, near_wxyz: Sequence[float]) -> State:
        """Where it is now; of the two quaternions of an attitude, the nearer one."""
        earth = self._earth
        return State(
            earth.ned(_three(self._ecef, FOOT_M)),
            quaternion(earth.body_to_world(self._earth_to_body().tolist()), near_wxyz),
            _three(self._velocity, FOOT_M),
            _three(self._rate),
        )

    def specific_force_frd_mps2(self) -> Triple:
        """What an accelerometer at the centre of mass feels, in the step just made."""
        x, y, up = _three(self._felt, STANDARD_GRAVITY_MPS2)
        return x, y, -up

    def angular_acceleration_frd_radps2(self) -> Triple:
        """How the rates change."""
        return _three(self._turning)

    def wrench(self) -> tuple[Triple, Triple]:
        """Force in N and torque in N m of aerodynamics and propulsion, FRD."""
        return (
            _sum(self._aero_force, self._engine_force, POUND_FORCE_N),
            _sum(self._aero_torque, self._engine_torque, POUND_FOOT_NM),
        )

    def air_wrench(self) -> tuple[Triple, Triple]:
        """Force in N and torque in N m of the air alone, without engines, FRD."""
        return (_three(self._aero_force, POUND_FORCE_N), _three(self._aero_torque, POUND_FOOT_NM))

    def touching(self) -> tuple[bool, bool]:
        """Does a wheel touch the ground, does anything else?"""
        # Weight on a contact is 1, no weight 0.
        return any(_read(self._wheels)), any(_read(self._hull))

    def engine_speeds_rpm(self) -> Sequence[float]:
        """Of every engine."""
        return _read(self._speeds)

    def thrusts_n(self) -> Sequence[float]:
        """Of every engine."""
        return [POUND_FORCE_N * get() for get in self._thrusts]

    def surfaces_rad(self) -> Sequence[float]:
        """Left aileron, elevator, rudder and flaps."""
        return _read(self._surfaces)

    @property
    def fuel_kg(self) -> float:
        """What is left in all tanks."""
        return POUND_M * self._fuel()

    @property
    def mass_kg(self) -> float:
        """With fuel and load."""
        return SLUG_KG * self._mass()

    def inertia_kgm2(self) -> tuple[float, float, float, float, float, float]:
        """Elements xx, yy, zz, xy, xz, yz of the tensor."""
        scale = SLUG_KG * FOOT_M * FOOT_M
        tensor = self.fdm.get_mass_balance().get_J().tolist()
        (xx, xy, xz), (_, yy, yz), (_, _, zz) = [[part * scale for part in row] for row in tensor]
        return xx, yy, zz, xy, xz, yz

    def standing_height_m(self) -> float:
        """How far the lowest contact is below the centre of mass."""
        lowest = min(
            (
                node.get_double_value()
                for kind in ("gear", "contact")
                for i in range(self._units)
                if (node := self._node(f"{kind}/unit[{i}]/z-position")) is not None
            ),
            default=self._cg[2](),
        )
        return float((self._cg[2]() - lowest) * INCH_M)

    def _set_initial(self, begin: Begin) -> None:
        fdm, state = self.fdm, begin.state
        latitude, longitude, height = self._earth.llh(state.position_ned_m)
        there = self._earth.axes_there(latitude, longitude)
        roll, pitch, heading = euler(there.T @ matrix(state.attitude_wxyz))
        fdm["ic/lat-geod-rad"] = latitude
        fdm["ic/long-gc-rad"] = longitude
        fdm["ic/h-sl-ft"] = height / FOOT_M
        if self._earth.planet is None:
            # JSBSim counts this height along the radius; a few millimetres from the geodetic.
            fdm["ic/h-sl-ft"] = height / FOOT_M + (height / FOOT_M - fdm["ic/geod-alt-ft"])
        u, v, w = state.velocity_frd_mps
        if begin.airspeed_mps > 0.0:
            roll, pitch = 0.0, begin.flight_path_rad
            u, v, w = begin.airspeed_mps, 0.0, 0.0
        for name, value in (("phi", roll), ("theta", pitch), ("psi-true", heading)):
            fdm[f"ic/{name}-rad"] = value
        for name, value in zip("uvw", (u, v, w), strict=True):
            fdm[f"ic/{name}-fps"] = value / FOOT_M
        for name, value in zip("pqr", state.rate_frd_radps, strict=True):
            fdm[f"ic/{name}-rad_sec"] = value

    def _trim(self, begin: Begin) -> None:
        in_flight = begin.airspeed_mps > 0.0
        try:
            self.fdm.do_trim(_TRIM_IN_FLIGHT if in_flight else _TRIM_ON_GROUND)
        except RuntimeError:
            where = f"at airspeed_mps {begin.airspeed_mps:g}" if in_flight else "on the ground"
            raise ValueError(
                f"jsbsim: trim: '{self._name}' finds no steady state {where}; "
                "change airspeed_mps or flight_path_deg, or leave trim out"
            ) from None

    def _node(self, path: str) -> Any:
        return self._properties.get_node(path)

    def _nodes(self, pattern: str, names: Any) -> list[Any]:
        return [self._node(pattern.format(name)) for name in names]

    def _getter(self, path: str) -> Getter:
        return _getter_of(self._node(path))

    def _getters(self, pattern: str, names: Any) -> list[Getter]:
        return [_getter_of(node) for node in self._nodes(pattern, names)]

    def _touches(self, kind: str) -> list[Getter]:
        nodes = (self._node(f"{kind}/unit[{i}]/WOW") for i in range(self._units))
        return [_getter_of(node) for node in nodes if node is not None]

    def _speed_of(self, engine: int) -> Getter:
        for name in ("propeller-rpm", "engine-rpm", "rotor-rpm", "n2"):
            node = self._node(f"propulsion/engine[{engine}]/{name}")
            if node is not None:
                return _getter_of(node)
        return _nothing


def _getter_of(node: Any) -> Getter:
    """Reads a node; a property that the aircraft does not have reads 0."""
    return _nothing if node is None else node.get_double_value


def _nothing() -> float:
    return 0.0


def _read(getters: list[Getter]) -> list[float]:
    return [get() for get in getters]


def _three(getters: list[Getter], scale: float = 1.0) -> Triple:
    x, y, z = getters
    return scale * x(), scale * y(), scale * z()


def _sum(some: list[Getter], others: list[Getter], scale: float) -> Triple:
    """Two vectors together; 0.0 first, so that no minus zero comes out."""
    a, b, c = some
    d, e, f = others
    return (
        0.0 + scale * a() + scale * d(),
        0.0 + scale * b() + scale * e(),
        0.0 + scale * c() + scale * f(),
    )


def _write(nodes: list[Any], values: Sequence[float], unit: float) -> None:
    (x, y, z), (a, b, c) = nodes, values
    x.set_double_value(a / unit)
    y.set_double_value(b / unit)
    z.set_double_value(c / unit)
