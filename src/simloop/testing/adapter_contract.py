"""The checker of SimulatorAdapter: one call tells whether an adapter keeps the contract."""

import time
from collections.abc import Callable, Coroutine, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from simloop.messages.actuator_commands import ActuatorFrame
from simloop.messages.sensor_data import QUANTITIES, SensorFrame
from simloop.sitl.foreign_body import SENSOR_PREFIX
from simloop.sitl.simulator_adapter import (
    SimulatorAdapter,
    SimulatorCapabilities,
    SimulatorError,
    finish,
)
from simloop.testing.adapter_motion import Track, answer_fault, motion_fault

T = TypeVar("T")

STEPS = 20
# Calls of `receive_sensors` that may bring nothing before a simulator counts as silent.
MOST_POLLS = 200
# Ten times what the contract allows, since the machine of a test may be busy.
LONGEST_RECEIVE_S = 0.5
UNKNOWN_ID = 251
# What a step leads on to, if the adapter has no step of its own.
TICK_US = 2500
# How long vehicles are watched under one command, and in how many steps at least and at most.
WATCH_US, LEAST_WATCH, MOST_WATCH = 500_000, 10, 200
_METHODS = tuple(name for name in vars(SimulatorAdapter) if not name.startswith("_"))


def check_adapter(
    adapter: SimulatorAdapter,
    *,
    vehicles: Sequence[int] = (1,),
    outputs: Sequence[float] = (0.0, 0.0),
    least: Sequence[float] | None = None,
    moving: Sequence[float] | None = None,
    ground_down_m: float | None = 0.0,
    now_ns: Callable[[], int] = time.monotonic_ns,
) -> None:
    """Raise AssertionError, with the broken rule, unless the adapter keeps the contract.

    Its simulator must be there and have these vehicles. A native adapter is checked alone.

    Args:
        adapter: not connected yet; it is disconnected in the end.
        vehicles: ids that the simulator knows; 251 must not be among them.
        outputs: a harmless command for each output of a vehicle.
        least: the lowest command of each output, -1 or 0; -1 for all if left out.
        moving: a command under which a vehicle moves and turns; full and three quarters, output
            by output, if left out.
        ground_down_m: where the ground is, positive below the origin; None if there is none.
        now_ns: a monotonic clock, to see that nothing waits for long.
    """
    low = [-1.0] * len(outputs) if least is None else list(least)
    bench = _Bench(adapter, tuple(vehicles), np.array(outputs), np.array(low), now_ns)
    bench.moving = np.resize([1.0, 0.75], len(outputs)) if moving is None else np.array(moving)
    bench.ground_down_m = ground_down_m
    bench.check_shape()
    bench.check_away("before it is connected")
    bench.connect()
    try:
        bench.check_exchange()
        bench.check_lockstep()
        bench.check_unknown_vehicle()
        bench.check_motion()
    finally:
        bench.disconnect()
    bench.disconnect()
    bench.check_away("after it is disconnected")
    bench.connect()
    bench.check_one_exchange("after it is connected again")
    bench.disconnect()


