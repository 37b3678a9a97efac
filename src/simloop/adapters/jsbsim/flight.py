"""One vehicle of the world and its airframe in JSBSim: columns in, a tick, columns out."""

from collections.abc import Callable
from dataclasses import replace
from math import isfinite, radians
from typing import Any

import numpy as np

from simloop.adapters.jsbsim.airframe import Airframe, Begin, State
from simloop.adapters.jsbsim.config import Config
from simloop.adapters.jsbsim.controls import Controls
from simloop.adapters.jsbsim.earth import Earth, Vector
from simloop.adapters.jsbsim.turning import matrix
from simloop.world.mixer import AXES, Mixing

STATE_COLUMNS = ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "rate_frd_radps")
PILOT_COLUMNS = ("flap", "gear", "brake", "mixture", "propeller", "pitch_trim")

# The world's wind begins to blow with its first update, which comes within this time.
FIRST_WIND_S = 0.1

# JSBSim finds no trim with some governed propellers at full fine pitch: then it gets coarse pitch.
COARSE = 0.0

Columns = Callable[[str], Any]


class Flight:
    """An aircraft under way. What it wrote last tells whether somebody has moved it since."""

    def __init__(
        self, config: Config, columns: Columns, begin: Begin, *, tick_rate_hz: int, weather: bool
    ) -> None:
        self.begin = begin
        self._config = config
        self._columns = columns
        self._weather = weather
        self._dt_s = 1.0 / tick_rate_hz
        self._ticks = 0
        self._in_still_air = config.airspeed_mps > 0.0
        self._controls = self._start()
        # Whatever stood in the columns before is taken over by beginning.
        self._written: State | None = read_state(columns)

    def show(self, mixing: Mixing) -> None:
        """Write the first state, and where the controls are, into the columns."""
        self._write_truth()
        self.show_controls(mixing)

    def show_controls(self, mixing: Mixing) -> None:
        """Write where a trim has left the controls."""
        if not self._config.trim or self._config.airspeed_mps == 0.0:
            return
        c = self._controls
        found = {"Fx": c.throttle, "Qx": c.roll, "Qy": c.pitch, "Qz": c.yaw}
        served = {axis: value for axis, value in found.items() if axis in mixing.axes}
        outputs = mixing.mix(**served)
        self._columns("actuator_command")[:] = outputs
        self._columns("pitch_trim_command")[0] = c.pitch_trim
        self._columns("propeller_command")[0] = c.propeller

    @property
    def flight_model(self) -> Any:
        """The object of JSBSim that flies it now."""
        return self._airframe.fdm

    @property
    def stepped(self) -> bool:
        """Has time passed since it began?"""
        return self._ticks > 0

    def resume(self) -> None:
        """Expect to find the first state in the columns, as after a reset."""
        self._written = self._airframe.state(self._columns("attitude_wxyz"))

    def run(self, tick: int) -> None:
        """Move it by one tick."""
        column = self._columns
        if column("frozen")[0] != 0.0:
            self._written = None
            return
        wind, place = column("wind_ned_mps").copy(), column("position_ned_m").copy()
        self._follow_moves(wind)
        air = self._airframe
        self._give_weather()
        air.surround(
            wind_ned_mps=wind, ground_down_m=float(column("ground_down_m")[0]), place_ned_m=place
        )
        air.panel.move(read_controls(self._columns))
        body_to_world = matrix(column("attitude_wxyz"))
        push = body_to_world.T @ column("external_force_ned_n") + column("contact_force_frd_n")
        air.push(push, column("external_torque_frd_nm") + column("contact_torque_frd_nm"))
        down_mps = float((body_to_world @ column("velocity_frd_mps"))[2])
        went_well = air.step()
        self._ticks += 1
        if went_well and self._write_truth():
            self._note_touch(tick, down_mps)
        else:
            self._freeze(tick)

    def _start(self) -> Controls:
        """A new airframe at its beginning; where the controls are then."""
        given = self.begin.controls.propeller
        try:
            return self._start_with(given)
        except ValueError:
            if not self.begin.trim or given == COARSE:
                raise
            return self._start_with(COARSE)

    def _start_with(self, propeller: float) -> Controls:
        column = self._columns
        earth = Earth(self._config.earth, column("origin_llh"), float(column("gravity_mps2")[0]))
        self._airframe = Airframe(self._config.aircraft, self._config.root, earth, dt_s=self._dt_s)
        self._give_weather()
        controls = replace(self.begin.controls, propeller=propeller)
        return self._airframe.begin(replace(self.begin, controls=controls))

    def _follow_moves(self, wind: Vector) -> None:
        """Take over what a command has changed; a start by airspeed is carried by the wind."""
        now = read_state(self._columns)
        young = self._in_still_air and self._ticks * self._dt_s < FIRST_WIND_S
        if young and wind.any() and now == self._written:
            self._in_still_air = False
            carried = matrix(now.attitude_wxyz).T @ wind
            moved = np.array(now.velocity_frd_mps) + carried
            self._airframe.place(replace(now, velocity_frd_mps=tuple(moved.tolist())), wind)
        elif now != self._written:
            if self._written is None:
                # After a freeze its inside may be as broken as its state was.
                controls, running = read_controls(self._columns), runs_at_start(self._config)
                self.begin = Begin(now, controls, running=running)
                self._start()
            self._airframe.place(now, wind)

    def _give_weather(self) -> None:
        if self._weather:
            self._airframe.weather(
                qnh_pa=float(self._columns("air_qnh_pa")[0]),
                temperature_offset_k=float(self._columns("air_temperature_offset_k")[0]),
            )

    def _write_truth(self) -> bool:
        """Write the state; False, and nothing written, if it is no longer finite."""
        column, air = self._columns, self._airframe
        state = air.state(column("attitude_wxyz"))
        felt = air.specific_force_frd_mps2()
        force, torque = air.wrench()
        if not all(map(isfinite, (*_numbers(state), *felt.tolist()))):
            return False
        for name in STATE_COLUMNS:
            column(name)[:] = getattr(state, name)
        self._written = state
        # What the IMU will take away again: it then reads JSBSim's own specific force.
        gravity = matrix(state.attitude_wxyz)[2] * float(column("gravity_mps2")[0])
        column("acceleration_frd_mps2")[:] = felt + gravity
        column("angular_acceleration_frd_radps2")[:] = air.angular_acceleration_frd_radps2()
        column("force_frd_n")[:] = force
        column("torque_frd_nm")[:] = torque
        if air.engines:
            column("engine_rpm")[:] = air.engine_speeds_rpm()
            column("engine_thrust_n")[:] = air.thrusts_n()
        column("fuel_kg")[0] = air.fuel_kg
        column("airframe_mass_kg")[0] = air.mass_kg
        column("surface_position_rad")[:] = air.surfaces_rad()
        return True

    def _note_touch(self, tick: int, down_mps: float) -> None:
        column = self._columns
        wheels, hull = self._airframe.touching()
        touches = wheels or hull
        if touches:
            column("last_touch_tick")[0] = float(tick)
            if column("on_ground")[0] == 0.0:
                column("impact_speed_mps")[0] = max(column("impact_speed_mps")[0], down_mps)
        crashed = hull or column("impact_speed_mps")[0] > self._config.crash_speed_mps
        if crashed and column("crashed")[0] == 0.0:
            column("crashed")[0] = 1.0
            column("crash_tick")[0] = float(tick)
        column("on_ground")[0] = 1.0 if touches else 0.0

    def _freeze(self, tick: int) -> None:
        column = self._columns
        for name in (
            "velocity_frd_mps",
            "rate_frd_radps",
            "acceleration_frd_mps2",
            "angular_acceleration_frd_radps2",
            "force_frd_n",
            "torque_frd_nm",
        ):
            column(name)[:] = 0.0
        column("frozen")[0] = 1.0
        column("frozen_tick")[0] = float(tick)


def read_state(columns: Columns) -> State:
    """The state as it stands in the columns."""
    return State(*(tuple(columns(name).tolist()) for name in STATE_COLUMNS))


def read_controls(columns: Columns) -> Controls:
    """What the outputs and levers ask for."""
    standard = dict(zip(AXES, columns("standard_command").tolist(), strict=True))
    levers = [float(columns(f"{name}_command")[0]) for name in PILOT_COLUMNS]
    return Controls(standard["Qx"], standard["Qy"], standard["Qz"], standard["Fx"], *levers)


def first_state(config: Config, columns: Columns) -> Begin:
    """How a vehicle begins, by its file and its columns."""
    return Begin(
        read_state(columns),
        read_controls(columns),
        config.airspeed_mps,
        radians(config.flight_path_deg),
        config.trim,
        runs_at_start(config),
    )


def runs_at_start(config: Config) -> bool:
    """Whether engines run; if the file does not say, they do in flight."""
    if config.engines_running is None:
        return config.airspeed_mps > 0.0
    return config.engines_running


def _numbers(state: State) -> tuple[float, ...]:
    return (
        *state.position_ned_m,
        *state.attitude_wxyz,
        *state.velocity_frd_mps,
        *state.rate_frd_radps,
    )
