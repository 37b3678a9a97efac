"""Parameters in memory: round trip, migration by name, torn and broken images, two lanes."""

import struct
from dataclasses import replace

import pytest

from simloop.firmware.board import Lanes
from simloop.firmware.bound_tasks import allocate
from simloop.firmware.fake_board import FakeBoard
from simloop.firmware.field import Field
from simloop.firmware.lane import BlockLane
from simloop.firmware.parameters import ParameterStore, ParameterTable, ParameterType
from simloop.firmware.parameters.store import BrokenImage, Entry, Image, decode, encode

SPEED = Field("fw_speed", 1, "m/s", "-", "speed", 5.0, names=("SPEED",), low=0.0, high=100.0)
CHANNEL = Field("fw_channel", 1, "1", "-", "channel", 4.0, names=("CHANNEL",), whole=True)
GAIN = Field("fw_gain", 1, "1", "-", "gain", 0.07, names=("GAIN",))
FIELDS = (SPEED, CHANNEL, GAIN)
IMAGE = Image(3, 7, (Entry("A", ParameterType.INT32, -5.0), Entry("B", ParameterType.REAL32, 0.5)))


class Boot:
    """A firmware's parameters after power came on, on a board whose memory stays."""

    def __init__(self, board: FakeBoard, fields: tuple[Field, ...] = FIELDS, lane: int = 0) -> None:
        self.columns = allocate(fields, board.lanes, {})
        self.table = ParameterTable(fields, {}, BlockLane(self.columns, board.lanes, lane))
        self.store = ParameterStore(self.table, board, lane)
        self.report = self.store.load()


def saved(**values: float) -> FakeBoard:
    """A board with these parameters in its memory."""
    board = FakeBoard(Lanes())
    boot = Boot(board)
    for name, value in values.items():
        assert boot.table.set(name, value).accepted
    assert boot.store.save()
    return board


def test_an_image_comes_back() -> None:
    assert decode(encode(IMAGE)) == IMAGE
    assert decode(encode(IMAGE) + b"\xff" * 100) == IMAGE, "memory may be larger"


def test_every_broken_byte_and_every_missing_byte_is_noticed() -> None:
    data = encode(IMAGE)
    for place in range(len(data)):
        broken = bytearray(data)
        broken[place] ^= 0x10
        with pytest.raises(BrokenImage):
            decode(bytes(broken))
        with pytest.raises(BrokenImage):
            decode(data[:place])


def test_reasons_of_broken_images() -> None:
    data = encode(IMAGE)
    with pytest.raises(BrokenImage, match="3 bytes are too few"):
        decode(data[:3])
    with pytest.raises(BrokenImage, match="begins with b'\\\\xff"):
        decode(b"\xff" * 100)
    with pytest.raises(BrokenImage, match="format version 9, this firmware reads 1"):
        decode(data[:4] + struct.pack("<H", 9) + data[6:])
    with pytest.raises(BrokenImage, match="checksum is wrong"):
        decode(data[:-5] + b"\x00" + data[-4:])


def test_first_boot_has_defaults_and_says_so() -> None:
    boot = Boot(FakeBoard(Lanes()))
    assert boot.report.new == ["CHANNEL", "GAIN", "SPEED"]
    assert boot.report.clean and not boot.report.sentences
    assert boot.store.unsaved


def test_values_outlive_power() -> None:
    board = saved(SPEED=12.5, CHANNEL=-7.0)
    boot = Boot(board)
    assert boot.report.kept == ["CHANNEL", "GAIN", "SPEED"]
    assert boot.report.clean and not boot.report.layout_changed
    assert (boot.table.get("SPEED"), boot.table.get("CHANNEL")) == (12.5, -7.0)
    assert boot.columns["fw_gain"][0, 0] == 0.07, "a default keeps its 64 bits"
    assert not boot.store.unsaved


def test_what_is_not_saved_is_lost_and_known_to_be() -> None:
    board = saved(SPEED=12.5)
    boot = Boot(board)
    boot.table.set("SPEED", 13.0)
    assert boot.store.unsaved
    assert Boot(board).table.get("SPEED") == 12.5


