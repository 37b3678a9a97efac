"""The lightweight adapter alone has the numbers of the architecture; JSBSim can stand alone too."""

from math import atan2, cos, pi, sin

import numpy as np
import pytest

from simloop import JsbsimAdapter, LightweightAdapter, LightweightConfig, SimulatorError
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorData, SensorFrame
from simloop.sitl.simulator_adapter import SimulatorAdapter, finish

QUIET = {
    "gnss_sigma_m": 0.0,
    "accel_sigma_mps2": 0.0,
    "gyro_sigma_radps": 0.0,
    "compass_sigma_rad": 0.0,
}


def connected(adapter: SimulatorAdapter) -> SimulatorAdapter:
    finish(adapter.connect(), adapter.name())
    return adapter


def drive(
    adapter: SimulatorAdapter, outputs: tuple[float, ...], steps: int, least: float = -1.0
) -> list[SensorFrame]:
    """Hold a command for some steps; every frame on the way."""
    frames = []
    numbers, low = np.array([outputs]), np.full((1, len(outputs)), least)
    for _ in range(steps):
        commands = ActuatorFrame(adapter.sim_time_us(), (1,), numbers, low)
        finish(adapter.send_actuators(commands), adapter.name())
        finish(adapter.step(), adapter.name())
        frame = finish(adapter.receive_sensors(), adapter.name())
        assert frame is not None
        frames.append(frame)
    return frames


def truth(data: SensorData) -> tuple[float, float, float]:
    """North, east and heading."""
    assert data.truth is not None
    north, east, _ = data.truth.position_ned_m
    w, _, _, z = data.truth.attitude_wxyz
    return north, east, 2.0 * atan2(z, w)


@pytest.mark.parametrize(
    ("left", "right", "speed_mps", "turn_radps"),
    [
        (1.0, 1.0, 1.0, 0.0),
        (-0.5, -0.5, -0.5, 0.0),
        (1.0, -1.0, 0.0, 2.0),
        (0.55, 0.45, 0.5, 0.1 / 0.15),
    ],
    ids=["straight", "back", "spin", "arc"],
)
def test_it_drives_as_the_architecture_says(
    left: float, right: float, speed_mps: float, turn_radps: float
) -> None:
    adapter = connected(LightweightAdapter(LightweightConfig(**QUIET)))
    last = drive(adapter, (left, right), 50)[-1]
    assert last.timestamp_us == adapter.sim_time_us() == 1_000_000
    north, east, heading = truth(last.of(1))
    assert heading == pytest.approx(turn_radps, abs=1e-9)
    if turn_radps and speed_mps:
        radius = speed_mps / turn_radps
        place = (radius * sin(turn_radps), radius * (1.0 - cos(turn_radps)))
    else:
        place = (speed_mps, 0.0)
    assert (north, east) == pytest.approx(place, abs=1e-9)


def test_sensors_speak_of_north_east_and_down() -> None:
    adapter = connected(LightweightAdapter(LightweightConfig(**QUIET)))
    # A quarter turn to the right at 2 rad/s, as near as steps of 20 ms come.
    drive(adapter, (1.0, -1.0), round(pi / 4.0 / 0.02))
    heading = truth(drive(adapter, (1.0, 1.0), 1)[-1].of(1))[2]
    data = drive(adapter, (1.0, 1.0), 10)[-1].of(1)
    assert data.gps is not None and data.compass is not None and data.imu is not None
    course = atan2(data.gps.velocity_ned_mps[1], data.gps.velocity_ned_mps[0])
    assert course == pytest.approx(heading, abs=1e-9) and heading == pytest.approx(pi / 2, abs=0.05)
    # Declination is about 8 degrees west there: magnetic north lies to the left of true north.
    x, y, z = data.compass.field_frd_t
    assert heading + atan2(y, x) == pytest.approx(np.radians(-8.0), abs=np.radians(1.0))
    assert z > 0.0
    assert data.imu.accel_frd_mps2 == pytest.approx((0.0, 0.0, -9.80665), abs=1e-6)


def test_noise_has_its_size_and_comes_from_the_seed() -> None:
    def stand(seed: int) -> list[SensorData]:
        adapter = connected(LightweightAdapter(LightweightConfig(seed=seed)))
        return [frame.of(1) for frame in drive(adapter, (0.0, 0.0), 4000)]

    first = stand(1)
    fixes = np.array([d.gps.latitude_rad for d in first if d.gps is not None]) * 6_356_000.0
    assert len(fixes) == 400
    assert fixes.std() == pytest.approx(0.5, rel=0.12)
    imu = [d.imu for d in first if d.imu is not None]
    assert np.std([i.accel_frd_mps2[0] for i in imu]) == pytest.approx(0.1, rel=0.05)
    assert np.std([i.gyro_frd_radps[2] for i in imu]) == pytest.approx(0.01, rel=0.05)
    fields = [d.compass.field_frd_t for d in first if d.compass is not None]
    assert np.std([atan2(y, x) for x, y, _ in fields]) == pytest.approx(0.05, rel=0.05)
    assert stand(1)[:50] == first[:50]
    assert stand(2)[:50] != first[:50]


def test_what_it_does_not_have_is_refused() -> None:
    adapter = connected(LightweightAdapter(LightweightConfig(compiled=False)))
    with pytest.raises(SimulatorError, match="has 2 outputs, not 3"):
        drive(adapter, (0.0, 0.0, 0.0), 1)
    with pytest.raises(ValueError, match="write a multiple of a tick, 10000 us"):
        LightweightConfig(step_size_us=15_000)
    with pytest.raises(ValueError, match="an id twice"):
        LightweightConfig(vehicles=(1, 1))


def test_jsbsim_flies_alone_in_trim() -> None:
    pytest.importorskip("jsbsim")
    adapter = JsbsimAdapter()
    connected(adapter)
    found = adapter.controls_of(1)
    outputs = (found.roll, found.pitch, found.yaw, 0.0, found.throttle)
    data = drive(adapter, outputs, 500)[-1].of(1)
    assert data.truth is not None and adapter.sim_time_us() == 5_000_000
    assert data.truth.position_ned_m == pytest.approx((250.0, 0.0, -1000.0), abs=0.5)
    # Less power: it sinks or slows down.
    data = drive(adapter, (*outputs[:4], 0.0), 500)[-1].of(1)
    assert data.truth is not None
    assert np.linalg.norm(data.truth.velocity_ned_mps) < 48.0
