"""Starts the firmware of a vehicle that is in steady motion already: aligned, armed, in control.

What the firmware would know after a flight up to here is written into its columns: the estimate is
the truth, the wind is the wind, the gyro's turn-on bias is known, and the loops ask for the very
outputs that hold the motion. Home is the ground below, and a mission goes on after its take-off.
"""

from collections.abc import Mapping
from math import atan2, hypot
from typing import Any

import numpy as np

from simloop.firmware.codes import Airframe
from simloop.firmware.command.air_start import under_way_columns
from simloop.firmware.maths import clamp
from simloop.firmware.multirotor.air_start import multirotor_columns
from simloop.firmware.navigation.alignment import FLOWN_SIGMA, ToldState, aligned_columns
from simloop.firmware.surface.air_start import surface_columns
from simloop.firmware.wing.air import DESIGN_DENSITY_KGPM3
from simloop.firmware.wing.air_start import airspeed_of, vtol_columns, wing_columns
from simloop.kernels.noise import STREAM_IMU_BIAS
from simloop.kernels.sensors.error_model import turn_on
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.sitl.row_reading import Read, read_if_there
from simloop.world.plugin import Value

Columns = dict[str, Value]


class FirmwareStart:
    """The truth of one vehicle, as its firmware counts it: NED from the place it calls origin."""

    def __init__(self, read: Read, facts: Mapping[str, Any]) -> None:
        self._read, self._facts = read, facts
        self._airframe = read("fw_airframe")[0]
        self._attitude = read("attitude_wxyz")
        self._rate = read("rate_frd_radps")
        self._velocity = rotate_to_world(*self._attitude, *read("velocity_frd_mps"))
        self._wind = read_if_there(read, "wind_ned_mps") or [0.0, 0.0, 0.0]
        north, east, down = read("position_ned_m")
        on_surface = self._airframe >= Airframe.ROVER
        ground = down if on_surface else (read_if_there(read, "ground_down_m") or [0.0])[0]
        latitude, longitude, height = read("origin_llh")
        self._origin_llh = ned_to_llh(latitude, longitude, height, north, east, ground)
        self._position = (0.0, 0.0, down - ground)
        standing_m = 0.0 if on_surface else float(facts.get("standing_height_m", 0.0))
        self._home = (0.0, 0.0, -standing_m)

    def columns(self) -> Columns:
        """Estimate, mode and loops."""
        return {
            **self._estimate(),
            **under_way_columns(
                self._read,
                attitude_wxyz=self._attitude,
                position_ned_m=self._position,
                velocity_ned_mps=self._velocity,
                speed_mps=self._speed_mps(),
                turn_radps=self._turn_radps(),
                home_ned_m=self._home,
            ),
            **self._loops(),
        }

    def _estimate(self) -> Columns:
        told = aligned_columns(
            ToldState(
                attitude_wxyz=self._attitude,
                rate_frd_radps=self._rate,
                position_ned_m=self._position,
                velocity_ned_mps=self._velocity,
                wind_ned_mps=self._wind[:2],
            ),
            gyro_bias_frd_radps=_gyro_bias_frd_radps(self._read),
            gravity_mps2=self._read("gravity_mps2")[0],
            sigmas=FLOWN_SIGMA,
        )
        # The first fix tells the origin better: it has the receiver's own error.
        return {**told, "fw_origin_llh": self._origin_llh, "fw_airspeed_mps": self._airspeed_mps()}

    def _airspeed_mps(self) -> float:
        return airspeed_of(self._velocity, self._wind)

    def _density_kgpm3(self) -> float:
        return (read_if_there(self._read, "air_density_kgpm3") or [DESIGN_DENSITY_KGPM3])[0]

    def _on_wing(self) -> bool:
        """Is it carried by a wing? A VTOL is if its rotors give no lift."""
        if self._airframe == Airframe.VTOL:
            return not any(self._read("motor_command"))
        return self._airframe == Airframe.WING

    def _speed_mps(self) -> float:
        """The speed to keep: through the air on a wing, else over ground."""
        return self._airspeed_mps() if self._on_wing() else hypot(*self._velocity[:2])

    def _turn_radps(self) -> float:
        """How fast the track turns, seen from above."""
        return rotate_to_world(*self._attitude, *self._rate)[2]

    def _loops(self) -> Columns:
        if self._airframe == Airframe.MULTIROTOR:
            return self._rotors()
        if self._airframe == Airframe.WING:
            return {**self._wing(), **self._outputs()}
        if self._airframe == Airframe.VTOL:
            return self._vtol()
        return {
            **surface_columns(
                self._read,
                attitude_wxyz=self._attitude,
                velocity_ned_mps=self._velocity,
                forward_mps=self._read("velocity_frd_mps")[0],
                turn_radps=self._turn_radps(),
                command=self._command(),
            ),
            **self._outputs(),
        }

    def _wing(self) -> Columns:
        return {
            **wing_columns(
                self._read,
                attitude_wxyz=self._attitude,
                rate_frd_radps=self._rate,
                position_ned_m=self._position,
                velocity_ned_mps=self._velocity,
                home_ned_m=self._home,
                airspeed_mps=self._airspeed_mps(),
                density_kgpm3=self._density_kgpm3(),
                command=self._command(),
            )
        }

    def _rotors(self) -> Columns:
        voltage, scale = self._supply()
        return {
            **multirotor_columns(
                self._read,
                attitude_wxyz=self._attitude,
                rate_frd_radps=self._rate,
                position_ned_m=self._position,
                velocity_ned_mps=self._velocity,
                motors=self._read("motor_command"),
                supply_scale=scale,
            ),
            "fw_battery_voltage_v": voltage,
            "fw_supply_scale": scale,
        }

    def _vtol(self) -> Columns:
        w, x, y, z = self._attitude
        return {
            **self._rotors(),
            **self._wing(),
            **vtol_columns(
                on_wing=self._on_wing(),
                pusher=self._command()[0],
                heading_rad=atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z)),
                height_m=-self._position[2],
            ),
            **self._outputs(),
        }

    def _outputs(self) -> Columns:
        """The outputs stay with whoever takes them over."""
        return {
            "fw_standard_command": self._command(),
            "fw_actuator_command": self._read("actuator_command"),
            "fw_outputs_taken": 1.0,
        }

    def _command(self) -> list[float]:
        """What the outputs mean as standard commands."""
        inverse = np.array(self._facts["mixer"].inverse)
        command: list[float] = (inverse @ np.array(self._read("actuator_command"))).tolist()
        return command

    def _supply(self) -> tuple[float, float]:
        """Voltage, and nominal over actual, as the battery's monitor will find it."""
        nominal = self._read("fw_nominal_voltage_v")[0]
        voltage = (read_if_there(self._read, "battery_terminal_v") or [0.0])[0]
        known = nominal > 0.0 and voltage > 0.0
        return voltage, clamp(nominal / voltage, 0.8, 1.5) if known else 1.0


def _gyro_bias_frd_radps(read: Read) -> list[float]:
    """The bias with which the gyro will turn on: a vehicle under way has found it out."""
    if read_if_there(read, "imu_gyro_bias_range_radps") is None:
        return [0.0, 0.0, 0.0]
    key, spread = np.uint64(read("noise_key")[0]), read("imu_gyro_bias_range_radps")[0]
    # Whole numbers of 64 bits run over on purpose.
    with np.errstate(over="ignore"):
        return [turn_on(key, STREAM_IMU_BIAS, 3 + axis, spread) for axis in range(3)]