class _Bench:
    """An adapter under test."""

    def __init__(
        self,
        adapter: SimulatorAdapter,
        vehicles: tuple[int, ...],
        outputs: Any,
        least: Any,
        now_ns: Callable[[], int],
    ) -> None:
        self._adapter = adapter
        self._vehicles = tuple(sorted(vehicles))
        self._outputs, self._least = outputs, least
        self._now_ns = now_ns
        self._latest_us = 0
        self._shown_us = 0
        self._asked_us = 0
        self._tracks: dict[int, Track] = {}
        self._movers: tuple[int, ...] = ()
        self.moving: Any = outputs
        self.ground_down_m: float | None = 0.0

    def check_shape(self) -> None:
        """Methods, names and capabilities."""
        missing = [name for name in _METHODS if not callable(getattr(self._adapter, name, None))]
        _require(not missing, f"has all methods: {', '.join(missing)} is missing")
        for method in ("adapter_type", "name"):
            word = getattr(self._adapter, method)()
            _require(isinstance(word, str) and bool(word), f"{method}() is a word, not {word!r}")
            _require(getattr(self._adapter, method)() == word, f"{method}() does not change")
        lockstep = self._adapter.supports_lockstep()
        _require(isinstance(lockstep, bool), f"supports_lockstep() is a bool, not {lockstep!r}")
        self._check_capabilities()

    def check_away(self, when: str) -> None:
        """Without a connection nothing works, and says so by a SimulatorError."""
        connected = self._adapter.is_connected()
        _require(connected is False, f"is_connected() is False {when}, not {connected!r}")
        self._refuses(self._adapter.send_actuators(self._commands()), f"send_actuators {when}")

    def connect(self) -> None:
        """Connect; time begins again."""
        self._run(self._adapter.connect(), "connect")
        self._latest_us = self._shown_us = self._asked_us = 0
        self._look_at_time()

    def disconnect(self) -> None:
        """Disconnect; a second time does no harm."""
        self._run(self._adapter.disconnect(), "disconnect")
        _require(self._adapter.is_connected() is False, "is_connected() is False after disconnect")

    def check_exchange(self) -> None:
        """Commands in, frames out, step by step."""
        seen: set[str] = set()
        stamps, times = [], []
        for number in range(STEPS):
            frame = self.check_one_exchange(f"in step {number + 1}")
            seen |= {name for name, array in frame.values.items() if not np.isnan(array).all()}
            stamps.append(frame.timestamp_us)
            times.append(self._adapter.sim_time_us())
        self._check_stamps(stamps, times)
        _require(self._adapter.is_connected() is True, "is_connected() is True while frames come")
        for sensor in sorted(self._adapter.capabilities().sensors):
            prefix = SENSOR_PREFIX[sensor]
            brought = any(name.startswith(prefix) for name in seen)
            _require(brought, f"brings the sensor '{sensor}' that its capabilities name")
        needed = {"position_ned_m", "attitude_wxyz"}
        _require(needed <= seen, f"tells the truth of its vehicles: {', '.join(sorted(needed))}")

    def _check_stamps(self, stamps: list[int], times: list[int]) -> None:
        """Frames carry the time of their step, and steps take the time that was asked for."""
        risen_us, passed_us = stamps[-1] - stamps[0], times[-1] - times[0]
        _require(risen_us > 0, f"frames are stamped with their time, not with {stamps[-1]} us")
        if not self._adapter.supports_lockstep():
            return
        rises = all(later > earlier for earlier, later in pairwise(stamps))
        _require(rises, "in lockstep every step has a later stamp")
        same = risen_us == passed_us
        _require(same, f"stamps go with sim_time_us: by {risen_us} us, not {passed_us} us")
        found = self._adapter.capabilities()
        if found.step_size_us is None and not found.native:
            asked_us = (STEPS - 1) * TICK_US
            fits = 0.5 * asked_us < passed_us < 1.5 * asked_us
            _require(
                fits,
                f"steps lead to the time of their commands: {asked_us} us were asked for, "
                f"{passed_us} us passed",
            )

    def check_motion(self) -> None:
        """Vehicles follow their own commands, and all that is told of them agrees."""
        still = self._watch()
        for mover in self._vehicles:
            self._movers = (*self._movers, mover)
            tracks = self._watch()
            waiting = [n for n in self._vehicles if n == mover or n not in self._movers]
            self._judge(answer_fault({n: tracks[n] for n in waiting}, still, mover))
            still = tracks
        self._movers = ()

    def _watch(self) -> dict[int, Track]:
        """The vehicles' tracks for a while, which must hold together."""
        self._tracks = {number: Track() for number in self._vehicles}
        step_us = self._adapter.capabilities().step_size_us or TICK_US
        for number in range(min(max(WATCH_US // step_us, LEAST_WATCH), MOST_WATCH)):
            self.check_one_exchange(f"in step {number + 1} of a while")
        tracks, self._tracks = self._tracks, {}
        for track in tracks.values():
            self._judge(motion_fault(track, self.ground_down_m))
        return tracks

    def _judge(self, fault: str) -> None:
        _require(not fault, fault)

    def check_one_exchange(self, when: str) -> SensorFrame:
        """Send, step and wait for all vehicles."""
        self._asked_us += self._adapter.capabilities().step_size_us or TICK_US
        self._run(self._adapter.send_actuators(self._commands()), "send_actuators")
        self._run(self._adapter.step(), "step")
        heard: set[int] = set()
        for _ in range(MOST_POLLS):
            frame = self._receive()
            if frame is not None:
                heard |= set(frame.vehicle_ids)
            if frame is not None and heard >= set(self._vehicles):
                return frame
        missing = sorted(set(self._vehicles) - heard)
        raise AssertionError(f"adapter: a frame has every vehicle {when}: {missing} never came")

    def check_lockstep(self) -> None:
        """Who supports lockstep moves by `step` alone, and by its whole step."""
        if not self._adapter.supports_lockstep():
            return
        self._drain()
        held_us = self._adapter.sim_time_us()
        for _ in range(3):
            _require(self._receive() is None, "in lockstep nothing comes without a step")
        _require(self._adapter.sim_time_us() == held_us, "in lockstep time stands without a step")
        self.check_one_exchange("after a pause")
        moved_us = self._adapter.sim_time_us() - held_us
        _require(moved_us > 0, "in lockstep a step lets time pass")
        step_us = self._adapter.capabilities().step_size_us
        fits = step_us is None or moved_us == step_us
        _require(fits, f"a step lasts the {step_us} us of its capabilities, not {moved_us} us")

    def check_unknown_vehicle(self) -> None:
        """A command for nobody is refused."""
        commands = self._commands((UNKNOWN_ID,))
        self._refuses(
            self._adapter.send_actuators(commands), "send_actuators to an unknown vehicle"
        )

    def _check_capabilities(self) -> None:
        found = self._adapter.capabilities()
        _require(
            isinstance(found, SimulatorCapabilities),
            f"capabilities() gives SimulatorCapabilities, not {type(found).__name__}",
        )
        unknown = sorted(found.sensors - SENSOR_PREFIX.keys())
        _require(not unknown, f"names sensors that vehicles know: {', '.join(unknown)} is none")
        for name in ("step_size_us", "most_vehicles"):
            number = getattr(found, name)
            fine = number is None or (isinstance(number, int) and number > 0)
            _require(fine, f"{name} is None or a positive whole number, not {number!r}")

    def _commands(self, vehicles: tuple[int, ...] | None = None) -> ActuatorFrame:
        ids = self._vehicles if vehicles is None else vehicles
        asked = [self.moving if number in self._movers else self._outputs for number in ids]
        least = np.tile(self._least, (len(ids), 1))
        return ActuatorFrame(self._asked_us, ids, np.array(asked, dtype=np.float64), least)

    def _receive(self) -> SensorFrame | None:
        begin_ns = self._now_ns()
        frame = self._run(self._adapter.receive_sensors(), "receive_sensors")
        waited_s = (self._now_ns() - begin_ns) / 1e9
        _require(waited_s < LONGEST_RECEIVE_S, f"receive_sensors does not wait {waited_s:.1f} s")
        self._look_at_time()
        if frame is not None:
            self._check_frame(frame)
            for row, number in enumerate(frame.vehicle_ids):
                if number in self._tracks:
                    self._tracks[number].add(frame, row)
        return frame

    def _drain(self) -> None:
        for _ in range(MOST_POLLS):
            if self._receive() is None:
                return
        raise AssertionError("adapter: receive_sensors gives None when nothing new has come")

    def _check_frame(self, frame: SensorFrame) -> None:
        _require(isinstance(frame, SensorFrame), f"gives SensorFrames, not {type(frame).__name__}")
        strange = sorted(set(frame.vehicle_ids) - set(self._vehicles))
        _require(not strange, f"tells of its own vehicles only, not of {strange}")
        once = len(set(frame.vehicle_ids)) == len(frame.vehicle_ids)
        _require(once, "has every vehicle once in a frame")
        stamp = frame.timestamp_us
        _require(type(stamp) is int, f"timestamp_us is a whole number, not {stamp!r}")
        _require(stamp >= self._shown_us, f"frames never go back: {stamp} us after later ones")
        self._shown_us = stamp
        for name, array in frame.values.items():
            _require(name in QUANTITIES, f"'{name}' is a quantity of SensorFrame, or goes to extra")
            shape = (len(frame), QUANTITIES[name])
            _require(array.shape == shape, f"{name} has shape {shape}, not {array.shape}")
        for name, array in frame.extra.items():
            _require(len(array) == len(frame), f"{name} has a row per vehicle")
        attitude = frame.values.get("attitude_wxyz")
        if attitude is not None:
            length = np.sqrt(np.nansum(attitude * attitude, axis=1))
            unit = np.isnan(attitude[:, 0]) | (np.abs(length - 1.0) < 1e-3)
            _require(bool(unit.all()), "attitude_wxyz is a unit quaternion")

    def _look_at_time(self) -> None:
        now_us = self._adapter.sim_time_us()
        _require(type(now_us) is int and now_us >= 0, f"sim_time_us is a whole number: {now_us!r}")
        _require(now_us >= self._latest_us, f"time never goes back: {now_us} us after later ones")
        self._latest_us = now_us

    def _run(self, coroutine: Coroutine[Any, Any, T], what: str) -> T:
        _require(hasattr(coroutine, "send"), f"{what} is async")
        try:
            return finish(coroutine, self._adapter.name())
        except SimulatorError as error:
            raise AssertionError(f"adapter: {what} works: {error}") from error

    def _refuses(self, coroutine: Coroutine[Any, Any, None], what: str) -> None:
        try:
            finish(coroutine, self._adapter.name())
        except SimulatorError as error:
            both = bool(error.cause) and bool(error.remedy)
            _require(both, f"{what} is refused with cause and remedy")
        except Exception as error:
            name = type(error).__name__
            raise AssertionError(f"adapter: {what} raises a SimulatorError, not {name}") from error
        else:
            raise AssertionError(f"adapter: {what} raises a SimulatorError")


def _require(kept: bool, rule: str) -> None:
    if not kept:
        raise AssertionError(f"adapter: {rule}")