def test_another_firmware_takes_what_it_knows() -> None:
    board = saved(SPEED=80.0, CHANNEL=9.0, GAIN=0.5)
    fields = (
        replace(SPEED, high=60.0),
        Field("fw_other_place", 1, "1", "-", "gain", 0.0, names=("GAIN",)),
        Field("fw_new", 1, "1", "-", "new", 3.0, names=("NEW",)),
    )
    boot = Boot(board, fields)
    report = boot.report
    assert report.layout_changed
    assert report.kept == ["GAIN"]
    assert report.new == ["NEW"]
    assert report.dropped == ["CHANNEL"]
    assert report.adjusted == ["SPEED must lie from 0 to 60, not 80: now 60"]
    assert report.sentences[-1] == "stored parameters that exist no more: CHANNEL"
    assert [boot.table.get(name) for name in ("SPEED", "GAIN", "NEW")] == [60.0, 0.5, 3.0]
    assert boot.store.unsaved


def test_a_parameter_that_became_whole_is_rounded_and_told() -> None:
    board = saved(GAIN=2.75)
    boot = Boot(board, (replace(GAIN, whole=True, default=0.0),))
    assert boot.report.adjusted == ["GAIN must be a whole number, not 2.75: now 3"]


def test_a_stored_nan_is_refused_and_told() -> None:
    board = FakeBoard(Lanes())
    entries = (Entry("SPEED", ParameterType.REAL32, float("nan")),)
    board.memory_write(0, encode(Image(1, 0, entries)))
    boot = Boot(board)
    assert boot.report.refused == ["SPEED must be a finite number, not nan: now 5"]


def test_writes_take_turns() -> None:
    board = saved(SPEED=1.0)
    boot = Boot(board)
    sequences = []
    for speed in (2.0, 3.0, 4.0):
        boot.table.set("SPEED", speed)
        assert boot.store.save()
        sequences.append([decode(board.memory_read(0, slot) or b"").sequence for slot in (0, 1)])
    assert sequences == [[1, 2], [3, 2], [3, 4]]
    assert Boot(board).table.get("SPEED") == 4.0


@pytest.mark.parametrize("torn_at", [0, 1, 10, 40, 80])
@pytest.mark.parametrize("writes_before", [1, 2, 3])
def test_a_torn_write_loses_only_itself(torn_at: int, writes_before: int) -> None:
    board = FakeBoard(Lanes())
    boot = Boot(board)
    for number in range(writes_before):
        boot.table.set("SPEED", float(number + 1))
        assert boot.store.save()
    boot.table.set("SPEED", 50.0)
    board.tear_write_at = torn_at
    assert not boot.store.save()
    assert boot.store.unsaved
    after = Boot(board)
    assert after.table.get("SPEED") == writes_before
    # And the next write goes well.
    after.table.set("SPEED", 51.0)
    assert after.store.save()
    assert Boot(board).table.get("SPEED") == 51.0


def test_a_memory_that_lies_is_found_out() -> None:
    class Forgetful(FakeBoard):
        def memory_write(self, lane: int, data: bytes, slot: int = 0) -> bool:
            return super().memory_write(lane, data[:-1], slot)

    assert not Boot(Forgetful(Lanes())).store.save()


def test_broken_memory_is_told_and_kept_aside() -> None:
    board = saved(SPEED=12.5)
    rubbish = bytearray(board.memory_read(0, 0) or b"")
    rubbish[20] ^= 1
    board.memory_write(0, bytes(rubbish), 0)
    boot = Boot(board)
    assert boot.table.get("SPEED") == 5.0
    assert boot.report.broken == [
        "parameters in slot 0 are broken: the checksum is wrong",
        "all have their defaults; the broken bytes are in slot 2",
    ]
    assert not boot.report.clean and boot.store.unsaved
    for _ in range(4):
        assert boot.store.save()
    assert board.memory_read(0, 2) == bytes(rubbish)


def test_with_one_broken_slot_the_other_is_used() -> None:
    board = saved(SPEED=12.5)
    board.memory_write(0, b"rubbish", 1)
    boot = Boot(board)
    assert boot.table.get("SPEED") == 12.5
    assert "the older slot is used" in boot.report.sentences[1]
    assert board.memory_read(0, 2) == b"rubbish"


def test_lanes_have_parameters_of_their_own() -> None:
    board = FakeBoard(Lanes(count=3))
    for lane in range(3):
        boot = Boot(board, lane=lane)
        boot.table.set("SPEED", 10.0 + lane)
        assert boot.store.save()
    assert [Boot(board, lane=lane).table.get("SPEED") for lane in range(3)] == [10.0, 11.0, 12.0]
