"""The torque that the ground gives: what the body's motion shows beyond what the rotors did."""

from simloop.firmware.component import Mut
from simloop.firmware.fields.gyro_filter import GyroFilter
from simloop.firmware.fields.multirotor_loops import Wrench
from simloop.firmware.multirotor.components import Loops, Multirotor
from simloop.firmware.multirotor.gyro_filter import filter_lag_s

FILTER_TIME_S = 0.03


def observe_ground_torque(
    period_s: float, model: Multirotor, gyro: GyroFilter, wrench: Wrench, loops: Mut[Loops]
) -> None:
    """Compares roll and pitch: torque of the lagging rotors against inertia times acceleration.

    The rates come late through their filters, so the torque is made as late.
    """
    per_s = 1.0 / period_s
    smooth = period_s / (FILTER_TIME_S + period_s)
    late_s = filter_lag_s(model.gyro_filter_hz, model.notch_hz, model.notch_width_hz)
    follow = period_s / (model.rotor_lag_s + late_s + period_s)
    given = wrench.given.tilt * wrench.torque_frd_nm.xy()
    torque = loops.rotor_torque_nm
    torque = torque + follow * (given - torque)
    rate = gyro.rate_frd_radps.xy()
    turned = rate - loops.seen_rate_frd_radps
    missing = (model.inertia_kgm2.xy() * per_s).times(turned) - torque
    felt = loops.ground_torque_nm
    loops.ground_torque_nm = felt + smooth * (missing - felt)
    loops.rotor_torque_nm = torque
    loops.seen_rate_frd_radps = rate
