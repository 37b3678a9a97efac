"""The `gazebo` adapter against scripted plugins that behave as ardupilot_gazebo's do."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from math import cos, pi, sin

import numpy as np
import pytest

from fake_gazebo import FakeGazebo, Model, Plugin
from simloop.adapters.gazebo import GazeboAdapter, GazeboConfig, GazeboVehicle
from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import SensorFrame
from simloop.sitl.simulator_adapter import SimulatorError, finish

TICK_US = 2500
HOVER = 0.5
Told = list[tuple[str, str]]
Connect = Callable[..., GazeboAdapter]
Begin = Callable[..., FakeGazebo]


def free_port() -> int:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def told() -> Told:
    return []


@pytest.fixture
def begin() -> Iterator[Begin]:
    begun: list[FakeGazebo] = []

    def start(*plugins: Plugin, threaded: bool = True, **options: float) -> FakeGazebo:
        gazebo = FakeGazebo(*plugins, **options)  # type: ignore[arg-type]
        begun.append(gazebo)
        return gazebo.start() if threaded else gazebo

    yield start
    for gazebo in begun:
        gazebo.stop()


@pytest.fixture
def connect(told: Told) -> Iterator[Connect]:
    made: list[GazeboAdapter] = []

    def make(*plugins: Plugin, **settings: object) -> GazeboAdapter:
        vehicles = tuple(
            GazeboVehicle(id=number, port=plugin.port)
            for number, plugin in enumerate(plugins, start=1)
        )
        settings.setdefault("vehicles", vehicles)
        adapter = GazeboAdapter(GazeboConfig(**settings))  # type: ignore[arg-type]
        adapter.report_to(lambda what, detail: told.append((what, detail)))
        finish(adapter.connect(), "gazebo")
        made.append(adapter)
        return adapter

    yield make
    for adapter in made:
        finish(adapter.disconnect(), "gazebo")


def commands(tick: int, *throttles: float, outputs: int = 4) -> ActuatorFrame:
    ids = tuple(range(1, len(throttles) + 1))
    rows = np.array([[throttle] * outputs for throttle in throttles])
    return ActuatorFrame(tick * TICK_US, ids, rows, np.zeros_like(rows))


def tick(adapter: GazeboAdapter, number: int, *throttles: float) -> dict[int, SensorFrame]:
    """One tick in lockstep: send, then listen until all have told."""
    finish(adapter.send_actuators(commands(number, *throttles)), "gazebo")
    finish(adapter.step(), "gazebo")
    heard: dict[int, SensorFrame] = {}
    for _ in range(200):
        frame = finish(adapter.receive_sensors(), "gazebo")
        if frame is not None:
            heard |= dict.fromkeys(frame.vehicle_ids, frame)
        if len(heard) == len(throttles):
            return heard
    raise AssertionError("a plugin did not answer")


def test_one_packet_one_step_one_state(begin: Begin, connect: Connect) -> None:
    plugin = Plugin(Model())
    gazebo = begin(plugin)
    adapter = connect(plugin)
    assert not adapter.is_connected()
    tick(adapter, 1, 0.0)
    first, offset = gazebo.steps, adapter.sim_time_us()
    for number in range(2, 42):
        tick(adapter, number, 0.8)
    assert adapter.is_connected()
    # Numbers rise by one, none is missed, and Gazebo made no step of its own.
    assert plugin.counts == list(range(41))
    assert (gazebo.steps - first) in (40, 41)
    assert adapter.sim_time_us() - offset == 40 * TICK_US
    assert plugin.pulses == (1800,) * 4 + (0,) * 12
    frame = tick(adapter, 42, 0.8)[1]
    truth = frame.of(1).truth
    assert truth is not None
    assert truth.velocity_ned_mps[2] < -0.3
    assert frame.of(1).imu is not None


def test_a_finer_step_of_gazebo_takes_several_exchanges(begin: Begin, connect: Connect) -> None:
    plugin = Plugin(Model())
    gazebo = begin(plugin, step_s=0.001)
    adapter = connect(plugin)
    tick(adapter, 1, 0.0)
    tick(adapter, 2, 0.0)
    begin_steps, begin_us = gazebo.steps, adapter.sim_time_us()
    counts = len(plugin.counts)
    for number in range(3, 43):
        tick(adapter, number, HOVER)
    # 40 ticks of 2.5 ms are 100 steps of 1 ms, each with a packet of its own.
    assert gazebo.steps - begin_steps == pytest.approx(100, abs=1)
    assert len(plugin.counts) - counts == pytest.approx(100, abs=1)
    assert plugin.counts == list(range(len(plugin.counts)))
    assert adapter.sim_time_us() - begin_us == pytest.approx(100_000, abs=1000)


def test_a_longer_step_of_gazebo_holds_its_state(begin: Begin, connect: Connect) -> None:
    plugin = Plugin(Model())
    begin(plugin, step_s=0.01)
    adapter = connect(plugin, step_us=10_000)
    for number in range(1, 42):
        tick(adapter, number, HOVER)
    assert len(plugin.counts) == pytest.approx(11, abs=1)


def test_all_models_are_sent_to_before_any_is_waited_for(begin: Begin, connect: Connect) -> None:
    """Each model stops the whole update until its packet is there."""
    plugins = [Plugin(Model(position_ned_m=(10.0 * n, 0.0, 0.0))) for n in range(3)]
    begin(*plugins, step_s=0.001)
    adapter = connect(*plugins)
    for number in range(1, 21):
        heard = tick(adapter, number, 0.2, 0.5, 0.8)
    north = [heard[n].of(n).truth.position_ned_m[0] for n in (1, 2, 3)]  # type: ignore[union-attr]
    assert north == [0.0, 10.0, 20.0]
    assert [plugin.pulses[0] for plugin in plugins] == [1200, 1500, 1800]


def test_models_that_are_reached_at_different_times_do_not_lock_each_other(
    begin: Begin, connect: Connect
) -> None:
    """The second model is met in one step, the first only in the next: both wait for the other."""
    plugins = [Plugin(Model()) for _ in range(2)]
    gazebo = begin(*plugins, threaded=False)
    adapter = connect(*plugins)
    finish(adapter.send_actuators(commands(1, HOVER, HOVER)), "gazebo")
    late = plugins[0]._socket.recv(4096)
    gazebo.update()
    assert [plugin.online for plugin in plugins] == [False, True]
    assert len(late) == 40
    thread = gazebo.start()
    heard: set[int] = set()
    for _ in range(100):
        frame = finish(adapter.receive_sensors(), "gazebo")
        heard |= set(frame.vehicle_ids) if frame is not None else set()
    assert heard == {1, 2}
    for number in range(2, 42):
        tick(adapter, number, HOVER, HOVER)
    # From here on both go in step, one packet each.
    counts = [len(plugin.counts) for plugin in plugins]
    for number in range(42, 62):
        tick(adapter, number, HOVER, HOVER)
    assert [len(plugin.counts) - n for plugin, n in zip(plugins, counts, strict=True)] == [20, 20]
    assert thread.steps > 60


def test_the_same_packet_again_after_a_silence(begin: Begin, connect: Connect) -> None:
    """The answer is lost: the same number brings the same state once more, and no step."""
    plugin = Plugin(Model())
    gazebo = begin(plugin, threaded=False)
    adapter = connect(plugin, timeout_s=0.05)
    finish(adapter.send_actuators(commands(1, HOVER)), "gazebo")
    gazebo.update()
    frame = finish(adapter.receive_sensors(), "gazebo")
    assert frame is not None
    finish(adapter.send_actuators(commands(2, HOVER)), "gazebo")
    gazebo.update()
    adapter.links[1].socket.recv(65535)  # lost on the way
    for _ in range(3):
        assert finish(adapter.receive_sensors(), "gazebo") is None
    assert not plugin._receive()
    assert (plugin.duplicates, plugin.resends) == (1, 1)
    again = finish(adapter.receive_sensors(), "gazebo")
    assert again is not None
    assert gazebo.steps == 2
    assert plugin.counts == [0, 1]


def test_a_state_that_is_known_is_passed_over(begin: Begin, connect: Connect) -> None:
    """A plugin in want of packets says its last state again; it must not count as a step."""
    plugin = Plugin(Model())
    gazebo = begin(plugin, threaded=False)
    adapter = connect(plugin)
    finish(adapter.send_actuators(commands(1, HOVER)), "gazebo")
    gazebo.update()
    assert finish(adapter.receive_sensors(), "gazebo") is not None
    for _ in range(33):
        plugin._miss()
    assert plugin.resends == 3
    finish(adapter.send_actuators(commands(2, HOVER)), "gazebo")
    assert finish(adapter.receive_sensors(), "gazebo") is None
    gazebo.update()
    frame = finish(adapter.receive_sensors(), "gazebo")
    assert frame is not None
    assert frame.timestamp_us == 2 * TICK_US


def test_free_run_takes_the_newest_only(begin: Begin, connect: Connect) -> None:
    plugin = Plugin(Model(), lock_step=False, max_count=1000)
    gazebo = begin(plugin, threaded=False, step_s=0.001)
    adapter = connect(plugin, lockstep=False)
    assert not adapter.supports_lockstep()
    finish(adapter.send_actuators(commands(1, HOVER)), "gazebo")
    for _ in range(50):
        gazebo.update()
    frame = finish(adapter.receive_sensors(), "gazebo")
    assert frame is not None
    assert frame.timestamp_us == 50_000
    # Nothing new: nothing to hear, and nobody waits.
    finish(adapter.send_actuators(commands(2, HOVER)), "gazebo")
    assert finish(adapter.receive_sensors(), "gazebo") is None


def test_a_gazebo_that_was_away_is_not_hurried(begin: Begin, connect: Connect) -> None:
    """Ticks that went on without it are not made up for, but for the last tenth of a second."""
    plugin = Plugin(Model())
    gazebo = begin(plugin, threaded=False)
    adapter = connect(plugin)
    for number in range(1, 4):
        finish(adapter.send_actuators(commands(number, HOVER)), "gazebo")
        gazebo.update()
        assert finish(adapter.receive_sensors(), "gazebo") is not None
    for number in range(4, 400):
        finish(adapter.send_actuators(commands(number, HOVER)), "gazebo")
    gazebo.update()
    gazebo.start()
    steps = gazebo.steps
    for number in range(400, 420):
        tick(adapter, number, HOVER)
    assert gazebo.steps - steps <= 20 + 41


def test_a_free_running_plugin_zeroes_commands_when_nobody_sends(
    begin: Begin, connect: Connect
) -> None:
    plugin = Plugin(Model(), lock_step=False, max_count=3)
    gazebo = begin(plugin, threaded=False, step_s=0.001)
    adapter = connect(plugin, lockstep=False)
    finish(adapter.send_actuators(commands(1, 0.7)), "gazebo")
    gazebo.update()
    assert plugin.model.commands == [0.7] * 4
    for _ in range(5):
        gazebo.update()
    assert not plugin.online
    assert plugin.model.commands == [0.0] * 4
    finish(adapter.send_actuators(commands(2, 0.7)), "gazebo")
    gazebo.update()
    assert plugin.model.commands == [0.7] * 4


def test_a_free_running_plugin_that_falls_silent_is_told(
    begin: Begin, connect: Connect, told: Told
) -> None:
    plugin = Plugin(Model(), lock_step=False, max_count=1000)
    gazebo = begin(plugin, threaded=False, step_s=0.001)
    adapter = connect(plugin, lockstep=False, timeout_s=0.05)
    for number in range(1, 60):
        finish(adapter.send_actuators(commands(number, HOVER)), "gazebo")
        if number < 3:
            gazebo.update()
        finish(adapter.receive_sensors(), "gazebo")
    assert not adapter.is_connected()
    gazebo.update()
    finish(adapter.send_actuators(commands(60, HOVER)), "gazebo")
    assert finish(adapter.receive_sensors(), "gazebo") is not None
    assert adapter.is_connected()
    assert [what for what, _ in told] == ["late", "back"]


def test_any_start_order_and_a_plugin_that_comes_back(
    begin: Begin, connect: Connect, told: Told
) -> None:
    port = free_port()
    adapter = connect(port=port)
    finish(adapter.send_actuators(commands(1, HOVER)), "gazebo")
    assert finish(adapter.receive_sensors(), "gazebo") is None
    first = begin(Plugin(Model(), port=port), begin_steps=400)
    while finish(adapter.receive_sensors(), "gazebo") is None:
        assert not told
    for number in range(2, 12):
        tick(adapter, number, HOVER)
    first.stop()
    second = Plugin(Model(), port=port)
    begin(second)
    for number in range(12, 22):
        tick(adapter, number, HOVER)
    # Until it was asked again, its time could have been that of an old datagram.
    assert [what for what, _ in told if what != "stray"] == ["restarted"]
    assert "its time went from" in told[-1][1]
    # The same talk goes on: numbers are not started anew.
    assert second.counts[-1] >= 20


def test_sixteen_bits_of_the_number_are_no_matter(begin: Begin, connect: Connect) -> None:
    plugin = Plugin(Model())
    begin(plugin)
    adapter = connect(plugin)
    tick(adapter, 1, HOVER)
    adapter.links[1]._count = 65530
    for number in range(2, 22):
        tick(adapter, number, HOVER)
    assert plugin.counts[-1] == 65550
    assert plugin.resets == 1


def test_what_cannot_be_read_is_counted_named_and_survived(
    begin: Begin, connect: Connect, told: Told
) -> None:
    plugin = Plugin(Model())
    gazebo = begin(plugin, threaded=False)
    adapter = connect(plugin)
    finish(adapter.send_actuators(commands(1, HOVER)), "gazebo")
    gazebo.update()
    assert finish(adapter.receive_sensors(), "gazebo") is not None
    finish(adapter.send_actuators(commands(2, HOVER)), "gazebo")
    for junk in (b"\n{", plugin._last_json[:80], b'\n{"timestamp":NaN}\n', b"", b"\xff" * 60_000):
        plugin.say(junk)
    gazebo.update()
    frame = finish(adapter.receive_sensors(), "gazebo")
    assert frame is not None
    assert adapter.links[1].malformed == 5
    assert [what for what, _ in told] == ["malformed"]
    assert "vehicle 1 (udp port" in told[0][1]


def test_a_model_without_lock_step_is_told(begin: Begin, connect: Connect, told: Told) -> None:
    plugin = Plugin(Model(), lock_step=False)
    begin(plugin)
    tick(connect(plugin), 1, HOVER)
    assert [what for what, _ in told] == ["free running"]


def test_the_quaternion_is_taken_as_it_is(begin: Begin, connect: Connect) -> None:
    """Gazebo's yaw of 30 degrees is 60 degrees in NED; mirrored it would be -60."""
    half = pi / 6.0
    plugin = Plugin(Model(quaternion=(cos(half), 0.0, 0.0, sin(half))))
    begin(plugin)
    truth = tick(connect(plugin), 1, HOVER)[1].of(1).truth
    assert truth is not None
    assert truth.attitude_wxyz == (cos(half), 0.0, 0.0, sin(half))


