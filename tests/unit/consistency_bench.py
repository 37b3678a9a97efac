"""Is the filter as good as it says? Its errors on recorded flights, over what it expects of them.

NEES is the square of an error over its covariance, NIS that of an innovation; both per degree of
freedom, so that 1 is honest, more is too sure and less too unsure.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from navigation_bench import FIELDS, NavigationBench, attitude_error
from numpy.typing import NDArray

from simloop.firmware.fields.navigation import PARAMETERS, SENSOR_OFFSETS
from simloop.firmware.fields.samples import SAMPLES
from simloop.firmware.navigation.filter_columns import STATES, At, Measure
from simloop.firmware.navigation.geodesy import metres_per_radian
from simloop.math.geodesy import ned_to_llh
from simloop.math.quaternion import rotate_to_world
from simloop.server.simulation import Simulation

LANES = 16
# The filter has settled, and looks once per update.
FIRST_LOOK_S = 15.0
LOOK_EVERY = 40
TRUTH = (
    "position_ned_m",
    "velocity_frd_mps",
    "attitude_wxyz",
    "origin_llh",
    "imu_gyro_bias_frd_radps",
    "imu_accel_bias_frd_mps2",
)
# First measurement and how many.
INNOVATIONS = {
    "GNSS place": (Measure.GNSS_POSITION, 2),
    "GNSS height": (Measure.GNSS_POSITION + 2, 1),
    "GNSS velocity": (Measure.GNSS_VELOCITY, 3),
    "barometer": (Measure.BARO_HEIGHT, 1),
    "heading": (Measure.HEADING, 1),
}


class Flight:
    """Samples and truth of one simulated flight, and the firmware's settings in it."""

    def __init__(self, scenario: str, seed: int, seconds: float) -> None:
        simulation = Simulation.load(scenario, seed=seed)
        world = simulation.world
        entity = world.by_name(simulation.scenario.vehicles[0].name)
        there = world.tables[world.entities.get(entity).table].layout.places
        settings = ("fw_airframe", *(field.name for field in (*PARAMETERS, *SENSOR_OFFSETS)))
        self.settings = {n: np.array(world.vector(entity, n)) for n in settings if n in there}
        self.samples = [f.name for f in SAMPLES if f.name in there] + ["fw_armed"]
        kept: dict[str, list[NDArray[Any]]] = {name: [] for name in (*self.samples, *TRUTH)}
        for _ in range(round(400 * seconds)):
            simulation.advance(1)
            for name, numbers in kept.items():
                numbers.append(np.array(world.vector(entity, name)))
        self.data = {name: np.array(numbers) for name, numbers in kept.items()}
        self.ticks = len(self.data["fw_armed"])
        # What the gyro forgets within 0.05 s is noise to any filter; the rest stays as it is.
        bias = self.data["imu_gyro_bias_frd_radps"]
        self.data["imu_gyro_bias_frd_radps"] = np.broadcast_to(bias.mean(axis=0), bias.shape)


class Consistency:
    """Flights played to one filter each; `ratios` has NEES and NIS by kind, a list per flight."""

    def __init__(self, flights: Sequence[Flight]) -> None:
        self.bench = NavigationBench(len(flights), LANES)
        self.flights = flights
        self.ratios: list[dict[str, list[float]]] = [{} for _ in flights]
        known = {field.name for field in FIELDS}
        for row, flight in enumerate(flights):
            settings = {n: v for n, v in flight.settings.items() if n in known}
            self.bench.set(row, **settings)
        self._play()

    def mean(self, kind: str) -> list[float]:
        """The mean over time, flight by flight."""
        return [float(np.mean(ratios[kind])) for ratios in self.ratios if kind in ratios]

    def _play(self) -> None:
        views = {f.name: self.bench.block(f.name) for f in SAMPLES}
        views["fw_armed"] = self.bench.block("fw_armed")
        for tick in range(min(flight.ticks for flight in self.flights)):
            for row, flight in enumerate(self.flights):
                for name in flight.samples:
                    views[name][:, row] = flight.data[name][tick]
            self.bench.run()
            if tick > 400 * FIRST_LOOK_S and self.bench.tick % LOOK_EVERY == 0:
                for row, flight in enumerate(self.flights):
                    self._look(row, flight, tick)

    def _look(self, row: int, flight: Flight, tick: int) -> None:
        ratios = self.ratios[row]
        for kind, (first, error) in self._errors(row, flight, tick).items():
            part = slice(first, first + len(error))
            covariance = self._covariance(row)[part, part]
            nees = float(error @ np.linalg.solve(covariance, error)) / len(error)
            ratios.setdefault(kind, []).append(nees)
        gate = self.bench.get("fw_gate_sigma", row)
        squares = gate * gate * self.bench.view("fw_ekf_test_ratio", row)
        used = self.bench.view("fw_ekf_used", row)
        for kind, (first, count) in INNOVATIONS.items():
            if used[first : first + count].all():
                nis = float(np.mean(squares[first : first + count]))
                ratios.setdefault(f"{kind} innovation", []).append(nis)

    def _covariance(self, row: int) -> NDArray[Any]:
        return self.bench.view("fw_ekf_covariance", row).reshape(STATES, STATES)

    def _errors(self, row: int, flight: Flight, tick: int) -> dict[str, tuple[int, NDArray[Any]]]:
        """Truth minus estimate by kind, with the first state of each."""
        view, data = self.bench.view, {name: numbers[tick] for name, numbers in flight.data.items()}
        attitude = attitude_error(data["attitude_wxyz"], view("fw_ekf_attitude_wxyz", row))
        velocity = np.array(rotate_to_world(*data["attitude_wxyz"], *data["velocity_frd_mps"]))
        place = self._from_origin(row, data)
        gyro, accel = data["imu_gyro_bias_frd_radps"], data["imu_accel_bias_frd_mps2"]
        return {
            "tilt": (0, attitude[:2]),
            "heading": (2, attitude[2:]),
            "velocity": (At.VELOCITY, velocity - view("fw_ekf_velocity_ned_mps", row)),
            "position": (At.POSITION, place - view("fw_ekf_position_ned_m", row)),
            "gyro bias": (At.GYRO_BIAS, gyro - view("fw_ekf_gyro_bias_frd_radps", row)),
            "accelerometer bias": (At.ACCEL_BIAS, accel - view("fw_ekf_accel_bias_frd_mps2", row)),
        }

    def _from_origin(self, row: int, data: dict[str, NDArray[Any]]) -> NDArray[Any]:
        """The true place in the filter's own frame."""
        latitude, longitude, height = self.bench.view("fw_origin_llh", row)
        north, east = metres_per_radian(latitude, height)
        there = ned_to_llh(*data["origin_llh"], *data["position_ned_m"])
        return np.array(
            [north * (there[0] - latitude), east * (there[1] - longitude), height - there[2]]
        )
