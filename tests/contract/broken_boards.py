"""Boards that each break one promise of the contract, for the checker to find."""

import numpy as np

from simloop.firmware.board import Lanes, Samples
from simloop.firmware.component import Block
from simloop.testing import FakeBoard


class Backwards(FakeBoard):
    def clock_micros(self) -> int:
        return -super().clock_micros()


class Stopped(FakeBoard):
    def advance(self, micros: int) -> None:
        pass


class InSeconds(FakeBoard):
    def clock_micros(self) -> int:
        return super().clock_micros() / 1e6  # type: ignore[return-value]


class SameSampleTwice(FakeBoard):
    def imu_read(self, samples: Samples) -> bool:
        super().imu_read(samples)
        return True


class SonarFromNowhere(FakeBoard):
    def advance(self, micros: int) -> None:
        super().advance(micros)
        self.deliver("sonar", sonar_range_m=2.0)


class RangeRepeatsSonar(SonarFromNowhere):
    def range_read(self, samples: Samples) -> bool:
        return True


class FillsAnyway(FakeBoard):
    def sonar_read(self, samples: Samples) -> bool:
        samples["sonar_range_m"][:] = 7.0
        return False


class FillsOthers(FakeBoard):
    def mag_read(self, samples: Samples) -> bool:
        samples["baro_pressure_pa"][:] = 5.0
        return super().mag_read(samples)


class NoCounter(FakeBoard):
    def baro_read(self, samples: Samples) -> bool:
        before = samples["baro_sequence"].copy()
        fresh = super().baro_read(samples)
        samples["baro_sequence"][:] = before
        return fresh


class Degrees(FakeBoard):
    def gnss_read(self, samples: Samples) -> bool:
        fresh = super().gnss_read(samples)
        if fresh:
            samples["gnss_llh"][:, :2] = np.degrees(samples["gnss_llh"][:, :2])
        return fresh


class Gauss(FakeBoard):
    def mag_read(self, samples: Samples) -> bool:
        fresh = super().mag_read(samples)
        if fresh:
            samples["mag_field_frd_t"] *= 1e4  # type: ignore[index]
        return fresh


class NoImu(FakeBoard):
    def imu_read(self, samples: Samples) -> bool:
        return False


class KeepsTheArray(FakeBoard):
    def pwm_write(self, values: Block) -> None:
        self.motor_command = values


class ReversesMotors(FakeBoard):
    def pwm_write(self, values: Block) -> None:
        super().pwm_write(values[:, ::-1])


class MillisOfItsOwn(FakeBoard):
    def clock_millis(self) -> int:
        return super().clock_millis() + 7


class DelayTurnsBack(FakeBoard):
    def clock_delay(self, milliseconds: int) -> None:
        self.advance(-1000 * milliseconds)


class CelsiusTube(FakeBoard):
    def diff_pressure_read(self, samples: Samples) -> bool:
        fresh = super().diff_pressure_read(samples)
        if fresh:
            samples["diff_pressure_temperature_k"][:] -= 273.15
        return fresh


class Microseconds(FakeBoard):
    def rc_read(self, samples: Samples) -> bool:
        fresh = super().rc_read(samples)
        if fresh:
            samples["rc_channel"][:] = 1000.0 + 1000.0 * samples["rc_channel"]
        return fresh


class NoMultiplier(FakeBoard):
    def battery_voltage_set_multiplier(self, multiplier: float, lane: int | None = None) -> None:
        pass


class OneMultiplierForAll(FakeBoard):
    def battery_voltage_set_multiplier(self, multiplier: float, lane: int | None = None) -> None:
        super().battery_voltage_set_multiplier(multiplier)


class NoCurrentMultiplier(FakeBoard):
    def battery_current_set_multiplier(self, multiplier: float, lane: int | None = None) -> None:
        pass


class NoClamp(FakeBoard):
    def pwm_write(self, values: Block) -> None:
        self.motor_command = values.copy()


class NanReachesMotors(FakeBoard):
    def pwm_write(self, values: Block) -> None:
        self.motor_command = np.clip(values, 0.0, 1.0)


