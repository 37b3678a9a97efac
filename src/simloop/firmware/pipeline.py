"""The work of the firmware in order: which function, how often, and what it writes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from simloop.firmware.aiding import aid_position
from simloop.firmware.attitude_control import control_attitude
from simloop.firmware.attitude_filter import filter_attitude
from simloop.firmware.battery_filter import follow_battery
from simloop.firmware.ground_range import watch_ground
from simloop.firmware.ground_torque import observe_ground_torque
from simloop.firmware.magnetic_heading import correct_heading
from simloop.firmware.mixer import mix_motors
from simloop.firmware.position_control import control_position
from simloop.firmware.position_filter import predict_position
from simloop.firmware.sequencer import sequence_mission
from simloop.firmware.trajectory import walk_setpoint

SLOW_RATE_HZ = 50.0
MEDIUM_RATE_HZ = 100.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One block function of the firmware.

    Without a rate it runs at every IMU sample. `sensor` names a sensor that a vehicle may lack:
    without it the task is left out, and its columns keep their defaults.
    """

    name: str
    block: Callable[..., None]
    group: Literal["estimate", "control"]
    writes: tuple[str, ...]
    rate_hz: float | None = None
    sensor: str | None = None


PIPELINE: tuple[Task, ...] = (
    Task(
        name="fw_heading",
        block=correct_heading,
        group="estimate",
        writes=("fw_mag_seen", "fw_mag_age_s", "fw_heading_correction_radps"),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_aiding",
        block=aid_position,
        group="estimate",
        writes=(
            "fw_delayed_velocity_ned_mps",
            "fw_home_llh",
            "fw_home_fixes",
            "fw_home_pressure_altitude_m",
            "fw_home_pressures",
            "fw_gnss_seen",
            "fw_gnss_age_s",
            "fw_baro_seen",
            "fw_baro_age_s",
            "fw_aided",
            "fw_position_correction_ned_mps",
            "fw_velocity_correction_ned_mps2",
            "fw_tilt_correction_ned_radps",
            "fw_accel_bias_correction_mps3",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_ground_range",
        block=watch_ground,
        group="estimate",
        writes=("fw_sonar_seen", "fw_ground_age_s", "fw_ground_clearance_m"),
        rate_hz=SLOW_RATE_HZ,
        sensor="sonar",
    ),
    Task(
        name="fw_battery",
        block=follow_battery,
        group="estimate",
        writes=("fw_battery_seen", "fw_battery_voltage_v", "fw_supply_scale"),
        rate_hz=SLOW_RATE_HZ,
        sensor="battery",
    ),
    Task(
        name="fw_attitude_filter",
        block=filter_attitude,
        group="estimate",
        writes=(
            "fw_time_s",
            "fw_last_gyro_frd_radps",
            "fw_gyro_bias_frd_radps",
            "fw_attitude_wxyz",
            "fw_rate_frd_radps",
        ),
    ),
    Task(
        name="fw_position_filter",
        block=predict_position,
        group="estimate",
        writes=("fw_accel_bias_down_mps2", "fw_position_ned_m", "fw_velocity_ned_mps"),
    ),
    Task(
        name="fw_ground_torque",
        block=observe_ground_torque,
        group="estimate",
        writes=("fw_rotor_torque_nm", "fw_seen_rate_frd_radps", "fw_ground_torque_nm"),
        rate_hz=MEDIUM_RATE_HZ,
    ),
    Task(
        name="fw_sequencer",
        block=sequence_mission,
        group="control",
        writes=(
            "fw_phase",
            "fw_phase_time_s",
            "fw_arrived_time_s",
            "fw_touch_time_s",
            "fw_waypoint_index",
            "fw_goal_ned_m",
            "fw_goal_yaw_rad",
            "fw_armed",
            "fw_flying",
            "fw_near_ground",
            "fw_torque_first",
            "fw_takeoff_time_s",
            "fw_landed_time_s",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_trajectory",
        block=walk_setpoint,
        group="control",
        writes=(
            "fw_setpoint_position_ned_m",
            "fw_setpoint_velocity_ned_mps",
            "fw_setpoint_acceleration_ned_mps2",
            "fw_yaw_setpoint_rad",
        ),
        rate_hz=SLOW_RATE_HZ,
    ),
    Task(
        name="fw_position_control",
        block=control_position,
        group="control",
        writes=(
            "fw_velocity_integral_ned_mps2",
            "fw_attitude_setpoint_wxyz",
            "fw_thrust_setpoint_n",
        ),
        rate_hz=MEDIUM_RATE_HZ,
    ),
    Task(
        name="fw_attitude_control",
        block=control_attitude,
        group="control",
        writes=(
            "fw_smooth_rate_frd_radps",
            "fw_rate_integral_nm",
            "fw_torque_frd_nm",
            "fw_thrust_n",
        ),
    ),
    Task(
        name="fw_mixer",
        block=mix_motors,
        group="control",
        writes=("motor_command",),
    ),
)