def test_the_origin_of_a_vehicle_is_added(begin: Begin, connect: Connect) -> None:
    plugins = [Plugin(Model()) for _ in range(2)]
    begin(*plugins)
    vehicles = (
        GazeboVehicle(id=1, port=plugins[0].port),
        GazeboVehicle(id=2, port=plugins[1].port, origin_ned_m=(5.0, 6.0, -7.0)),
    )
    adapter = connect(origin_ned_m=(1.0, 2.0, 0.0), vehicles=vehicles)
    heard = tick(adapter, 1, 0.0, 0.0)
    places = [heard[n].of(n).truth.position_ned_m for n in (1, 2)]  # type: ignore[union-attr]
    assert places == [(1.0, 2.0, 0.0), (5.0, 6.0, -7.0)]


def test_channels_and_width(begin: Begin, connect: Connect) -> None:
    plugin = Plugin(Model(), have_32_channels=True)
    begin(plugin)
    adapter = connect(plugin, width=32, channels=(1, 4, 2, 20))
    frame = ActuatorFrame(
        TICK_US, (1,), np.array([[0.1, 0.2, 0.3, -0.4]]), np.array([[0, 0, 0, -1.0]])
    )
    finish(adapter.send_actuators(frame), "gazebo")
    while finish(adapter.receive_sensors(), "gazebo") is None:
        pass
    assert len(plugin.pulses) == 32
    assert [plugin.pulses[n - 1] for n in (1, 4, 2, 20, 3)] == [1100, 1200, 1300, 1300, 0]


