"""Battery, sonar, airspeed and calibration on request."""

import numpy as np
import pytest
from navigation_bench import NavigationBench

from simloop.firmware.codes import Airframe, Calibrate
from simloop.firmware.maths import GRAVITY_MPS2
from simloop.firmware.navigation.tasks import NAVIGATION_TASKS
from simloop.math.quaternion import from_euler, rotate_to_body

DONE, MOVED, OUT_OF_RANGE = 1.0, 2.0, 3.0


def rig(*names: str) -> NavigationBench:
    return NavigationBench(
        compiled=False, tasks=[task for task in NAVIGATION_TASKS if task.name in names]
    )


def drain(bench: NavigationBench, volts: float, amperes: float, seconds: float) -> None:
    """Battery samples at 10 Hz."""
    for _ in range(round(10 * seconds)):
        bench.set(battery_voltage_v=volts, battery_current_a=amperes)
        bench.view("battery_sequence")[:] += 1.0
        bench.run(40)


def test_charge_drawn_tells_what_is_left() -> None:
    bench = rig("fw_battery")
    bench.set(fw_battery_capacity_c=1000.0)
    bench.run(40)
    assert bench.get("fw_battery_left") == -1.0
    drain(bench, 24.0, 5.0, 20.0)
    assert bench.get("fw_battery_used_c") == pytest.approx(100.0, abs=1.0)
    assert bench.get("fw_battery_left") == pytest.approx(0.9, abs=0.002)
    assert bench.get("fw_battery_current_a") == pytest.approx(5.0)
    assert bench.get("fw_battery_age_s") < 0.1


def test_a_battery_that_was_not_full_does_not_count_as_full() -> None:
    bench = rig("fw_battery")
    bench.set(fw_battery_capacity_c=1000.0, fw_battery_full_v=25.0, fw_battery_empty_v=20.0)
    drain(bench, 22.5, 0.0, 1.0)
    assert bench.get("fw_battery_left") == pytest.approx(0.5)


def test_a_curve_tells_what_a_voltage_means() -> None:
    """A lithium polymer cell stands at half of its span when a quarter of the charge is left."""
    cell = (3.27, 3.69, 3.73, 3.77, 3.80, 3.84, 3.87, 3.95, 4.02, 4.11, 4.20)
    bench = rig("fw_battery")
    bench.set(fw_battery_capacity_c=1000.0, fw_battery_full_v=4.2, fw_battery_empty_v=3.27)
    bench.set(fw_battery_curve=[(volts - 3.27) / 0.93 for volts in cell])
    bench.set(fw_takeoff_time_s=-1.0)
    drain(bench, 3.75, 0.0, 1.0)
    assert bench.get("fw_battery_left") == pytest.approx(0.25)
    # Once it has flown, the charge drawn counts, not what the load does to the voltage.
    bench.set(fw_takeoff_time_s=0.0)
    drain(bench, 3.4, 10.0, 5.0)
    assert bench.get("fw_battery_left") == pytest.approx(0.2, abs=0.002)


def test_without_capacity_the_voltage_tells_freed_of_the_load() -> None:
    bench = rig("fw_battery")
    bench.set(fw_battery_full_v=25.0, fw_battery_empty_v=20.0, fw_battery_resistance_ohm=0.05)
    drain(bench, 22.0, 10.0, 1.0)
    assert bench.get("fw_battery_left") == pytest.approx(0.5)


def test_voltage_is_smooth_and_scales_the_motors() -> None:
    bench = rig("fw_battery")
    bench.set(fw_nominal_voltage_v=24.0)
    drain(bench, 24.0, 1.0, 1.0)
    drain(bench, 20.0, 1.0, 2.0)
    assert bench.get("fw_battery_voltage_v") == pytest.approx(20.0 + 4.0 * 0.95**20, abs=0.05)
    drain(bench, 20.0, 1.0, 20.0)
    assert bench.get("fw_supply_scale") == pytest.approx(1.2, abs=1e-3)


