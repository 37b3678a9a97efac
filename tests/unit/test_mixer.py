"""Mixers: what outputs mean is exactly what was commanded."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simloop.world.mixer import AXES, BUILT_IN, Mixer, work_out

WINGS = ("fixed_wing", "v_tail", "flying_wing")
command = st.floats(-1.0, 1.0)


@pytest.mark.parametrize("kind", BUILT_IN)
def test_outputs_mean_the_command_that_made_them(kind: str) -> None:
    mixing = work_out(Mixer(kind=kind))  # type: ignore[arg-type]
    product = np.array(mixing.matrix) @ np.array(mixing.inverse).T
    served = [axis in mixing.axes for axis in AXES]
    assert np.allclose(product, np.diag(np.array(served, dtype=float)), atol=1e-12)


@settings(deadline=None)
@given(roll=command, pitch=command, yaw=command, throttle=st.floats(0.0, 1.0))
def test_a_v_tail_loses_nothing(roll: float, pitch: float, yaw: float, throttle: float) -> None:
    mixing = work_out(Mixer(kind="v_tail"))
    outputs = mixing.mix(Fx=throttle, Qx=roll, Qy=pitch, Qz=yaw)
    meant = dict(zip(AXES, np.array(mixing.inverse) @ np.array(outputs), strict=True))
    assert [meant["Fx"], meant["Qx"], meant["Qy"], meant["Qz"]] == pytest.approx(
        [throttle, roll, pitch, yaw], abs=1e-15
    )


@pytest.mark.parametrize("kind", WINGS)
def test_wings_have_their_throttle_on_output_4(kind: str) -> None:
    mixing = work_out(Mixer(kind=kind))  # type: ignore[arg-type]
    assert mixing.outputs[4] == "motor"
    assert mixing.mix(Fx=0.3)[4] == 0.3
    # A motor does not turn backwards, a servo goes both ways.
    assert mixing.mix(Fx=-0.3)[4] == 0.0
    assert mixing.mix(Qx=-5.0)[0] == -1.0


def test_a_custom_mixer_may_have_more_outputs_than_axes() -> None:
    twin = Mixer(outputs=("motor", "motor"), Fx=(1.0, 1.0))
    mixing = work_out(twin)
    assert mixing.mix(Fx=0.4) == (0.4, 0.4)
    # One engine out: half of the command arrives.
    assert np.array(mixing.inverse)[0] @ [0.4, 0.0] == pytest.approx(0.2)


def test_wrong_mixers_are_told() -> None:
    base = Mixer(outputs=("servo", "servo"), Qx=(1.0, 0.0), Qy=(0.0, 1.0))
    with pytest.raises(ValueError, match="Qx has 1 numbers, but there are 2 outputs"):
        work_out(replace(base, Qx=(1.0,)))
    with pytest.raises(ValueError, match="cannot tell the axes Qx, Qy apart"):
        work_out(replace(base, Qy=(2.0, 0.0)))
    with pytest.raises(ValueError, match="no axis has a row"):
        work_out(Mixer(outputs=("servo",)))
    with pytest.raises(ValueError, match="it has 0 outputs"):
        work_out(Mixer())
    with pytest.raises(ValueError, match="kind v_tail has its own rows"):
        work_out(Mixer(kind="v_tail", Qx=(1.0,)))
    with pytest.raises(ValueError, match="no axis Qz: use Fx, Qx, Qy"):
        work_out(Mixer(kind="flying_wing")).mix(Qz=0.1)
