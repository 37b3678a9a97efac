"""How long a bridge takes from sensors received to actuators sent, simulator excluded.

A simulator in process holds vehicles still in the air: it hands out its frame at once and takes
commands at once, so that all the time between the two is ours: sensors, estimators, control,
mixer, missions and the bridge itself.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter_ns
from typing import Any

from benchmarks.process import environment

COUNTS = (1, 10)
WARM_UP, SAMPLES = 400, 4000


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds with a number of vehicles."""

    vehicles: int
    p50_ms: float
    p99_ms: float


class StillAir:
    """A SimulatorAdapter whose vehicles hang where they are; it takes the times."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        import numpy as np

        self.latencies_ns: list[int] = []
        self._received_ns = 0
        self._time_us = 0
        self._numbers = numbers
        rows = len(numbers)
        place = np.zeros((rows, 3))
        place[:, 0], place[:, 2] = 20.0 * np.arange(rows), -30.0
        level = np.tile((1.0, 0.0, 0.0, 0.0), (rows, 1))
        still = np.zeros((rows, 3))
        weight = np.tile((0.0, 0.0, -9.80665), (rows, 1))
        self._truth = {
            "position_ned_m": place,
            "velocity_ned_mps": still,
            "attitude_wxyz": level,
            "rate_frd_radps": still,
            "imu_accel_frd_mps2": weight,
            "imu_gyro_frd_radps": still,
        }

    def adapter_type(self) -> str:
        return "still"

    def name(self) -> str:
        return "still"

    async def connect(self) -> None:
        return None

    async def disconnect(self) -> None:
        return None

    def is_connected(self) -> bool:
        return True

    async def receive_sensors(self) -> Any:
        from simloop.messages.sensor_data import SensorFrame

        frame = SensorFrame(self._time_us, self._numbers, self._truth, {})
        self._received_ns = perf_counter_ns()
        return frame

    async def send_actuators(self, commands: Any) -> None:
        if self._received_ns:
            self.latencies_ns.append(perf_counter_ns() - self._received_ns)

    async def step(self) -> None:
        self._time_us += 2500

    def sim_time_us(self) -> int:
        return self._time_us

    def supports_lockstep(self) -> bool:
        return True

    def capabilities(self) -> Any:
        from simloop.sitl.simulator_adapter import SimulatorCapabilities

        return SimulatorCapabilities(contact=True)


def measure(vehicles: int) -> Latency:
    """Spawn so many quads on the simulator, let them settle, and take the times."""
    import simloop

    numbers = tuple(range(1, vehicles + 1))
    still = StillAir(numbers)
    mode = simloop.TimeMode.Lockstep(step_size_us=2500)
    with simloop.SitlBridge(world="calm", time_mode=mode) as bridge:
        bridge.register_adapter(still)
        for number in numbers:
            bridge.spawn_vehicle(
                simloop.VehicleConfig(
                    id=simloop.VehicleId(number),
                    model="quad",
                    adapter="still",
                    position_ned_m=(20.0 * number, 0.0, 0.0),
                )
            )
        bridge.step(WARM_UP)
        still.latencies_ns.clear()
        bridge.step(SAMPLES)
    found = sorted(still.latencies_ns)
    if len(found) < SAMPLES // 2:
        raise RuntimeError(f"only {len(found)} exchanges in {SAMPLES} ticks")
    at = {share: found[min(len(found) - 1, int(share * len(found)))] / 1e6 for share in (0.5, 0.99)}
    return Latency(vehicles, at[0.5], at[0.99])


def measure_latencies(repeats: int, say: Callable[[str], None]) -> list[Latency]:
    """Each number of vehicles so often in a process of its own; the medians."""
    say("latency of the bridge")
    asked = [str(count) for count in COUNTS] * repeats
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.latency", *asked],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    found = [Latency(**json.loads(line)) for line in done.stdout.splitlines()]
    by_count = {count: [each for each in found if each.vehicles == count] for count in COUNTS}
    return [
        Latency(count, median(e.p50_ms for e in some), median(e.p99_ms for e in some))
        for count, some in by_count.items()
        if some
    ]


def main() -> int:
    """One JSON object per line."""
    for count in map(int, sys.argv[1:] or COUNTS):
        print(json.dumps(asdict(measure(count))), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
