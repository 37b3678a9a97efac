"""One vehicle of the world and its airframe in JSBSim: columns in, a tick, columns out."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite, radians
from typing import Any

from simloop.adapters.jsbsim.airframe import Airframe, Begin, State
from simloop.adapters.jsbsim.columns import Columns, Views
from simloop.adapters.jsbsim.config import Config
from simloop.adapters.jsbsim.controls import Controls
from simloop.adapters.jsbsim.earth import Earth
from simloop.adapters.jsbsim.turning import down_in_body
from simloop.math.quaternion import rotate_to_body, rotate_to_world
from simloop.world.mixer import Mixing

# JSBSim finds no trim with some governed propellers at full fine pitch: then it gets coarse pitch.
COARSE = 0.0


class Flight:
    """An aircraft under way. What it wrote last tells whether somebody has moved it since."""

    def __init__(
        self, config: Config, columns: Columns, begin: Begin, *, tick_rate_hz: int
    ) -> None:
        self.begin = begin
        self._config = config
        self._columns = columns
        self._dt_s = 1.0 / tick_rate_hz
        self._ticks = 0
        self._controls = self._start()
        if config.airspeed_mps > 0.0:
            self._carry_by_wind()
        # Whatever stood in the columns before is taken over by beginning.
        self._written: State | None = columns.views().state()

    def show(self, mixing: Mixing) -> None:
        """Write the first state, and where the controls are, into the columns."""
        views = self._columns.views()
        self._write_truth(views, views.attitude_wxyz)
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
    def first_state(self) -> State:
        """Where it is before its first tick."""
        return self._airframe.state(self._columns.views().attitude_wxyz)

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
        self._written = self._airframe.state(self._columns.views().attitude_wxyz)

    def run(self, tick: int) -> None:
        """Move it by one tick."""
        views = self._columns.views()
        if views.frozen[0] != 0.0:
            self._written = None
            return
        now, wind = views.state(), views.wind_ned_mps.tolist()
        self._follow_moves(now, wind)
        air = self._airframe
        self._give_weather(views)
        air.surround(
            wind_ned_mps=wind, ground_down_m=views.ground_down_m[0], place_ned_m=now.position_ned_m
        )
        air.panel.move(views.controls())
        self._push(views, now)
        went_well = air.step()
        self._ticks += 1
        if went_well and self._write_truth(views, now.attitude_wxyz):
            self._note_touch(views, tick, now)
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
        views = column.views()
        self._give_weather(views)
        # Before the first tick only columns know where the ground is.
        self._airframe.lay_ground(views.ground_down_m[0], self.begin.state.position_ned_m)
        controls = self.begin.controls._replace(propeller=propeller)
        return self._airframe.begin(replace(self.begin, controls=controls))

    def _carry_by_wind(self) -> None:
        """A start by airspeed moves over the ground as the wind at its place does."""
        views = self._columns.views()
        wind = views.wind_ned_mps.tolist()
        if any(wind):
            state = self._airframe.state(views.attitude_wxyz)
            carried = rotate_to_body(*state.attitude_wxyz, *wind)
            moved = (own + more for own, more in zip(state.velocity_frd_mps, carried, strict=True))
            self._airframe.place(state._replace(velocity_frd_mps=tuple(moved)), wind)

    def _follow_moves(self, now: State, wind: Sequence[float]) -> None:
        """Take over what a command has changed."""
        if now == self._written:
            return
        if self._written is None:
            # After a freeze its inside may be as broken as its state was.
            controls, running = read_controls(self._columns), runs_at_start(self._config)
            self.begin = Begin(now, controls, running=running)
            self._start()
        self._airframe.place(now, wind)

    def _give_weather(self, views: Views) -> None:
        if views.air_qnh_pa is not None:
            self._airframe.weather(
                qnh_pa=views.air_qnh_pa[0], temperature_offset_k=views.air_temperature_offset_k[0]
            )

    def _push(self, views: Views, now: State) -> None:
        """Hand over what pushes from outside; nearly always nothing does."""
        force, torque = views.external_force_ned_n.tolist(), views.external_torque_frd_nm.tolist()
        touch, twist = views.contact_force_frd_n.tolist(), views.contact_torque_frd_nm.tolist()
        air = self._airframe
        if not (air.pushed or any(force) or any(torque) or any(touch) or any(twist)):
            return
        turned = rotate_to_body(*now.attitude_wxyz, *force)
        air.push(
            [one + other for one, other in zip(turned, touch, strict=True)],
            [one + other for one, other in zip(torque, twist, strict=True)],
        )

    def _write_truth(self, views: Views, near_wxyz: Sequence[float]) -> bool:
        """Write the state; False, and nothing written, if it is no longer finite."""
        air = self._airframe
        state = air.state(near_wxyz)
        felt = air.specific_force_frd_mps2()
        position, attitude, velocity, rate = state
        if not all(map(isfinite, (*position, *attitude, *velocity, *rate, *felt))):
            return False
        self._written = state
        # Numbers one by one: faster than a slice, which would make an array first.
        put = views.position_ned_m
        put[0], put[1], put[2] = position
        put = views.attitude_wxyz
        put[0], put[1], put[2], put[3] = attitude
        put = views.velocity_frd_mps
        put[0], put[1], put[2] = velocity
        put = views.rate_frd_radps
        put[0], put[1], put[2] = rate
        self._write_forces(views, attitude, felt)
        self._write_airframe(views)
        return True

    def _write_forces(self, views: Views, attitude: Sequence[float], felt: Sequence[float]) -> None:
        air, gravity = self._airframe, views.gravity_mps2[0]
        # What the IMU will take away again: it then reads JSBSim's own specific force.
        (x, y, z), (down_x, down_y, down_z) = felt, down_in_body(*attitude)
        put = views.acceleration_frd_mps2
        put[0], put[1], put[2] = x + down_x * gravity, y + down_y * gravity, z + down_z * gravity
        put = views.angular_acceleration_frd_radps2
        put[0], put[1], put[2] = air.angular_acceleration_frd_radps2()
        force, torque = air.wrench()
        put = views.force_frd_n
        put[0], put[1], put[2] = force
        put = views.torque_frd_nm
        put[0], put[1], put[2] = torque

    def _write_airframe(self, views: Views) -> None:
        air = self._airframe
        for number, speed in enumerate(air.engine_speeds_rpm()):
            views.engine_rpm[number] = speed
        for number, thrust in enumerate(air.thrusts_n()):
            views.engine_thrust_n[number] = thrust
        views.fuel_kg[0] = air.fuel_kg
        views.airframe_mass_kg[0] = air.mass_kg
        put = views.surface_position_rad
        put[0], put[1], put[2], put[3] = air.surfaces_rad()

    def _note_touch(self, views: Views, tick: int, before: State) -> None:
        wheels, hull = self._airframe.touching()
        touches = wheels or hull
        if touches:
            views.last_touch_tick[0] = float(tick)
            if views.on_ground[0] == 0.0:
                down_mps = rotate_to_world(*before.attitude_wxyz, *before.velocity_frd_mps)[2]
                views.impact_speed_mps[0] = max(views.impact_speed_mps[0], down_mps)
        crashed = hull or views.impact_speed_mps[0] > self._config.crash_speed_mps
        if crashed and views.crashed[0] == 0.0:
            views.crashed[0] = 1.0
            views.crash_tick[0] = float(tick)
        views.on_ground[0] = 1.0 if touches else 0.0

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
    return columns.views().state()


def read_controls(columns: Columns) -> Controls:
    """What the outputs and levers ask for."""
    return columns.views().controls()


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
