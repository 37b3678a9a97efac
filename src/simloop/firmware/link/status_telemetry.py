"""How the vehicle is: state, modes, battery, estimator, outputs, mission, as messages."""

from math import sqrt

from simloop.firmware.codes import Airframe, Mode, Phase, State
from simloop.firmware.link.identity import AUTOPILOT, CAPABILITIES, Identity, vehicle_type
from simloop.firmware.link.mode_numbers import STANDARD, mode_of, number_of
from simloop.firmware.link.motion_telemetry import Builder, Fields
from simloop.firmware.link.numbers import U16_UNKNOWN, finite, spread, whole
from simloop.firmware.link.sensor_health import SensorHealth
from simloop.firmware.link.vehicle import Vehicle
from simloop.firmware.navigation.filter_columns import MEASUREMENTS, Measure

# Bits of base_mode.
CUSTOM, AUTO, GUIDED, STABILISED, MANUAL, ARMED = 1, 4, 8, 16, 64, 128
# MAV_STATE.
BOOT, CALIBRATING, STANDBY, ACTIVE, CRITICAL = 1, 2, 3, 4, 5
VTOL_STATES = {0.0: 3, 1.0: 1, 2.0: 4, 3.0: 2}
HOVERING = 3
COULOMB_PER_MAH = 3.6
FRESH_S = 5.0
MOST_OUTPUTS = 16
RC_CHANNELS = 18


