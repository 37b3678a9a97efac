"""What ArduPilot is told about a vehicle: every key from the column it should come from."""

from math import atan2, hypot, pi

import pytest

from simloop.links.ardupilot.state_reader import StateReader
from simloop.math.quaternion import from_euler, rotate_to_world
from simloop.server.simulation import Simulation
from simloop.wire.ardupilot_json import VehicleState

ATTITUDE = from_euler(0.1, -0.2, 0.7)


def state_of(model: str, **columns: object) -> VehicleState:
    simulation = Simulation.load("stand", vehicle=model, compiled=False)
    record = simulation.world.models()[0]
    for name, value in columns.items():
        simulation.world.vector(record.entity, name)[:] = value
    reader = StateReader(simulation.world, record.entity, imu="truth", geodetic=True, exact=False)
    state = reader.read(1.5)
    simulation.close()
    return state


def test_motion_is_told_in_the_protocols_frames() -> None:
    state = state_of(
        "quad",
        attitude_wxyz=ATTITUDE,
        velocity_frd_mps=(3.0, 2.0, 1.0),
        rate_frd_radps=(0.3, 0.2, 0.1),
        acceleration_frd_mps2=(0.0, 0.0, 0.0),
        position_ned_m=(111.0, 0.0, -5.0),
    )
    assert state.timestamp_s == 1.5
    assert state.velocity_ned_mps == rotate_to_world(*ATTITUDE, 3.0, 2.0, 1.0)
    assert state.attitude_rpy_rad == pytest.approx((0.1, -0.2, 0.7))
    assert state.attitude_wxyz == ATTITUDE
    assert state.gyro_frd_radps == (0.3, 0.2, 0.1)
    # What does not accelerate feels its weight, upwards.
    up = rotate_to_world(*ATTITUDE, *state.accel_frd_mps2)
    assert up == pytest.approx((0.0, 0.0, -9.80665), abs=1e-3)
    assert state.place_deg_m is not None
    origin = state_of("quad", position_ned_m=(0.0, 0.0, 0.0)).place_deg_m
    assert origin is not None
    assert (state.place_deg_m[0] - origin[0]) * 111_000.0 == pytest.approx(111.0, rel=0.01)
    assert state.place_deg_m[2] - origin[2] == pytest.approx(5.0, abs=0.01)


@pytest.mark.parametrize(
    ("density_kgpm3", "told_mps"), [(1.225, 7.0), (1.0593, 6.509), (0.9, 6.0)], ids=str
)
def test_airspeed_is_what_a_pitot_tube_tells(density_kgpm3: float, told_mps: float) -> None:
    """1.0593 kg/m3 is the air at 1490 m: there true airspeed is 7.5 percent more."""
    quad = state_of("quad", velocity_frd_mps=(7.0, 0.0, 0.0), air_density_kgpm3=density_kgpm3)
    assert quad.airspeed_mps == pytest.approx(told_mps, abs=1e-3)


def test_airspeed_and_battery_where_the_vehicle_has_them() -> None:
    wind = {"velocity_frd_mps": (3.0, 0.0, 0.0), "wind_ned_mps": (-4.0, 0.0, 0.0)}
    quad = state_of("quad", battery_terminal_v=23.5, battery_draw_a=12.5, **wind)
    assert quad.airspeed_mps == pytest.approx(7.0)
    assert quad.wind_ned_mps == (-4.0, 0.0, 0.0)
    assert quad.battery == (23.5, 12.5)
    assert quad.windvane is None
    ball = state_of("ball")
    assert (ball.airspeed_mps, ball.battery, ball.ranges_m, ball.rc_us) == (None, None, {}, ())


def test_a_vessel_has_a_windvane() -> None:
    """Wind from the right of a boat under way: it comes from ahead and from the right."""
    level = {"attitude_wxyz": (1.0, 0.0, 0.0, 0.0)}
    boat = state_of("usv", velocity_frd_mps=(2.0, 0.0, 0.0), wind_ned_mps=(0.0, -3.0, 0.0), **level)
    assert boat.windvane == pytest.approx((atan2(3.0, 2.0), hypot(3.0, 2.0)))
    calm = state_of("usv", velocity_frd_mps=(2.0, 0.0, 0.0), wind_ned_mps=(0.0, 0.0, 0.0), **level)
    assert calm.windvane == pytest.approx((0.0, 2.0))
    astern = state_of(
        "usv", velocity_frd_mps=(0.0, 0.0, 0.0), wind_ned_mps=(3.0, 0.0, 0.0), **level
    )
    assert abs(astern.windvane[0]) == pytest.approx(pi)  # type: ignore[index]


def test_sticks_are_pulses_once_a_radio_is_heard() -> None:
    sticks = [0.5, 0.25, 0.0, 1.0, *[0.5] * 12]
    heard = state_of("quad", rc_channel=sticks, rc_sequence=7.0, rc_lost=0.0)
    assert heard.rc_us[:4] == (1500.0, 1250.0, 1000.0, 2000.0)
    assert len(heard.rc_us) == 12
    assert state_of("quad", rc_channel=sticks, rc_sequence=7.0, rc_lost=1.0).rc_us == ()
    assert state_of("quad", rc_channel=sticks, rc_sequence=0.0).rc_us == ()


def test_a_sampled_imu_asks_for_one() -> None:
    simulation = Simulation.load("stand", vehicle="ball", compiled=False)
    entity = simulation.world.models()[0].entity
    with pytest.raises(ValueError, match="imu is 'sampled', but 'ball_0' has no IMU"):
        StateReader(simulation.world, entity, imu="sampled", geodetic=False, exact=False)
    simulation.close()