def test_a_plugin_of_another_width_never_answers(begin: Begin, connect: Connect) -> None:
    plugin = Plugin(Model(), have_32_channels=True)
    gazebo = begin(plugin, threaded=False)
    adapter = connect(plugin)
    finish(adapter.send_actuators(commands(1, HOVER)), "gazebo")
    gazebo.update()
    assert plugin.wrong_magic == 1
    assert finish(adapter.receive_sensors(), "gazebo") is None


def test_sensors_and_capabilities_as_configured(begin: Begin, connect: Connect) -> None:
    assert GazeboAdapter().capabilities().sensors == frozenset()
    assert GazeboAdapter().capabilities().contact
    adapter = GazeboAdapter(GazeboConfig(sensors=("imu", "sonar"), lockstep=False), "other")
    assert adapter.capabilities().sensors == {"imu", "sonar"}
    assert (adapter.name(), adapter.adapter_type()) == ("other", "gazebo")
    plugin = Plugin(Model(), extra={"rng_1": 4.5, "battery": {"voltage": 12.0, "current": 3.0}})
    begin(plugin)
    found = tick(connect(plugin), 1, HOVER)[1].of(1)
    assert found.rangefinder_m == 4.5
    assert found.battery is not None
    assert (found.battery.voltage_v, found.battery.current_a) == (12.0, 3.0)