def test_sonar_height_is_freed_of_tilt_and_grows_old() -> None:
    bench = rig("fw_ground_range")
    bench.set(fw_attitude_wxyz=from_euler(0.4, 0.0, 0.0), sonar_range_m=2.0, sonar_sequence=1.0)
    bench.run(8)
    assert bench.get("fw_ground_clearance_m") == pytest.approx(2.0 * np.cos(0.4), abs=1e-9)
    bench.set(sonar_range_m=8.0, sonar_sequence=2.0)
    bench.run(8)
    assert bench.get("fw_ground_clearance_m") == pytest.approx(2.0 * np.cos(0.4), abs=1e-9)
    assert bench.get("fw_ground_age_s") == pytest.approx(0.02)


@pytest.mark.parametrize("density", [1.225, 0.9])
def test_airspeed_is_true_airspeed(density: float) -> None:
    bench = rig("fw_pitot", "fw_airspeed")
    bench.set(fw_air_density_kgpm3=density, fw_diff_pressure_offset_pa=5.0)
    bench.set(fw_airframe=Airframe.WING)
    for sequence in range(50):
        bench.set(diff_pressure_pa=0.5 * density * 400.0 + 5.0, diff_pressure_sequence=sequence + 1)
        bench.run(8)
    assert bench.get("fw_airspeed_mps") == pytest.approx(20.0, abs=0.01)


def test_a_slow_multirotor_does_not_believe_its_tube() -> None:
    bench = rig("fw_pitot", "fw_airspeed")
    bench.set(fw_airframe=Airframe.MULTIROTOR, fw_velocity_ned_mps=(3.0, 0.0, 0.0))
    bench.set(fw_wind_ned_mps=(0.0, 4.0), diff_pressure_pa=1.0, diff_pressure_sequence=1.0)
    bench.run(8)
    assert bench.get("fw_airspeed_mps") == pytest.approx(5.0)


class Desk:
    """A vehicle on a desk that is being calibrated."""

    def __init__(self, kind: float) -> None:
        self.bench = rig(
            "fw_imu", "fw_calibration_samples", "fw_calibration_airspeed", "fw_calibration"
        )
        self.bench.set(fw_calibration_kind=kind)
        self.random = np.random.default_rng(1)
        self.gyro = np.array([0.02, -0.03, 0.01])
        self.accel = np.array([0.3, -0.2, -GRAVITY_MPS2 + 0.4])

    def wait(self, seconds: float) -> float:
        for _ in range(round(400 * seconds)):
            self.bench.set(
                imu_gyro_frd_radps=self.gyro + self.random.normal(0.0, 0.002, 3),
                imu_accel_frd_mps2=self.accel + self.random.normal(0.0, 0.2, 3),
            )
            self.bench.run()
        return self.bench.get("fw_calibration_result")


def test_gyro_calibration_finds_the_offset_and_frees_the_filters_of_it() -> None:
    desk = Desk(Calibrate.GYRO)
    desk.bench.set(fw_ekf_gyro_bias_frd_radps=(0.02, -0.03, 0.01))
    assert desk.wait(2.4) == 0.0
    assert desk.wait(0.2) == DONE
    assert desk.bench.view("fw_gyro_offset_frd_radps") == pytest.approx(desk.gyro, abs=3e-4)
    assert not desk.bench.view("fw_accel_offset_frd_mps2").any()
    assert not desk.bench.view("fw_ekf_gyro_bias_frd_radps").any()
    assert desk.bench.view("fw_clean_gyro_frd_radps") == pytest.approx(np.zeros(3), abs=0.02)
    # Taken back, the result is forgotten and the next one starts from nothing.
    desk.bench.set(fw_calibration_kind=0.0)
    assert desk.wait(0.01) == 0.0
    assert desk.bench.get("fw_calibration_elapsed_s") == 0.0


def test_imu_calibration_takes_the_vehicle_to_be_level() -> None:
    desk = Desk(Calibrate.IMU)
    assert desk.wait(2.6) == DONE
    assert desk.bench.view("fw_accel_offset_frd_mps2") == pytest.approx((0.3, -0.2, 0.4), abs=0.03)
    assert desk.bench.view("fw_gyro_offset_frd_radps") == pytest.approx(desk.gyro, abs=3e-4)


