"""What a vehicle tells without being asked, how often, and whether the numbers are right."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))


from math import nan, pi, radians

import pytest

from link_bench import LinkBench, Peer, by_type
from simloop.firmware.codes import Airframe, Mode, Phase, State
from simloop.firmware.fields.link import Stream

WITHOUT_ASKING = {
    "HEARTBEAT": 1,
    "SYS_STATUS": 2,
    "GPS_RAW_INT": 2,
    "ATTITUDE": 10,
    "ATTITUDE_QUATERNION": 10,
    "LOCAL_POSITION_NED": 5,
    "GLOBAL_POSITION_INT": 5,
    "VFR_HUD": 4,
    "BATTERY_STATUS": 2,
    "HOME_POSITION": 1,
    "EXTENDED_SYS_STATE": 1,
    "MISSION_CURRENT": 2,
    "RC_CHANNELS": 2,
    "SERVO_OUTPUT_RAW": 2,
    "EKF_STATUS_REPORT": 2,
    "ESTIMATOR_STATUS": 2,
    "NAV_CONTROLLER_OUTPUT": 2,
    "WIND": 2,
    "RAW_IMU": 2,
    "SCALED_IMU": 2,
    "SCALED_PRESSURE": 2,
    "SYSTEM_TIME": 2,
    "POWER_STATUS": 2,
}


@pytest.fixture
def bench() -> LinkBench:
    return LinkBench()


@pytest.fixture
def peer(bench: LinkBench) -> Peer:
    return Peer(bench)


def test_streams_without_being_asked(bench: LinkBench, peer: Peer) -> None:
    bench.run(1.0)
    peer.inbox.clear()
    bench.run(10.0)
    counts = {name: len(messages) for name, messages in by_type(peer.inbox).items()}
    for name, rate in WITHOUT_ASKING.items():
        assert counts[name] == pytest.approx(10 * rate, abs=1), name


def test_sequence_numbers_leave_no_gap(bench: LinkBench, peer: Peer) -> None:
    bench.run(3.0)
    sequence = [message.get_seq() for message in peer.inbox]
    assert sequence == [place % 256 for place in range(len(sequence))]
    assert len(sequence) > 100


def test_rates_are_parameters(bench: LinkBench, peer: Peer) -> None:
    rates = bench.lane.read("fw_stream_rate_hz")
    rates[Stream.ATTITUDE] = 25.0
    bench.set(fw_stream_rate_hz=rates)
    bench.run(1.0)
    peer.inbox.clear()
    bench.run(4.0)
    assert len(peer.take("ATTITUDE")) == 100
    bench.parameters.set("SR0_EXTRA1", 0.0)
    bench.run(1.0)
    peer.inbox.clear()
    bench.run(2.0)
    assert not peer.take("ATTITUDE")
    assert peer.take("VFR_HUD")


def test_rates_per_peer(bench: LinkBench, peer: Peer) -> None:
    other = Peer(bench, system=254)
    assert peer.ask(511, 30, 20_000) == 0
    peer.inbox.clear()
    other.inbox.clear()
    bench.run(2.0)
    assert len(peer.take("ATTITUDE")) == 100
    assert len(other.take("ATTITUDE")) == 20
    assert peer.ask(511, 30, -1) == 0
    bench.run(0.1)
    peer.inbox.clear()
    bench.run(2.0)
    assert not peer.take("ATTITUDE")
    assert peer.ask(511, 30, 0) == 0
    peer.inbox.clear()
    bench.run(2.0)
    assert len(peer.take("ATTITUDE")) == pytest.approx(20, abs=1)


def test_a_message_outside_the_groups_may_be_streamed(bench: LinkBench, peer: Peer) -> None:
    assert peer.ask(511, 148, 500_000) == 0
    peer.inbox.clear()
    bench.run(5.0)
    assert len(peer.take("AUTOPILOT_VERSION")) == pytest.approx(10, abs=1)


def test_a_pause_makes_no_burst(bench: LinkBench, peer: Peer) -> None:
    bench.run(1.0)
    bench.now_us += 10_000_000
    peer.inbox.clear()
    bench.run(0.1)
    assert len(peer.take("ATTITUDE")) <= 2


def test_attitude_and_position(bench: LinkBench, peer: Peer) -> None:
    bench.set(
        fw_attitude_wxyz=(0.5**0.5, 0.0, 0.0, 0.5**0.5),
        fw_rate_frd_radps=(0.1, 0.2, 0.3),
        fw_position_ned_m=(111.19, 0.0, -20.0),
        fw_velocity_ned_mps=(3.0, 4.0, -1.0),
        fw_home_ned_m=(0.0, 0.0, -5.0),
        fw_airspeed_mps=7.0,
    )
    bench.run(1.1)
    last = {name: messages[-1] for name, messages in by_type(peer.inbox).items()}
    assert last["ATTITUDE"].yaw == pytest.approx(pi / 2)
    assert last["ATTITUDE"].pitchspeed == pytest.approx(0.2)
    assert last["ATTITUDE_QUATERNION"].q4 == pytest.approx(0.5**0.5)
    place = last["GLOBAL_POSITION_INT"]
    assert place.lat == pytest.approx(473977420 + 10000, abs=5)
    assert (place.lon, place.alt, place.relative_alt) == (85455940, 508_000, 15_000)
    assert (place.vx, place.vy, place.vz, place.hdg) == (300, 400, -100, 9000)
    assert last["LOCAL_POSITION_NED"].x == pytest.approx(111.19)
    hud = last["VFR_HUD"]
    assert (hud.airspeed, hud.groundspeed, hud.climb, hud.heading) == (7.0, 5.0, 1.0, 90)
    assert hud.alt == pytest.approx(508.0)


@pytest.mark.parametrize(
    "roll_deg, pitch_deg, yaw_deg", ((10, 20, 30), (-60, 80, -170), (0, -89, 5))
)
def test_angles(bench: LinkBench, peer: Peer, roll_deg: int, pitch_deg: int, yaw_deg: int) -> None:
    from pymavlink.quaternion import QuaternionBase

    angles = [radians(angle) for angle in (roll_deg, pitch_deg, yaw_deg)]
    bench.set(fw_attitude_wxyz=[float(part) for part in QuaternionBase(angles).q])
    bench.step()
    told = peer.wait("ATTITUDE")
    assert (told.roll, told.pitch, told.yaw) == pytest.approx(tuple(angles), abs=1e-5)


def test_battery_and_gnss(bench: LinkBench, peer: Peer) -> None:
    bench.set(
        fw_battery_voltage_v=14.8,
        fw_battery_current_a=12.34,
        fw_battery_left=0.57,
        fw_battery_used_c=3600.0,
        fw_battery_age_s=0.1,
        gnss_velocity_ned_mps=(0.0, -2.0, 0.0),
        gnss_accuracy=(0.7, 1.1, 0.2),
    )
    bench.run(1.0)
    last = {name: messages[-1] for name, messages in by_type(peer.inbox).items()}
    status, battery, gnss = last["SYS_STATUS"], last["BATTERY_STATUS"], last["GPS_RAW_INT"]
    assert (status.voltage_battery, status.current_battery, status.battery_remaining) == (
        14800,
        1234,
        57,
    )
    assert battery.voltages[:2] == [14800, 65535]
    assert battery.current_consumed == 1000
    assert (gnss.fix_type, gnss.satellites_visible, gnss.vel, gnss.cog) == (3, 12, 200, 27000)
    assert (gnss.h_acc, gnss.v_acc, gnss.vel_acc) == (700, 1100, 200)


def test_an_unknown_battery_is_told_as_unknown(bench: LinkBench, peer: Peer) -> None:
    bench.run(1.0)
    assert peer.take("SYS_STATUS")[-1].voltage_battery == 65535
    battery = peer.take("BATTERY_STATUS")[-1]
    assert (battery.voltages[0], battery.battery_remaining) == (65535, -1)


def test_without_an_origin_no_place_is_told() -> None:
    bench = LinkBench(aligned=False)
    peer = Peer(bench)
    bench.run(2.0)
    told = by_type(peer.inbox)
    assert not {"GLOBAL_POSITION_INT", "HOME_POSITION", "LOCAL_POSITION_NED"} & told.keys()
    assert told["EKF_STATUS_REPORT"][-1].flags & 1024
    assert peer.ask(410) == 4


def test_heartbeat_of_each_kind_of_vehicle(bench: LinkBench, peer: Peer) -> None:
    expected = {Airframe.WING: (1, 0), Airframe.ROVER: (10, 0), Airframe.BOAT: (11, 0)}
    for airframe, (kind, mode) in expected.items():
        bench.set(fw_airframe=airframe, fw_mode=Mode.MANUAL)
        bench.run(1.1)
        beat = peer.take("HEARTBEAT")[-1]
        assert (beat.type, beat.autopilot, beat.custom_mode, beat.mavlink_version) == (
            kind,
            3,
            mode,
            3,
        )
        assert beat.base_mode == 1 | 64


def test_state_in_the_heartbeat(bench: LinkBench, peer: Peer) -> None:
    def beat(**columns: float) -> object:
        bench.set(**columns)
        bench.run(1.1)
        return peer.take("HEARTBEAT")[-1]

    assert beat().system_status == 3
    assert beat(fw_state=State.CALIBRATING).system_status == 2
    flying = beat(fw_state=2.0, fw_armed=1.0, fw_flying=1.0, fw_mode=Mode.AUTO)
    assert (flying.system_status, flying.base_mode, flying.custom_mode) == (4, 1 | 4 | 16 | 128, 3)
    assert beat(fw_state=State.FAILSAFE).system_status == 5


def test_a_new_mode_is_told_at_once(bench: LinkBench, peer: Peer) -> None:
    bench.run(1.5)
    peer.inbox.clear()
    bench.set(fw_mode=Mode.RTL)
    beat = peer.wait("HEARTBEAT", 0.15)
    assert beat is not None
    assert beat.custom_mode == 6


def test_landed_state(bench: LinkBench, peer: Peer) -> None:
    states = []
    for columns in (
        {"fw_flying": 0.0},
        {"fw_flying": 1.0, "fw_phase": Phase.TAKEOFF},
        {"fw_phase": 3.0},
        {"fw_phase": Phase.DESCEND},
    ):
        bench.set(**columns)
        bench.run(1.1)
        states.append(peer.take("EXTENDED_SYS_STATE")[-1].landed_state)
    assert states == [1, 3, 2, 4]


def test_health_of_sensors(bench: LinkBench, peer: Peer) -> None:
    bench.run(1.0)
    status = peer.take("SYS_STATUS")[-1]
    for bit in (1, 2, 4, 8, 32, 2097152, 268435456):
        assert status.onboard_control_sensors_present & bit
        assert status.onboard_control_sensors_health & bit
    assert not status.onboard_control_sensors_present & 16
    bench.set(gnss_fix_type=1.0, fw_arming_reason=5.0)
    bench.run(1.0)
    status = peer.take("SYS_STATUS")[-1]
    assert not status.onboard_control_sensors_health & 32
    assert not status.onboard_control_sensors_health & 268435456


def test_outputs_and_radio(bench: LinkBench, peer: Peer) -> None:
    bench.set(
        motor_command=(0.0, 0.25, 0.5, 1.0),
        actuator_command=(-1.0, 0.0, 1.0, 0.5, 0.0),
        fw_output_least=(-1.0, -1.0, -1.0, 0.0, 0.0),
        rc_channel=[0.5] * 15 + [1.0],
        rc_sequence=4.0,
    )
    bench.run(1.0)
    servos = peer.take("SERVO_OUTPUT_RAW")[-1]
    told = [getattr(servos, f"servo{i}_raw") for i in range(1, 11)]
    assert told == [1000, 1250, 1500, 2000, 1000, 1500, 2000, 1500, 1000, 0]
    radio = peer.take("RC_CHANNELS")[-1]
    assert (radio.chancount, radio.chan1_raw, radio.chan16_raw, radio.chan17_raw) == (
        16,
        1500,
        2000,
        65535,
    )


def test_the_way_to_the_goal(bench: LinkBench, peer: Peer) -> None:
    bench.set(
        fw_flying=1.0,
        fw_position_ned_m=(50.0, 3.0, -10.0),
        fw_goal_start_ned_m=(0.0, 0.0, -10.0),
        fw_goal_ned_m=(100.0, 0.0, -15.0),
    )
    bench.run(1.0)
    told = peer.take("NAV_CONTROLLER_OUTPUT")[-1]
    assert (told.wp_dist, told.alt_error) == (50, 5.0)
    assert told.xtrack_error == pytest.approx(3.0)
    assert told.target_bearing == -3


def test_nonsense_in_the_columns_breaks_nothing(bench: LinkBench, peer: Peer) -> None:
    for name, column in bench.columns.items():
        if not name.startswith(
            ("fw_stream", "fw_event", "fw_request", "fw_answer", "fw_item_count")
        ):
            column[:] = nan if len(name) % 2 else 1e300
    peer.mav.robust_parsing = True
    bench.set(fw_system_id=1.0)
    for sensor in ("imu", "mag", "baro", "gnss", "battery"):
        bench.set(**{f"{sensor}_sequence": 1.0})
    bench.run(3.0)
    assert "ATTITUDE" in by_type(peer.inbox)


def test_test_ratios_of_the_estimator(bench: LinkBench, peer: Peer) -> None:
    bench.run(1.0)
    assert peer.take("EKF_STATUS_REPORT")[-1].velocity_variance == 0.0
    squared = [0.0] * 15
    squared[1], squared[4], squared[6], squared[7], squared[13] = 0.25, 0.04, 0.09, 0.16, 0.01
    bench.set(fw_ekf_test_ratio=squared)
    bench.run(1.0)
    report = peer.take("EKF_STATUS_REPORT")[-1]
    told = (report.pos_horiz_variance, report.velocity_variance, report.pos_vert_variance)
    assert told == pytest.approx((0.5, 0.2, 0.3))
    assert (report.compass_variance, report.airspeed_variance) == pytest.approx((0.4, 0.1))
    assert peer.take("ESTIMATOR_STATUS")[-1].vel_ratio == pytest.approx(0.2)


def test_a_heartbeat_on_demand(bench: LinkBench, peer: Peer) -> None:
    bench.link.send_heartbeat()
    assert len(peer.take("HEARTBEAT")) == 1