def test_vehicles_come_and_go(begin: Begin, connect: Connect) -> None:
    base = free_port()
    adapter = connect(port=base)
    finish(adapter.send_actuators(commands(1, 0.1, 0.1, 0.1)), "gazebo")
    ports = [link.vehicle.port for link in adapter.links.values()]
    assert ports == [base, base + 10, base + 20]
    row = np.full((2, 4), 0.1)
    finish(adapter.send_actuators(ActuatorFrame(0, (1, 3), row, 0.0 * row)), "gazebo")
    row = np.full((3, 4), 0.1)
    finish(adapter.send_actuators(ActuatorFrame(0, (1, 3, 9), row, 0.0 * row)), "gazebo")
    # The newcomer takes the port that is free again.
    assert {n: link.vehicle.port for n, link in adapter.links.items()} == {
        1: base,
        3: base + 20,
        9: base + 10,
    }


def test_mistakes_are_told_with_the_fix(connect: Connect) -> None:
    with pytest.raises(SimulatorError, match="not connected: call connect"):
        finish(GazeboAdapter().send_actuators(commands(1, HOVER)), "gazebo")
    with pytest.raises(SimulatorError, match="has 4 outputs: let 'channels' have as many"):
        finish(connect(channels=(1, 2)).send_actuators(commands(1, HOVER)), "gazebo")
    for settings, reason in (
        ({"port": 0}, "port is 0"),
        ({"timeout_s": 0.0}, "timeout_s is 0"),
        ({"step_us": 0}, "step_us is 0"),
        ({"channels": (17,)}, "write 1 to 16"),
    ):
        with pytest.raises(ValueError, match=reason):
            GazeboConfig(**settings)  # type: ignore[arg-type]