class ChangesTheArray(FakeBoard):
    def pwm_write(self, values: Block) -> None:
        super().pwm_write(values)
        values *= 0.5


class KeepsRunning(FakeBoard):
    def pwm_disable(self) -> None:
        self.pwm_is_enabled = False


class NeverDisabled(FakeBoard):
    def pwm_disable(self) -> None:
        super().pwm_disable()
        self.pwm_is_enabled = True


class NeverEnabled(FakeBoard):
    def pwm_disable(self) -> None:
        super().pwm_disable()
        self.stays_off = True

    def pwm_init(self, rates_hz: object) -> None:
        self.pwm_is_enabled = not hasattr(self, "stays_off")


class Echo(FakeBoard):
    def serial_bytes_available(self, lane: int) -> int:
        return 1


class IgnoresTheLimit(FakeBoard):
    def serial_read(self, lane: int, limit: int) -> bytes:
        return super().serial_read(lane, 1000)


class ReadsBackwards(FakeBoard):
    def serial_read(self, lane: int, limit: int) -> bytes:
        return super().serial_read(lane, limit)[::-1]


class PartyLine(FakeBoard):
    def __init__(self, lanes: Lanes) -> None:
        super().__init__(lanes)
        self.parts[0].serial = self.parts[-1].serial


class LastWrittenFirst(FakeBoard):
    def serial_write(self, lane: int, data: bytes, qos: int = 1) -> bool:
        queue = self.parts[lane].serial.from_firmware
        return queue.put(data + queue.take())


class WritesWithoutEnd(FakeBoard):
    def __init__(self, lanes: Lanes) -> None:
        super().__init__(lanes)
        self.parts[0].serial.from_firmware.limit = 1 << 30


class TakesHalf(FakeBoard):
    def serial_write(self, lane: int, data: bytes, qos: int = 1) -> bool:
        return self.parts[lane].serial.from_firmware.put_some(data[:-1]) == len(data) - 1


class TakesHalfAtTheEnd(FakeBoard):
    def serial_write(self, lane: int, data: bytes, qos: int = 1) -> bool:
        queue = self.parts[lane].serial.from_firmware
        queue.limit = 1000
        return queue.put_some(data) == len(data)


class ReadsWithoutEnd(FakeBoard):
    def __init__(self, lanes: Lanes) -> None:
        super().__init__(lanes)
        self.parts[0].serial.to_firmware.limit = 1 << 30


class OneSlot(FakeBoard):
    def memory_read(self, lane: int, slot: int = 0) -> bytes | None:
        return super().memory_read(lane, 0)


class FullMemory(FakeBoard):
    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        return len(data) < 1000 and super().memory_write(lane, data, slot)


class OverwritesInPlace(FakeBoard):
    def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
        old = self.memory_read(lane, slot) or b""
        return super().memory_write(lane, data + old[len(data) :], slot)


class ForgetsAtReset(FakeBoard):
    def board_reset(self, to_bootloader: bool, lane: int | None = None) -> None:
        for number in range(self.lanes.count):
            self.memory_of(number).clear()


class ForgetsBackup(FakeBoard):
    def board_reset(self, to_bootloader: bool, lane: int | None = None) -> None:
        for part in self.parts:
            part.backup = None


class BackupNeverCleared(FakeBoard):
    def backup_memory_clear(self, lane: int) -> None:
        self.parts[lane].backup = b"\x00" * 10


class BackupWithoutEnd(FakeBoard):
    def backup_memory_write(self, lane: int, data: bytes) -> bool:
        self.parts[lane].backup = data
        return True


class OneBackup(FakeBoard):
    def backup_memory_write(self, lane: int, data: bytes) -> bool:
        return super().backup_memory_write(0, data) and super().backup_memory_write(lane, data)


class SwappedLights(FakeBoard):
    def led0_toggle(self, lane: int = 0) -> None:
        self.led1_toggle(lane)


class OneLight(FakeBoard):
    def led0_on(self, lane: int = 0) -> None:
        super().led0_on(0)
        super().led0_on(lane)


class SaysNothing(FakeBoard):
    def sensors_init(self) -> None:
        self.sensor_messages = [("", True)]