class StatusTelemetry:
    """Messages by name; a builder gives None while there is nothing to tell."""

    def __init__(self, vehicle: Vehicle, identity: Identity) -> None:
        self._vehicle = vehicle
        self._identity = identity
        self.health = SensorHealth(vehicle)
        self.builders: dict[str, Builder] = {
            "HEARTBEAT": self._heartbeat,
            "SYS_STATUS": self._sys_status,
            "SYSTEM_TIME": self._system_time,
            "BATTERY_STATUS": self._battery,
            "POWER_STATUS": self._power,
            "HOME_POSITION": self._home,
            "GPS_GLOBAL_ORIGIN": self._origin,
            "EXTENDED_SYS_STATE": self._extended_state,
            "EKF_STATUS_REPORT": self._estimator_report,
            "ESTIMATOR_STATUS": self._estimator_status,
            "RC_CHANNELS": self._radio,
            "SERVO_OUTPUT_RAW": self._outputs,
            "MISSION_CURRENT": self._mission,
            "CURRENT_MODE": self._current_mode,
            "AUTOPILOT_VERSION": self._version,
            "PROTOCOL_VERSION": self._protocol,
        }

    @property
    def custom_mode(self) -> int:
        """The mode as ArduPilot numbers it."""
        airframe = self._vehicle.number("fw_airframe")
        hovers = self._vtol_state() == HOVERING
        return number_of(airframe, self._vehicle.number("fw_mode"), hovers=hovers)

    def _heartbeat(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        rotors = len(vehicle.vector("motor_command", 0))
        wanted = whole(vehicle.number("fw_vtol_type"))
        return {
            "type": vehicle_type(vehicle.number("fw_airframe"), rotors, wanted),
            "autopilot": AUTOPILOT,
            "base_mode": self._base_mode(),
            "custom_mode": self.custom_mode,
            "system_status": self._system_status(),
            "mavlink_version": 3,
        }

    def _base_mode(self) -> int:
        mode = self._vehicle.number("fw_mode")
        bits = CUSTOM | (ARMED if self._vehicle.on("fw_armed") else 0)
        bits |= MANUAL if mode <= Mode.POSITION else 0
        bits |= STABILISED if mode > Mode.MANUAL else 0
        bits |= GUIDED if mode in (Mode.HOLD, Mode.GUIDED) else 0
        return bits | (AUTO if mode >= Mode.AUTO else 0)

    def _system_status(self) -> int:
        state = self._vehicle.number("fw_state")
        if state == State.INIT:
            return BOOT
        if state == State.CALIBRATING:
            return CALIBRATING
        if state == State.FAILSAFE or any(self._vehicle.vector("fw_failsafe", 1)):
            return CRITICAL
        return ACTIVE if self._vehicle.on("fw_flying") else STANDBY

    def _sys_status(self, now_us: int) -> Fields:
        kinds = ("present", "enabled", "health")
        bits = zip(kinds, self.health.bits(now_us), strict=True)
        return {
            **{f"onboard_control_sensors_{kind}": value for kind, value in bits},
            **self._battery_numbers("voltage_battery"),
        }

    def _battery_numbers(self, voltage: str) -> Fields:
        vehicle = self._vehicle
        known = vehicle.number("fw_battery_age_s", 1e9) < FRESH_S
        left = vehicle.number("fw_battery_left", -1.0)
        volts = vehicle.number("fw_battery_voltage_v")
        amperes = vehicle.number("fw_battery_current_a")
        return {
            voltage: min(whole(1000.0 * volts), U16_UNKNOWN - 1) if known else U16_UNKNOWN,
            "current_battery": whole(100.0 * amperes) if known else -1,
            "battery_remaining": whole(100.0 * left) if known and left >= 0.0 else -1,
        }

    def _system_time(self, now_us: int) -> Fields:
        # The board has no clock of the world's time.
        return {"time_unix_usec": 0}

    def _battery(self, now_us: int) -> Fields | None:
        if not self._vehicle.on("battery_sequence"):
            return None
        numbers = self._battery_numbers("voltage")
        voltage = numbers.pop("voltage")
        used = finite(self._vehicle.number("fw_battery_used_c"))
        return {
            "current_consumed": whole(used / COULOMB_PER_MAH),
            "energy_consumed": -1,
            "temperature": 32767,
            "voltages": (voltage,) + (U16_UNKNOWN,) * 9,
            **numbers,
        }

    def _power(self, now_us: int) -> Fields:
        # The board does not measure its supply; it tells whether the battery is there.
        return {"flags": 1 if self._vehicle.number("fw_battery_age_s", 1e9) < FRESH_S else 0}

    def _home(self, now_us: int) -> Fields | None:
        home, origin = self._vehicle.home_ned_m(), self._vehicle.origin()
        if home is None or origin is None:
            return None
        place = origin.place_mm(*home)
        upright = (1.0, 0.0, 0.0, 0.0)
        return spread("latitude longitude altitude x y z q", (*place, *home, upright))

    def _origin(self, now_us: int) -> Fields | None:
        origin = self._vehicle.origin()
        if origin is None:
            return None
        return spread("latitude longitude altitude", origin.place_mm(0.0, 0.0, 0.0))

    def _extended_state(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        phase = vehicle.number("fw_phase")
        landed = 1
        if vehicle.on("fw_flying"):
            landing = phase in (Phase.DESCEND, Phase.TOUCH_DOWN)
            landed = 3 if phase == Phase.TAKEOFF else 4 if landing else 2
        return {"vtol_state": self._vtol_state(), "landed_state": landed}

    def _vtol_state(self) -> int:
        vehicle = self._vehicle
        if vehicle.number("fw_airframe") != Airframe.VTOL:
            return 0
        return VTOL_STATES.get(vehicle.number("fw_vtol_state"), 0)

    def _estimator_flags(self) -> int:
        vehicle = self._vehicle
        lost = vehicle.on("fw_dead_reckoning")
        bits = 1 if vehicle.on("fw_attitude_ok") else 0
        bits |= 2 | 4 if vehicle.on("fw_velocity_ok") else 0
        bits |= 8 | 256 if vehicle.on("fw_position_ok") else 0
        bits |= 16 | 512 if vehicle.on("fw_position_ok") and not lost else 0
        bits |= 32 if vehicle.on("fw_height_ok") else 0
        return bits | (64 if vehicle.number("fw_ground_age_s", 1e9) < 1.0 else 0)

    def _estimator_report(self, now_us: int) -> Fields:
        flags = self._estimator_flags()
        ratios = self._test_ratios()
        return {
            "flags": flags if self._vehicle.on("fw_aligned") else flags | 1024,
            "velocity_variance": ratios["vel_ratio"],
            "pos_horiz_variance": ratios["pos_horiz_ratio"],
            "pos_vert_variance": ratios["pos_vert_ratio"],
            "compass_variance": ratios["mag_ratio"],
            "airspeed_variance": ratios["tas_ratio"],
        }

    def _estimator_status(self, now_us: int) -> Fields:
        level, upright, _ = self._vehicle.vector("gnss_accuracy")
        return {
            "flags": self._estimator_flags(),
            **self._test_ratios(),
            "pos_horiz_accuracy": level,
            "pos_vert_accuracy": upright,
        }

    def _test_ratios(self) -> dict[str, float]:
        """How much of what its gates allow the last innovations took, 1 at the limit."""
        squared = self._vehicle.vector("fw_ekf_test_ratio", MEASUREMENTS)
        groups = {
            "vel_ratio": squared[Measure.GNSS_VELOCITY : Measure.GNSS_VELOCITY + 3],
            "pos_horiz_ratio": squared[Measure.GNSS_POSITION : Measure.GNSS_POSITION + 2],
            "pos_vert_ratio": [squared[Measure.GNSS_POSITION + 2], squared[Measure.BARO_HEIGHT]],
            "mag_ratio": [squared[Measure.HEADING]],
            "tas_ratio": [squared[Measure.AIRSPEED]],
        }
        return {name: sqrt(max(0.0, *map(finite, group))) for name, group in groups.items()}

    def _radio(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        heard = vehicle.on("rc_sequence")
        channels = vehicle.vector("rc_channel", 0)[:RC_CHANNELS] if heard else []
        pulses = [whole(1000.0 + 1000.0 * value) for value in channels]
        pulses += [U16_UNKNOWN] * (RC_CHANNELS - len(pulses))
        return {
            **{f"chan{i + 1}_raw": pulse for i, pulse in enumerate(pulses)},
            "chancount": len(channels),
            "rssi": 0 if vehicle.on("rc_lost") else 255,
        }

    def _outputs(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        pulses = [1000.0 + 1000.0 * value for value in vehicle.vector("motor_command", 0)]
        servos = vehicle.vector("actuator_command", 0)
        least = vehicle.vector("fw_output_least", len(servos))
        for value, low in zip(servos, least, strict=False):
            pulses.append(1500.0 + 500.0 * value if low < 0.0 else 1000.0 + 1000.0 * value)
        return {
            "time_usec": now_us & 0xFFFFFFFF,
            **{f"servo{i + 1}_raw": whole(p) for i, p in enumerate(pulses[:MOST_OUTPUTS])},
        }

    def _mission(self, now_us: int) -> Fields:
        vehicle = self._vehicle
        count = whole(vehicle.number("fw_item_count"))
        running = vehicle.number("fw_mode") == Mode.AUTO
        # MISSION_STATE: none, not started, active, paused, complete.
        state = 1
        if count:
            paused = vehicle.on("fw_paused")
            done = vehicle.on("fw_mission_done")
            state = 5 if done else 2 if not running else 4 if paused else 3
        # Item 0 on the wire is home.
        seq = whole(vehicle.number("fw_waypoint_index")) + 1 if count else 0
        return {
            "seq": min(seq, count),
            "total": count + 1 if count else 0,
            "mission_state": state,
            "mission_mode": 1 if running else 2,
        }

    def _current_mode(self, now_us: int) -> Fields:
        number = self.custom_mode
        mode = mode_of(self._vehicle.number("fw_airframe"), number)
        return {
            "custom_mode": number,
            "intended_custom_mode": number,
            "standard_mode": STANDARD.get(mode, 0) if mode is not None else 0,
        }

    def _version(self, now_us: int) -> Fields:
        version = self._identity.version
        return {
            "capabilities": CAPABILITIES,
            "uid": self._identity.uid,
            "flight_sw_version": version.packed,
            "flight_custom_version": version.custom[:8],
        }

    def _protocol(self, now_us: int) -> Fields:
        return {"version": 200, "min_version": 100, "max_version": 200}
