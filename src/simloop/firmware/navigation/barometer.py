"""Height from air pressure, for the filter and for the fall-back without it."""

from simloop.firmware.maths import body_to_ned
from simloop.firmware.navigation.geodesy import density_at, pressure_altitude
from simloop.firmware.navigation.indices import BARO_HEIGHT
from simloop.firmware.row import Row

# Lanes per block; compiled copies set it.
W = 1

# Pressures that make a reference.
REFERENCE_SAMPLES = 5.0
FRESH_S = 1.0
# Pull of the barometer on the fall-back's height and climb: poles at about 0.6 rad/s.
HEIGHT_GAIN_PER_S = 0.9
CLIMB_GAIN_PER_S2 = 0.4


def take_pressure(
    period_s: float,
    fw_gravity_mps2: Row,
    fw_baro_sigma_m: Row,
    fw_aligned: Row,
    fw_clean_accel_frd_mps2: Row,
    fw_ahrs_attitude_wxyz: Row,
    fw_ahrs_down_m: Row,
    fw_ahrs_climb_down_mps: Row,
    fw_ekf_position_ned_m: Row,
    fw_ekf_baro_error_m: Row,
    fw_air_density_kgpm3: Row,
    fw_baro_reference_m: Row,
    fw_baro_references: Row,
    fw_baro_down_m: Row,
    fw_baro_age_s: Row,
    fw_baro_seen: Row,
    fw_ekf_sum: Row,
    fw_ekf_count: Row,
    fw_ekf_variance: Row,
    baro_pressure_pa: Row,
    baro_sequence: Row,
) -> None:
    """Average the reference while aligning, then tell how far the estimate is from the sample."""
    for j in range(W):
        fresh = baro_sequence[j] != fw_baro_seen[j]
        aligned = fw_aligned[j] > 0.0
        pressure = baro_pressure_pa[j]
        altitude = pressure_altitude(pressure)
        estimate = fw_ekf_position_ned_m[2 * W + j] + fw_ekf_baro_error_m[j]
        references = fw_baro_references[j]
        # A barometer that comes late is taken to agree with the estimate.
        late = fresh & aligned & (references == 0.0)
        learning = fresh & (fw_aligned[j] <= 0.0)
        share = 1.0 / (references + 1.0) if learning else 0.0
        reference = fw_baro_reference_m[j]
        mean = reference + share * (altitude - reference)
        reference = altitude + estimate if late else mean
        down = reference - altitude if fresh else fw_baro_down_m[j]
        age = 0.0 if fresh else fw_baro_age_s[j] + period_s

        used = fresh & aligned
        at = BARO_HEIGHT * W + j
        sigma = fw_baro_sigma_m[j]
        fw_ekf_sum[at] = fw_ekf_sum[at] + (down - estimate) if used else fw_ekf_sum[at]
        fw_ekf_count[at] = fw_ekf_count[at] + 1.0 if used else fw_ekf_count[at]
        fw_ekf_variance[at] = sigma * sigma if used else fw_ekf_variance[at]

        _, _, force = body_to_ned(
            fw_ahrs_attitude_wxyz[j],
            fw_ahrs_attitude_wxyz[W + j],
            fw_ahrs_attitude_wxyz[2 * W + j],
            fw_ahrs_attitude_wxyz[3 * W + j],
            fw_clean_accel_frd_mps2[j],
            fw_clean_accel_frd_mps2[W + j],
            fw_clean_accel_frd_mps2[2 * W + j],
        )
        known = (age < FRESH_S) & aligned
        error = down - fw_ahrs_down_m[j]
        climb = fw_ahrs_climb_down_mps[j]
        climb = climb + period_s * (force + fw_gravity_mps2[j] + CLIMB_GAIN_PER_S2 * error)
        height = fw_ahrs_down_m[j] + period_s * (climb + HEIGHT_GAIN_PER_S * error)
        fw_ahrs_climb_down_mps[j] = climb if known else 0.0
        fw_ahrs_down_m[j] = height if known else fw_ahrs_down_m[j]

        density = density_at(pressure, altitude)
        fw_air_density_kgpm3[j] = density if fresh else fw_air_density_kgpm3[j]
        fw_baro_reference_m[j] = reference
        fw_baro_references[j] = references + 1.0 if learning | late else references
        fw_baro_down_m[j] = down
        fw_baro_age_s[j] = age
        fw_baro_seen[j] = baro_sequence[j]