def test_level_calibration_leaves_the_length_alone() -> None:
    desk = Desk(Calibrate.LEVEL)
    assert desk.wait(2.6) == DONE
    assert desk.bench.view("fw_accel_offset_frd_mps2") == pytest.approx((0.3, -0.2, 0.0), abs=0.03)
    assert not desk.bench.view("fw_gyro_offset_frd_radps").any()


@pytest.mark.parametrize("kind", [Calibrate.GYRO, Calibrate.IMU, Calibrate.BAROMETER])
def test_motion_spoils_a_calibration(kind: float) -> None:
    desk = Desk(kind)
    desk.wait(1.0)
    desk.gyro = desk.gyro + np.array([0.5, 0.0, 0.0])
    assert desk.wait(1.0) == MOVED
    assert not desk.bench.view("fw_gyro_offset_frd_radps").any()


def test_an_offset_too_large_to_be_one_is_refused() -> None:
    desk = Desk(Calibrate.IMU)
    desk.accel = np.array([0.0, 0.0, GRAVITY_MPS2])
    assert desk.wait(2.6) == OUT_OF_RANGE
    assert not desk.bench.view("fw_accel_offset_frd_mps2").any()
    desk = Desk(Calibrate.GYRO)
    desk.gyro = np.array([1.5, 0.0, 0.0])
    assert desk.wait(2.6) == OUT_OF_RANGE


def test_airspeed_calibration_and_a_vehicle_without_the_sensor() -> None:
    desk = Desk(Calibrate.AIRSPEED)
    desk.bench.set(diff_pressure_pa=4.0)
    assert desk.wait(2.6) == DONE
    assert desk.bench.get("fw_diff_pressure_offset_pa") == pytest.approx(4.0)
    bare = Desk(Calibrate.AIRSPEED)
    bare.bench = rig("fw_imu", "fw_calibration_samples", "fw_calibration")
    bare.bench.set(fw_calibration_kind=Calibrate.AIRSPEED)
    assert bare.wait(3.2) == OUT_OF_RANGE


def test_barometer_calibration_makes_a_new_reference() -> None:
    desk = Desk(Calibrate.BAROMETER)
    desk.bench.set(fw_baro_references=20.0)
    assert desk.wait(2.6) == DONE
    assert desk.bench.get("fw_baro_references") == 0.0


@pytest.mark.parametrize("axes", [3, 1, 0])
def test_magnetometer_calibration_needs_all_sides(axes: int) -> None:
    desk = Desk(Calibrate.MAGNETOMETER)
    iron, offset = np.diag([1.2, 1.0, 0.9]), np.array([1e-5, -2e-5, 3e-5])
    for step in range(1600):
        roll = 0.11 * step if axes > 0 else 0.0
        pitch, yaw = (0.017 * step, 0.031 * step) if axes == 3 else (0.0, 0.0)
        field = np.array(rotate_to_body(*from_euler(roll, pitch, yaw), 2e-5, 0.0, 4.5e-5))
        desk.bench.set(mag_field_frd_t=iron @ field + offset, mag_sequence=step + 1.0)
        # Eight samples of the IMU per field, as many as the calibration takes.
        desk.bench.run(8)
    result = desk.bench.get("fw_calibration_result")
    assert result == (DONE if axes == 3 else OUT_OF_RANGE)
    if axes == 3:
        assert desk.bench.view("fw_mag_offset_frd_t") == pytest.approx(offset, abs=1e-6)
        scales = desk.bench.view("fw_mag_soft_iron").reshape(3, 3)
        clean = scales @ iron
        assert np.abs(clean / clean[0, 0] - np.eye(3)).max() < 0.03


def test_trim_of_the_sticks_is_not_the_navigations() -> None:
    desk = Desk(Calibrate.RC_TRIM)
    desk.gyro = np.array([3.0, 0.0, 0.0])
    assert desk.wait(3.0) == 0.0
