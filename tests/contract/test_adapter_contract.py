"""Built-in adapters keep the contract, and the checker finds those that do not."""

import pytest
from broken_adapters import BROKEN, BROKEN_PAIRS, Good, Pair

from simloop import (
    JsbsimAdapter,
    JsbsimConfig,
    LightweightAdapter,
    LightweightConfig,
    SimulatorAdapter,
)
from simloop.messages.sensor_data import SensorFrame
from simloop.testing import HandClock, check_adapter


def test_the_smallest_adapter_passes() -> None:
    check_adapter(Good())


def test_the_lightweight_adapter_passes() -> None:
    check_adapter(
        LightweightAdapter(LightweightConfig(vehicles=(1, 2), compiled=False)), vehicles=(2, 1)
    )


def test_the_jsbsim_adapter_passes() -> None:
    pytest.importorskip("jsbsim")
    least = (-1.0, -1.0, -1.0, 0.0, 0.0)
    check_adapter(
        JsbsimAdapter(JsbsimConfig(vehicles=(7,))), vehicles=(7,), outputs=(0.0,) * 5, least=least
    )


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_a_broken_promise_is_found(kind: type[Good]) -> None:
    with pytest.raises(AssertionError) as found:
        check_adapter(kind())
    assert BROKEN[kind] in str(found.value)


def test_a_pair_that_moves_passes() -> None:
    check_adapter(Pair(), vehicles=(1, 2))


@pytest.mark.parametrize("kind", BROKEN_PAIRS, ids=lambda kind: kind.__name__)
def test_motion_that_does_not_hold_together_is_found(kind: type[Pair]) -> None:
    with pytest.raises(AssertionError) as found:
        check_adapter(kind(), vehicles=(1, 2))
    assert BROKEN_PAIRS[kind] in str(found.value)


def test_where_there_is_no_ground_a_vehicle_may_be_anywhere() -> None:
    class Diver(Pair):
        async def connect(self) -> None:
            await super().connect()
            for body in self.bodies.values():
                body.height_m = -50.0

    with pytest.raises(AssertionError, match="no vehicle is below the ground"):
        check_adapter(Diver(), vehicles=(1, 2))
    check_adapter(Diver(), vehicles=(1, 2), ground_down_m=None)


def test_an_adapter_that_waits_is_found() -> None:
    hand = HandClock()

    class Waits(Good):
        async def receive_sensors(self) -> SensorFrame | None:
            hand.sleep(1.0)
            return await super().receive_sensors()

    with pytest.raises(AssertionError, match=r"does not wait 1\.0 s"):
        check_adapter(Waits(), now_ns=hand.read_ns)


def test_the_protocol_can_be_asked_for() -> None:
    assert isinstance(LightweightAdapter(), SimulatorAdapter)
    assert not isinstance(object(), SimulatorAdapter)
