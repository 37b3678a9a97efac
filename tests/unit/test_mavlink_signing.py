"""Signatures against pymavlink, and all the ways in which a frame must not get in."""

from pymavlink.dialects.v20 import all as mavlink

from simloop.firmware.mavlink.frame import SIGNED, Frame, encode
from simloop.firmware.mavlink.messages import BY_NAME
from simloop.firmware.mavlink.parser import Parser
from simloop.firmware.mavlink.signing import MOST_STREAMS, Signing

KEY = bytes(range(32))
NOW_10US = 34_000_000_000_00
HEARTBEAT = BY_NAME["HEARTBEAT"]


def peer(key: bytes = KEY, time_10us: int = NOW_10US, link: int = 3) -> mavlink.MAVLink:
    mav = mavlink.MAVLink(None, 255, 190)
    mav.signing.secret_key = key
    mav.signing.timestamp = time_10us
    mav.signing.link_id = link
    mav.signing.sign_outgoing = True
    return mav


def signed_by(mav: mavlink.MAVLink) -> Frame:
    return parsed(mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3).pack(mav))


def parsed(data: bytes) -> Frame:
    (frame,) = Parser().feed(data, 0)
    return frame


def test_signature_is_that_of_pymavlink() -> None:
    ours = Signing(KEY, time_10us=NOW_10US - 1)
    values = HEARTBEAT.values({"type": 6, "autopilot": 8, "system_status": 4, "mavlink_version": 3})
    frame = encode(HEARTBEAT, values, 0, 255, 190, SIGNED)
    theirs = mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3).pack(peer())
    assert ours.sign(frame, 3, 0) == theirs


def test_pymavlink_accepts_ours() -> None:
    ours, theirs = Signing(KEY, time_10us=NOW_10US), peer()
    for number in range(5):
        values = HEARTBEAT.values({"custom_mode": number})
        raw = ours.sign(encode(HEARTBEAT, values, number, 1, 1, SIGNED), 0, 1000 * number)
        assert theirs.decode(bytearray(raw)).get_signed()


def test_times_rise_with_the_board_clock_and_with_every_frame() -> None:
    ours = Signing()
    ours.set_key(KEY, NOW_10US, 5_000_000)
    frame = encode(HEARTBEAT, HEARTBEAT.values({}), 0, 1, 1, SIGNED)
    times = [
        int.from_bytes(ours.sign(frame, 0, now_us)[-12:-6], "little")
        for now_us in (5_000_000, 5_000_000, 5_000_000, 6_000_000)
    ]
    assert times == [NOW_10US + 1, NOW_10US + 2, NOW_10US + 3, NOW_10US + 100_000]


def test_good_signatures_are_accepted_once() -> None:
    ours, theirs = Signing(KEY, time_10us=NOW_10US), peer()
    frame = signed_by(theirs)
    assert ours.accepts(frame, 0)
    assert not ours.accepts(frame, 0)
    assert ours.accepts(signed_by(theirs), 0)
    assert ours.refused == 1


def test_times_count_apart_for_each_link() -> None:
    ours = Signing(KEY, time_10us=NOW_10US)
    assert ours.accepts(signed_by(peer(time_10us=NOW_10US + 50, link=1)), 0)
    assert ours.accepts(signed_by(peer(time_10us=NOW_10US + 20, link=2)), 0)
    assert not ours.accepts(signed_by(peer(time_10us=NOW_10US + 40, link=1)), 0)


def test_wrong_key_and_changed_bytes() -> None:
    ours = Signing(KEY, time_10us=NOW_10US)
    assert not ours.accepts(signed_by(peer(key=bytes(32))), 0)
    frame = signed_by(peer())
    for place in (-1, -7, -13):
        raw = bytearray(frame.raw)
        raw[place] ^= 1
        assert not ours.accepts(frame._replace(raw=bytes(raw)), 0)
    assert ours.accepts(frame, 0)


def test_a_forged_time_cannot_lock_the_owner_out() -> None:
    ours = Signing(KEY, time_10us=NOW_10US)
    assert not ours.accepts(signed_by(peer(key=bytes(32), time_10us=2**48 - 2)), 0)
    assert ours.accepts(signed_by(peer()), 0)


def test_a_new_stream_may_be_a_minute_behind_and_no_more() -> None:
    minute = 6_000_000
    assert Signing(KEY, time_10us=NOW_10US).accepts(
        signed_by(peer(time_10us=NOW_10US - minute + 1)), 0
    )
    assert not Signing(KEY, time_10us=NOW_10US).accepts(
        signed_by(peer(time_10us=NOW_10US - minute)), 0
    )


def test_unsigned_frames() -> None:
    ours = Signing(KEY, time_10us=NOW_10US)
    plain = mavlink.MAVLink(None, 255, 190)
    assert not ours.accepts(
        parsed(mavlink.MAVLink_heartbeat_message(6, 8, 0, 0, 4, 3).pack(plain)), 0
    )
    assert ours.accepts(
        parsed(mavlink.MAVLink_radio_status_message(1, 2, 3, 4, 5, 6, 7).pack(plain)), 0
    )


def test_without_a_key_all_are_welcome() -> None:
    ours = Signing()
    assert not ours.active
    assert ours.accepts(signed_by(peer()), 0)


def test_zeros_take_the_key_away() -> None:
    ours = Signing(KEY)
    ours.set_key(bytes(32), 0, 0)
    assert not ours.active


def test_streams_are_bounded() -> None:
    ours = Signing(KEY, time_10us=NOW_10US)
    accepted = sum(ours.accepts(signed_by(peer(link=link)), 0) for link in range(200))
    assert accepted == MOST_STREAMS
