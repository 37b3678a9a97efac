"""The position filter and its aids: home, dead reckoning, delay, barometer, tilt by velocity."""

from math import radians, sin

import pytest

from simloop.firmware.aiding import metres_per_radian, pressure_altitude
from simloop.firmware.board import Lanes
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.firmware import Firmware
from simloop.firmware.maths import GRAVITY_MPS2, ned_to_body
from simloop.firmware.phases import PHASE_TAKEOFF
from simloop.math.atmosphere import air_at_geopotential
from simloop.math.geodesy import llh_to_ned, ned_to_llh
from simloop.math.quaternion import from_euler, to_euler

LANES = Lanes()
HOME = (radians(40.0), radians(-111.0), 1400.0)


def rig(**parameters: float) -> Firmware:
    return Firmware(FakeBoard(LANES), LANES, {"fw_gnss_delay_s": 0.0, **parameters})


def set_column(firmware: Firmware, name: str, *values: float) -> None:
    firmware.columns[name][0, :] = values


def give_fix(
    firmware: Firmware,
    position_ned_m: tuple[float, float, float],
    velocity_ned_mps: tuple[float, float, float] = (0.0, 0.0, 0.0),
    fix_type: float = 3.0,
) -> None:
    set_column(firmware, "gnss_llh", *ned_to_llh(*HOME, *position_ned_m))
    set_column(firmware, "gnss_velocity_ned_mps", *velocity_ned_mps)
    set_column(firmware, "gnss_fix_type", fix_type)
    firmware.columns["gnss_sequence"] += 1.0


def give_pressure(firmware: Firmware, altitude_m: float) -> None:
    set_column(firmware, "baro_pressure_pa", air_at_geopotential(altitude_m, 0.0)[0])
    firmware.columns["baro_sequence"] += 1.0


def airborne(**parameters: float) -> Firmware:
    """Aligned at home, and in the air."""
    firmware = rig(**parameters)
    for _ in range(10):
        give_fix(firmware, (0.0, 0.0, 0.0))
        give_pressure(firmware, 1400.0)
        firmware.run_task("fw_aiding")
    set_column(firmware, "fw_phase", PHASE_TAKEOFF)
    return firmware


def predict(firmware: Firmware, accel_ned_mps2: tuple[float, float, float], samples: int) -> None:
    w, x, y, z = (float(part) for part in firmware.columns["fw_attitude_wxyz"][0])
    an, ae, ad = accel_ned_mps2
    set_column(firmware, "imu_accel_frd_mps2", *ned_to_body(w, x, y, z, an, ae, ad - GRAVITY_MPS2))
    for _ in range(samples):
        firmware.run_task("fw_position_filter")


@pytest.mark.parametrize("altitude_m", [-300.0, 0.0, 1400.0, 4000.0, 9000.0])
def test_pressure_altitude_inverts_the_standard_atmosphere(altitude_m: float) -> None:
    pressure, _, _ = air_at_geopotential(altitude_m, 0.0)
    assert pressure_altitude(pressure) == pytest.approx(altitude_m, abs=0.01)


@pytest.mark.parametrize("latitude_deg", [-60.0, 0.0, 40.0, 80.0])
def test_local_radii_agree_with_geodesy(latitude_deg: float) -> None:
    home = (radians(latitude_deg), 0.5, 500.0)
    north_scale, east_scale = metres_per_radian(home[0], home[2])
    there = (home[0] + 1e-5, home[1] + 1e-5, home[2])
    north, east, _ = llh_to_ned(*home, *there)
    assert north_scale * 1e-5 == pytest.approx(north, abs=2e-3)
    assert east_scale * 1e-5 == pytest.approx(east, abs=2e-3)


def test_home_is_the_mean_of_the_first_fixes() -> None:
    firmware = rig()
    for offset in (-1.0, 1.0, 3.0):
        give_fix(firmware, (offset, 0.0, 0.0))
        firmware.run_task("fw_aiding")
    north, east, _ = llh_to_ned(*HOME, *firmware.columns["fw_home_llh"][0])
    assert (north, east) == pytest.approx((1.0, 0.0), abs=1e-3)
    assert firmware.columns["fw_home_fixes"][0, 0] == 3.0


def test_a_flat_fix_does_not_count() -> None:
    firmware = rig()
    give_fix(firmware, (0.0, 0.0, 0.0), fix_type=2.0)
    firmware.run_task("fw_aiding")
    assert firmware.columns["fw_home_fixes"][0, 0] == 0.0


def test_dead_reckoning_between_fixes() -> None:
    firmware = airborne()
    set_column(firmware, "fw_attitude_wxyz", *from_euler(0.3, -0.2, 2.0))
    predict(firmware, (1.0, -0.5, 0.2), 800)
    assert firmware.columns["fw_velocity_ned_mps"][0] == pytest.approx((2.0, -1.0, 0.4), abs=1e-9)
    assert firmware.columns["fw_position_ned_m"][0] == pytest.approx((2.0, -1.0, 0.4), abs=1e-9)


def test_stays_at_home_while_aligning_and_learns_the_bias() -> None:
    firmware = rig()
    set_column(firmware, "imu_accel_frd_mps2", 0.0, 0.0, -GRAVITY_MPS2 + 0.4)
    for _ in range(400):
        firmware.run_task("fw_attitude_filter")
        firmware.run_task("fw_position_filter")
    assert firmware.columns["fw_velocity_ned_mps"][0] == pytest.approx((0.0, 0.0, 0.0))
    assert firmware.columns["fw_accel_bias_down_mps2"][0, 0] == pytest.approx(0.4, abs=0.01)


