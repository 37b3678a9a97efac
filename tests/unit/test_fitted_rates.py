"""Rates at other ticks: what a library or nobody stated moves, what a user stated is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from simloop import SitlBridge, VehicleConfig
from simloop.cli.main import main
from simloop.firmware.navigation.tasks import EKF_TASKS
from simloop.server.files.find import known_names
from simloop.server.files.load import load_scenario
from simloop.server.files.lock import load_lock, write_lock
from simloop.server.simulation import Simulation
from simloop.sitl.imu_rate import fitted_tasks

TICK_RATES_HZ = (50, 100, 250, 400, 1000)


def told_rates(simulation: Simulation) -> list[str]:
    return [e.detail["told"] for e in simulation.log.events if e.name == "rates fitted"]


@pytest.mark.parametrize("tick_rate_hz", TICK_RATES_HZ)
@pytest.mark.parametrize("model", ["quad", "pico_rover"])
def test_the_firmware_of_a_library_vehicle_works_at_any_usual_tick(
    model: str, tick_rate_hz: int
) -> None:
    with SitlBridge(tick_rate_hz=tick_rate_hz, compiled=False) as bridge:
        bridge.spawn_vehicle(VehicleConfig(model=model))
        simulation = bridge.simulation
        simulation.advance(tick_rate_hz // 2 + 1)
        (record,) = simulation.world.models()
        (clock_s,) = simulation.world.vector(record.entity, "fw_time_s")
        samples = simulation.world.vector(record.entity, "imu_sequence")[0]
        systems = simulation.runner.block_systems[0]
    imu_hz = next(s.rate_hz for s in systems if "imu_sequence" in s.writes) or tick_rate_hz
    assert clock_s == pytest.approx(0.5, abs=1.0 / imu_hz)
    assert samples == pytest.approx(0.5 * imu_hz, abs=1.0)


@pytest.mark.parametrize("tick_rate_hz", [50, 250])
def test_every_library_vehicle_is_equipped(tick_rate_hz: int) -> None:
    with SitlBridge(tick_rate_hz=tick_rate_hz, compiled=False) as bridge:
        for number, model in enumerate(known_names("vehicle")):
            bridge.spawn_vehicle(VehicleConfig(model=model, position_ned_m=(0, 50.0 * number, -9)))
        periods = [
            tick_rate_hz / system.rate_hz
            for systems in bridge.simulation.runner.block_systems.values()
            for system in systems
            if system.rate_hz is not None
        ]
    assert len(periods) > 100
    assert np.array(periods) == pytest.approx(np.round(periods), rel=1e-9)


def test_what_moved_is_told_once_per_model() -> None:
    with SitlBridge(tick_rate_hz=250, compiled=False) as bridge:
        for number in range(3):
            bridge.spawn_vehicle(VehicleConfig(position_ned_m=(0.0, 3.0 * number, 0.0)))
        assert told_rates(bridge.simulation) == ["pico_rover: imu 100 -> 125 Hz, to divide 250 Hz"]
        bridge.spawn_vehicle(VehicleConfig(model="quad", position_ned_m=(0.0, 20.0, 0.0)))
        assert told_rates(bridge.simulation)[1:] == ["quad: range 20 -> 25 Hz, to divide 250 Hz"]
    with SitlBridge(tick_rate_hz=400, compiled=False) as bridge:
        bridge.spawn_vehicle(VehicleConfig(model="quad"))
        assert told_rates(bridge.simulation) == []


def test_a_rate_of_the_users_own_is_refused_with_its_place(tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    own.write_text("extends: quad\nsensors:\n  range:\n    rate_hz: 20.0\n")
    refusal = "20 Hz does not divide the tick rate of 250 Hz; use 10 Hz or 25 Hz"
    places = {
        f"{own}:4: rate_hz: {refusal}": str(own),
        f"VehicleConfig: rate_hz: {refusal}": {
            "extends": "quad",
            "sensors": {"range": {"rate_hz": 20.0}},
        },
    }
    with SitlBridge(tick_rate_hz=250, compiled=False) as bridge:
        for words, model in places.items():
            with pytest.raises(ValueError) as refused:
                bridge.spawn_vehicle(VehicleConfig(model=model))
            assert str(refused.value).startswith(words)


def test_a_lock_repeats_what_was_fitted(tmp_path: Path) -> None:
    lock = tmp_path / "config.lock"
    hashes = []
    write_lock(load_scenario("hover", sets=["tick_rate_hz=250"]), lock)
    for scenario in (load_scenario("hover", sets=["tick_rate_hz=250"]), load_lock(lock)):
        simulation = Simulation(scenario, compiled=False)
        simulation.advance(20)
        assert len(told_rates(simulation)) == 1
        hashes.append(simulation.world.state_hash())
        simulation.close()
    assert hashes[0] == hashes[1]


def test_what_was_fitted_at_the_load_is_shown_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--interpreted", "--headless", "--speed", "max", "--out", str(tmp_path / "run")]
    sets = ["--set", "tick_rate_hz=250", "--set", "duration_s=0.1"]
    main(["run", "hover", *options, *sets])
    words = "quad: range 20 -> 25 Hz, to divide 250 Hz"
    assert f"rates fitted: {words}\n" in capsys.readouterr().err
    (line, *_) = (tmp_path / "run" / "events.jsonl").read_text().splitlines()
    assert json.loads(line)["told"] == words


@pytest.mark.parametrize(
    ("imu_hz", "slow_hz", "prediction_hz", "update_hz"),
    [(400.0, 50.0, 100.0, 10.0), (250.0, 50.0, 125.0, 10.0), (50.0, 50.0, 50.0, 10.0)],
)
def test_tasks_run_as_near_to_their_rates_as_samples_come(
    imu_hz: float, slow_hz: float, prediction_hz: float, update_hz: float
) -> None:
    rates = {task.name: task.rate_hz for task in fitted_tasks(EKF_TASKS, imu_hz)}
    assert rates["fw_ekf_start"] == slow_hz
    assert rates["fw_ekf_prediction"] == prediction_hz
    assert rates["fw_ekf_updates"] == update_hz


def test_a_firmware_on_a_board_runs_the_same_tasks() -> None:
    found = []
    for board in ("fused", "sil"):
        autopilot = {"kind": "firmware", "settings": {"board": board}}
        with SitlBridge(tick_rate_hz=250, compiled=False) as bridge:
            bridge.spawn_vehicle(VehicleConfig(model="quad", autopilot=autopilot))
            bridge.simulation.advance(130)
            (record,) = bridge.simulation.world.models()
            values = bridge.simulation.world.vector(record.entity, "fw_ahrs_attitude_wxyz")
            found.append(values.copy())
    assert found[0].tobytes() == found[1].tobytes()


def test_an_imu_too_slow_for_the_firmware_is_refused() -> None:
    slow = {"extends": "quad", "sensors": {"imu": {"rate_hz": 25.0}}}
    with (
        SitlBridge(tick_rate_hz=400, compiled=False) as bridge,
        pytest.raises(ValueError, match="needs 50 IMU samples a second, not 25: set imu.rate_hz"),
    ):
        bridge.spawn_vehicle(VehicleConfig(model=slow))
