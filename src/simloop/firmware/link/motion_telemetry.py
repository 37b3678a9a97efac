"""How the vehicle moves, and what its sensors say, as messages."""

from collections.abc import Callable
from math import sqrt
from typing import Any

from simloop.firmware.codes import Airframe
from simloop.firmware.link.numbers import U16_UNKNOWN, finite, spread, whole
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.maths import GRAVITY_MPS2, PI, atan2, ordered_sum

DEG_PER_RAD = 180.0 / PI
E7_PER_RAD = 1e7 * DEG_PER_RAD
KELVIN = 273.15
MOST_GROUND_AGE_S = 1.0

Fields = dict[str, Any]
Builder = Callable[[int], Fields | None]


class MotionTelemetry:
    """Messages by name; a builder gives None while there is nothing to tell."""

    def __init__(self, vehicle: Vehicle) -> None:
        self._vehicle = vehicle
        self.builders: dict[str, Builder] = {
            "ATTITUDE": self._attitude,
            "ATTITUDE_QUATERNION": self._attitude_quaternion,
            "LOCAL_POSITION_NED": self._local_position,
            "GLOBAL_POSITION_INT": self._global_position,
            "VFR_HUD": self._hud,
            "GPS_RAW_INT": self._gnss,
            "RAW_IMU": self._imu,
            "SCALED_IMU": self._imu,
            "SCALED_PRESSURE": self._pressure,
            "WIND": self._wind,
            "DISTANCE_SENSOR": self._distance,
            "NAV_CONTROLLER_OUTPUT": self._navigation,
        }

    def _attitude(self, now_us: int) -> Fields:
        return spread("roll pitch yaw", self._vehicle.euler_rad()) | self._rates()

    def _attitude_quaternion(self, now_us: int) -> Fields:
        return spread("q1 q2 q3 q4", self._vehicle.vector("fw_attitude_wxyz", 4)) | self._rates()

    def _rates(self) -> Fields:
        rates = self._vehicle.vector("fw_rate_frd_radps")
        return spread("rollspeed pitchspeed yawspeed", rates)

    def _local_position(self, now_us: int) -> Fields | None:
        if not self._vehicle.on("fw_aligned"):
            return None
        place = self._vehicle.vector("fw_position_ned_m")
        return spread("x y z vx vy vz", (*place, *self._vehicle.vector("fw_velocity_ned_mps")))

    def _global_position(self, now_us: int) -> Fields | None:
        vehicle = self._vehicle
        origin = vehicle.origin()
        if origin is None:
            return None
        north, east, down = vehicle.vector("fw_position_ned_m")
        velocity = (whole(100.0 * v) for v in vehicle.vector("fw_velocity_ned_mps"))
        return {
            **spread("lat lon alt", origin.place_mm(north, east, down)),
            "relative_alt": whole(1000.0 * (vehicle.vector("fw_home_ned_m")[2] - down)),
            **spread("vx vy vz", velocity),
            "hdg": centidegrees(vehicle.euler_rad()[2]),
        }

    def _hud(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        origin = vehicle.origin()
        down = vehicle.vector("fw_position_ned_m")[2]
        north, east, sink = vehicle.vector("fw_velocity_ned_mps")
        return {
            "airspeed": vehicle.number("fw_airspeed_mps"),
            "groundspeed": sqrt(north * north + east * east),
            "alt": (origin.height_m if origin else 0.0) - down,
            "climb": -sink,
            "heading": centidegrees(vehicle.euler_rad()[2]) // 100,
            "throttle": whole(100.0 * min(max(finite(self._throttle()), 0.0), 1.0)),
        }

    def _throttle(self) -> float:
        vehicle = self._vehicle
        motors = vehicle.vector("motor_command", 0)
        if vehicle.number("fw_airframe") == Airframe.MULTIROTOR and motors:
            return ordered_sum(motors) / len(motors)
        return abs(vehicle.vector("fw_standard_command", 6)[0])

    def _gnss(self, now_us: int) -> Fields | None:
        vehicle = self._vehicle
        if not vehicle.on("gnss_sequence"):
            return None
        latitude, longitude, height = vehicle.vector("gnss_llh")
        north, east, _ = vehicle.vector("gnss_velocity_ned_mps")
        accuracy = (whole(1000.0 * sigma) for sigma in vehicle.vector("gnss_accuracy"))
        return {
            "fix_type": whole(vehicle.number("gnss_fix_type")),
            "lat": whole(E7_PER_RAD * latitude),
            "lon": whole(E7_PER_RAD * longitude),
            "alt": whole(1000.0 * height),
            # Dilution of precision is not known; accuracies in the extension are.
            "eph": U16_UNKNOWN,
            "epv": U16_UNKNOWN,
            "vel": whole(100.0 * sqrt(north * north + east * east)),
            "cog": centidegrees(atan2(east, north)),
            "satellites_visible": whole(vehicle.number("gnss_satellites")),
            "alt_ellipsoid": whole(1000.0 * height),
            **spread("h_acc v_acc vel_acc", accuracy),
        }

    def _imu(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        # In thousandths of g, rad/s and gauss.
        scaled = {
            "acc": (1000.0 / GRAVITY_MPS2, vehicle.vector("imu_accel_frd_mps2")),
            "gyro": (1000.0, vehicle.vector("imu_gyro_frd_radps")),
            "mag": (1e7, vehicle.vector("mag_field_frd_t")),
        }
        return {
            axis + kind: whole(scale * value)
            for kind, (scale, values) in scaled.items()
            for axis, value in zip("xyz", values, strict=True)
        }

    def _pressure(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        celsius = vehicle.number("diff_pressure_temperature_k", KELVIN) - KELVIN
        return {
            "press_abs": 0.01 * vehicle.number("baro_pressure_pa"),
            "press_diff": 0.01 * vehicle.number("diff_pressure_pa"),
            "temperature": whole(100.0 * celsius),
        }

    def _wind(self, now_us: int) -> Fields:
        north, east = self._vehicle.vector("fw_wind_ned_mps", 2)
        # Where it comes from.
        direction = centidegrees(atan2(-east, -north)) / 100.0
        return {"direction": direction, "speed": sqrt(north * north + east * east)}

    def _distance(self, now_us: int) -> Fields | None:
        vehicle = self._vehicle
        if not vehicle.on("sonar_sequence"):
            return None
        fresh = vehicle.number("fw_ground_age_s") < MOST_GROUND_AGE_S
        return {
            "max_distance": U16_UNKNOWN,
            "current_distance": whole(100.0 * vehicle.number("sonar_range_m"), U16_UNKNOWN),
            # Ultrasound, looking down.
            "type": 1,
            "orientation": 25,
            "covariance": 255,
            "signal_quality": 100 if fresh else 1,
        }

    def _navigation(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        place = vehicle.vector("fw_position_ned_m")
        goal = vehicle.vector("fw_goal_ned_m")
        north, east, down = (g - p for g, p in zip(goal, place, strict=True))
        roll, pitch, yaw = vehicle.euler_rad()
        bearing = atan2(east, north) if vehicle.on("fw_flying") else yaw
        return {
            "nav_roll": DEG_PER_RAD * roll,
            "nav_pitch": DEG_PER_RAD * pitch,
            "alt_error": -down,
            "xtrack_error": self._cross_track_m(),
            "nav_bearing": whole(DEG_PER_RAD * bearing),
            "target_bearing": whole(DEG_PER_RAD * bearing),
            "wp_dist": whole(sqrt(north * north + east * east)),
        }

    def _cross_track_m(self) -> float:
        """Way to the right of the line from where the way began to the goal."""
        north, east, _ = self._vehicle.vector("fw_position_ned_m")
        goal_n, goal_e, _ = self._vehicle.vector("fw_goal_ned_m")
        start_n, start_e, _ = self._vehicle.vector("fw_goal_start_ned_m")
        along_n, along_e = goal_n - start_n, goal_e - start_e
        length = sqrt(along_n * along_n + along_e * along_e)
        across = along_n * (east - start_e) - along_e * (north - start_n)
        return across / length if length > 0.1 else 0.0


def centidegrees(angle_rad: float) -> int:
    """A direction from 0 to 35999."""
    return whole(100.0 * DEG_PER_RAD * angle_rad) % 36000
