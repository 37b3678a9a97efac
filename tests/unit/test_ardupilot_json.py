"""ArduPilot's JSON protocol in bytes: read right by its odd reader, and safe against anybody's."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import json
from dataclasses import replace
from math import inf, isfinite, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ardupilot_reader import KEYS, Reader, scan
from simloop.wire.ardupilot_json import (
    Malformed,
    ServoPacket,
    VehicleState,
    decode_servos,
    decode_state,
    encode_servos,
    encode_state,
)
from simloop.wire.ardupilot_json.state_encoder import LARGEST_STATE

finite = st.floats(allow_nan=False, allow_infinity=False)
vector3 = st.tuples(finite, finite, finite)

LEAST = VehicleState(
    timestamp_s=0.0025,
    gyro_frd_radps=(0.1, -0.2, 1e-9),
    accel_frd_mps2=(0.0, 0.0, -9.80665),
    velocity_ned_mps=(1.0, 2.0, 3.0),
    attitude_wxyz=(1.0, 0.0, 0.0, 0.0),
)
FULL = replace(
    LEAST,
    attitude_rpy_rad=(0.01, 0.02, 0.03),
    position_ned_m=(10.0, 20.0, -30.0),
    place_deg_m=(54.6, 8.4, 12.5),
    ranges_m={1: 1.5, 2: 2.5, 6: 6.5},
    wind_ned_mps=(-4.0, -5.0, -6.0),
    airspeed_mps=17.5,
    windvane=(0.7, 8.5),
    rc_us=tuple(1000.0 + 10.0 * n for n in range(12)),
    battery=(22.2, 13.5),
    no_time_sync=True,
    no_lockstep=True,
)
# Columns whose names hold every word that the reader searches for.
TRAPS = replace(
    FULL,
    exact=dict.fromkeys(
        ("position_ned_m", "attitude_wxyz", "velocity_frd_mps", "bus_voltage_v", "rc_1"),
        (-99.0, -98.0, -97.0, -96.0),
    ),
)


def as_scanned(state: VehicleState) -> dict[str, object]:
    """What the reader should find."""
    pairs: dict[str, object] = {
        "timestamp": (state.timestamp_s,),
        "imu.gyro": state.gyro_frd_radps,
        "imu.accel_body": state.accel_frd_mps2,
        "velocity": state.velocity_ned_mps,
        "quaternion": state.attitude_wxyz,
        "attitude": state.attitude_rpy_rad,
        "position": state.position_ned_m,
        "velocity_wind": state.wind_ned_mps,
    }
    if state.place_deg_m:
        pairs |= {
            key: (value,)
            for key, value in zip(
                ("latitude", "longitude", "altitude"), state.place_deg_m, strict=True
            )
        }
    if state.airspeed_mps is not None:
        pairs["airspeed"] = (state.airspeed_mps,)
    if state.windvane:
        pairs |= {
            "windvane.direction": (state.windvane[0],),
            "windvane.speed": (state.windvane[1],),
        }
    if state.battery:
        pairs |= {"battery.voltage": (state.battery[0],), "battery.current": (state.battery[1],)}
    pairs |= {f"rng_{n}": (value,) for n, value in state.ranges_m.items()}
    pairs |= {f"rc.rc_{n}": (value,) for n, value in enumerate(state.rc_us, start=1)}
    pairs |= {key: True for key in ("no_time_sync", "no_lockstep") if getattr(state, key)}
    return {key: value for key, value in pairs.items() if value is not None}


@pytest.mark.parametrize("state", [LEAST, FULL, TRAPS], ids=["least", "full", "traps"])
def test_ardupilots_reader_finds_what_was_meant(state: VehicleState) -> None:
    reader = Reader()
    assert reader.take(encode_state(state))
    assert reader.state == as_scanned(state)


@pytest.mark.parametrize(
    "left_out", ["attitude_rpy_rad", "battery", "windvane", "airspeed_mps", "place_deg_m"]
)
def test_what_is_left_out_is_not_found_in_exact_columns(left_out: str) -> None:
    names = {f"{section}_{key}".strip("_"): (-99.0,) for section, key, _, _ in KEYS}
    state = replace(FULL, exact={**names, "force_frd_n": (1.0,)}, **{left_out: None})  # type: ignore[arg-type]
    reader = Reader()
    assert reader.take(encode_state(state))
    assert reader.state == as_scanned(state)


def test_the_reader_is_misled_as_the_real_one_is() -> None:
    """The oracle knows the traps: else it would prove nothing."""
    head = '"timestamp":1,"imu":{"gyro":[0,0,0],"accel_body":[0,0,0]},"quaternion":[1,0,0,0],'
    wrong = scan("{" + head + '"velocity_wind":[7,7,7],"velocity":[1,1,1]}')
    assert wrong is not None
    assert wrong["velocity"] == (0.0, 0.0, 0.0)
    swapped = scan("{" + head + '"velocity":[1,1,1],"rc":{"rc_10":1900,"rc_1":1100}}')
    assert swapped is not None
    assert swapped["rc.rc_1"] != (1100.0,)
    spaced = scan("{" + head + '"velocity":[1,1,1],"no_lockstep": true,"no_time_sync": 1}')
    assert spaced is not None
    assert (spaced["no_lockstep"], spaced["no_time_sync"]) == (False, True)


def test_frames_stand_between_newlines() -> None:
    whole = encode_state(LEAST)
    assert whole[:1] == whole[-1:] == b"\n"
    assert whole.count(b"\n") == 2
    late = Reader()
    assert not late.take(whole[:-1])
    assert late.take(encode_state(replace(LEAST, timestamp_s=9.0)))
    # Without the newline behind it a frame is read one step late.
    headless = Reader()
    assert not headless.take(whole[1:])
    assert headless.take(whole[1:])


def test_refused_text_fills_the_buffer_for_ever() -> None:
    reader = Reader()
    bad = b'\n{"timestamp":1,' + b'"pad":"' + 100 * b"x" + b'"}\n'
    while not reader.deaf:
        assert not reader.take(bad)
    assert reader.refused == pytest.approx(520, abs=20)
    assert not reader.take(encode_state(LEAST))


def test_both_attitudes_open_the_rangefinders_of_4_7_0() -> None:
    reader = Reader()
    reader.take(encode_state(FULL))
    assert reader.rangefinders_of_4_7_0() == {1, 2, 6}
    reader.take(encode_state(replace(FULL, attitude_rpy_rad=None)))
    assert reader.rangefinders_of_4_7_0() == {2, 6}


@given(timestamp=st.floats(0.0, 1e9), gyro=vector3, place=vector3, extra=st.lists(finite))
def test_doubles_survive(
    timestamp: float, gyro: tuple[float, ...], place: tuple[float, ...], extra: list[float]
) -> None:
    exact = {"rotor_speed_radps": tuple(extra)}
    state = replace(
        FULL, timestamp_s=timestamp, gyro_frd_radps=gyro, position_ned_m=place, exact=exact
    )
    assert decode_state(encode_state(state)) == state


def test_the_text_is_json_too() -> None:
    fields = json.loads(encode_state(FULL))
    assert fields["imu"]["accel_body"] == [0.0, 0.0, -9.80665]
    assert list(fields["rc"]) == [f"rc_{n}" for n in range(1, 13)]


@pytest.mark.parametrize("bad", [nan, inf])
def test_what_is_no_number_is_not_sent(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        encode_state(replace(LEAST, timestamp_s=bad))


def test_limits_of_the_protocol_hold() -> None:
    with pytest.raises(ValueError, match="12 RC channels"):
        encode_state(replace(LEAST, rc_us=(1500.0,) * 13))
    with pytest.raises(ValueError, match="1 to 6, not 7"):
        encode_state(replace(LEAST, ranges_m={7: 1.0}))
    with pytest.raises(ValueError, match="at most 60000 bytes"):
        encode_state(replace(LEAST, exact={"a": (0.1,) * 20_000}))


def test_a_gazebo_plugins_text_is_read() -> None:
    text = (
        b'\n{"timestamp":1.234,"imu":{"gyro":[0.0,0.0,0.0],"accel_body":[0.0,0.0,-9.8]},'
        b'"position":[1,2,-3],"quaternion":[0.7071,0.0,0.0,0.7071],"velocity":[0,0,0],'
        b'"rng_2":4.5,"windvane":{"direction":0.1,"speed":2},"no_time_sync":true,'
        b'"no_lockstep":false}\n'
    )
    state = decode_state(text)
    assert state.attitude_wxyz == (0.7071, 0.0, 0.0, 0.7071)
    assert (state.timestamp_s, state.position_ned_m) == (1.234, (1.0, 2.0, -3.0))
    assert (state.ranges_m, state.windvane) == ({2: 4.5}, (0.1, 2.0))
    assert (state.no_time_sync, state.no_lockstep) == (True, False)


def changed(**members: object) -> bytes:
    fields = json.loads(encode_state(LEAST))
    for key, value in members.items():
        if value is None:
            del fields[key]
        else:
            fields[key] = value
    return json.dumps(fields).encode()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe\x00", "no JSON"),
        (encode_state(LEAST)[:60], "no JSON"),
        (b"[1, 2]", "no JSON object"),
        (b'{"timestamp": NaN}', "NaN is no number"),
        (b"[" * 59_000, "brackets"),
        (b" " * (LARGEST_STATE + 1), "60001 bytes"),
        (b'{"timestamp": ' + b"1" * 50_000 + b"}", "no JSON"),
        (changed(timestamp=None), "'timestamp' is missing"),
        (changed(imu=None), "'imu' is missing"),
        (changed(imu={"gyro": [0, 0, 0]}), "'imu.accel_body' is missing"),
        (changed(imu=[1]), "'imu' is no object"),
        (changed(velocity=None), "'velocity' is missing"),
        (changed(velocity=[1, 2]), "'velocity' is not 3 finite numbers"),
        (changed(velocity=[1, 2, "3"]), "'velocity' is not 3"),
        (changed(velocity=[1, 2, True]), "'velocity' is not 3"),
        (changed(timestamp=10**400), "'timestamp' is not a finite number"),
        (changed(quaternion=None), "neither 'quaternion' nor 'attitude'"),
        (changed(quaternion=[0, 0, 0, 0]), "no rotation"),
        (changed(no_lockstep="yes"), "'no_lockstep' is neither"),
        (changed(EXACT={"A\n": "x"}), "of EXACT is no list"),
    ],
)
def test_a_bad_state_is_refused_by_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        decode_state(data)
    assert reason in str(refused.value)
    assert len(str(refused.value)) < 120
    assert "\n" not in str(refused.value)


@given(st.binary(max_size=400))
def test_hostile_bytes_are_only_malformed(data: bytes) -> None:
    for decode in (decode_state, decode_servos):
        try:
            decode(data)
        except Malformed as refused:
            assert "\n" not in str(refused)


@given(place=st.integers(0, 2000), byte=st.binary(min_size=0, max_size=3), cut=st.integers(0, 9))
def test_a_state_with_an_error_is_read_or_refused(place: int, byte: bytes, cut: int) -> None:
    whole = encode_state(TRAPS)
    at = place % len(whole)
    try:
        state = decode_state(whole[:at] + byte + whole[at + cut :])
    except Malformed as refused:
        assert "\n" not in str(refused)
    else:
        numbers = (state.timestamp_s, *state.velocity_ned_mps, *state.gyro_frd_radps)
        assert all(isfinite(number) for number in numbers)


@given(
    rate=st.integers(0, 65535),
    count=st.integers(0, 2**32 - 1),
    pulses=st.sampled_from([16, 32]).flatmap(
        lambda n: st.lists(st.integers(0, 65535), min_size=n, max_size=n)
    ),
)
def test_servo_packets_come_back(rate: int, count: int, pulses: list[int]) -> None:
    packet = ServoPacket(rate, count, tuple(pulses))
    data = encode_servos(packet)
    assert len(data) == 8 + 2 * len(pulses)
    assert decode_servos(data) == packet


def test_servo_packets_have_ardupilots_bytes() -> None:
    data = encode_servos(ServoPacket(1200, 0x01020304, (1000, 2000, *(0,) * 14)))
    assert data == bytes.fromhex("1a48b004040302 01e803d007".replace(" ", "")) + bytes(28)
    wide = encode_servos(ServoPacket(400, 7, (1500,) * 32))
    assert (wide[:2], len(wide)) == (bytes.fromhex("8173"), 72)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "40 or 72 bytes, not 0"),
        (bytes(41), "40 or 72 bytes, not 41"),
        (bytes(40), "is 18458, not 0"),
        (encode_servos(ServoPacket(1, 1, (0,) * 32))[:40], "is 18458, not 29569"),
    ],
)
def test_a_bad_servo_packet_is_refused_by_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Malformed, match=reason):
        decode_servos(data)


def test_a_servo_packet_of_another_width_is_not_made() -> None:
    with pytest.raises(ValueError, match="16 or 32"):
        encode_servos(ServoPacket(400, 0, (1500,) * 8))
