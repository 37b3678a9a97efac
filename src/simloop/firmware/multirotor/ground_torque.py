"""The torque that the ground gives: what the body's motion shows beyond what the rotors did."""

from simloop.firmware.multirotor.gyro_filter import filter_lag_s
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

FILTER_TIME_S = 0.03


def observe_ground_torque(
    period_s: float,
    fw_mc_inertia_kgm2: Row,
    fw_mc_rotor_lag_s: Row,
    fw_mc_gyro_filter_hz: Row,
    fw_mc_notch_hz: Row,
    fw_mc_notch_width_hz: Row,
    fw_mc_rate_frd_radps: Row,
    fw_torque_frd_nm: Row,
    fw_mc_torque_given: Row,
    fw_mc_rotor_torque_nm: Row,
    fw_mc_seen_rate_frd_radps: Row,
    fw_mc_ground_torque_nm: Row,
) -> None:
    """Compares roll and pitch: torque of the lagging rotors against inertia times acceleration.

    The rates come late through their filters, so the torque is made as late.
    """
    per_s = 1.0 / period_s
    smooth = period_s / (FILTER_TIME_S + period_s)
    for j in range(W):
        late_s = filter_lag_s(fw_mc_gyro_filter_hz[j], fw_mc_notch_hz[j], fw_mc_notch_width_hz[j])
        follow = period_s / (fw_mc_rotor_lag_s[j] + late_s + period_s)
        p = fw_mc_rate_frd_radps[j]
        q = fw_mc_rate_frd_radps[W + j]
        tx = fw_mc_rotor_torque_nm[j]
        ty = fw_mc_rotor_torque_nm[W + j]
        given = fw_mc_torque_given[j]
        tx = tx + follow * (given * fw_torque_frd_nm[j] - tx)
        ty = ty + follow * (given * fw_torque_frd_nm[W + j] - ty)
        missing_x = fw_mc_inertia_kgm2[j] * per_s * (p - fw_mc_seen_rate_frd_radps[j]) - tx
        missing_y = fw_mc_inertia_kgm2[W + j] * per_s * (q - fw_mc_seen_rate_frd_radps[W + j]) - ty
        gx = fw_mc_ground_torque_nm[j]
        gy = fw_mc_ground_torque_nm[W + j]
        fw_mc_ground_torque_nm[j] = gx + smooth * (missing_x - gx)
        fw_mc_ground_torque_nm[W + j] = gy + smooth * (missing_y - gy)
        fw_mc_rotor_torque_nm[j] = tx
        fw_mc_rotor_torque_nm[W + j] = ty
        fw_mc_seen_rate_frd_radps[j] = p
        fw_mc_seen_rate_frd_radps[W + j] = q
