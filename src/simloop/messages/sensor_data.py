"""SensorData: what any simulator says about its vehicles, whole fleets at once or one by one.

A SensorFrame has an array per quantity with a row per vehicle, under the names of the world's
columns; NaN in the first element of a row says that this vehicle has no new value. SensorData is
one vehicle's row of it with a record per sensor, as the SITL architecture draws it. Everything is
SI, radians, NED and FRD, attitudes wxyz from body to NED.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

Vector = tuple[float, ...]

# How long each quantity of a frame is, and what it is.
QUANTITIES: Mapping[str, int] = {
    "imu_accel_frd_mps2": 3,
    "imu_gyro_frd_radps": 3,
    "gnss_llh": 3,
    "gnss_velocity_ned_mps": 3,
    "gnss_fix_type": 1,
    "gnss_satellites": 1,
    "gnss_accuracy": 3,
    "mag_field_frd_t": 3,
    "baro_pressure_pa": 1,
    "baro_temperature_k": 1,
    "diff_pressure_pa": 1,
    "sonar_range_m": 1,
    "battery_voltage_v": 1,
    "battery_current_a": 1,
    "position_ned_m": 3,
    "velocity_ned_mps": 3,
    "attitude_wxyz": 4,
    "rate_frd_radps": 3,
    "acceleration_frd_mps2": 3,
    "wind_ned_mps": 3,
}


@dataclass(frozen=True, slots=True)
class ImuData:
    """Accelerometer and gyro."""

    accel_frd_mps2: Vector
    """Specific force: (0, 0, -g) at rest."""
    gyro_frd_radps: Vector


@dataclass(frozen=True, slots=True)
class GpsData:
    """A fix of the satellite receiver."""

    latitude_rad: float
    longitude_rad: float
    height_m: float
    velocity_ned_mps: Vector
    fix_type: int = 3
    satellites: int = 12


@dataclass(frozen=True, slots=True)
class CompassData:
    """The magnetic field in body axes."""

    field_frd_t: Vector


@dataclass(frozen=True, slots=True)
class BarometerData:
    """Static pressure and the sensor's temperature."""

    pressure_pa: float
    temperature_k: float


@dataclass(frozen=True, slots=True)
class BatteryData:
    """Voltage and current of the pack."""

    voltage_v: float
    current_a: float
    """NaN if nobody tells it."""


@dataclass(frozen=True, slots=True)
class TruthData:
    """Where the vehicle really is, and how it moves."""

    position_ned_m: Vector
    velocity_ned_mps: Vector
    attitude_wxyz: Vector
    rate_frd_radps: Vector


@dataclass(frozen=True, slots=True)
class SensorData:
    """What one vehicle's sensors say at one time; None where nothing new has come."""

    timestamp_us: int
    vehicle_id: int
    imu: ImuData | None = None
    gps: GpsData | None = None
    compass: CompassData | None = None
    barometer: BarometerData | None = None
    airspeed_pressure_pa: float | None = None
    rangefinder_m: float | None = None
    battery: BatteryData | None = None
    truth: TruthData | None = None


@dataclass(frozen=True, slots=True)
class SensorFrame:
    """What all vehicles of a simulator say at one time.

    `extra` holds whatever columns a simulator knows beyond the quantities above, by their names
    in the world; who does not know them passes over them.
    """

    timestamp_us: int
    vehicle_ids: tuple[int, ...]
    values: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)
    extra: Mapping[str, NDArray[np.float64]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.vehicle_ids)

    def of(self, vehicle_id: int) -> SensorData:
        """One vehicle's view; a vehicle that is not in the frame is a KeyError with its id."""
        if vehicle_id not in self.vehicle_ids:
            raise KeyError(f"vehicle {vehicle_id} is not in this frame")
        row = self.vehicle_ids.index(vehicle_id)
        return SensorData(self.timestamp_us, vehicle_id, **_records(self, row))


def frame_of(timestamp_us: int, rows: Mapping[int, Mapping[str, Any]]) -> SensorFrame:
    """A frame from quantities by vehicle; what a vehicle does not give is NaN in its row.

    Raises:
        ValueError: a name is no quantity, or has another number of numbers.
    """
    ids = tuple(sorted(rows))
    names = [name for name in QUANTITIES if any(name in rows[i] for i in ids)]
    values = {name: np.full((len(ids), QUANTITIES[name]), np.nan) for name in names}
    for number, vehicle_id in enumerate(ids):
        for name, value in rows[vehicle_id].items():
            _check_size(name, value)
            values[name][number] = value
    return SensorFrame(timestamp_us, ids, values)


def _check_size(name: str, value: Any) -> None:
    """Without it a lone number would fill a whole row."""
    if name not in QUANTITIES:
        raise ValueError(f"'{name}' is no quantity of a frame: use those of QUANTITIES, or extra")
    size = QUANTITIES[name]
    if np.size(value) != size:
        raise ValueError(f"{name} has {np.size(value)} numbers: give {size}")


def _records(frame: SensorFrame, row: int) -> dict[str, Any]:
    def get(name: str) -> Vector | None:
        array = frame.values.get(name)
        if array is None or isnan(array[row, 0]):
            return None
        return tuple(array[row].tolist())

    def one(name: str) -> float | None:
        found = get(name)
        return None if found is None else found[0]

    records: dict[str, Any] = {
        "airspeed_pressure_pa": one("diff_pressure_pa"),
        "rangefinder_m": one("sonar_range_m"),
    }
    accel, gyro = get("imu_accel_frd_mps2"), get("imu_gyro_frd_radps")
    if accel is not None and gyro is not None:
        records["imu"] = ImuData(accel, gyro)
    fix, velocity = get("gnss_llh"), get("gnss_velocity_ned_mps")
    if fix is not None and velocity is not None:
        records["gps"] = _fix(fix, velocity, one("gnss_fix_type"), one("gnss_satellites"))
    field_t = get("mag_field_frd_t")
    if field_t is not None:
        records["compass"] = CompassData(field_t)
    pressure, temperature = one("baro_pressure_pa"), one("baro_temperature_k")
    if pressure is not None:
        records["barometer"] = BarometerData(
            pressure, 288.15 if temperature is None else temperature
        )
    volts, amperes = one("battery_voltage_v"), one("battery_current_a")
    if volts is not None:
        records["battery"] = BatteryData(volts, nan if amperes is None else amperes)
    motion = [
        get(name)
        for name in ("position_ned_m", "velocity_ned_mps", "attitude_wxyz", "rate_frd_radps")
    ]
    if all(part is not None for part in motion):
        records["truth"] = TruthData(*motion)  # type: ignore[arg-type]
    return records


def _fix(
    llh: Vector, velocity_ned_mps: Vector, fix_type: float | None, satellites: float | None
) -> GpsData:
    latitude_rad, longitude_rad, height_m = llh
    found = GpsData(latitude_rad, longitude_rad, height_m, velocity_ned_mps)
    if fix_type is not None:
        found = replace(found, fix_type=int(fix_type))
    return found if satellites is None else replace(found, satellites=int(satellites))
