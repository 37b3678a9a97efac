"""Which sensors are there and deliver, from the counts of their samples."""

from simloop.firmware.link.vehicle import Vehicle

# Bits of MAV_SYS_STATUS_SENSOR.
GYRO_AND_ACCEL = 1 | 2
ATTITUDE_CONTROL = 1024 | 2048 | 4096
HEIGHT_CONTROL = 8192
POSITION_CONTROL = 16384
MOTOR_OUTPUTS = 32768
FENCE = 1048576
AHRS = 2097152
PREARM = 268435456
SENSOR_BITS = {
    "imu_sequence": GYRO_AND_ACCEL,
    "mag_sequence": 4,
    "baro_sequence": 8,
    "diff_pressure_sequence": 16,
    "gnss_sequence": 32,
    "sonar_sequence": 256,
    "rc_sequence": 65536,
    "battery_sequence": 33554432,
}
SILENT_US = 2_000_000
FIX_3D = 3.0


class SensorHealth:
    """Watches the counts: a sensor is present once it delivered, healthy while it goes on."""

    def __init__(self, vehicle: Vehicle) -> None:
        self._vehicle = vehicle
        self._seen: dict[str, tuple[float, int]] = {}

    def bits(self, now_us: int) -> tuple[int, int, int]:
        """Present, enabled and healthy, as SYS_STATUS has them."""
        present, healthy = self._sensors(now_us)
        vehicle = self._vehicle
        present |= ATTITUDE_CONTROL | HEIGHT_CONTROL | POSITION_CONTROL | MOTOR_OUTPUTS
        present |= AHRS | PREARM
        enabled = present
        healthy |= ATTITUDE_CONTROL | HEIGHT_CONTROL | POSITION_CONTROL | MOTOR_OUTPUTS
        healthy |= AHRS if vehicle.on("fw_attitude_ok") else 0
        healthy |= PREARM if self.ready_to_arm() else 0
        if vehicle.has("fw_fence_enabled"):
            present |= FENCE
            enabled |= FENCE if vehicle.on("fw_fence_enabled") else 0
            healthy |= 0 if vehicle.on("fw_fence_breach") else FENCE
        return present, enabled, healthy

    def ready_to_arm(self) -> bool:
        """Would the state manager arm now, or is it armed already?"""
        vehicle = self._vehicle
        if vehicle.on("fw_armed"):
            return True
        if vehicle.has("fw_arming_reason"):
            return not vehicle.on("fw_arming_reason")
        return vehicle.on("fw_aligned") and not any(vehicle.vector("fw_error", 1))

    def _sensors(self, now_us: int) -> tuple[int, int]:
        present = healthy = 0
        for column, bits in SENSOR_BITS.items():
            count = self._vehicle.number(column)
            last, since_us = self._seen.get(column, (0.0, now_us))
            if count != last:
                self._seen[column] = (count, now_us)
                since_us = now_us
            if count > 0.0:
                present |= bits
                healthy |= bits if now_us - since_us < SILENT_US and self._good(column) else 0
        return present, healthy

    def _good(self, column: str) -> bool:
        if column == "gnss_sequence":
            return self._vehicle.number("gnss_fix_type") >= FIX_3D
        return not (column == "rc_sequence" and self._vehicle.on("rc_lost"))