def fly_north(firmware: Firmware, delay_s: float, seconds: float) -> float:
    """Swing along north, with fixes that are old; the largest velocity error of the last half."""
    worst = 0.0

    def velocity(time_s: float) -> float:
        return 3.0 * sin(time_s) if time_s > 0.0 else 0.0

    for tick in range(1, round(400 * seconds) + 1):
        time_s = tick / 400
        if tick % 40 == 0:
            old = time_s - delay_s
            place = 3.0 * (1.0 - sin(old + 1.5707963267948966)) if old > 0.0 else 0.0
            give_fix(firmware, (place, 0.0, 0.0), (velocity(old), 0.0, 0.0))
        if tick % 8 == 0:
            give_pressure(firmware, 1400.0)
            firmware.run_task("fw_aiding")
        predict(firmware, ((velocity(time_s) - velocity(time_s - 0.0025)) * 400, 0.0, 0.0), 1)
        error = firmware.columns["fw_velocity_ned_mps"][0, 0] - velocity(time_s)
        worst = max(worst, abs(error)) if time_s > 0.5 * seconds else worst
    return worst


def test_old_fixes_are_compared_with_the_past() -> None:
    known = fly_north(airborne(fw_gnss_delay_s=0.1), 0.1, 12.0)
    ignored = fly_north(airborne(fw_gnss_delay_s=0.0), 0.1, 12.0)
    assert known < 0.03
    assert ignored > 3.0 * known


def test_velocity_is_trusted_over_wandering_position() -> None:
    firmware = airborne()
    for second in range(20):
        for fix in range(10):
            give_fix(firmware, (0.05 * (second + fix / 10), 0.0, 0.0))
            give_pressure(firmware, 1400.0)
            firmware.run_task("fw_aiding")
            predict(firmware, (0.0, 0.0, 0.0), 8)
            firmware.run_task("fw_aiding")
            predict(firmware, (0.0, 0.0, 0.0), 32)
    assert 0.0 < firmware.columns["fw_position_ned_m"][0, 0] < 0.25


def test_barometer_gives_height() -> None:
    firmware = airborne()
    for _ in range(50 * 20):
        give_pressure(firmware, 1402.0)
        firmware.run_task("fw_aiding")
        predict(firmware, (0.0, 0.0, 0.0), 8)
    assert firmware.columns["fw_position_ned_m"][0, 2] == pytest.approx(-2.0, abs=0.05)


def test_velocity_error_levels_a_tilted_attitude() -> None:
    """A hovering vehicle with a wrong attitude believes it accelerates; GNSS says it does not."""
    firmware = airborne(fw_gyro_bias_gain_per_s=0.0)
    set_column(firmware, "fw_attitude_wxyz", *from_euler(0.05, -0.08, 1.0))
    true_accel = ned_to_body(*from_euler(0.0, 0.0, 1.0), 0.0, 0.0, -GRAVITY_MPS2)
    set_column(firmware, "imu_accel_frd_mps2", *true_accel)
    for tick in range(400 * 25):
        if tick % 40 == 0:
            give_fix(firmware, (0.0, 0.0, 0.0))
        if tick % 8 == 0:
            give_pressure(firmware, 1400.0)
            firmware.run_task("fw_aiding")
        firmware.run_task("fw_attitude_filter")
        firmware.run_task("fw_position_filter")
    roll, pitch, _ = to_euler(*(float(part) for part in firmware.columns["fw_attitude_wxyz"][0]))
    assert (roll, pitch) == pytest.approx((0.0, 0.0), abs=3e-3)
    assert firmware.columns["fw_aided"][0, 0] == 1.0


def test_aid_ends_when_fixes_stop() -> None:
    firmware = airborne()
    give_fix(firmware, (0.0, 0.0, 0.0))
    firmware.run_task("fw_aiding")
    assert firmware.columns["fw_aided"][0, 0] == 1.0
    for _ in range(60):
        firmware.run_task("fw_aiding")
    assert firmware.columns["fw_aided"][0, 0] == 0.0
    assert not firmware.columns["fw_velocity_correction_ned_mps2"].any()


def test_sonar_height_is_freed_of_tilt_and_grows_old() -> None:
    firmware = rig()
    set_column(firmware, "fw_attitude_wxyz", *from_euler(0.4, 0.0, 0.0))
    set_column(firmware, "sonar_range_m", 2.0)
    firmware.columns["sonar_sequence"] += 1.0
    firmware.run_task("fw_ground_range")
    assert firmware.columns["fw_ground_clearance_m"][0, 0] == pytest.approx(
        2.0 * 0.921061, abs=1e-5
    )
    firmware.run_task("fw_ground_range")
    assert firmware.columns["fw_ground_age_s"][0, 0] == pytest.approx(0.02)


def test_battery_scale_follows_the_sagging_voltage() -> None:
    firmware = rig(fw_nominal_voltage_v=24.0)
    for _ in range(50 * 10):
        set_column(firmware, "battery_voltage_v", 20.0)
        firmware.columns["battery_sequence"] += 1.0
        firmware.run_task("fw_battery")
    assert firmware.columns["fw_supply_scale"][0, 0] == pytest.approx(1.2, abs=1e-9)


def test_battery_is_ignored_without_a_nominal_voltage() -> None:
    firmware = rig()
    set_column(firmware, "battery_voltage_v", 20.0)
    firmware.columns["battery_sequence"] += 1.0
    firmware.run_task("fw_battery")
    assert firmware.columns["fw_supply_scale"][0, 0] == 1.0
